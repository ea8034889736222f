"""What is known of intervals by simulation, and which simulation a sample is like."""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

from benchbook.core.statistics.coverage import (
    difference_shape_of,
    shape_of,
    simulated_coverage,
    size_of,
)
from benchbook.core.statistics.coverage_table import COVERAGE, SIZES
from benchbook.core.statistics.student import mean_interval
from benchbook.core.statistics.wilson import wilson

BENCH = Path(__file__).parents[2] / "bench" / "coverage.py"
HITS = np.array([1.0] * 7 + [0.0] * 3)


def in_the_bench() -> Callable[[str, str, int, int], float]:
    """The bench's own simulation: the share that a method, shape, n and number of samples give."""
    spec = spec_from_file_location("bench_of_coverage", BENCH)
    assert spec is not None
    assert spec.loader is not None
    bench = module_from_spec(spec)
    spec.loader.exec_module(bench)
    covered: Callable[[str, str, int, int], float] = bench.covered
    return covered


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "shape", "n"),
    [
        ("wilson", "hits", 40),
        ("student-t", "ceiling", 20),
        ("percentile", "sparse", 9),
        ("sign-flip inversion", "one-sided", 9),
    ],
)
def test_a_figure_of_the_table_is_found_again(method: str, shape: str, n: int) -> None:
    """Fewer samples give the same share, within four standard errors of theirs."""
    samples = 1000
    recorded = COVERAGE[method, shape][SIZES.index(n)] / 100

    found = in_the_bench()(method, shape, n, samples)

    assert recorded == pytest.approx(found, abs=4 * math.sqrt(found * (1 - found) / samples))


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize(("shape", "p"), [("hits", 0.8), ("rare", 0.05)])
def test_wilsons_figures_are_those_of_the_binomial(shape: str, p: float, n: int) -> None:
    """Coverage of a proportion is a finite sum, so its simulation can be checked exactly."""
    exact = 0.0
    for hits in range(n + 1):
        one = wilson(hits, n)
        if one.low is not None and one.high is not None and one.low <= p <= one.high:
            exact += math.comb(n, hits) * p**hits * (1 - p) ** (n - hits)

    assert 100 * exact == pytest.approx(COVERAGE["wilson", shape][SIZES.index(n)], abs=1.0)


@pytest.mark.parametrize("n", SIZES)
def test_students_figures_are_those_of_the_binomial(n: int) -> None:
    """The same for the t interval of values that are 0 or 1."""
    exact = 0.0
    for hits in range(n + 1):
        one = mean_interval([1.0] * hits + [0.0] * (n - hits), low=0.0, high=1.0)
        if one.low is not None and one.high is not None and one.low <= 0.8 <= one.high:
            exact += math.comb(n, hits) * 0.8**hits * 0.2 ** (n - hits)

    assert 100 * exact == pytest.approx(COVERAGE["student-t", "hits"][SIZES.index(n)], abs=1.0)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (HITS, "hits"),
        (np.array([0.0] * 9 + [1.0]), "rare"),
        (np.array([1.0] * 19 + [0.0]), "rare"),
        (np.zeros(5), "rare"),
        (np.array([0.0, 0.0, 0.5, 1.0]), "sparse"),
        (np.array([1.0, 1.0 + 1e-15, 0.5, 0.0]), "ceiling"),
        (np.array([0.0, 1.0, 0.5, 0.25]), "spread"),
    ],
)
def test_the_shape_of_values_is_read_off_their_ends(
    values: np.ndarray[tuple[int], np.dtype[np.float64]], expected: str
) -> None:
    """By the shares of zeros and of ones."""
    assert expected == shape_of(values)


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        (np.array([0.0, 1.0, -1.0]), "turns"),
        (np.array([0.0, 0.0, 0.5, -0.2]), "few"),
        (np.array([0.0, 0.0, -0.5, -0.2]), "one-sided"),
        (np.array([0.0, 0.0, 0.0, 0.2]), "one-sided"),
        (np.array([0.1, 0.0, -0.3]), "shifts"),
    ],
)
def test_the_shape_of_differences_is_read_off_their_signs(
    differences: np.ndarray[tuple[int], np.dtype[np.float64]], expected: str
) -> None:
    """By the share of zeros, and whether the rest have one sign."""
    assert expected == difference_shape_of(differences)


@pytest.mark.parametrize(
    ("n", "expected"), [(2, 9), (9, 9), (13, 9), (14, 20), (28, 20), (29, 40), (110, 300)]
)
def test_the_nearest_number_of_topics_is_by_ratio(n: int, expected: int) -> None:
    """14 is 1.43 times fewer than 20 and 1.56 times more than 9."""
    assert expected == size_of(n)


def test_a_sample_gets_the_figure_of_its_like() -> None:
    """By method, shape and number of topics."""
    sparse = np.array([0.0] * 15 + [0.5] * 6)

    assert COVERAGE["wilson", "hits"][0] == simulated_coverage("wilson", HITS)
    assert COVERAGE["student-t", "sparse"][1] == simulated_coverage("student-t", sparse)


def test_differences_are_known_by_method_or_sign_or_word() -> None:
    """The inversion is for differences alone, values are never negative, and else it is said."""
    gains = np.array([0.0] * 15 + [0.5] * 6)

    one_sided = COVERAGE["sign-flip inversion", "one-sided"][1]
    assert one_sided == simulated_coverage("sign-flip inversion", gains)
    assert COVERAGE["student-t", "one-sided"][1] == simulated_coverage("student-t", -gains)
    assert COVERAGE["student-t", "one-sided"][1] == simulated_coverage(
        "student-t", gains, is_difference=True
    )


def test_the_bootstrap_has_the_figures_of_the_percentile() -> None:
    """They differ by their draws alone."""
    assert COVERAGE["percentile", "hits"][0] == simulated_coverage("bootstrap", HITS)


def test_what_was_not_simulated_is_not_known() -> None:
    """One value, a method for other values, and an unknown method."""
    assert simulated_coverage("wilson", np.array([1.0])) is None
    assert simulated_coverage("wilson", np.array([0.5, 0.2])) is None
    assert simulated_coverage("bca", HITS) is None
