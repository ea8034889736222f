"""Rankings with equal scores, every order of them, and what their ranges are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, permutations, product

from benchbook import Rankings, Topics
from benchbook.core.comparing.tie_range import TieRange, tie_ranges
from benchbook.core.measuring.criteria import Criteria
from benchbook.core.measuring.scoring import ready_metrics
from scoring import Grades, built_in, qrels_of

Row = tuple[tuple[str, float], ...]
Scored = dict[str, Sequence[tuple[str, float]]]


def criteria_of(grades: Grades) -> Criteria:
    """Criteria of qrels alone."""
    return Criteria(qrels=qrels_of(grades), alone={}, sought=None)


def scored(rows: Scored) -> Rankings:
    """Rankings in the order given."""
    topics = Topics.of_ids(rows)
    return Rankings.of(topics, [rows[topic] for topic in topics.ids])


def whole(
    criteria: Criteria,
    rankings: Rankings,
    names: Sequence[str],
    topics: Topics | None = None,
    depth: int = 100,
) -> list[TieRange | None]:
    """The ranges of metrics by their names, with what is expected within them."""
    asked, ready = topics or rankings.topics, ready_metrics(names, built_in())
    measured = criteria.measure(rankings, asked, ready)
    return list(tie_ranges(criteria, rankings, asked, ready, measured=measured, depth=depth))


def orders(row: Row) -> Iterator[Row]:
    """The row with each run of equal scores in every order."""
    runs = [list(run) for _, run in groupby(row, lambda pair: pair[1])]
    for chosen in product(*map(permutations, runs)):
        yield tuple(pair for run in chosen for pair in run)
