"""The topics of a report: what answers each, who returned it, and what came first instead."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from ..decimals import decimal_text
from ..gold import DRAFTED, Question
from ..matching.relevance import UNRETURNED
from ..measuring.join import join
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from .retrieval_facts import Facts
from .rows import MOST_DOCUMENTS, MOST_RETURNED, RelevantDocument, ReturnedUnit, TopicRow

_UNKNOWN = Question()


class Shown:
    """Which documents a report shows of a topic: those that answer it, and the first returned.

    Args:
        qrels: grades by topic; rankings: of the conditions that were fused, by name.
    """

    def __init__(self, facts: Facts, qrels: Qrels, rankings: Mapping[str, Rankings]) -> None:
        self._topics = facts.topics.ids
        self._qrels = qrels
        self._grades = qrels.grades
        self._baseline = rankings.get(facts.experiment["experiment"]["baseline"])
        self._rankings = [rankings.get(one["name"]) for one in facts.experiment["conditions"]]

    @cached_property
    def relevant(self) -> list[list[tuple[str, int]]]:
        """By topic, documents of grade 1 or more with their grades, the best first.

        Equal grades stand as the baseline has them; what it did not return comes last, by id.
        """
        return [self._answers(at, topic) for at, topic in enumerate(self._topics)]

    def _answers(self, at: int, topic: str) -> list[tuple[str, int]]:
        """What answers one topic."""
        grades = self._grades.get(topic, {})
        found = [(unit, grade) for unit, grade in grades.items() if grade > 0]
        ranks = {unit: self._baseline and _rank(self._baseline, at, unit) for unit, _ in found}
        return sorted(
            ((unit, grade) for unit, grade in found if unit != UNRETURNED),
            key=lambda pair: (-pair[1], ranks[pair[0]] or sys.maxsize, pair[0]),
        )

    @cached_property
    def found(self) -> list[list[int | None]]:
        """How many relevant documents each condition returned, by condition and topic."""
        unknown: list[int | None] = [None] * len(self._topics)
        return [unknown if one is None else _relevant(one, self._qrels) for one in self._rankings]

    @cached_property
    def first(self) -> list[list[tuple[str, int | None]]]:
        """By topic, the first units of the baseline with their grades."""
        baseline = self._baseline
        if baseline is None:
            return [[] for _ in self._topics]
        graded = [self._grades.get(topic, {}) for topic in self._topics]
        return [
            [(unit, grades.get(unit)) for unit in _units(baseline, at)]
            for at, grades in enumerate(graded)
        ]

    def ranks(self, at: int, unit: str) -> tuple[int | None, ...]:
        """The rank of a unit in each condition; None where it was not returned."""
        return tuple(None if one is None else _rank(one, at, unit) for one in self._rankings)

    @property
    def units(self) -> set[str]:
        """Every unit that is shown."""
        answers = (unit for row in self.relevant for unit, _ in row[:MOST_DOCUMENTS])
        return {*answers, *(unit for row in self.first for unit, _ in row)}


def topic_rows(
    facts: Facts, metrics: Sequence[str], shown: Shown, titles: Mapping[str, str]
) -> tuple[TopicRow, ...]:
    """Every topic with its values, in the order of ids.

    Args:
        titles: of the units that are shown.
    """
    names = [planned["name"] for planned in facts.experiment["conditions"]]
    columns = [[_texts(facts, name, metric) for metric in metrics] for name in names]
    gold, rows = facts.questions, []
    for at, topic in enumerate(facts.topics):
        relevant = shown.relevant[at]
        rows.append(
            TopicRow(
                id=topic.id,
                text=topic.text,
                state=DRAFTED if DRAFTED in gold.tags.get(topic.id, ()) else gold.state,
                bucket=gold.questions.get(topic.id, _UNKNOWN).bucket,
                relevant=len(relevant),
                found=tuple(column[at] for column in shown.found),
                documents=tuple(
                    RelevantDocument(
                        id=unit,
                        title=titles.get(unit, ""),
                        grade=grade,
                        ranks=shown.ranks(at, unit),
                    )
                    for unit, grade in relevant[:MOST_DOCUMENTS]
                ),
                first=tuple(
                    ReturnedUnit(id=unit, title=titles.get(unit, ""), grade=grade)
                    for unit, grade in shown.first[at]
                ),
                values=tuple(tuple(column[at] for column in group) for group in columns),
            )
        )
    return tuple(rows)


def _relevant(rankings: Rankings, qrels: Qrels) -> list[int | None]:
    """How many relevant documents each topic has in a condition's rankings."""
    totals = join(rankings, qrels, rankings.topics).relevant_hits().total()
    return [int(total) for total in totals.tolist()]


def _units(rankings: Rankings, at: int) -> list[str]:
    """The first units of the topic at a place."""
    begin, end = rankings.offsets[at : at + 2].tolist()
    codes = rankings.codes[begin : min(end, begin + MOST_RETURNED)].tolist()
    return [rankings.table[code] for code in codes]


def _rank(rankings: Rankings, at: int, unit: str) -> int | None:
    """The rank of a unit for the topic at a place."""
    code = bisect_left(rankings.table, unit)
    if rankings.table[code : code + 1] != (unit,):
        return None
    begin, end = rankings.offsets[at : at + 2].tolist()
    found = np.flatnonzero(rankings.codes[begin:end] == code)
    return int(found[0]) + 1 if len(found) else None


def _texts(facts: Facts, condition: str, metric: str) -> list[str | None]:
    """A metric's values by topic, as text; None where undefined or not measured."""
    if condition not in facts.scores:
        return [None] * len(facts.topics)
    _, values = facts.scores[condition][metric]
    pairs = zip(values.values.tolist(), values.defined.tolist(), strict=True)
    return [decimal_text(value) if defined else None for value, defined in pairs]
