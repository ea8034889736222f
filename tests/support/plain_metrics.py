"""Metrics by plain loops over one topic's ranking, written from their definitions alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

Grades = Mapping[str, int]
"""By document, what it is judged as; unjudged ones are missing."""

Metric = Callable[[Sequence[str], Grades, int], float | None]


def ndcg(ranked: Sequence[str], grades: Grades, cutoff: int) -> float | None:
    """The discounted gain of the first documents, divided by that of the best order of all."""
    best = sorted((grade for grade in grades.values() if grade > 0), reverse=True)
    if not best:
        return None
    gained = [max(grades.get(document, 0), 0) for document in ranked[:cutoff]]
    return discounted(gained) / discounted(best[:cutoff])


def discounted(gains: Sequence[int]) -> float:
    """The sum of gains, each divided by the binary logarithm of its rank plus one."""
    total = 0.0
    for rank, gain in enumerate(gains, start=1):
        total += gain / math.log2(rank + 1)
    return total


def reciprocal_rank(ranked: Sequence[str], grades: Grades, cutoff: int) -> float | None:
    """One over the rank of the first relevant document."""
    if not relevant(grades):
        return None
    for rank, document in enumerate(ranked[:cutoff], start=1):
        if grades.get(document, 0) >= 1:
            return 1 / rank
    return 0.0


def success(ranked: Sequence[str], grades: Grades, cutoff: int) -> float | None:
    """Whether there is one."""
    if not relevant(grades):
        return None
    return float(any(grades.get(document, 0) >= 1 for document in ranked[:cutoff]))


def recall(ranked: Sequence[str], grades: Grades, cutoff: int) -> float | None:
    """The share of relevant documents among the first."""
    wanted = relevant(grades)
    return len(wanted & set(ranked[:cutoff])) / len(wanted) if wanted else None


def judged(ranked: Sequence[str], grades: Grades, cutoff: int) -> float | None:
    """The share of the first documents that are judged at all."""
    first = ranked[:cutoff]
    return sum(document in grades for document in first) / len(first) if first else 0.0


def relevant(grades: Grades) -> set[str]:
    """Documents of grade 1 and more."""
    return {document for document, grade in grades.items() if grade >= 1}


METRICS: dict[str, Metric] = {
    "nDCG": ndcg,
    "RR": reciprocal_rank,
    "Success": success,
    "R": recall,
    "Judged": judged,
}


def value_of(name: str, ranked: Sequence[str], grades: Grades) -> float | None:
    """A topic's value by a metric, as `nDCG@10`; None where it has none."""
    metric, cutoff = name.split("@")
    return METRICS[metric](ranked, grades, int(cutoff))
