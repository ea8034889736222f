"""How equal scores are ordered: one rule, stated, the same on every machine.

The neutral key favours no document: ids that begin with a year or a name would otherwise decide. It
is splitmix64 of the topic's and the unit's hashes xored, each the first eight bytes of SHA-256 of
the id (design, section 9; splitmix64: Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

import attrs
import numpy as np
import numpy.typing as npt

from .short_rows import matrices

if TYPE_CHECKING:
    from .rankings import Rankings

TieRule = Literal["neutral", "doc_id asc", "doc_id desc"]
"""`neutral`: by the key of this module, then unit id; `doc_id desc`: trec_eval's order."""

Keys = npt.NDArray[np.uint64]
Integers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.floating[Any]]

_LARGEST = 2**31 - 1


def hash_ids(ids: Iterable[str]) -> Keys:
    """The first eight bytes, big-endian, of SHA-256 of each id: uint64 [ids]."""
    return np.frombuffer(b"".join(sha256(id_.encode()).digest()[:8] for id_ in ids), ">u8").astype(
        np.uint64
    )


def splitmix64(values: Keys) -> Keys:
    """The output function of splitmix64, elementwise, in arithmetic modulo 2**64."""
    mixed = values + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def order_by_score(
    rankings: Rankings, ties: TieRule, *, single_precision: bool = False
) -> Rankings:
    """Reorder each topic's rows by score descending, ties by `ties`.

    Args:
        rankings: in any order.
        ties: the rule for equal scores.
        single_precision: compare scores as 32-bit floats, as trec_eval 9 does.
    """
    with np.errstate(over="ignore"):  # beyond 32 bits a score becomes infinite, there as here
        scores: Scores = rankings.scores.astype(np.float32 if single_precision else np.float64)
    order = _by_score(rankings.offsets, scores)
    tied = _tied(rankings.offsets, scores[order])
    order[tied.rows] = order[tied.rows][_by_rule(rankings, order[tied.rows], tied.groups, ties)]
    return rankings.reorder(order)


def _by_score(offsets: Integers, scores: Scores) -> Integers:
    """The order of rows that puts the scores of each topic in falling order; equal ones stay."""
    order = np.arange(len(scores), dtype=np.int64)
    rising = np.flatnonzero(scores[1:] > scores[:-1])
    topics = np.searchsorted(offsets, rising, side="right") - 1
    inside = rising + 1 < offsets[topics + 1]
    for matrix in matrices(offsets, np.unique(topics[inside])):
        fall = np.where(matrix.filled, -scores[matrix.cells], np.inf)
        places = np.argsort(fall, axis=1, kind="stable")
        ordered = np.take_along_axis(matrix.cells, places, axis=1)
        order[matrix.cells[matrix.filled]] = ordered[matrix.filled]
    return order


@attrs.frozen(eq=False)
class _Tied:
    """Rows whose score another row of the topic has: where they stand, and which group is whose."""

    rows: Integers
    groups: Integers


def _tied(offsets: Integers, scores: Scores) -> _Tied:
    """Find the groups of equal scores; `scores` fall within each topic."""
    joined = np.zeros(len(scores) + 1, np.bool_)
    joined[1:-1] = scores[1:] == scores[:-1]
    joined[offsets] = False
    rows = np.flatnonzero(joined[:-1] | joined[1:])
    return _Tied(rows, np.cumsum(~joined[rows], dtype=np.int64))


def _by_rule(rankings: Rankings, rows: Integers, groups: Integers, ties: TieRule) -> Integers:
    """The order that a rule gives to tied rows, group by group."""
    codes = rankings.codes[rows].astype(np.int64)
    if ties == "doc_id asc":
        return np.argsort((groups << 32) | codes)
    if ties == "doc_id desc":
        return np.argsort((groups << 32) | (_LARGEST - codes))
    topics = np.searchsorted(rankings.offsets, rows, side="right") - 1
    keys = splitmix64(_hashes(rankings.topics.ids, topics) ^ _hashes(rankings.table, codes))
    return np.lexsort((codes, keys, groups))


def _hashes(ids: Sequence[str], codes: Integers) -> Keys:
    """The hash of each code's id; each id is hashed once, and only if it occurs."""
    used, places = np.unique(codes, return_inverse=True)
    numbers: list[int] = used.tolist()
    return hash_ids(ids[number] for number in numbers)[places]
