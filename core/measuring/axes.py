"""Axes in columns: the aspects that topics ask for, and the ranks of documents that cover them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
import numpy as np
import numpy.typing as npt

from .hits import Hits
from .judgments import Judgments

Integers = npt.NDArray[np.int64]
Grades = npt.NDArray[np.int32]


@attrs.frozen
class Covering:
    """That a judged document covers an axis of its topic.

    Attributes:
        axis: the number of the axis within its topic, from 0.
        unit: the id of the document, or of one of its passages where these are ranked.
        grade: of the judgment.
    """

    axis: int
    unit: str
    grade: int


@attrs.frozen
class Asked:
    """What a topic asks for: how many axes, and what covers them."""

    axes: int
    coverings: tuple[Covering, ...] = ()


@attrs.define(frozen=True, eq=False, slots=False)
class RankedAxes:
    """What rankings cover of the axes: topic `i` has the axes `offsets[i]:offsets[i + 1]`.

    Attributes:
        offsets: int64 [topics + 1].
        axes: int64 [coverings], the place of an axis among those of all topics.
        ranks: int64 [coverings], the rank of the document that covers it, from 1; coverings by
            documents that are not ranked are left out.
        grades: int32 [coverings], of the judgment.
    """

    offsets: Integers
    axes: Integers
    ranks: Integers
    grades: Grades

    def __attrs_post_init__(self) -> None:
        """Close the columns: metrics share them."""
        for column in (self.offsets, self.axes, self.ranks, self.grades):
            column.flags.writeable = False

    @property
    def counts(self) -> Integers:
        """The number of axes per topic: int64 [topics]; 0 where it has none."""
        return np.diff(self.offsets)

    def covered(self, cutoff: int | None = None, rel: int = 1) -> Integers:
        """The number of axes per topic that are covered: int64 [topics].

        Args:
            cutoff: the last rank that counts; every rank when None.
            rel: the lowest grade of a document that can cover an axis.
        """
        counting = self.grades >= rel
        if cutoff is not None:
            counting &= self.ranks <= cutoff
        is_covered = np.zeros(int(self.offsets[-1]), np.bool_)
        is_covered[self.axes[counting]] = True
        before = np.concatenate([[0], np.cumsum(is_covered, dtype=np.int64)])
        return np.diff(before[self.offsets])


@attrs.define(frozen=True, eq=False)
class Axes:
    """The axes of the topics of a gold set, and what covers them.

    Attributes:
        asked: by topic; one without axes may be left out.
    """

    asked: Mapping[str, Asked]
    # The layout made last, and its topics: an ablation asks for the same again and again.
    _last: list[tuple[tuple[str, ...], AxesLayout]] = attrs.field(
        factory=list, init=False, repr=False
    )

    def layout(self, topics: tuple[str, ...]) -> AxesLayout:
        """The axes of these topics in columns."""
        if not self._last or self._last[0][0] != topics:
            rows = [self.asked.get(id_, Asked(0)) for id_ in topics]
            self._last[:] = [(topics, AxesLayout.of(rows))]
        return self._last[0][1]


@attrs.frozen(eq=False)
class AxesLayout:
    """Axes in columns, and what covers them.

    Attributes:
        offsets: int64 [topics + 1], where the axes of each topic begin.
        units: the different covering units of each topic, numbered by their grade from 0.
        axes, covered_by: int64 [coverings], places among all axes and among all `units`.
        grades: int32 [coverings].
    """

    offsets: Integers
    units: Judgments
    axes: Integers
    covered_by: Integers
    grades: Grades

    @classmethod
    def of(cls, rows: Sequence[Asked]) -> AxesLayout:
        """Lay out the axes of some topics."""
        numbers = [
            {unit: at for at, unit in enumerate(sorted({one.unit for one in row.coverings}))}
            for row in rows
        ]
        units = Judgments.of(numbers)
        offsets = np.concatenate([[0], np.cumsum([row.axes for row in rows], dtype=np.int64)])
        places = [
            (first + one.axis, start + number[one.unit], one.grade)
            for row, number, first, start in zip(
                rows, numbers, offsets.tolist(), units.offsets.tolist(), strict=False
            )
            for one in row.coverings
        ]
        columns = np.array(places, np.int64).reshape(-1, 3)
        axes, covered_by, grades = (np.ascontiguousarray(column) for column in columns.T)
        return cls(offsets.astype(np.int64), units, axes, covered_by, grades.astype(np.int32))

    def ranked(self, hits: Hits) -> RankedAxes:
        """The coverings by what is ranked.

        Args:
            hits: the ranked rows that `units` holds.
        """
        ranks = np.zeros(len(self.units.grades), np.int64)
        ranks[self.units.offsets[hits.topics] + hits.grades] = hits.ranks
        found = ranks[self.covered_by]
        is_ranked = found > 0
        return RankedAxes(
            self.offsets, self.axes[is_ranked], found[is_ranked], self.grades[is_ranked]
        )
