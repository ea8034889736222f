"""How like two rankings are, against the definitions written out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Rankings, Topics
from benchbook.core.diffing.likeness import kendall_tau, likeness, rank_biased_overlap

UNITS = st.lists(st.sampled_from("abcdefghij"), unique=True, max_size=8)


@given(UNITS)
def test_a_ranking_is_like_itself(units: list[str]) -> None:
    """RBO is 1, and tau too where there is an order."""
    assert 1 == pytest.approx(rank_biased_overlap(units, units))
    assert (None if len(units) < 2 else 1.0) == kendall_tau(units, units)


@given(UNITS, UNITS)
def test_likeness_has_no_direction(first: list[str], second: list[str]) -> None:
    """Which of them is the original changes nothing, and the measures stay in their range."""
    assert rank_biased_overlap(first, second) == pytest.approx(rank_biased_overlap(second, first))
    assert kendall_tau(first, second) == kendall_tau(second, first)
    assert -1e-9 <= rank_biased_overlap(first, second) <= 1 + 1e-9


@given(UNITS, UNITS)
def test_rbo_is_its_definition(first: list[str], second: list[str]) -> None:
    """Equation 32 of Webber et al., with the agreement counted anew at every depth."""
    short, long = sorted((first, second), key=len)
    if not short:
        return
    p, s, depth = 0.9, len(short), len(long)
    shared = [len(set(short[:d]) & set(long[:d])) for d in range(depth + 1)]
    total = sum(shared[d] / d * p**d for d in range(1, depth + 1))
    total += sum(shared[s] * (d - s) / (s * d) * p**d for d in range(s + 1, depth + 1))
    tail = ((shared[depth] - shared[s]) / depth + shared[s] / s) * p**depth

    assert (1 - p) / p * total + tail == pytest.approx(rank_biased_overlap(first, second))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("abcd", "dcba", -1.0), ("abcd", "abdc", 2 / 3), ("abx", "bay", -1.0), ("ab", "cd", None)],
)
def test_tau_counts_pairs(first: str, second: str, expected: float | None) -> None:
    """Of the units that both rank."""
    assert expected == kendall_tau(first, second)


def run(*rows: str) -> Rankings:
    """A ranking for each topic."""
    topics = Topics.of_ids(f"q{at}" for at in range(len(rows)))
    return Rankings.of(
        topics, [[(unit, -float(at)) for at, unit in enumerate(row)] for row in rows]
    )


@pytest.mark.parametrize(
    ("second", "values", "state"),
    [
        (run("abc", "de"), 0.5, "identical"),
        (run("abc", "de"), 0.5 + 1e-12, "within tolerance"),
        (run("acb", "de"), 0.5, "within tolerance"),
        (run("abc", "de"), 0.6, "different"),
    ],
)
def test_a_run_that_was_executed_again_has_one_of_three_states(
    second: Rankings, values: float, state: str
) -> None:
    """Every unit and value; values alone; neither."""
    sides = ({"RR": {"q0": 0.5, "q1": None}}, {"RR": {"q0": values, "q1": None}})

    found = likeness("c", (run("abc", "de"), second), sides, 1e-9)

    assert state == found.state
    assert 2 == found.topics


def test_overlap_is_of_the_first_ten() -> None:
    """The mean, and the least of a topic."""
    found = likeness("c", (run("ab", "cd"), run("ab", "ce")), ({}, {}), 0.0)

    assert (0.75, 0.5, 1) == (found.overlap, found.least, found.equal)
