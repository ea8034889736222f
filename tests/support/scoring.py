"""Scoring small examples: what the tests of metrics share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from benchbook import Qrels, Rankings, Topics, join
from benchbook.core.measuring.evidence import Piece
from benchbook.core.measuring.scoring import measure, ready_metrics
from benchbook.core.plugging.loading import load_registry
from benchbook.core.plugging.registry import Registry

Grades = dict[str, dict[str, int]]
Ranked = dict[str, list[str]]


@cache
def built_in() -> Registry:
    """The built-in plugins alone."""
    return load_registry(external=False)


def qrels_of(grades: Grades) -> Qrels:
    """Qrels from plain dictionaries, in any order."""
    return Qrels.of(
        (topic, document, grade) for topic, row in grades.items() for document, grade in row.items()
    )


def rankings_of(ranked: Ranked) -> Rankings:
    """Rankings from plain lists, best first."""
    topics = Topics.of_ids(ranked)
    return Rankings.of(
        topics,
        [[(unit, -float(rank)) for rank, unit in enumerate(ranked[id_])] for id_ in topics.ids],
    )


def phrase(*units: str) -> Piece:
    """A phrase that these units hold."""
    return Piece(is_phrase=True, units=units)


def reference(*units: str) -> Piece:
    """A reference document that these units are of."""
    return Piece(is_phrase=False, units=units)


def scores(metric: str, grades: Grades, ranked: Ranked) -> dict[str, float | None]:
    """A metric's value by topic, None where it is not defined."""
    return scores_of(metric, qrels_of(grades), rankings_of(ranked))


def scores_of(metric: str, qrels: Qrels, rankings: Rankings) -> dict[str, float | None]:
    """The same for qrels and rankings at hand."""
    judged = join(rankings, qrels)
    (measured,) = measure(judged, ready_metrics([metric], built_in()))
    pairs = zip(measured.values.values.tolist(), measured.values.defined.tolist(), strict=True)
    return {
        topic: value if defined else None
        for topic, (value, defined) in zip(judged.topics.ids, pairs, strict=True)
    }


def mean(metric: str, grades: Grades, ranked: Ranked) -> float | None:
    """A metric's mean over the topics where it is defined."""
    judged = join(rankings_of(ranked), qrels_of(grades))
    return measure(judged, ready_metrics([metric], built_in()))[0].mean


def write_run(path: Path, text: str) -> Path:
    """Write a run or qrels of lines whose indentation does not count."""
    path.write_text("".join(f"{line.strip()}\n" for line in text.strip().splitlines()))
    return path
