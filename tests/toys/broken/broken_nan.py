"""A plugin whose lane builds rankings by hand, with a score that is not a number."""

from __future__ import annotations

from benchbook import Corpus, LanePlugin, Rankings, Topics, hookimpl


class NotANumber:
    """Ranks the first unit for every topic, with the score NaN."""

    def __init__(self, corpus: Corpus) -> None:
        self.table = corpus.unit_ids

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """One unit, past the checks of `Rankings.of`."""
        import numpy as np

        count = len(topics)
        offsets = np.arange(count + 1, dtype=np.int64)
        codes = np.zeros(count, np.int32)
        return Rankings(topics, self.table, offsets, codes, np.full(count, np.nan))


@hookimpl
def benchbook_plugins() -> list[LanePlugin]:
    """Register the lane."""
    return [LanePlugin(name="nan", version="1", summary="scores nothing", build=NotANumber)]
