"""Adding up what several lanes give to a unit, in blocks of topics.

Only short rows are sorted, and no object is made per row. What all lanes say of a topic stands in
one row of numbers, each of them a unit and a column: sorting brings those of a unit together, in
the order of the lanes. They are added in that order, so that the last bit of a sum is the same on
every machine. Only the sums that can be among the best are ordered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..counting import counted
from ..errors import UsageError
from ..topics import Topics
from .rankings import Rankings, share_table
from .ties import TieRule, hash_ids, splitmix64

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int32]
Places = npt.NDArray[np.signedinteger[Any]]
Keys = npt.NDArray[np.uint64]

_BLOCK = 256
"""Topics in a block, so that its rows stay in the processor's cache."""

_GROUPS = 1 << 16
"""Rows of a topic that one 64-bit key can order: 16 bits for the score's place, 48 for the tie."""

_LEAST_EXPONENT = -1074
"""Two to this is the smallest double above 0."""

Scalar = TypeVar("Scalar", bound=np.generic)


def sum_lanes(
    topics: Topics,
    lanes: Sequence[Rankings],
    points: Sequence[Floats],
    depth: int,
    *,
    ties: TieRule = "neutral",
    by_votes: bool = False,
) -> Rankings:
    """Rank units by the sum of their points; at most `depth` rows per topic, best first.

    A lane that did not rank a unit gives it nothing. Sums are doubles, added in the order of
    `lanes`.

    Args:
        topics: the topics to rank for.
        lanes: one ranking each for exactly these topics.
        points: float64 [rows] for each lane, finite: what each of its rows gives to its unit.
        depth: 1 or more.
        ties: how units with equal sums are ordered.
        by_votes: multiply each sum by the number of lanes that ranked the unit.

    Raises:
        UsageError: a lane is about other topics, or a point is not finite.
    """
    _check(topics, lanes, points)
    table, shared = share_table(lanes)
    rule = _TieRule(ties, table, topics)
    blocks = []
    for first in range(0, len(topics), _BLOCK):
        last = min(first + _BLOCK, len(topics))
        sums, codes = _add(shared, points, (first, last), len(table), by_votes=by_votes)
        blocks.append(_best(sums, codes, depth, rule, first))
    return _together(topics, table, blocks)


class _TieRule:
    """The key of a unit among equal sums, the least first, computed where sums are equal only.

    Raises:
        UsageError: the rule is not one that a fuser has.
    """

    def __init__(self, ties: TieRule, table: Sequence[str], topics: Topics) -> None:
        if ties not in {"neutral", "doc_id asc"}:
            message = f"ties = {ties!r}; expected 'neutral' or 'doc_id asc'"
            raise UsageError(message)
        self._is_neutral = ties == "neutral"
        self._table = table
        self._topics = hash_ids(topics.ids) if self._is_neutral else np.empty(0, np.uint64)
        self._hashes = np.zeros(len(table) if self._is_neutral else 0, np.uint64)
        self._is_hashed = np.zeros(len(self._hashes), np.bool_)

    def keys(self, topics: Places, codes: Codes) -> Keys:
        """The keys of units, each in a topic; of 48 bits at most where ties go by id."""
        if not self._is_neutral:
            return codes.astype(np.uint64)
        missing = codes[~self._is_hashed[codes]]
        if len(missing):
            self._is_hashed[missing] = True
            missing = np.unique(missing)
            self._hashes[missing] = hash_ids(map(self._table.__getitem__, missing.tolist()))
        return splitmix64(self._topics[topics] ^ self._hashes[codes])

    @property
    def unused(self) -> np.uint64:
        """The low bits of a key that do not fit beside a sum's place."""
        return np.uint64(16 if self._is_neutral else 0)


def exact_points(points: npt.NDArray[np.floating[Any]], bound: float | Floats) -> Floats:
    """Points rounded to about 15 digits of the bound, so that sums are exact in any order.

    Without that the last bit of a sum would hang on the order of the lanes, and units that got the
    same points from different lanes would not tie.

    Args:
        points: what rows give, of any size that no sum exceeds.
        bound: no sum of them exceeds it; one for all rows, or one for each. It should hang on
            parameters or on the row's own topic, never on other topics.
    """
    step = np.ldexp(1.0, np.maximum(np.frexp(bound)[1] - 51, _LEAST_EXPONENT))
    rounded: Floats = np.rint(points / step) * step
    return rounded


def _check(topics: Topics, lanes: Sequence[Rankings], points: Sequence[Floats]) -> None:
    """Refuse what cannot be added up."""
    for lane, given in zip(lanes, points, strict=True):
        if lane.topics.ids != topics.ids:
            message = (
                f"a lane ranks {counted(len(lane), 'topic')}, not the {len(topics)} to be fused"
            )
            raise UsageError(message)
        if len(given) != len(lane.codes) or not np.isfinite(given).all():
            message = "the points of a lane are not one finite number for each of its rows"
            raise UsageError(message)


def _add(
    lanes: Sequence[Rankings],
    points: Sequence[Floats],
    rows: tuple[int, int],
    units: int,
    *,
    by_votes: bool,
) -> tuple[Floats, Codes]:
    """The sums of a block of topics and the unit of each.

    A row is a topic. The sum of a unit stands where its first cell comes to stand; all other cells
    hold minus infinity.
    """
    given, packed, bits = _laid_out(lanes, points, *rows, units)
    packed.sort(axis=1)
    codes = packed >> bits
    columns = packed & ((1 << bits) - 1)
    terms = _picked(given, columns)
    sums = terms.copy()
    votes = np.ones(terms.shape) if by_votes else None
    for step in range(1, min(len(lanes), terms.shape[1])):
        same_unit = codes[:, step:] == codes[:, :-step]
        sums[:, :-step] += terms[:, step:] * same_unit
        if votes is not None:
            votes[:, :-step] += same_unit
    if votes is not None:
        sums *= votes
    later = codes[:, 1:] == codes[:, :-1]
    sums[:, 1:][later] = -np.inf
    sums[codes == units] = -np.inf
    return sums, codes.astype(np.int32, copy=False)


