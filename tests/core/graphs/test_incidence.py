"""Sparse counts are added, turned, grouped and compared as the full table would be."""

from __future__ import annotations

import math

import numpy as np
import pytest

from benchbook.core.graphs.incidence import Incidence, slices

TABLE = np.array([[2, 0, 1, 0], [0, 0, 0, 0], [1, 3, 0, 4], [0, 1, 1, 0]])


def incidence_of(table: np.ndarray) -> Incidence:
    """Give a full table as an incidence."""
    rows, codes = np.nonzero(table)
    height, width = table.shape
    return Incidence.of(rows, codes, table[rows, codes], height=height, width=width)


def table_of(incidence: Incidence) -> list[list[int]]:
    """Give an incidence as a full table."""
    table = np.zeros((len(incidence), incidence.width), int)
    table[incidence.rows, incidence.codes] = incidence.counts
    return table.tolist()


def test_entries_of_one_cell_are_added_up() -> None:
    """In whatever order they come."""
    rows, codes, counts = np.array([1, 0, 1]), np.array([2, 0, 2]), np.array([3, 1, 4])

    made = Incidence.of(rows, codes, counts, height=2, width=3)

    assert [[1, 0, 0], [0, 0, 7]] == table_of(made)


def test_columns_are_those_of_the_table() -> None:
    """Totals, frequencies and shares, of rows and of columns."""
    made = incidence_of(TABLE)

    assert TABLE.sum(1).tolist() == made.totals.tolist()
    assert (TABLE > 0).sum(0).tolist() == made.frequencies.tolist()
    assert (TABLE.sum(0) / TABLE.sum()).tolist() == made.column_shares.tolist()
    assert [2 / 3, 1 / 3, 1 / 8, 3 / 8, 4 / 8, 1 / 2, 1 / 2] == made.shares.tolist()


def test_it_can_be_turned_kept_in_part_and_grouped() -> None:
    """Each gives what the same does to the table."""
    made = incidence_of(TABLE)

    assert TABLE.T.tolist() == table_of(made.transposed)
    assert np.where(TABLE > 1, TABLE, 0).tolist() == table_of(made.kept(made.counts > 1))
    assert [[2, 1, 2, 0], [0, 0, 0, 0], [1, 3, 0, 4]] == (
        table_of(made.grouped(np.array([0, 2, 2, 0]), 3))
    )


def test_affinity_is_the_sum_of_weighted_roots_of_shares() -> None:
    """As the docstring says, row by row; a row without the entities has 0."""
    expected = [
        0.5 * math.sqrt(1 / 3),
        0.0,
        2.0 * math.sqrt(3 / 8),
        2.0 * math.sqrt(1 / 2) + 0.5 * math.sqrt(1 / 2),
    ]

    made = incidence_of(TABLE).affinity(np.array([1, 2]), np.array([2.0, 0.5]))

    assert expected == pytest.approx(made.tolist(), abs=1e-15)


def test_affinity_with_itself_is_one() -> None:
    """Bhattacharyya's coefficient of a distribution with itself."""
    made = incidence_of(TABLE)
    row = made.shares[made.offsets[2] : made.offsets[3]]

    assert 1.0 == pytest.approx(made.affinity(np.array([0, 1, 3]), np.sqrt(row))[2])


def test_slices_of_rows_follow_each_other() -> None:
    """In the order asked for, an empty one too, a row twice."""
    places, lengths = slices(np.array([0, 2, 2, 5]), np.array([2, 0, 1, 0]))

    assert ([2, 3, 4, 0, 1, 0, 1], [3, 2, 0, 2]) == (places.tolist(), lengths.tolist())


def test_nothing_can_be_changed() -> None:
    """Lanes share the arrays, so they are read-only."""
    with pytest.raises(ValueError, match="read-only"):
        incidence_of(TABLE).counts[0] = 9
