"""Ids in code-point order, held as words until somebody asks for one as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import overload

import numpy as np
import numpy.typing as npt

from .words import Words, ranks, squeezed, texts

Integers = npt.NDArray[np.int64]


class PackedIds(Sequence[str]):
    """A table of ids that costs nothing per id while only numbers are wanted.

    It is equal to any sequence of the same ids.
    """

    def __init__(self, words: tuple[Words, ...]) -> None:
        """Take the words of distinct ids, in code-point order; see `words`."""
        self._words = words

    def __len__(self) -> int:
        return len(self._words[0])

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...

    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        return self._texts[at]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._texts == tuple(other)

    def __hash__(self) -> int:
        return hash(self._texts)

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(texts(self._words))

    def places(self, wanted: Sequence[Words]) -> Integers:
        """Where other ids stand in this table: int64 [wanted], -1 for one that does not.

        Args:
            wanted: the words of distinct ids, in code-point order.
        """
        count = max(len(self._words), len(wanted))
        both = [np.concatenate([_word(self._words, at), _word(wanted, at)]) for at in range(count)]
        keys = squeezed(both)
        if len(keys) > 1:
            keys = [ranks(keys)[0].astype(np.uint64)]
        held, asked = keys[0][: len(self)], keys[0][len(self) :]
        at = np.minimum(np.searchsorted(held, asked), len(held) - 1)
        return np.where(held[at] == asked, at, -1)


def _word(words: Sequence[Words], at: int) -> Words:
    """A word of each id; zeros past the last."""
    return words[at] if at < len(words) else np.zeros_like(words[0])
