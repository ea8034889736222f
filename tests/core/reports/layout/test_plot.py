"""Differences as lines of text on one scale."""

from __future__ import annotations

from itertools import product

import attrs
from hypothesis import given
from hypothesis import strategies as st

from benchbook.core.objects.comparisons import Bounds
from benchbook.core.reports.layout.plot import COLUMNS, difference_plot
from benchbook.core.reports.rows import Comparison
from benchbook.testing import HOSTILE, toy_report


def comparison(
    name: str, difference: str | None, low: str | None, high: str | None, p: str = "0.5"
) -> Comparison:
    """A comparison with these figures."""
    bounds = Bounds(low=low, high=high, method="sign-flip inversion", note="")
    return attrs.evolve(
        toy_report().comparisons[0], condition=name, difference=difference, bounds=bounds, p=p
    )


def test_intervals_stand_on_one_scale_the_best_first() -> None:
    """Ticks, zero, intervals on both sides of it and over it, and the uncorrected p."""
    drawn = difference_plot(
        [
            comparison("worse", "-0.1", "-0.12", "-0.08", "0.001"),
            comparison("over_zero", "-0.02", "-0.06", "0.02"),
            comparison("better", "0.06", "0.04", "0.08", "0.00001"),
        ]
    )

    assert (
        "difference     −0.10       −0.05         0         +0.05             p",
        "better                                   │        ├────●────┤  <0.0001",
        "over_zero                 ├─────────●────┼────┤                 0.5000",
        "worse       ├────●────┤                  │                      0.0010",
    ) == drawn


def test_differences_of_any_size_have_an_axis() -> None:
    """Citations in their hundreds, and in their millions: labels stand apart."""
    hundreds = difference_plot([comparison("cited", "-189.6", "-296.8", "-82.5", "0.004")])
    millions = difference_plot([comparison("cited", "1000000", "-2500000", "4500000")])

    assert "difference         −250    −200    −150    −100    −50      0        p" == hundreds[0]
    assert "difference  −2000000         0          +2000000     +4000000        p" == millions[0]


def test_a_bound_that_is_not_there_is_an_arrow() -> None:
    """The line goes on to the edge of the scale."""
    drawn = difference_plot(
        [comparison("a", "0.1", "-0.1", None), comparison("b", "0", None, "0.1")]
    )

    assert (
        "difference     −0.10    −0.05       0       +0.05    +0.10           p",
        "a                ├──────────────────┼──────────────────●────►   0.5000",
        "b           ◄───────────────────────●──────────────────┤        0.5000",
    ) == drawn


def test_what_has_no_interval_has_no_line() -> None:
    """A dot alone would look like certainty."""
    nothing = [
        comparison("unpaired", None, None, None),
        comparison("unbounded", "0.1", None, None),
        attrs.evolve(comparison("unknown", "0.1", None, None), bounds=None),
    ]

    assert () == difference_plot(nothing)
    assert 2 == len(difference_plot([*nothing, comparison("drawn", "0.1", "0", "0.2")]))


def test_nothing_is_drawn_where_all_are_zero() -> None:
    """There is no scale, and nothing to see."""
    assert () == difference_plot([comparison("same", "0", "0", "0")])
    assert () == difference_plot([])


@given(
    st.lists(
        st.tuples(*[st.decimals(-1, 1, places=3).map(lambda one: format(one, "f"))] * 3),
        min_size=1,
        max_size=5,
    )
)
def test_every_picture_is_of_one_width(figures: list[tuple[str, ...]]) -> None:
    """Whatever the figures and names are: no line is longer than the axis says, none steers."""
    names = (HOSTILE, "a")
    rows = [
        comparison(name, middle, low, high)
        for name, (low, middle, high) in product(names, (sorted(row, key=float) for row in figures))
    ]

    drawn = difference_plot(rows)

    assert {24 + 2 + COLUMNS + 2 + 7} == {len(line) for line in drawn} or not drawn
    assert all(line.isprintable() for line in drawn)
