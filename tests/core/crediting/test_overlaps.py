"""How far lanes agree in their first rows."""

from __future__ import annotations

from benchbook import Rankings, Topics
from benchbook.core.crediting.overlaps import overlaps_of


def lane(*rows: str) -> Rankings:
    """A ranking for each topic."""
    topics = Topics.of_ids(f"q{at}" for at in range(len(rows)))
    return Rankings.of(
        topics, [[(unit, -float(at)) for at, unit in enumerate(row)] for row in rows]
    )


def test_s12_percentiles_are_of_the_divergence() -> None:
    """1 less the share of what both have; linear between two topics."""
    (found,) = overlaps_of({"a": lane("ab", "ab"), "b": lane("ab", "cd")}, 2)

    assert (2, 0) == (found.topics, found.empty)
    assert ("0.5", "0.9", "0.99") == (found.p50, found.p90, found.p99)


def test_s12_two_empty_rankings_are_no_agreement() -> None:
    """A topic that neither lane answers is counted apart; without any other there is no number."""
    (found,) = overlaps_of({"a": lane(""), "b": lane("")}, 2)

    assert (0, 1, None) == (found.topics, found.empty, found.p50)


def test_only_the_first_rows_count() -> None:
    """What is the same below the depth does not."""
    (found,) = overlaps_of({"a": lane("abx"), "b": lane("abx")}, 2)
    (other,) = overlaps_of({"a": lane("axb"), "b": lane("bxa")}, 1)

    assert ("0", "1") == (found.p50, other.p50)
