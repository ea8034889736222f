"""Judged rankings: what a metric sees. Grades at ranks, never ids."""

from __future__ import annotations

from functools import cached_property

import attrs
import numpy as np
import numpy.typing as npt

from ..errors import UsageError
from ..topics import Topics
from .axes import RankedAxes
from .documents import RankedDocuments
from .evidence import RankedEvidence
from .hits import Hits
from .judgments import Judgments

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Grades = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]


@attrs.define(frozen=True, eq=False)
class Values:
    """One value per topic.

    Attributes:
        values: float64 [topics], finite; 0 where the metric is not defined.
        defined: bool [topics]; false where the topic has no value (no relevant document, say).
    """

    values: Floats
    defined: Flags

    @classmethod
    def ratio(cls, numerator: Floats | Integers, denominator: Floats | Integers) -> Values:
        """Divide per topic; not defined where the denominator is 0.

        Args:
            numerator: [topics].
            denominator: [topics], never negative.
        """
        defined = denominator > 0
        values = np.zeros(len(denominator))
        return cls(np.divide(numerator, denominator, out=values, where=defined), defined)

    @classmethod
    def over(cls, values: Floats, defined: Flags) -> Values:
        """Keep values [topics] where the mask [topics] is true; not defined elsewhere."""
        return cls(np.where(defined, values, 0.0), defined)

    @classmethod
    def everywhere(cls, values: Floats) -> Values:
        """Values [topics] of a metric that every topic has."""
        return cls(values, np.ones(len(values), np.bool_))


