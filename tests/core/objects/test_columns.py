"""The container of columns."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from benchbook.core.errors import BadData
from benchbook.core.objects.columns import pack, unpack

COLUMNS = {
    "codes": np.array([3, 1, 2], np.int32),
    "scores": np.array([0.5, -0.0, 1e-300]),
    "mask": np.array([True, False, True]),
}
PACKED = pack({"topics": ["a"]}, COLUMNS)


def test_columns_come_back_to_the_bit() -> None:
    """What is stored is what is read, signs of zero included."""
    meta, columns = unpack(PACKED, "here")

    assert {"topics": ["a"]} == meta
    assert [3, 1, 2] == columns["codes"].tolist()
    assert COLUMNS["scores"].tobytes() == columns["scores"].tobytes()
    assert [1, 0, 1] == columns["mask"].tolist()


@given(arrays.arrays(np.float64, st.integers(0, 40)))
def test_any_float_comes_back(values: np.ndarray) -> None:
    """Every bit pattern of a float survives the byte shuffle."""
    _, columns = unpack(pack({}, {"v": values}), "here")

    assert values.tobytes() == columns["v"].tobytes()


def test_a_column_is_read_only() -> None:
    """Nobody can change recorded numbers in memory."""
    _, columns = unpack(PACKED, "here")

    with pytest.raises(ValueError, match="read-only"):
        columns["codes"][0] = 9


@pytest.mark.parametrize("cut", range(len(PACKED)))
def test_a_cut_container_is_refused(cut: int) -> None:
    """A container that is too short is refused with its place, never half read."""
    with pytest.raises((BadData, ValueError), match=r"."):
        unpack(PACKED[:cut], "object 12ab")


def test_trailing_bytes_are_refused() -> None:
    """Bytes behind the columns are not ignored."""
    with pytest.raises(BadData, match="1 byte too many"):
        unpack(PACKED + b"x", "here")
