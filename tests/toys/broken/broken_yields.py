"""A plugin whose hook yields instead of returning a list."""

from __future__ import annotations

from collections.abc import Iterator

from benchbook import Corpus, LanePlugin, Rankings, Topics, hookimpl


class Nothing:
    """Finds nothing."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """No unit for any topic."""
        return Rankings.of(topics, ([] for _ in topics.ids))


@hookimpl
def benchbook_plugins() -> Iterator[LanePlugin]:
    """Yield the lane."""
    yield LanePlugin(name="yielded", version="1", summary="never listed", build=Nothing)
