"""A plugin with the name of a built-in one, which is allowed and makes the short name ambiguous."""

from __future__ import annotations

from benchbook import Corpus, LanePlugin, Rankings, Topics, hookimpl


class OwnBm25:
    """Ranks the first unit for every topic."""

    def __init__(self, corpus: Corpus) -> None:
        self.first = corpus.unit_ids[:1]

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """One unit."""
        return Rankings.of(
            topics, ([(unit, 1.0) for unit in self.first] for _ in topics.ids), depth
        )


@hookimpl
def benchbook_plugins() -> list[LanePlugin]:
    """Register a second bm25."""
    return [LanePlugin(name="bm25", version="1", summary="not the built-in one", build=OwnBm25)]
