"""A TREC run read in columns, a block of bytes at a time, with no Python object per row.

This reader takes plain files and answers None to whatever is unusual (a field too many, a number
that is none, a duplicate); `trec_lines` then reads the file again and says what it is. Both give
equal rankings where both give any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
import numpy as np
import numpy.typing as npt

from ..errors import UsageError
from ..ranking.packed_ids import PackedIds
from ..ranking.rankings import Rankings
from ..ranking.words import LONGEST, WORD, Words, ranks, read_words, spelt, squeezed, texts
from ..topics import Topics

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

_BLOCK = 1 << 20
"""Bytes per block: what a block touches then stays in the cache."""

_COUNT = 6
_TOPIC, _DOCUMENT, _SCORE = 0, 2, 4
_SPACE, _NEWLINE, _HASH = 0x20, 0x0A, 0x23
_FIRST_BLANK, _BLANKS = 0x09, 5  # tab, line feed, vertical tab, form feed, carriage return

_SKIPPED = re.compile(rb"^[ \t\v\f\r]*(?:#[^\n]*)?(?:\n|\Z)", re.MULTILINE)
"""A blank line, or a comment."""


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
    padded = b"".join([data, end, bytes(LONGEST)])
    blocks = []
    for borders in _borders(padded, len(data) + len(end)):
        block = _block(padded, *borders)
        if block is None:
            return None
        blocks.append(block)
    topics, offsets, order = _topics(_joined([block.topics for block in blocks]))
    documents = _joined([block.documents for block in blocks])
    codes, firsts = ranks(squeezed(documents))
    table = PackedIds(tuple(word[firsts] for word in documents))
    scores = np.concatenate([block.scores for block in blocks])
    if order is not None:
        codes, scores = codes[order], scores[order]
    try:
        return Rankings.from_columns(topics, table, offsets, codes, scores)
    except UsageError:
        return None


@attrs.frozen(eq=False)
class _Block:
    """The fields of some lines; a text field is one or more words per line."""

    topics: list[Words]
    documents: list[Words]
    scores: Floats


def _borders(padded: bytes, size: int) -> Iterator[tuple[int, int]]:
    """Cut text into blocks that end with a line."""
    start = 0
    while start < size:
        end = padded.rfind(b"\n", start, min(start + _BLOCK, size)) + 1
        end = end or padded.index(b"\n", start) + 1
        yield start, end
        start = end


def _block(padded: bytes, start: int, end: int) -> _Block | None:
    """The fields of one block, or None where a line is not plain."""
    text = np.frombuffer(padded, np.uint8, end - start, start)
    lines = np.flatnonzero(text == _NEWLINE)
    if np.count_nonzero(text < _SPACE) > len(lines) and _has_control(text):
        return None
    ends = np.flatnonzero(text <= _SPACE)
    starts = np.concatenate([[0], ends[:-1] + 1])
    filled = ends > starts
    if not filled.all():  # several blanks in a row
        starts, ends = starts[filled], ends[filled]
    if not _fits(text, starts, ends, lines):
        return None
    topics, documents, scores = (
        read_words(padded, start, starts[field::_COUNT], ends[field::_COUNT])
        for field in (_TOPIC, _DOCUMENT, _SCORE)
    )
    if not topics or not documents or not scores:
        return None
    numbers = _numbers(scores)
    return None if numbers is None else _Block(topics, documents, numbers)


def _has_control(text: Bytes) -> bool:
    """Whether a byte below the space is none of the blanks."""
    return bool(((text < _SPACE) & ((text - np.uint8(_FIRST_BLANK)) >= _BLANKS)).any())


def _fits(text: Bytes, starts: Integers, ends: Integers, lines: Integers) -> bool:
    """Whether each line has six fields, and none is a comment."""
    if len(starts) != len(lines) * _COUNT:
        return False
    first, last = starts[::_COUNT], ends[_COUNT - 1 :: _COUNT]
    return bool(
        (last <= lines).all() and (lines[:-1] < first[1:]).all() and (text[first] != _HASH).all()
    )


def _joined(blocks: list[list[Words]]) -> list[Words]:
    """The words of all blocks, as many as the longest field of any needs."""
    count = max(map(len, blocks))
    filled = [
        block + [np.zeros_like(block[0]) for _ in range(count - len(block))] for block in blocks
    ]
    return [np.concatenate(words) for words in zip(*filled, strict=True)]


def _numbers(words: list[Words]) -> Floats | None:
    """The numbers that fields spell, or None where one is not a finite decimal number."""
    text = spelt(words)
    if b"_" in text:  # Python reads 1_0 as 10
        return None
    try:
        numbers = np.frombuffer(text, f"S{WORD * len(words)}").astype(np.float64)
    except ValueError:
        return None
    return numbers if np.isfinite(numbers).all() else None


def _topics(words: list[Words]) -> tuple[Topics, Integers, Integers | None]:
    """The topics sorted, their offsets, and the order of rows that groups them (None: as is)."""
    changed = np.concatenate([[True], np.zeros(len(words[0]) - 1, np.bool_)])
    for word in words:
        changed[1:] |= word[1:] != word[:-1]
    firsts = np.flatnonzero(changed)
    lengths = np.diff(firsts, append=len(changed))
    names = texts([word[firsts] for word in words])
    ids = sorted(set(names))
    place = {id_: at for at, id_ in enumerate(ids)}
    owners = np.fromiter(map(place.__getitem__, names), np.int64, len(names))
    offsets = np.concatenate([[0], np.cumsum(np.bincount(owners, lengths).astype(np.int64))])
    is_grouped = bool((np.diff(owners) > 0).all())
    order = None if is_grouped else np.argsort(np.repeat(owners, lengths), kind="stable")
    return Topics.of_ids(ids), offsets, order
