"""Short texts as machine words, many at a time, with no Python object for any.

A text of up to 64 bytes is one to eight big-endian words, filled with zeros. Words compare as the
bytes of UTF-8 do, and those as code points do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]

WORD = 8
LONGEST = 64
"""The longest text, in bytes, that is held in words."""

_NEWLINE = 0x0A

# How much of a word the first n bytes fill.
_MASKS = np.array([(1 << 64) - (1 << 8 * (WORD - n)) for n in range(WORD + 1)], np.uint64)


def read_words(padded: bytes, base: int, starts: Integers, ends: Integers) -> list[Words]:
    """Pieces of a text, as many words each as the longest needs.

    Args:
        padded: the text, followed by at least `LONGEST` bytes.
        base: where the block begins that `starts` and `ends` are counted from.

        starts: int64 [pieces].
        ends: int64 [pieces].

    Returns:
        Arrays [pieces], the first bytes first; none where a piece is longer than `LONGEST`.
    """
    sizes = ends - starts
    longest = int(sizes.max())
    if longest > LONGEST:
        return []
    # Every eight bytes of the text, overlapping, as one array: one look-up reads a word.
    view = np.ndarray((len(padded) - WORD + 1 - base,), ">u8", padded, base, (1,))
    return [
        view[starts + at].astype(np.uint64) & _MASKS[np.clip(sizes - at, 0, WORD)]
        for at in range(0, longest, WORD)
    ]


def pack(ids: Sequence[str]) -> list[Words]:
    """Ids as words; none where one is too long or holds what ends a text (a line end, a zero)."""
    data = "\n".join(ids).encode() + b"\n"
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == _NEWLINE)
    if len(ends) != len(ids) or b"\0" in data:
        return []
    starts = np.concatenate([[0], ends[:-1] + 1])
    return read_words(data + bytes(LONGEST), 0, starts, ends)


def spelt(words: Sequence[Words]) -> bytes:
    """The texts as bytes, each filled with zeros to the same length."""
    return np.stack(words, axis=1).astype(">u8").tobytes()


def texts(words: Sequence[Words]) -> list[str]:
    """The texts as strings."""
    lines = spelt([*words, np.full_like(words[0], _NEWLINE)])
    return lines.translate(None, b"\0").decode().split("\n")[:-1]


def squeezed(words: Sequence[Words]) -> list[Words]:
    """Words without the bits that are equal in all rows, in as few as may be; they sort the same.

    Ids share a prefix, and digits share half of each byte: twenty bytes become one word, one sort.
    """
    squeezed: list[Words] = []
    room = 0
    for word in words:
        for lowest, width in _runs(int(np.bitwise_or.reduce(word ^ word[0]))):
            piece = (word >> np.uint64(lowest)) & np.uint64((1 << width) - 1)
            if width > room:
                squeezed.append(piece)
                room = 8 * WORD - width
            else:
                squeezed[-1] = (squeezed[-1] << np.uint64(width)) | piece
                room -= width
    return squeezed or [words[0]]


def _runs(bits: int) -> list[tuple[int, int]]:
    """The runs of ones in a word, highest first: their lowest bit and their width."""
    spelt = f"{bits:064b}"
    return [(len(spelt) - run.end(), len(run[0])) for run in re.finditer("1+", spelt)]


def ranks(words: Sequence[Words]) -> tuple[Codes, Integers]:
    """The rank of each text among the distinct ones, and a row in which each of those stands."""
    codes, firsts = _ranks(words[0])
    for word in words[1:]:
        finer, _ = _ranks(word)
        pairs = (codes.astype(np.int64) << 32) | finer
        codes, firsts = _ranks(pairs.view(np.uint64))
    return codes, firsts


def _ranks(keys: Words) -> tuple[Codes, Integers]:
    """The same for texts of one word."""
    order = np.argsort(keys)
    ordered = keys[order]
    is_new = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    codes = np.empty(len(keys), np.int32)
    codes[order] = np.cumsum(is_new, dtype=np.int32) - 1
    return codes, order[is_new]
