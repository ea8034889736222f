"""Evidence in columns: what a question needs, and the best rank at which a ranking shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

import attrs
import numpy as np
import numpy.typing as npt

from .hits import Hits
from .judgments import Judgments

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@attrs.frozen
class Piece:
    """One piece of evidence: a phrase that was not ignored, or a reference document.

    Attributes:
        units: the ids of the units that show it; each of them is enough. None may.
    """

    is_phrase: bool
    units: tuple[str, ...]


@attrs.define(frozen=True, eq=False, slots=False)
class RankedEvidence:
    """What rankings show of the evidence: topic `i` has the pieces `offsets[i]:offsets[i + 1]`.

    Attributes:
        offsets: int64 [topics + 1].
        is_phrase: bool [pieces]; the others are reference documents.
        ranks: int64 [pieces], the best rank of a unit that shows the piece, from 1; 0 where none is
            ranked.
    """

    offsets: Integers
    is_phrase: Flags
    ranks: Integers

    def __attrs_post_init__(self) -> None:
        """Close the columns: metrics share them."""
        for column in (self.offsets, self.is_phrase, self.ranks):
            column.flags.writeable = False

    def within(self, cutoff: int | None) -> Flags:
        """Whether each piece is shown at rank `cutoff` or better, or at all: bool [pieces]."""
        shown = self.ranks > 0
        return shown if cutoff is None else shown & (self.ranks <= cutoff)

    def count(self, mask: Flags) -> Integers:
        """The number of pieces per topic at which the mask [pieces] is true: int64 [topics]."""
        before = np.concatenate([[0], np.cumsum(mask, dtype=np.int64)])
        return np.diff(before[self.offsets])


@attrs.define(frozen=True, eq=False)
class Sought:
    """The evidence of the topics of a gold set, found in a corpus beforehand.

    Attributes:
        pieces: by topic; one that has none may be left out.
    """

    pieces: Mapping[str, Sequence[Piece]]
    # The layout made last, and its topics: an ablation asks for the same again and again.
    _last: list[tuple[tuple[str, ...], Layout]] = attrs.field(factory=list, init=False, repr=False)

    def layout(self, topics: tuple[str, ...]) -> Layout:
        """The pieces of these topics in columns."""
        if not self._last or self._last[0][0] != topics:
            self._last[:] = [(topics, Layout.of([self.pieces.get(id_, ()) for id_ in topics]))]
        return self._last[0][1]


@attrs.frozen(eq=False)
class Layout:
    """Pieces of evidence in columns, and the units that show them.

    Attributes:
        offsets: int64 [topics + 1], where the pieces of each topic begin.
        is_phrase: bool [pieces].
        units: the different units of each topic, numbered by their grade from 0.
        shown_by: int64 [pairs], places among all of `units`: those of one piece after another.
        starts: int64 [pieces + 1], where the pairs of each piece begin.
    """

    offsets: Integers
    is_phrase: Flags
    units: Judgments
    shown_by: Integers
    starts: Integers

    @classmethod
    def of(cls, rows: Sequence[Sequence[Piece]]) -> Layout:
        """Lay out the pieces of some topics."""
        numbers = [_numbered(row) for row in rows]
        firsts = _offsets([len(row) for row in numbers])
        pairs = [
            [first + number[unit] for unit in piece.units]
            for first, number, row in zip(firsts.tolist(), numbers, rows, strict=False)
            for piece in row
        ]
        return cls(
            offsets=_offsets([len(row) for row in rows]),
            is_phrase=np.array([piece.is_phrase for row in rows for piece in row], np.bool_),
            units=Judgments.of(numbers),
            shown_by=np.fromiter(chain.from_iterable(pairs), np.int64),
            starts=_offsets([len(pair) for pair in pairs]),
        )

    def ranked(self, hits: Hits) -> RankedEvidence:
        """The best rank of each piece.

        Args:
            hits: the ranked rows that `units` holds.
        """
        # A rank beyond every other one, so that a minimum passes over what is not ranked.
        beyond = np.iinfo(np.int64).max
        ranks = np.full(len(self.units.grades), beyond)
        ranks[self.units.offsets[hits.topics] + hits.grades] = hits.ranks
        # A last pair for none, since `reduceat` wants each start to lie before the end.
        pairs = np.concatenate([ranks[self.shown_by], [beyond]])
        best = np.minimum.reduceat(pairs, self.starts[:-1]) if len(self.is_phrase) else pairs[:0]
        best[(np.diff(self.starts) == 0) | (best == beyond)] = 0
        return RankedEvidence(self.offsets, self.is_phrase, best)


def _numbered(pieces: Sequence[Piece]) -> dict[str, int]:
    """A number for each different unit of a topic, in the order of their ids."""
    units = sorted(set(chain.from_iterable(piece.units for piece in pieces)))
    return {unit: number for number, unit in enumerate(units)}


def _offsets(sizes: Sequence[int]) -> Integers:
    """Where groups of these sizes begin, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int64)
