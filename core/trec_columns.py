"""A TREC run read in columns, a block of bytes at a time, with no Python object per row.

This reader takes plain files and answers None to whatever is unusual (a field too many, a number
that is none, a duplicate); `trec_lines` then reads the file again and says what it is. Both give
equal rankings where both give any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from .errors import UsageError
from .rankings import Rankings
from .topics import Topics

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]

_BLOCK = 1 << 20
"""Bytes per block: what a block touches then stays in the cache."""

_WORD = 8
_LONGEST = 64
"""The longest field, in bytes, that is read in words."""

_FIELDS = 6
_TOPIC, _DOCUMENT, _SCORE = 0, 2, 4
_SPACE, _NEWLINE, _HASH = 0x20, 0x0A, 0x23
_FIRST_BLANK, _BLANKS = 0x09, 5  # tab, line feed, vertical tab, form feed, carriage return

_SKIPPED = re.compile(rb"^[ \t\v\f\r]*(?:#[^\n]*)?(?:\n|\Z)", re.MULTILINE)
"""A blank line, or a comment."""

# How much of a big-endian word the first n bytes fill.
_MASKS = np.array([(1 << 64) - (1 << 8 * (_WORD - n)) for n in range(_WORD + 1)], np.uint64)


def run_columns(data: bytes) -> Rankings | None:
    """The rankings of a run in the order of the file, or None where the file is not plain.

    Args:
        data: UTF-8 text.
    """
    rankings = _plain(data)
    if rankings is None:
        kept = _SKIPPED.sub(b"", data)
        rankings = _plain(kept) if len(kept) < len(data) else None
    return rankings


def _plain(data: bytes) -> Rankings | None:
    """The same for text without blank lines and comments."""
    end = b"" if data.endswith(b"\n") else b"\n"
    padded = b"".join([data, end, bytes(_LONGEST)])
    rows = _rows(padded, len(data) + len(end))
    if rows is None:
        return None
    starts, ends = rows
    sizes = ends - starts
    if not len(starts) or sizes.max() > _LONGEST:
        return None
    scores = _scores(_words(padded, starts[:, 2], sizes[:, 2]))
    if scores is None:
        return None
    topics, offsets, order = _topics(padded, starts[:, 0], sizes[:, 0])
    codes, table = _table(_words(padded, starts[:, 1], sizes[:, 1]))
    if order is not None:
        codes, scores = codes[order], scores[order]
    try:
        return Rankings.from_columns(topics, table, offsets, codes, scores)
    except UsageError:
        return None


def _rows(padded: bytes, size: int) -> tuple[Integers, Integers] | None:
    """Where topic, document and score begin and end: int64 [rows, 3] each."""
    found = [_block_rows(padded, *borders) for borders in _borders(padded, size)]
    plain = [block for block in found if block is not None]
    if len(plain) < len(found):
        return None
    starts, ends = zip(*plain, strict=True)
    return np.concatenate(starts), np.concatenate(ends)


def _borders(padded: bytes, size: int) -> Iterator[tuple[int, int]]:
    """Cut text into blocks that end with a line."""
    start = 0
    while start < size:
        end = padded.rfind(b"\n", start, min(start + _BLOCK, size)) + 1
        end = end or padded.index(b"\n", start) + 1
        yield start, end
        start = end


def _block_rows(padded: bytes, start: int, end: int) -> tuple[Integers, Integers] | None:
    """The same for one block, or None where a line does not have exactly six fields."""
    text = np.frombuffer(padded, np.uint8, end - start, start)
    blanks = np.flatnonzero(text <= _SPACE)
    if _has_control(text):
        return None
    before = np.concatenate([[-1], blanks])
    gaps = np.diff(before) > 1
    starts, ends = before[:-1] + 1, blanks
    if not gaps.all():
        starts, ends = starts[gaps], ends[gaps]
    lines = np.flatnonzero(text == _NEWLINE)
    if not _fits(text, starts, ends, lines):
        return None
    wanted = [_TOPIC, _DOCUMENT, _SCORE]
    return (
        starts.reshape(-1, _FIELDS)[:, wanted] + start,
        ends.reshape(-1, _FIELDS)[:, wanted] + start,
    )


def _has_control(text: Bytes) -> bool:
    """Whether a byte below the space is none of the blanks."""
    return bool(((text < _SPACE) & ((text - np.uint8(_FIRST_BLANK)) >= _BLANKS)).any())


def _fits(text: Bytes, starts: Integers, ends: Integers, lines: Integers) -> bool:
    """Whether each line has six fields, and none is a comment."""
    if len(starts) != len(lines) * _FIELDS:
        return False
    first, last = starts[::_FIELDS], ends[_FIELDS - 1 :: _FIELDS]
    return bool(
        (last <= lines).all() and (lines[:-1] < first[1:]).all() and (text[first] != _HASH).all()
    )


def _words(padded: bytes, starts: Integers, sizes: Integers) -> list[Words]:
    """Fields as big-endian words filled with zeros: they sort as their code points do."""
    # Every eight bytes of the text, overlapping, as one array: one look-up reads a field's word.
    view = np.ndarray((len(padded) - _WORD + 1,), ">u8", padded, strides=(1,))
    return [
        view[starts + at].astype(np.uint64) & _MASKS[np.clip(sizes - at, 0, _WORD)]
        for at in range(0, int(sizes.max()), _WORD)
    ]


def _scores(words: list[Words]) -> npt.NDArray[np.float64] | None:
    """The numbers that fields spell, or None where one is not a finite decimal number."""
    spelt = np.stack(words, axis=1).astype(">u8").tobytes()
    if b"_" in spelt:  # Python reads 1_0 as 10
        return None
    try:
        numbers = np.frombuffer(spelt, f"S{_WORD * len(words)}").astype(np.float64)
    except ValueError:
        return None
    return numbers if np.isfinite(numbers).all() else None


def _topics(
    padded: bytes, starts: Integers, sizes: Integers
) -> tuple[Topics, Integers, Integers | None]:
    """The topics sorted, their offsets, and the order of rows that groups them (None: as is)."""
    changed = np.zeros(len(starts), np.bool_)
    changed[0] = True
    for word in _words(padded, starts, sizes):
        changed[1:] |= word[1:] != word[:-1]
    firsts = np.flatnonzero(changed)
    names = [
        padded[start : start + size].decode()
        for start, size in zip(starts[firsts].tolist(), sizes[firsts].tolist(), strict=True)
    ]
    ids = sorted(set(names))
    place = {id_: at for at, id_ in enumerate(ids)}
    owners = np.fromiter(map(place.__getitem__, names), np.int64, len(names))
    lengths = np.diff(firsts, append=len(starts))
    sizes_by_topic = np.bincount(owners, lengths, len(ids)).astype(np.int64)
    offsets = np.concatenate([[0], np.cumsum(sizes_by_topic)])
    is_grouped = len(ids) == len(names) and bool((np.diff(owners) > 0).all())
    order = None if is_grouped else np.argsort(np.repeat(owners, lengths), kind="stable")
    return Topics.of_ids(ids), offsets, order


def _table(words: list[Words]) -> tuple[Codes, tuple[str, ...]]:
    """A code for each field, and the distinct fields as text, in code-point order."""
    codes, firsts = _ranks(words[0])
    for word in words[1:]:
        if (word != word[0]).any():
            finer, _ = _ranks(word)
            pairs = (codes.astype(np.int64) << 32) | finer
            codes, firsts = _ranks(pairs.view(np.uint64))
    spelt = np.zeros((len(firsts), len(words) + 1), ">u8")
    for at, word in enumerate(words):
        spelt[:, at] = word[firsts]
    spelt[:, -1] = _NEWLINE
    return codes, tuple(spelt.tobytes().translate(None, b"\0").decode().split("\n")[:-1])


def _ranks(keys: Words) -> tuple[Codes, Integers]:
    """The rank of each key among the distinct keys, and a row in which each distinct key stands."""
    order = np.argsort(keys)
    ordered = keys[order]
    is_new = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    codes = np.empty(len(keys), np.int32)
    codes[order] = np.cumsum(is_new, dtype=np.int32) - 1
    return codes, order[is_new]
