"""Eigenvalues of a symmetric matrix, to the same bits on every machine.

Jacobi's method, as in Golub and Van Loan, Matrix Computations (4th edition), section 8.5, in the
parallel order of Brent and Luk (1985, doi:10.1137/0906007): half as many rotations at once as there
are rows, each of another pair. It is made of sums, products, quotients and roots of single numbers
alone, which IEEE 754 rounds in one way; a library's solver multiplies matrices, and its last bits
differ between processors and numbers of threads.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_SWEEPS = 40
"""More than any matrix needs: convergence is quadratic, and some seven sweeps are usual."""

_SMALL = 2.0**-36
"""What is left beside the diagonal, relative to the largest number of the matrix."""

_NOTHING = 2.0**-100
"""A number beside the diagonal that no rotation would change a digit for; to square the quotient
with it could exceed what a double holds."""


def eigen(matrix: Floats) -> tuple[Floats, Floats]:
    """The eigenvalues, falling, and the eigenvectors as columns: float64 [n] and [n, n].

    Cost: some two seconds for 288 rows, growing with their third power.

    Args:
        matrix: float64 [n, n], symmetric; only finite numbers.
    """
    size = len(matrix)
    even = size + size % 2  # a row of zeros makes pairs of all
    rotated, vectors = np.zeros((even, even)), np.eye(even)
    rotated[:size, :size] = matrix
    limit = _SMALL * float(np.abs(matrix).max(initial=0.0))
    for _ in range(_SWEEPS):
        if _beside(rotated) <= limit:
            break
        for _ in range(even - 1):
            cosines, sines = _angles(rotated)
            half_way = _turned(rotated, cosines, sines)
            rotated = _turned(half_way.T, cosines, sines)
            vectors = _turned(vectors, cosines, sines)
    values = np.diagonal(rotated)
    kept = np.flatnonzero(vectors[:, :size].any(axis=1))  # without the row of zeros
    order = kept[np.argsort(-values[kept], kind="stable")]
    return values[order], np.ascontiguousarray(vectors[order, :size].T)


def _beside(matrix: Floats) -> float:
    """The largest number beside the diagonal."""
    others = np.abs(matrix)
    np.fill_diagonal(others, 0.0)
    return float(others.max(initial=0.0))


def _angles(matrix: Floats) -> tuple[Floats, Floats]:
    """The cosine and sine of each rotation: the smaller of the two angles that fit."""
    half = len(matrix) // 2
    diagonal = np.diagonal(matrix)
    cells = np.diagonal(matrix, half)
    is_nothing = np.abs(cells) <= _NOTHING * np.abs(diagonal).max()
    ratio = (diagonal[half:] - diagonal[:half]) / np.where(is_nothing, 1.0, 2.0 * cells)
    tangent = np.where(ratio < 0, -1.0, 1.0) / (np.abs(ratio) + np.sqrt(1.0 + ratio * ratio))
    tangent[is_nothing] = 0.0
    cosines = 1.0 / np.sqrt(1.0 + tangent * tangent)
    return cosines, tangent * cosines


def _turned(matrix: Floats, cosines: Floats, sines: Floats) -> Floats:
    """The rows rotated in pairs, and put where they stand in the next round of the tournament.

    In a round row i of the upper half meets row i of the lower one. Then the first row stays, and
    the others move on by one place around the two halves, so that each meets each in turn.
    """
    half = len(cosines)
    upper, lower = matrix[:half], matrix[half:]
    cosines, sines = cosines[:, None], sines[:, None]
    high, low = upper * cosines - lower * sines, upper * sines + lower * cosines
    return np.concatenate([high[:1], low[:1], high[1:-1], low[1:], high[1:][-1:]])
