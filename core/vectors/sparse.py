"""A sparse matrix of whole numbers, multiplied exactly: no order of adding reaches a sum.

A sum of whole numbers is exact in doubles, in any order, while the absolute terms add up to less
than 2**53. So what is multiplied is brought to whole numbers first, and the products are the same
on every processor and with any number of threads, whichever library multiplies.
"""

from __future__ import annotations

import math
from functools import cached_property

import attrs
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

EXACT = 53
"""Whole numbers below 2 to this are doubles."""


@attrs.define(frozen=True, eq=False, slots=False)
class SparseRows:
    """The cells of a matrix that are not 0, row after row.

    Attributes:
        rows: intp [cells], rising.
        columns: intp [cells]; each column at most once in a row.
        weights: float64 [cells], whole numbers.
        shape: the numbers of rows and columns.
    """

    rows: Places
    columns: Places
    weights: Floats
    shape: tuple[int, int]

    def times(self, matrix: Floats) -> Floats:
        """The product with a matrix: float64 [rows, columns of `matrix`].

        Cost: some 3 ns for each cell and column of `matrix`; no memory beside the product.

        Args:
            matrix: float64 [columns, any], whole numbers. The product is exact where its largest
                number times the absolute sum of each row stays below 2**53.
        """
        product = np.empty((matrix.shape[1], self.shape[0]))
        for at, column in enumerate(np.ascontiguousarray(matrix.T)):
            product[at] = self._forth.times(column)
        return product.T

    def gram(self, matrix: Floats) -> Floats:
        """The product with a matrix and then with the transpose: float64 [columns, columns].

        Each column is rounded before either product, to as many binary digits as leave that product
        exact; with 50,000 rows of some 100 cells that is to about 8 decimal digits.

        Args:
            matrix: float64 [columns, any].
        """
        gram = np.empty((matrix.shape[1], self.shape[1]))
        for at, column in enumerate(np.ascontiguousarray(matrix.T)):
            given, exponent = whole(column, EXACT - self._forth.bits)
            between, more = whole(self._forth.times(given), EXACT - self._back.bits)
            gram[at] = self._back.times(between) * math.ldexp(1.0, exponent + more)
        return gram.T

    @cached_property
    def _forth(self) -> _Sums:
        """The matrix, to be multiplied with a column."""
        return _sums(self.rows, self.columns, self.weights, self.shape[0])

    @cached_property
    def _back(self) -> _Sums:
        """The transpose, to be multiplied with a column."""
        order = np.argsort(self.columns, kind="stable")
        return _sums(self.columns[order], self.rows[order], self.weights[order], self.shape[1])


@attrs.frozen(eq=False)
class _Sums:
    """What is added up to the cells of a product.

    Attributes:
        taken: intp [cells], the place of the number that each cell is multiplied with.
        starts: intp [sums], where the cells of a sum begin.
        targets: intp [sums], the place of each sum in the product; all other places hold 0.
        size: places in the product.
        bits: 2 to this is above the greatest sum of absolute weights.
    """

    taken: Places
    weights: Floats
    starts: Places
    targets: Places
    size: int
    bits: int

    def times(self, column: Floats) -> Floats:
        """The product with one column."""
        product = np.zeros(self.size)
        if len(self.starts):
            terms = column.take(self.taken)
            terms *= self.weights
            product[self.targets] = np.add.reduceat(terms, self.starts)
        return product


def _sums(targets: Places, taken: Places, weights: Floats, size: int) -> _Sums:
    """The sums of cells that are sorted by their targets."""
    starts = np.flatnonzero(np.diff(targets, prepend=-1))
    greatest = np.add.reduceat(np.abs(weights), starts).max() if len(starts) else 0.0
    bits = int(greatest).bit_length()
    return _Sums(taken, weights, starts, targets[starts], size, bits)


def whole(values: Floats, bits: int) -> tuple[Floats, int]:
    """Values as whole numbers of absolute value at most 2**bits, and the power of two left out.

    `ldexp(whole, exponent)` is `values`, rounded to that step. Zeros stay zeros.
    """
    largest = float(np.abs(values).max(initial=0.0))
    exponent = int(np.frexp(largest)[1]) - bits
    return np.rint(values * math.ldexp(1.0, -exponent)), exponent


def product(left: Floats, right: Floats) -> Floats:
    """A product of two matrices, both rounded first to as many digits as leave it exact."""
    bits = (EXACT - left.shape[1].bit_length()) // 2
    one, exponent = whole(left, bits)
    other, more = whole(right, bits)
    return (one @ other) * math.ldexp(1.0, exponent + more)
