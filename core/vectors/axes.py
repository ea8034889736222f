"""The axes along which a sparse matrix stretches most: a randomised singular value decomposition.

Source: Halko, Martinsson and Tropp (2011, doi:10.1137/090771806), algorithms 4.4 and 5.1: a random
start, sharpened by multiplying with the matrix and its transpose, made orthogonal in between, and a
small exact problem at the end. Theirs is written in matrix products, whose last bits differ from
machine to machine. Here each product is one of whole numbers (`sparse`), each small problem is
solved by single operations, and so the axes have the same bits everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_256

import attrs
import numpy as np
import numpy.typing as npt

from .jacobi import eigen
from .sparse import SparseRows, product

Floats = npt.NDArray[np.float64]

MORE = 32
"""Directions carried beside those that are wanted, so that the last wanted ones are good."""

PASSES = 2
"""How often the start is sharpened before the small problem."""

_FAINT = 2.0**-26
"""What a column must add to those before it, as a part of its square, to count as a direction."""

_WEAK = 2.0**-18
"""A direction whose stretch, squared, is below this part of the greatest is rounding, not data."""


@attrs.frozen(eq=False)
class Axes:
    """Axes, the strongest first.

    Attributes:
        directions: float64 [columns, axes], of length 1 and at right angles, but for rounding.
        stretches: float64 [axes], falling: the singular values.
    """

    directions: Floats
    stretches: Floats


def principal_axes(rows: SparseRows, names: Sequence[str], most: int) -> Axes:
    """The `most` axes of greatest stretch, or as many as the matrix has.

    Cost: six products of the matrix with `most + MORE` columns, and a time that grows with the
    third power of those: for 288 and 500,000 cells ten seconds in all. Memory: some six matrices of
    `most + MORE` columns with a row for each name.

    Args:
        rows: the matrix.
        names: one for each column of `rows`; the random start is drawn from them.
        most: 1 or more.
    """
    basis = _start(names, most + MORE)
    for _ in range(PASSES):
        basis = orthogonal(rows.gram(basis))
    basis = orthogonal(basis)
    small = product(basis.T, rows.gram(basis))
    squares, turn = eigen((small + small.T) / 2)
    kept = squares[:most] > _WEAK * squares[:1].max(initial=0.0)
    count = int(kept.sum())
    return Axes(product(basis, turn[:, :count]), np.sqrt(squares[:count]))


def _start(names: Sequence[str], directions: int) -> Floats:
    """Plus and minus ones, each row drawn from SHAKE-256 of its name."""
    size = -(-directions // 8)
    drawn = b"".join(
        shake_256(name.encode("utf-8", "surrogatepass")).digest(size) for name in names
    )
    bits = np.unpackbits(np.frombuffer(drawn, np.uint8).reshape(len(names), size), axis=1)
    signs: Floats = bits[:, :directions] * np.float64(2.0) - 1.0
    return signs


def orthogonal(matrix: Floats) -> Floats:
    """Columns of length 1 at right angles that span what those of `matrix` span, but for rounding.

    Columns that add nothing to others are left out, so there may be fewer. Columns that nearly
    coincide lose digits; done twice, they are there again (Yamamoto and others 2015, CholeskyQR2).
    By Cholesky's decomposition of the products of all columns, the longest remaining first.
    """
    level = _level(matrix)
    order, factor = _cholesky(product(level.T, level))
    return product(level[:, order], _inverse(factor))


def _level(matrix: Floats) -> Floats:
    """Each column scaled by a power of two of its own, so that their lengths differ little."""
    exponents = np.frexp(np.abs(matrix).max(axis=0, initial=0.0))[1]
    level: Floats = matrix * np.ldexp(1.0, -exponents)
    return level


def _cholesky(square: Floats) -> tuple[npt.NDArray[np.intp], Floats]:
    """The order of columns taken, and the upper triangle that their products come from."""
    size = len(square)
    left, own = square.copy(), np.diagonal(square).copy()
    order: list[int] = []
    factor = np.zeros((size, size))
    for at in range(size):
        remaining = np.diagonal(left) - _FAINT * own
        remaining[order] = -np.inf
        best = int(remaining.argmax())
        if remaining[best] <= 0:
            break
        order.append(best)
        factor[at] = left[best] / np.sqrt(left[best, best])
        left -= factor[at][:, None] * factor[at]
    count = len(order)
    return np.array(order, np.intp), np.triu(factor[:count, order])


def _inverse(upper: Floats) -> Floats:
    """The inverse of an upper triangle, by substitution from below."""
    inverse = np.eye(len(upper))
    for at in range(len(upper) - 1, -1, -1):
        inverse[at] /= upper[at, at]
        inverse[:at] -= upper[:at, at][:, None] * inverse[at]
    return inverse
