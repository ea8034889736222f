"""How numbers are spelt in cells."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from benchbook.core.decimals import signed_text
from benchbook.core.objects.comparisons import Bounds, TieBounds
from benchbook.core.reports.layout.cells import (
    confidence_text,
    difference_text,
    estimate_text,
    listed,
    p_text,
    plain_text,
    ranges,
)
from benchbook.core.reports.rows import Comparison, Number
from benchbook.testing import toy_report

BOUNDS = Bounds(low="0.5051", high="0.8149", method="student-t", note="")
NUMBER = Number(value="0.663", n=46, of=50, positions=(1,), bounds=BOUNDS)
TIED = TieBounds(low="0.6", high="0.7", topics=2, open=0)
NOTED = attrs.evolve(BOUNDS, note="covers 87 % at n = 9")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "0.6630 [0.51, 0.81]"),
        ({"bounds": None}, "0.6630"),
        ({"bounds": attrs.evolve(BOUNDS, low=None, high=None)}, "0.6630"),
        ({"n": 45}, "0.6630 [0.51, 0.81] (n 45)"),
        ({"tied": TIED}, "0.6630 [0.51, 0.81] ±"),
        ({"bounds": NOTED}, "0.6630 [0.51, 0.81] †"),
        ({"tied": TIED, "bounds": NOTED, "n": 45}, "0.6630 [0.51, 0.81] (n 45) ±†"),
        ({"value": None, "n": 0, "bounds": None}, "not measured"),
    ],
)
def test_a_mean_stands_with_its_interval(changes: dict[str, Any], expected: str) -> None:
    """Four places and two; other topics than those above, ties and notes are marked."""
    assert expected == estimate_text(attrs.evolve(NUMBER, **changes), 46)


def test_a_plain_value_says_when_it_is_over_other_topics() -> None:
    """Nothing else stands beside it."""
    assert "0.6630" == plain_text(NUMBER, 46)
    assert "0.6630 (n 46)" == plain_text(NUMBER, 50)
    assert "not measured" == plain_text(attrs.evolve(NUMBER, value=None), 50)


@pytest.mark.parametrize(
    ("difference", "bounds", "expected"),
    [
        ("-0.0118", ("-0.0512", "0.0241"), "−0.0118 [−0.051, +0.024]"),
        ("0.0118", ("0.0002", "0.0241"), "+0.0118 [0.000, +0.024]"),
        ("0", ("0", "0"), " 0.0000 [0.000, 0.000]"),
        ("-0.01", ("-0.1", None), "−0.0100 [−0.100, +∞]"),
        ("-0.01", (None, "0.1"), "−0.0100 [−∞, +0.100]"),
        ("-0.01", (None, None), "−0.0100"),
        (None, (None, None), "–"),
    ],
)
def test_a_difference_shows_its_signs(
    difference: str | None, bounds: tuple[str | None, str | None], expected: str
) -> None:
    """Zero has none, also where it is only shown as zero; a bound that is not there is infinite."""
    low, high = bounds
    comparison: Comparison = attrs.evolve(
        toy_report().comparisons[0],
        difference=difference,
        bounds=Bounds(low=low, high=high, method="sign-flip inversion", note=""),
    )

    assert expected == difference_text(comparison)


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        ("1", "1.0000"),
        ("0.0492864472", "0.0493"),
        ("0.0001", "0.0001"),
        ("0.0000999999", "<0.0001"),
        (None, "–"),
    ],
)
def test_p_is_never_shown_as_zero(p: str | None, expected: str) -> None:
    """A p that four places cannot show is less than the least of them."""
    assert expected == p_text(p)


def test_rounding_is_half_to_even() -> None:
    """As everywhere in reports, and no zero has a sign."""
    assert ["+0.02", "+0.02", "0.00"] == [signed_text(x, 2) for x in ("0.015", "0.025", "-0.005")]


@pytest.mark.parametrize(
    ("alpha", "expected"), [("0.05", "95 %"), ("0.1", "90 %"), ("0.001", "99.9 %")]
)
def test_confidence_follows_alpha(alpha: str, expected: str) -> None:
    """One minus alpha, in percent."""
    report = toy_report()
    used = attrs.evolve(report.head.instrument, alpha=alpha)

    shown = confidence_text(used)

    assert expected == shown


@pytest.mark.parametrize(
    ("positions", "expected"),
    [([], ""), ([3], "3"), ([4, 3], "3–4"), ([1, 2, 3, 7, 9, 10], "1–3, 7, 9–10")],
)
def test_positions_are_shown_as_ranges(positions: list[int], expected: str) -> None:
    """Long runs of positions stay readable."""
    assert expected == ranges(positions)


def test_long_lists_say_how_many_more() -> None:
    """No list grows without bound, and nothing is left out in silence."""
    assert "a, b" == listed("ab", 2)
    assert "a, b and 1 more" == listed("abc", 2)
