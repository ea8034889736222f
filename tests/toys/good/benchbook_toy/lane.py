"""A lane that counts the words which a topic shares with a title."""

from __future__ import annotations

from benchbook import Corpus, LanePlugin, Rankings, Topics, hookimpl


class TitleWords:
    """Ranks units by the words that they share, those of titles counted `title_weight` times."""

    def __init__(self, corpus: Corpus, *, title_weight: float = 2.0) -> None:
        self._units = [
            (unit.unit_id, set(unit.title.lower().split()), set(unit.text.lower().split()))
            for unit in corpus
        ]
        self._weight = title_weight

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """At most `depth` units for each topic, best first."""
        return Rankings.by_score(topics, map(self._scores, topics.texts), depth)

    def _scores(self, text: str) -> list[tuple[str, float]]:
        """The units that share a word with a text."""
        words = set(text.lower().split())
        scored = (
            (unit_id, self._weight * len(words & title) + len(words & body))
            for unit_id, title, body in self._units
        )
        return [(unit_id, score) for unit_id, score in scored if score > 0]


@hookimpl
def benchbook_plugins() -> list[LanePlugin]:
    """Register the lane."""
    return [
        LanePlugin(
            name="title-words", version="1", summary="words shared with titles", build=TitleWords
        )
    ]