def _laid_out(
    lanes: Sequence[Rankings], points: Sequence[Floats], first: int, last: int, units: int
) -> tuple[Floats, Places, int]:
    """The points of a block, one row per topic, and beside them unit and column in one number.

    The low bits of that number are the column; their count comes third. A cell that no lane fills
    holds the unit after the last one.
    """
    lengths = [np.diff(lane.offsets[first : last + 1]) for lane in lanes]
    widths = [int(length.max(initial=0)) for length in lengths]
    width = max(1, sum(widths))
    bits = width.bit_length()
    kind = np.int32 if (units + 1) << bits <= np.iinfo(np.int32).max else np.int64
    given = np.zeros((last - first, width))
    packed = np.full(given.shape, units, kind)
    start = 0
    for lane, point, length, longest in zip(lanes, points, lengths, widths, strict=True):
        rows = slice(int(lane.offsets[first]), int(lane.offsets[last]))
        part = slice(start, start + longest)
        given[:, part] = _padded(point[rows], length, 0.0)[:, :longest]
        packed[:, part] = _padded(lane.codes[rows], length, units)[:, :longest]
        start += longest
    packed <<= bits
    packed |= np.arange(width, dtype=kind)
    return given, packed, bits


def _best(
    sums: Floats, codes: Codes, depth: int, rule: _TieRule, first: int
) -> tuple[Places, Codes, Floats]:
    """The best `depth` of each row, in order: how many per topic, their units, their sums."""
    width = sums.shape[1]
    least = np.full((len(sums), 1), np.finfo(np.float64).min)
    if width > depth:
        np.maximum(least, np.partition(sums, width - depth, axis=1)[:, [width - depth]], out=least)
    kept = sums >= least
    lengths = kept.sum(axis=1)
    cells = np.flatnonzero(kept)
    sums = _padded(sums.take(cells), lengths, -np.inf)
    codes = _padded(codes.take(cells), lengths, 0)
    order = _order(sums, codes, rule, first)[:, :depth]
    lengths = np.minimum(lengths, depth)
    best = np.flatnonzero(np.arange(order.shape[1]) < lengths[:, None])
    return lengths, _picked(codes, order).take(best), _picked(sums, order).take(best)


def _padded(values: npt.NDArray[Scalar], lengths: Places, padding: float) -> npt.NDArray[Scalar]:
    """Values row after row as a rectangle, short rows filled up."""
    width = max(1, int(lengths.max(initial=0)))
    if len(values) == width * len(lengths):
        return values.reshape(-1, width)
    rectangle = np.full((len(lengths), width), padding, values.dtype)
    rectangle[np.arange(width) < lengths[:, None]] = values
    return rectangle


def _picked(values: npt.NDArray[Scalar], order: Places | Codes) -> npt.NDArray[Scalar]:
    """Values of each row in another order."""
    rows, width = values.shape
    picked: npt.NDArray[Scalar] = values.ravel().take(order + (np.arange(rows) * width)[:, None])
    return picked


def _order(sums: Floats, codes: Codes, rule: _TieRule, first: int) -> Places:
    """The columns of each row by sum descending, tie rule, unit; padding last."""
    order = np.argsort(-sums, axis=1)
    ordered = _picked(sums, order)
    rises = (ordered[:, 1:] != ordered[:, :-1]) | (ordered[:, 1:] == -np.inf)
    tied = np.zeros(sums.shape, np.bool_)
    np.logical_not(rises, out=tied[:, 1:])
    tied[:, :-1] |= tied[:, 1:]
    if not tied.any():
        return order
    units = _picked(codes, order)
    rows, columns = np.nonzero(tied)
    keys = np.zeros(sums.shape, np.uint64)
    keys[rows, columns] = rule.keys(rows + first, units[rows, columns])
    groups = np.zeros(sums.shape, np.uint64)
    np.cumsum(rises, axis=1, out=groups[:, 1:])
    return _picked(order, _inner_order(groups, keys, units, rule.unused))


def _inner_order(groups: Keys, keys: Keys, units: Codes, unused: np.uint64) -> Places:
    """The columns of each row by group, key and unit.

    Group and key are ordered as one number. Where the bits of the keys that have no room there
    would have decided, the row is ordered again in full.
    """
    if groups.shape[1] >= _GROUPS:
        return np.lexsort((units, keys, groups))
    packed = (groups << np.uint64(48)) | (keys >> unused)
    inner = np.argsort(packed, axis=1)
    packed = _picked(packed, inner)
    twins = (packed[:, 1:] == packed[:, :-1]).any(axis=1)
    for row in np.flatnonzero(twins).tolist():
        inner[row] = np.lexsort((units[row], keys[row], groups[row]))
    return inner


def _together(
    topics: Topics, table: Sequence[str], blocks: Sequence[tuple[Places, Codes, Floats]]
) -> Rankings:
    """The blocks as one set of rankings; each unit has one cell, so none can stand there twice."""
    columns = (
        np.cumsum(np.concatenate([np.zeros(1, np.int64), *(block[0] for block in blocks)])),
        np.concatenate([np.empty(0, np.int32), *(block[1] for block in blocks)]),
        np.concatenate([np.empty(0, np.float64), *(block[2] for block in blocks)]),
    )
    for column in columns:
        column.flags.writeable = False
    return Rankings(topics, tuple(table), *columns)
