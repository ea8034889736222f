"""Counts as sentences say them."""

from __future__ import annotations

import pytest

from benchbook.core.counting import counted


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((0, "topic"), "0 topics"),
        ((1, "topic"), "1 topic"),
        ((2, "topic"), "2 topics"),
        ((1, "pass", "passes"), "1 pass"),
        ((1000, "pass", "passes"), "1,000 passes"),
    ],
)
def test_one_is_one_and_all_else_is_several(arguments: tuple[int, str], said: str) -> None:
    """None is several too, and thousands are parted."""
    assert said == counted(*arguments)
