"""Random draws that are the same on every machine: raw 64-bit words, unpacked by our own rules.

numpy keeps the raw words of a bit generator for ever, but not what its `Generator` makes of them.
So only the words of PCG64 are taken from it, and how they become signs and indices stands here.
"""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import numpy.typing as npt

from ..errors import UsageError

Bits = npt.NDArray[np.uint8]
Indices = npt.NDArray[np.int64]
Stream = np.random.PCG64

GENERATOR = "PCG64"
"""What draws come from, to be recorded beside the seed."""

_WORD = 64
_HALF = 32
_SEED = 32


def seed_of(*parts: str) -> bytes:
    """A seed of 32 bytes from what is computed: SHA-256 over each part, its length before it."""
    digest = sha256()
    for part in parts:
        data = part.encode("utf-8")
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.digest()


def stream_of(seed: bytes) -> Stream:
    """The stream of raw words that begins at a seed.

    Args:
        seed: 32 bytes, read as a little-endian number.

    Raises:
        UsageError: the seed has another length.
    """
    if len(seed) != _SEED:
        message = f"found a seed of {len(seed)} bytes; expected {_SEED}, as `seed_of` gives"
        raise UsageError(message)
    return np.random.PCG64(int.from_bytes(seed, "little"))


def next_bits(stream: Stream, rows: int, columns: int) -> Bits:
    """The next rows of random bits, uint8 [rows, columns].

    A row takes whole words, its first column the lowest bit of its first word; what is left of its
    last word is dropped. So rows are the same whether they are taken at once or in parts.
    """
    words = -(-columns // _WORD)
    raw = stream.random_raw(rows * words).astype("<u8", copy=False)
    bits = np.unpackbits(raw.view(np.uint8).reshape(rows, words * 8), axis=1, bitorder="little")
    return bits[:, :columns]


class IndexStream:
    """Uniform indices from 0 up to a bound, from the halves of raw words, the lower one first.

    Each half is multiplied by the bound, and the upper half of the product is the index; halves
    whose lower half of the product falls into what would favour some are skipped (Lemire 2019,
    "Fast random integer generation in an interval", section 4). The sequence is the same in
    whatever portions it is taken.

    Args:
        below: the bound, from 1 to 2**32.

    Raises:
        UsageError: the seed is no seed.
    """

    def __init__(self, seed: bytes, below: int) -> None:
        self._stream = stream_of(seed)
        self._below = np.uint64(below)
        self._skipped_under = 2**_HALF % below
        self._left: Indices = np.empty(0, np.int64)

    def take(self, count: int) -> Indices:
        """The next indices, int64 [count]."""
        parts, missing = [self._left], count - len(self._left)
        while missing > 0:
            parts.append(self._next(-(-missing // 2)))
            missing -= len(parts[-1])
        drawn = np.concatenate(parts)
        self._left = drawn[count:]
        return drawn[:count]

    def _next(self, words: int) -> Indices:
        """The indices that the next words give, at most two each."""
        halves = self._stream.random_raw(words).astype("<u8", copy=False).view("<u4")
        products = halves.astype(np.uint64)
        products *= self._below
        if self._skipped_under:
            kept = products.astype(np.uint32) >= self._skipped_under
            if not kept.all():
                products = products[kept]
        products >>= np.uint64(_HALF)
        return products.view(np.int64)
