"""How equal scores are ordered: one rule, stated, the same on every machine.

The neutral key favours no document: ids that begin with a year or a name would otherwise decide. It is
splitmix64 of the topic's and the unit's hashes xored, each the first eight bytes of SHA-256 of the id
(design, section 9; splitmix64: Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195).
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .rankings import Rankings

TieRule = Literal["neutral", "doc_id asc", "doc_id desc"]
"""`neutral`: by the key of this module, then unit id; `doc_id desc`: trec_eval's order."""

Keys = npt.NDArray[np.uint64]


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


def order_by_score(rankings: Rankings, ties: TieRule) -> Rankings:
    """Reorder each topic's rows by score descending, ties by `ties`."""
    from .rankings import Rankings as Made  # noqa: PLC0415 - the two modules need each other

    owners = np.repeat(np.arange(len(rankings), dtype=np.int64), np.diff(rankings.offsets))
    codes = rankings.codes.astype(np.int64)
    keys = [codes, -rankings.scores, owners]
    if ties == "doc_id desc":
        keys[0] = -codes
    elif ties == "neutral":
        topic_keys = hash_ids(rankings.topics.ids)[owners]
        keys.insert(1, splitmix64(topic_keys ^ hash_ids(rankings.table)[codes]))
    order = np.lexsort(keys)
    return Made.from_columns(
        rankings.topics,
        rankings.table,
        rankings.offsets,
        rankings.codes[order],
        rankings.scores[order],
    )
