"""The axes of a matrix are its singular vectors, as near as the method says."""

from __future__ import annotations

import numpy as np
import pytest

from benchbook import SparseRows, principal_axes
from benchbook.core.vectors.axes import orthogonal


def sparse_of(full: np.ndarray) -> SparseRows:
    """Give a matrix as its cells."""
    rows, columns = np.nonzero(full)
    weights = full[rows, columns].astype(np.float64)
    return SparseRows(rows, columns, weights, (len(full), full.shape[1]))


def made_of_rank(rank: int, rows: int = 60, columns: int = 45) -> np.ndarray:
    """Give a matrix of whole numbers of a rank."""
    drawn = np.random.default_rng(3)
    return drawn.integers(-9, 9, (rows, rank)) @ drawn.integers(-9, 9, (rank, columns))


def names(count: int) -> list[str]:
    """Give a name for each column."""
    return [f"term{number}" for number in range(count)]


@pytest.mark.parametrize("rank", [1, 2, 7, 30])
def test_a_small_matrix_is_decomposed(rank: int) -> None:
    """All axes of a matrix that is narrower than the sample, and none that it does not have."""
    full = made_of_rank(rank)
    axes = principal_axes(sparse_of(full), names(45), 45)
    values = np.linalg.svd(full, compute_uv=False)[:rank]

    assert np.allclose(values, axes.stretches, rtol=1e-4, atol=1e-3 * values[0])
    stretched = full @ axes.directions
    assert np.allclose(np.square(axes.stretches), np.square(stretched).sum(axis=0), rtol=1e-3)
    assert np.allclose(axes.directions.T @ axes.directions, np.eye(rank), atol=1e-4)


def test_the_strongest_axes_are_found_among_many() -> None:
    """Of 400 columns, the ten axes that stand out."""
    drawn = np.random.default_rng(4)
    strong = drawn.standard_normal((500, 10)) @ drawn.standard_normal((10, 400)) * 30
    full = np.rint(strong + drawn.standard_normal((500, 400)) * 10)
    axes = principal_axes(sparse_of(full), names(400), 10)
    _, values, directions = np.linalg.svd(full)

    assert np.allclose(values[:10], axes.stretches, rtol=1e-3)
    overlap = np.linalg.svd(directions[:10] @ axes.directions, compute_uv=False)
    assert overlap.min() > 0.999


def test_there_are_no_more_axes_than_asked_for() -> None:
    """The strongest come first."""
    full = made_of_rank(7)
    axes = principal_axes(sparse_of(full), names(45), 3)

    assert (45, 3) == axes.directions.shape
    assert np.allclose(np.linalg.svd(full, compute_uv=False)[:3], axes.stretches, rtol=1e-3)


@pytest.mark.parametrize("full", [np.zeros((3, 4)), np.zeros((0, 4)), np.zeros((3, 0))])
def test_a_matrix_of_zeros_has_no_axes(full: np.ndarray) -> None:
    """Nothing stretches along any direction."""
    axes = principal_axes(sparse_of(full), names(full.shape[1]), 2)

    assert (0, full.shape[1]) == (len(axes.stretches), len(axes.directions))


def test_columns_that_add_nothing_are_left_out() -> None:
    """The orthogonal columns span what the given ones span, and no more."""
    columns = np.array([[1.0, 2.0, 0.0, 1.0], [1.0, 2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -1.0]])
    made = orthogonal(columns)

    assert 2 == made.shape[1]
    assert np.allclose(made @ made.T @ columns, columns, atol=1e-6)
