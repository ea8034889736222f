"""Sums of whole numbers under many weightings at once, by small matrix products.

Whole numbers in fixed point add up exactly in whatever order, so the product may be cut at will. It
is cut so small that a matrix library computes each piece on the thread that asks for it: pieces
spread over threads gain nothing at this size, and where other programs use the processor, threads
that wait for each other cost several times the work (measured with OpenBLAS 0.3.31).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .fixed_point import Floats

Whole = npt.NDArray[Any]
"""Weights of any whole-number type."""

WIDTH = 64
"""Topics per piece; also the most columns at once."""

_ONE_THREAD = 1 << 18
"""Multiplications that OpenBLAS gives one thread: as many as 64 topics, columns and rows make."""

_GROUPS = 16
"""Pieces per call."""

_WEIGHTS = 1 << 16
"""Weights per call: as float64 they are half a megabyte, and stay in the cache."""


def stacked(integers: Floats) -> Floats:
    """Whole numbers in pieces of 64 topics, [pieces, columns, 64], the last one filled up with 0.

    Args:
        integers: float64 [topics, columns].
    """
    topics, columns = integers.shape
    pieces = -(-topics // WIDTH)
    filled = np.zeros((pieces * WIDTH, columns))
    filled[:topics] = integers
    return np.ascontiguousarray(filled.reshape(pieces, WIDTH, columns).transpose(0, 2, 1))


def rows_at_once(stack: Floats) -> int:
    """How many rows of weights to sum in one call: few pieces or columns leave room for more.

    Args:
        stack: what `stacked` gave, of at most 64 columns.
    """
    pieces, columns, _ = stack.shape
    in_the_cache: int = _WEIGHTS // (WIDTH * min(pieces, _GROUPS))
    on_one_thread: int = _ONE_THREAD // (WIDTH * columns)
    return min(in_the_cache, on_one_thread)


def weighted_sums(stack: Floats, weights: Whole) -> Floats:
    """The sum of weight times number over the topics, float64 [columns, rows], exact.

    Args:
        stack: what `stacked` gave of numbers in fixed point.
        weights: whole numbers [rows, pieces * 64] that come to at most the number of topics in each
            row, so that no sum outgrows float64; of the topics that filled the last piece up, any.
    """
    pieces, columns, _ = stack.shape
    sums = np.zeros((columns, len(weights)))
    for first in range(0, pieces, _GROUPS):
        some = stack[first : first + _GROUPS]
        part = weights[:, first * WIDTH : (first + _GROUPS) * WIDTH].astype(np.float64)
        sums += (some @ part.reshape(-1, len(some), WIDTH).transpose(1, 2, 0)).sum(axis=0)
    return sums
