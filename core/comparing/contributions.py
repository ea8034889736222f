"""What each lane brought to a condition: relevant documents found, kept, and found by no other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

import attrs
import numpy as np
import numpy.typing as npt

from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..topics import Topics

Flags = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]


@attrs.frozen(kw_only=True)
class Contribution:
    """What one lane brought, counted in pairs of a topic and a document relevant to it.

    Attributes:
        lane: its name.
        found: pairs that the lane itself has within the depth of the condition: what it would show
            alone.
        kept: of these, pairs that stand within the depth of the condition.
        alone: of these, pairs that no other lane of the condition has within that depth.
        topics: topics that have such a pair.
        of: pairs that the qrels hold for the topics, returned or not.
    """

    lane: str
    found: int
    kept: int
    alone: int
    topics: int
    of: int


def contributions(
    rankings: Rankings, lanes: Mapping[str, Rankings], qrels: Qrels, depth: int
) -> tuple[Contribution, ...]:
    """One per lane of a condition, in their order.

    A document is relevant from grade 1 on. A pair that several lanes have is alone for none of
    them, so the kept pairs of all lanes may be more than those of the condition, and the pairs
    alone fewer.

    Args:
        rankings: the condition's; its topics are those that count.
        lanes: what its lanes returned, in the same unit; topics that a lane lacks are empty.
        depth: how many rows count, of the condition and of each lane. A lane that is asked for most
            of a corpus returns most of what is relevant too; what it brings stands near its top.
    """
    topics = rankings.topics
    pairs = _Pairs.of(qrels, topics)
    kept = pairs.among(rankings.cut(depth))
    found = [pairs.among(lane.for_topics(topics).cut(depth)) for lane in lanes.values()]
    is_single = np.sum([np.zeros(len(kept), np.int64), *found], axis=0) == 1
    return tuple(
        Contribution(
            lane=lane,
            found=int(one.sum()),
            kept=int((one & kept).sum()),
            alone=int((one & kept & is_single).sum()),
            topics=len(np.unique(pairs.keys[one & kept & is_single] >> 32)),
            of=len(kept),
        )
        for lane, one in zip(lanes, found, strict=True)
    )


@attrs.frozen(eq=False)
class _Pairs:
    """Pairs of a topic and a document relevant to it.

    Attributes:
        number_of: a number for each document.
        keys: int64 [pairs], topic index << 32 | number, ascending.
    """

    number_of: Mapping[str, int]
    keys: Integers

    @classmethod
    def of(cls, qrels: Qrels, topics: Topics) -> _Pairs:
        """The pairs of some topics, returned or not."""
        judgments = qrels.judgments(topics.ids)
        relevant = np.flatnonzero(judgments.grades >= 1)
        documents = [judgments.documents[at] for at in relevant.tolist()]
        number_of = {id_: number for number, id_ in enumerate(dict.fromkeys(documents))}
        numbers = np.fromiter(map(number_of.__getitem__, documents), np.int64, len(documents))
        return cls(number_of, np.sort((judgments.owners[relevant] << 32) | numbers))

    def among(self, rankings: Rankings) -> Flags:
        """Whether each pair is among the rows of rankings: bool [pairs]."""
        found = np.zeros(len(self.keys), np.bool_)
        if not len(self.keys):
            return found
        numbers = self._numbers(rankings.table)[rankings.codes]
        rows = np.flatnonzero(numbers >= 0)  # of most units, no topic wants any
        topics = np.searchsorted(rankings.offsets, rows, side="right") - 1
        keys = (topics << 32) | numbers[rows]
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        found[at[self.keys[at] == keys]] = True
        return found

    def _numbers(self, table: Sequence[str]) -> Integers:
        """The number of each unit of a table; -1 where it is relevant to no topic."""
        numbers = np.full(len(table), -1, np.int64)
        # The few documents are looked up in the table: it may hold a whole corpus.
        for document, number in self.number_of.items():
            code = bisect_left(table, document)
            if code < len(table) and table[code] == document:
                numbers[code] = number
        return numbers
