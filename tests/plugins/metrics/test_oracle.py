"""Metrics against plain loops on random rankings: holes, equal grades, empty topics."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Grades, Ranked, scores

Row = dict[str, int]
Plain = Callable[[Row, list[str], int, int], float | None]


def found(grades: Row, ranked: list[str], k: int, rel: int) -> list[int]:
    """The ranks, up to k, at which a relevant document stands."""
    return [rank for rank, document in enumerate(ranked[:k], 1) if grades.get(document, 0) >= rel]


def relevant(grades: Row, rel: int) -> int:
    """How many documents are relevant."""
    return sum(grade >= rel for grade in grades.values())


def average_precision(grades: Row, ranked: list[str], k: int, rel: int) -> float | None:
    """AP@k."""
    ranks = found(grades, ranked, k, rel)
    total = relevant(grades, rel)
    return sum(nth / rank for nth, rank in enumerate(ranks, 1)) / total if total else None


def recall(grades: Row, ranked: list[str], k: int, rel: int) -> float | None:
    """R@k."""
    total = relevant(grades, rel)
    return len(found(grades, ranked, k, rel)) / total if total else None


def precision(grades: Row, ranked: list[str], k: int, rel: int) -> float | None:
    """P@k."""
    return len(found(grades, ranked, k, rel)) / k


def reciprocal_rank(grades: Row, ranked: list[str], k: int, rel: int) -> float | None:
    """RR@k."""
    ranks = found(grades, ranked, k, rel)
    return (1 / ranks[0] if ranks else 0.0) if relevant(grades, rel) else None


def success(grades: Row, ranked: list[str], k: int, rel: int) -> float | None:
    """Success@k."""
    return float(bool(found(grades, ranked, k, rel))) if relevant(grades, rel) else None


def r_precision(grades: Row, ranked: list[str], _: int, rel: int) -> float | None:
    """Rprec."""
    total = relevant(grades, rel)
    return len(found(grades, ranked, total, rel)) / total if total else None


def binary_preference(grades: Row, ranked: list[str], _: int, rel: int) -> float | None:
    """Bpref."""
    total = relevant(grades, rel)
    nonrelevant = sum(0 <= grade < rel for grade in grades.values())
    above, gained = 0, 0.0
    for document in ranked:
        grade = grades.get(document, -1)
        if grade >= rel:
            gained += 1 - min(above, total) / min(nonrelevant, total) if above else 1
        above += 0 <= grade < rel
    return gained / total if total else None


def judged(grades: Row, ranked: list[str], k: int, _: int) -> float | None:
    """Judged@k."""
    return sum(document in grades for document in ranked[:k]) / max(1, len(ranked[:k]))


def discounted(grades: list[int], gain: Callable[[int], float]) -> float:
    """The discounted gain of grades, best first."""
    return sum(gain(max(0, grade)) / math.log2(rank + 1) for rank, grade in enumerate(grades, 1))


def ndcg(grades: Row, ranked: list[str], k: int, gain: Callable[[int], float]) -> float | None:
    """nDCG@k with a gain."""
    best = discounted(sorted(grades.values(), reverse=True)[:k], gain)
    return discounted([grades.get(one, 0) for one in ranked[:k]], gain) / best if best else None


PLAIN: dict[str, Plain] = {
    "AP(rel={rel})@{k}": average_precision,
    "R(rel={rel})@{k}": recall,
    "P(rel={rel})@{k}": precision,
    "RR(rel={rel})@{k}": reciprocal_rank,
    "Success(rel={rel})@{k}": success,
    "Rprec(rel={rel})": r_precision,
    "Bpref(rel={rel})": binary_preference,
    "Judged@{k}": judged,
    "nDCG@{k}": lambda grades, ranked, k, _: ndcg(grades, ranked, k, float),
    "nDCG(dcg='exp-log2')@{k}": lambda grades, ranked, k, _: ndcg(
        grades, ranked, k, lambda grade: 2.0**grade - 1
    ),
}

DOCUMENTS = [f"d{number}" for number in range(12)]
TOPICS = st.sampled_from(["q1", "q10", "q2", "é"])
GRADES = st.dictionaries(
    TOPICS, st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(-2, 4)), min_size=1
)
RANKED = st.dictionaries(TOPICS, st.permutations(DOCUMENTS).map(lambda row: row[:9]))


@pytest.mark.parametrize("name", sorted(PLAIN))
@given(grades=GRADES, ranked=RANKED, k=st.integers(1, 10), rel=st.integers(1, 3))
def test_metric_agrees_with_a_plain_loop(
    name: str, grades: Grades, ranked: Ranked, k: int, rel: int
) -> None:
    """Every topic has the value that the definition gives, or none where it gives none."""
    judged_topics = {topic: row for topic, row in grades.items() if row}
    expected = {
        topic: PLAIN[name](row, ranked.get(topic, []), k, rel)
        for topic, row in sorted(judged_topics.items())
    }

    assert pytest.approx(expected, abs=1e-12) == scores(name.format(k=k, rel=rel), grades, ranked)


@given(grades=GRADES, ranked=RANKED, k=st.integers(1, 10))
def test_p15_ndcg_never_exceeds_one(grades: Grades, ranked: Ranked, k: int) -> None:
    """A value above 1 would say that the ideal is not one."""
    values = scores(f"nDCG(dcg='exp-log2')@{k}", grades, ranked).values()

    assert all(value is None or 0 <= value <= 1 for value in values)