@attrs.define(frozen=True, eq=False, slots=False)
class Judged:
    """Rankings joined with qrels, over a declared population of topics.

    Attributes:
        topics: the population, sorted by id. A topic that was not ranked has no rows.
        offsets: int64 [topics + 1]; topic `i` has the rows `offsets[i]:offsets[i + 1]`, best first.
        hits: the rows that are judged, whatever their grade.
        qrels: the judgments of the population, ranked or not.
        shown: `evidence`, or None where the gold set has none.
        decided: whether all that the qrels do not name is known not to be relevant, as where titles
            and phrases were sought in every unit: then nothing is a hole.
        covering: `axes`, or None where the gold set has none.
        returned: `documents`, or None where only their ids are known.
    """

    topics: Topics
    offsets: Integers
    hits: Hits
    qrels: Judgments
    shown: RankedEvidence | None = None
    decided: bool = False
    covering: RankedAxes | None = None
    returned: RankedDocuments | None = None

    def __len__(self) -> int:
        """The number of topics."""
        return len(self.topics)

    @cached_property
    def depths(self) -> Integers:
        """The number of ranked rows per topic: int64 [topics]."""
        return np.diff(self.offsets)

    @cached_property
    def mask(self) -> Flags:
        """Whether each ranked row is judged: bool [rows]; all are where everything is decided."""
        mask = np.full(int(self.offsets[-1]), self.decided)
        mask[self._hit_rows] = True
        mask.flags.writeable = False
        return mask

    @cached_property
    def grades(self) -> Grades:
        """The grade of each ranked row; 0 where `mask` says that it is not judged: int32 [rows]."""
        grades = np.zeros(int(self.offsets[-1]), np.int32)
        grades[self._hit_rows] = self.hits.grades
        grades.flags.writeable = False
        return grades

    @cached_property
    def holes(self) -> Hits:
        """The rows that nobody judged, or with a negative grade; none where everything is decided.

        A negative grade says "outside the pool" or "not judged" in TREC's files. The grades of the
        holes are all -1.
        """
        is_known = self.mask & ((self.grades >= 0) | self.decided)
        rows = np.flatnonzero(~is_known)
        topics = np.searchsorted(self.offsets, rows, side="right") - 1
        ranks = rows - self.offsets[topics] + 1
        return Hits(topics, ranks, np.full(len(rows), -1, np.int32), len(self))

    @cached_property
    def condensed(self) -> Judged:
        """The rankings without their holes: what is below moves up, as trec_eval's -J has it.

        Rows with a negative grade are taken out like those that nobody judged: -J does the same.
        What is relevant, and so every ideal and divisor, stays. Where everything is decided there
        are no holes, and nothing changes. Evidence keeps its ranks.
        """
        if self.decided:
            return self
        kept = self.hits.where(self.hits.grades >= 0)
        sizes = np.bincount(kept.topics, minlength=kept.count)
        return attrs.evolve(
            self,
            offsets=np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]),
            hits=Hits(kept.topics, kept.nth, kept.grades, kept.count),
        )

    @property
    def _hit_rows(self) -> Integers:
        return self.offsets[self.hits.topics] + self.hits.ranks - 1

    @property
    def ideals(self) -> Hits:
        """The best possible ranking of each topic: every judged document, best grade first."""
        return self.qrels.ideals

    @property
    def evidence(self) -> RankedEvidence:
        """What the rankings show of phrases and reference documents.

        A metric that reads it says `needs=("evidence",)`, and is refused where there is none.

        Raises:
            UsageError: there is none.
        """
        if self.shown is None:
            message = 'there is no evidence here; a metric that reads it says needs=("evidence",)'
            raise UsageError(message)
        return self.shown

    @property
    def axes(self) -> RankedAxes:
        """What the rankings cover of the axes of each topic.

        A metric that reads it says `needs=("axes",)`, and is refused where there is none.

        Raises:
            UsageError: there is none.
        """
        if self.covering is None:
            message = 'there are no axes here; a metric that reads them says needs=("axes",)'
            raise UsageError(message)
        return self.covering

    @property
    def documents(self) -> RankedDocuments:
        """What is known of the ranked documents beside their grades: metadata, and words.

        A metric that reads it says `needs=("documents",)`, and is refused where there is none.

        Raises:
            UsageError: there is none.
        """
        if self.returned is None:
            message = 'only ids are known here; a metric of documents says needs=("documents",)'
            raise UsageError(message)
        return self.returned

    def relevant(self, rel: int = 1) -> Integers:
        """The number of relevant documents per topic, ranked or not: int64 [topics].

        Args:
            rel: the lowest grade that counts as relevant, at least 1.

        Raises:
            UsageError: `rel` is below 1.
        """
        return self.qrels.count(_threshold(rel))

    def nonrelevant(self, rel: int = 1) -> Integers:
        """The number of documents judged not relevant per topic: grade 0 to below `rel`.

        A negative grade says "outside the pool" in TREC's files, so it counts as neither. Where
        everything is decided, what the qrels do not name is not counted.
        """
        return self.qrels.count(0) - self.qrels.count(_threshold(rel))

    def relevant_hits(self, rel: int = 1, cutoff: int | None = None) -> Hits:
        """The relevant documents that were ranked, at rank `cutoff` or better.

        Raises:
            UsageError: `rel` is below 1.
        """
        if rel not in self._by_threshold:
            self._by_threshold[rel] = self.hits.where(self.hits.grades >= _threshold(rel))
        return self._by_threshold[rel].within(cutoff)

    @cached_property
    def _by_threshold(self) -> dict[int, Hits]:
        return {}

    def judged_share(self, cutoff: int | None = None) -> Floats:
        """The share of the rows at rank `cutoff` or better that are judged: float64 [topics].

        Fewer rows than the cut-off are divided by their number; a topic without rows has 0. Where
        everything is decided all rows are judged.
        """
        rows = self.depths if cutoff is None else np.minimum(self.depths, cutoff)
        judged = rows if self.decided else self.hits.within(cutoff).total()
        return Values.ratio(judged, rows).values


def _threshold(rel: int) -> int:
    """Refuse a threshold that would make unjudged documents relevant."""
    if rel < 1:
        message = f"rel={rel}: the lowest relevant grade is at least 1; try rel=1"
        raise UsageError(message)
    return rel
