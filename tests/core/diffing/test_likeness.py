"""How like two rankings are, against the definitions written out."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from benchbook import Rankings, Topics
from benchbook.core.diffing import shared_rows
from benchbook.core.diffing.likeness import likeness
from benchbook.core.diffing.shared_rows import SharedRows

UNITS = st.lists(st.sampled_from("abcdefghij"), unique=True, max_size=8)
P = 0.9


def run(*rows: str | list[str], scores: list[float] | None = None) -> Rankings:
    """A ranking for each topic; scores fall by one, or are given for the first topic."""
    topics = Topics.of_ids(f"q{at}" for at in range(len(rows)))
    falling = [[-float(at) for at in range(len(row))] for row in rows]
    given = [scores, *falling[1:]] if scores else falling
    return Rankings.of(topics, [list(zip(*pair, strict=True)) for pair in zip(rows, given)])  # noqa: B905 - one for each row


def rbo(first: list[str], second: list[str]) -> float:
    """Equation 32 of Webber et al., with the agreement counted anew at every depth."""
    short, long = sorted((first, second), key=len)
    if not short:
        return float(not long)
    s, depth = len(short), len(long)
    shared = [len(set(short[:d]) & set(long[:d])) for d in range(depth + 1)]
    total = sum(shared[d] / d * P**d for d in range(1, depth + 1))
    total += sum(shared[s] * (d - s) / (s * d) * P**d for d in range(s + 1, depth + 1))
    tail = ((shared[depth] - shared[s]) / depth + shared[s] / s) * P**depth
    return (1 - P) / P * total + tail


@given(st.lists(st.tuples(UNITS, UNITS), min_size=1, max_size=4))
def test_rbo_is_its_definition(pairs: list[tuple[list[str], list[str]]]) -> None:
    """Topic by topic, whatever the lengths."""
    rows = SharedRows.of(run(*(one for one, _ in pairs)), run(*(other for _, other in pairs)))

    assert [rbo(one, other) for one, other in pairs] == pytest.approx(rows.rank_biased(P).tolist())


@given(st.lists(st.tuples(UNITS, UNITS), min_size=1, max_size=4))
def test_tau_is_scipys_over_the_shared_units(pairs: list[tuple[list[str], list[str]]]) -> None:
    """Topic by topic; none where fewer than two units are shared."""
    rows = SharedRows.of(run(*(one for one, _ in pairs)), run(*(other for _, other in pairs)))
    expected = []
    for one, other in pairs:
        places = [other.index(unit) for unit in one if unit in other]
        expected.append(kendalltau(range(len(places)), places)[0] if places[1:] else None)

    found = [None if tau != tau else tau for tau in rows.taus().tolist()]  # noqa: PLR0124 - only NaN is not itself

    assert expected == pytest.approx(found)


@given(UNITS, UNITS)
def test_likeness_has_no_direction(first: list[str], second: list[str]) -> None:
    """Which of them is the original changes nothing, and the measures stay in their range."""
    there, back = (SharedRows.of(run(a), run(b)) for a, b in ((first, second), (second, first)))

    assert there.rank_biased(P) == pytest.approx(back.rank_biased(P))
    assert there.taus() == pytest.approx(back.taus(), nan_ok=True)
    assert there.overlaps(10).tolist() == back.overlaps(10).tolist()
    assert -1e-9 <= there.rank_biased(P)[0] <= 1 + 1e-9


def test_many_units_are_counted_in_blocks() -> None:
    """Pairs of long rankings do not meet in one table; the count is the same."""
    units = [f"u{at:04}" for at in range(700)]
    turned = [*units[350:], *units[:350]]
    rows = SharedRows.of(run(*[units] * 20), run(*[turned] * 20))
    agreeing = sum(
        (mine < 350) == (its < 350) for mine, its in combinations(range(700), 2)
    )  # a pair within a half keeps its order

    pairs = 700 * 699 // 2
    assert [(2 * agreeing - pairs) / pairs] * 20 == pytest.approx(rows.taus().tolist())


def test_blocks_of_topics_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rank-biased overlap and tau are those of one block, however small the blocks are."""
    first = run("abcd", "bcda", "", "dcba", "ab")
    second = run("abdc", "bc", "ab", "abcd", "ab")
    whole = SharedRows.of(first, second)
    expected = whole.rank_biased(P).tolist(), whole.taus().tolist()

    monkeypatch.setattr(shared_rows, "_CELLS", 1)

    assert expected[0] == whole.rank_biased(P).tolist()
    assert expected[1] == pytest.approx(whole.taus().tolist(), nan_ok=True)


@pytest.mark.parametrize(
    ("second", "value", "state"),
    [
        (run("abc", "de"), 0.5, "identical"),
        (run("abc", "de"), 0.5 + 1e-12, "within tolerance"),
        (run("abc", "de", scores=[1e-12, -1.0, -2.0]), 0.5, "within tolerance"),
        (run("abc", "de", scores=[1e-3, -1.0, -2.0]), 0.5, "different"),
        (run("acb", "de"), 0.5, "different"),
        (run("abd", "de"), 0.5, "different"),
        (run("abc", "de"), 0.6, "different"),
        (run("abc"), 0.5, "different"),
    ],
)
def test_a_run_that_was_executed_again_has_one_of_three_states(
    second: Rankings, value: float, state: str
) -> None:
    """By units, scores and values."""
    values = ({"RR": {"q0": 0.5, "q1": None}}, {"RR": {"q0": value, "q1": None}})

    found = likeness("c", (run("abc", "de"), second), values, 1e-9)

    assert state == found.state


def test_units_may_change_places_within_the_tolerance() -> None:
    """Sums of another order: two scores that differ in the last bit."""
    first = run("abc", scores=[2.0, 1.0 + 1e-12, 1.0])
    second = run("acb", scores=[2.0, 1.0 + 1e-12, 1.0])

    found = likeness("c", (first, second), ({}, {}), 1e-9)

    assert ("within tolerance", 0) == (found.state, found.equal)


def test_overlap_is_of_the_first_ten() -> None:
    """The mean, and the least of a topic."""
    found = likeness("c", (run("ab", "cd"), run("ab", "ce")), ({}, {}), 0.0)

    assert (0.75, 0.5, 1) == (found.overlap, found.least, found.equal)


def test_the_deviation_is_the_root_of_the_mean_square() -> None:
    """Over the topics that both have a value for."""
    first = {"AP": {"a": 0.1, "b": 0.5, "c": None}}
    second = {"AP": {"a": 0.4, "b": 0.1, "c": 0.3}}

    found = likeness("c", (run("ab"), run("ab")), (first, second), 0.0)

    assert pytest.approx(((0.3**2 + 0.4**2) / 2) ** 0.5) == found.deviations["AP"]


def test_no_topic_in_common_is_no_likeness() -> None:
    """Nothing overlaps, and nothing divides by zero."""
    other = Rankings.of(Topics.of_ids(["z"]), [[("a", 1.0)]])

    found = likeness("c", (run("ab"), other), ({}, {}), 0.0)

    assert (0, 0.0, None, "different") == (found.topics, found.rbo, found.tau, found.state)
