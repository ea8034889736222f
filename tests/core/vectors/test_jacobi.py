"""Eigenvalues are those of the textbook, whatever the size and shape of the matrix."""

from __future__ import annotations

import numpy as np
import pytest

from benchbook.core.vectors.jacobi import eigen


def symmetric(size: int, seed: int = 1) -> np.ndarray:
    """Give a symmetric matrix with eigenvalues of both signs."""
    drawn = np.random.default_rng(seed).standard_normal((size, size))
    return drawn + drawn.T


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 17, 40])
def test_the_matrix_comes_back(size: int) -> None:
    """Vectors of length 1 at right angles, times values, give the matrix."""
    matrix = symmetric(size)
    values, vectors = eigen(matrix)

    assert np.allclose(vectors @ np.diag(values) @ vectors.T, matrix, atol=1e-9)
    assert np.allclose(vectors.T @ vectors, np.eye(size), atol=1e-12)
    assert np.allclose(np.linalg.eigvalsh(matrix)[::-1], values, atol=1e-9)


def test_values_fall() -> None:
    """The first is the greatest, also among negative ones."""
    values, _ = eigen(np.diag([1.0, -3.0, 2.0, -1.0, 0.0]))

    assert [2.0, 1.0, 0.0, -1.0, -3.0] == values.tolist()


def test_nothing_has_no_values() -> None:
    """A matrix without rows is no error."""
    values, vectors = eigen(np.empty((0, 0)))

    assert ((0,), (0, 0)) == (values.shape, vectors.shape)


@pytest.mark.parametrize("scale", [1e-140, 1.0, 1e140])
def test_equal_values_and_wide_ranges_are_solved(scale: float) -> None:
    """A matrix of rank 2 with equal values, and numbers far apart, ends without a warning."""
    matrix = np.ones((6, 6)) * scale
    matrix[3:, :3] = matrix[:3, 3:] = 0.0
    matrix[5, 5] += scale * 1e-12

    values, vectors = eigen(matrix)

    assert np.allclose([3, 3, 0, 0, 0, 0], values / scale, atol=1e-9)
    assert np.allclose(vectors.T @ vectors, np.eye(6), atol=1e-12)
