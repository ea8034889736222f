"""Each value has one text, and no two values share one."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook.core.plugging.parameter_values import resolved_text


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "none"),
        (True, "true"),
        (1, "1"),
        (1.0, "1.0"),
        (0.1, "0.1"),
        (1e22, "1e+22"),
        (Decimal("1.20"), "1.20"),
        ("a\n\"b'é", '"a\\n\\"b\'é"'),
        (Path("a/b"), '"a/b"'),
        ((1, "x"), '[1, "x"]'),
        ({"b": 1, "a": 0.5}, '{"a" = 0.5, "b" = 1}'),
    ],
)
def test_text_of_a_value(value: object, expected: str) -> None:
    """Each value has one text, the same on every machine."""
    assert expected == resolved_text(value)


PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6)


@given(VALUES, VALUES)
def test_different_values_have_different_text(left: object, right: object) -> None:
    """Lane instances are told apart by this text, so 1, 1.0, "1" and true never share one."""
    assert (repr(left) == repr(right)) == (resolved_text(left) == resolved_text(right))
