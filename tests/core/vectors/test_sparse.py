"""Products of sparse matrices of whole numbers are exact."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from benchbook import SparseRows
from benchbook.core.vectors.sparse import product, whole

SEEDS = st.integers(0, 2**32 - 1)


def sparse_of(full: np.ndarray) -> SparseRows:
    """Give a matrix as its cells."""
    rows, columns = np.nonzero(full)
    weights = full[rows, columns].astype(np.float64)
    return SparseRows(rows, columns, weights, (len(full), full.shape[1]))


def drawn(seed: int) -> tuple[SparseRows, np.ndarray]:
    """Give a sparse matrix, with empty rows and columns, and the same in full."""
    made = np.random.default_rng(seed)
    rows, columns = (int(number) for number in made.integers(1, 9, 2))
    full = made.integers(-3000, 3000, (rows, columns)) * (made.random((rows, columns)) < 0.3)
    return sparse_of(full), full


@given(SEEDS)
def test_times_is_the_full_product(seed: int) -> None:
    """Each cell is the sum that whole numbers have."""
    sparse, full = drawn(seed)
    matrix = np.random.default_rng(seed).integers(-(2**30), 2**30, (full.shape[1], 3))

    assert np.array_equal(full @ matrix, sparse.times(matrix.astype(np.float64)))


@given(SEEDS)
def test_gram_is_the_product_with_both(seed: int) -> None:
    """To 8 digits of the largest number of a column."""
    sparse, full = drawn(seed)
    matrix = np.random.default_rng(seed).standard_normal((full.shape[1], 3))
    expected = full.T @ (full @ matrix)

    assert np.allclose(expected, sparse.gram(matrix), rtol=0, atol=1e-8 * np.abs(expected).max())


@given(SEEDS)
def test_the_order_of_rows_does_not_reach_a_bit(seed: int) -> None:
    """Rows in another order give the same product with the transpose."""
    sparse, full = drawn(seed)
    matrix = np.random.default_rng(seed).standard_normal((full.shape[1], 3))
    mixed = full[np.random.default_rng(seed).permutation(len(full))]

    assert sparse.gram(matrix).tobytes() == sparse_of(mixed).gram(matrix).tobytes()


def test_a_matrix_of_nothing_gives_zeros() -> None:
    """No cells, no rows, no columns are no error."""
    nothing = np.empty(0, np.intp)
    assert [[0.0]] == SparseRows(nothing, nothing, np.empty(0), (1, 2)).times(
        np.ones((2, 1))
    ).tolist()
    assert (0, 3) == SparseRows(nothing, nothing, np.empty(0), (4, 0)).gram(np.ones((0, 3))).shape


def test_whole_numbers_keep_their_step() -> None:
    """Values are whole numbers times a power of two, off by half a step at most."""
    values = np.array([0.3, -1.0, 0.0, 1e-9])
    numbers, exponent = whole(values, 20)

    assert np.array_equal(numbers, np.rint(numbers))
    assert np.abs(numbers).max() <= 2**20
    assert np.abs(np.ldexp(numbers, exponent) - values).max() <= 2.0**exponent / 2


def test_a_product_is_exact_in_any_order() -> None:
    """Terms that are added in another order give the same bytes."""
    made = np.random.default_rng(5)
    left, right = made.standard_normal((7, 999)), made.standard_normal((999, 5))
    order = made.permutation(999)

    assert product(left, right).tobytes() == product(left[:, order], right[order]).tobytes()
    assert np.allclose(left @ right, product(left, right), atol=1e-3)
