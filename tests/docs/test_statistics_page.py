"""The page about statistics: its figures and names are those of the code."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from benchbook.core.comparing.means import ENOUGH
from benchbook.core.comparing.paired_tests import DRAWS
from benchbook.core.comparing.rules import CORRECTIONS, INTERVALS, NONE, STANDARD, TESTS
from benchbook.core.comparing.verdicts import FEWEST, MOST_APART
from benchbook.core.reports.cautions import BELOW_TREC, UNSTABLE
from benchbook.core.statistics.corrections import holm
from benchbook.core.statistics.coverage_table import COVERAGE
from benchbook.core.statistics.detectable import POWER
from benchbook.core.statistics.draws import GENERATOR, seed_of
from benchbook.core.statistics.fixed_point import MOST_BITS, fixed_point
from benchbook.core.statistics.percentile import RESAMPLES, SEED
from benchbook.core.statistics.sign_flip import EXACT_UP_TO, sign_flip
from benchbook.core.statistics.wilson import Z_95, wilson
from house import ROOT

PAGE = (ROOT / "docs" / "statistics.md").read_text("utf-8")
TEXT = " ".join(PAGE.split())
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@pytest.mark.parametrize(
    "told",
    [
        f"Up to {EXACT_UP_TO} questions",
        f"{DRAWS:,} ways are drawn",
        f"at least 1 / {DRAWS + 1:,}",
        f"2{str(MOST_BITS).translate(SUPERSCRIPT)} to the range",
        f"generator {GENERATOR} only",
        f"t({POWER})",
        f"over {MOST_APART * 100:.0f} points more are judged",
        f"| under {FEWEST} |",
        f"| under {UNSTABLE} |",
        f"| under {BELOW_TREC} |",
        f"Bold is less than {ENOUGH} %",
        f"seed {SEED}, {RESAMPLES:,} resamples",
        f"z = {Z_95}",
    ],
)
def test_a_figure_is_that_of_the_code(told: str) -> None:
    """Each that the text gives."""
    assert told in TEXT


def test_every_choice_is_named() -> None:
    """Tests, corrections and intervals but the defaults, which stand there in words."""
    asked = {name for names in (TESTS, CORRECTIONS, INTERVALS) for name in names}

    assert set() == {
        name for name in asked - {STANDARD, "sign-flip", "holm"} if f'"{name}"' not in PAGE
    }
    assert NONE in asked


def test_the_smallest_p_of_five_and_of_six() -> None:
    """Alone, and as the smallest of a family of nine."""
    ones = [
        sign_flip(np.eye(12)[:k].sum(axis=0)[:, None], seed=seed_of(), alpha=Decimal("0.05"))[0]
        for k in (5, 6)
    ]
    corrected = holm([ones[1].p, *[Fraction(1)] * 8])[0]

    assert [Fraction(1, 16), Fraction(1, 32)] == [one.smallest for one in ones]
    assert [one.smallest for one in ones] == [one.p for one in ones]
    assert Fraction(9, 32) == corrected
    for told in (1 / 16, 1 / 32, 9 / 32):
        assert f"{told}" in PAGE


def test_fixed_point_is_as_fine_up_to_the_stated_number() -> None:
    """And coarser beyond."""
    units = [fixed_point(np.zeros((n, 1)), span=1.0).unit for n in (4095, 4096)]

    assert 2.0**-MOST_BITS == units[0]
    assert units[1] > units[0]
    assert "fewer beyond 4,095 questions" in TEXT


def test_the_proportion_that_is_given() -> None:
    """95 of 100."""
    interval = wilson(95, 100)

    assert f"{interval.low:.4f} to {interval.high:.4f}" in TEXT


def test_every_shape_of_the_table_is_explained() -> None:
    """Each in one row of the two tables below it."""
    below = PAGE.partition("<!-- made: coverage -->")[2]
    explained = re.findall(r"^\| ([a-z-]+) \| [^|]+ \|$", below, re.MULTILINE)

    assert {shape for _, shape in COVERAGE} == set(explained)
