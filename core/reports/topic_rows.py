"""The topics of a report: what answers each, who returned it, and what came first instead."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import attrs
import numpy as np
import numpy.typing as npt

from ..decimals import decimal_text
from ..gold import DRAFTED, Question
from ..matching.relevance import UNRETURNED
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from .retrieval_facts import Facts
from .rows import MOST_DOCUMENTS, MOST_RETURNED, RelevantDocument, ReturnedUnit, TopicRow

Integers = npt.NDArray[np.int64]

_UNKNOWN = Question()


@attrs.frozen
class Answer:
    """A document that answers a topic.

    Attributes:
        ranks: in each condition of the report; None where it was not returned.
    """

    id: str
    grade: int
    ranks: tuple[int | None, ...]


class Shown:
    """Which documents a report shows of a topic: those that answer it, and the first returned.

    Args:
        qrels: grades by topic; rankings: of the conditions that were fused, by name.
    """

    def __init__(self, facts: Facts, qrels: Qrels, rankings: Mapping[str, Rankings]) -> None:
        names = [planned["name"] for planned in facts.experiment["conditions"]]
        self._topics = facts.topics.ids
        self._grades = qrels.grades
        self._baseline = names.index(facts.experiment["experiment"]["baseline"])
        self._rankings = [rankings.get(name) for name in names]
        self._pairs = qrels.judgments(self._topics).relevant
        self._ranks = [None if one is None else self._pairs.ranks(one) for one in self._rankings]

    @cached_property
    def relevant(self) -> list[list[Answer]]:
        """By topic, documents of grade 1 or more, the best first.

        Equal grades stand as the baseline has them; what it did not return comes last, by id.
        """
        rows: list[list[Answer]] = [[] for _ in self._topics]
        unknown: list[int | None] = [None] * len(self._pairs)
        ranks = zip(
            *(
                unknown if one is None else [rank or None for rank in one.tolist()]
                for one in self._ranks
            ),
            strict=True,
        )
        for topic, document, places in zip(
            self._pairs.topics.tolist(), self._pairs.documents, ranks, strict=True
        ):
            if document != UNRETURNED:
                grade = self._grades[self._topics[topic]][document]
                rows[topic].append(Answer(document, grade, places))
        for row in rows:
            row.sort(key=self._place)
        return rows

    def _place(self, answer: Answer) -> tuple[int, int, str]:
        """What answers of a topic are ordered by."""
        return -answer.grade, answer.ranks[self._baseline] or sys.maxsize, answer.id

    @cached_property
    def found(self) -> list[tuple[int | None, ...]]:
        """By topic, how many relevant documents each condition returned."""
        unknown: list[int | None] = [None] * len(self._topics)
        columns = (unknown if one is None else self._counted(one) for one in self._ranks)
        return list(zip(*columns, strict=True))

    def _counted(self, ranks: Integers) -> list[int | None]:
        """How many relevant documents of each topic have a rank."""
        found = self._pairs.topics[ranks > 0]
        counts: list[int | None] = np.bincount(found, minlength=len(self._topics)).tolist()
        return counts

    @cached_property
    def first(self) -> list[list[tuple[str, int | None]]]:
        """By topic, the first units of the baseline with their grades."""
        baseline = self._rankings[self._baseline]
        if baseline is None:
            return [[] for _ in self._topics]
        graded = [self._grades.get(topic, {}) for topic in self._topics]
        return [
            [(unit, grades.get(unit)) for unit in _units(baseline, at)]
            for at, grades in enumerate(graded)
        ]

    @property
    def units(self) -> set[str]:
        """Every unit that is shown."""
        answers = (one.id for row in self.relevant for one in row[:MOST_DOCUMENTS])
        return {*answers, *(unit for row in self.first for unit, _ in row)}


def topic_rows(
    facts: Facts, metrics: Sequence[str], shown: Shown, titles: Mapping[str, str]
) -> tuple[TopicRow, ...]:
    """Every topic with its values, in the order of ids.

    Args:
        titles: of the units that are shown.
    """
    gold, rows = facts.questions, []
    columns = (facts.topics, shown.relevant, shown.first, shown.found, _values(facts, metrics))
    for topic, relevant, first, found, values in zip(*columns, strict=True):
        rows.append(
            TopicRow(
                id=topic.id,
                text=topic.text,
                state=DRAFTED if DRAFTED in gold.tags.get(topic.id, ()) else gold.state,
                bucket=gold.questions.get(topic.id, _UNKNOWN).bucket,
                relevant=len(relevant),
                found=found,
                documents=tuple(
                    RelevantDocument(
                        id=one.id, title=titles.get(one.id, ""), grade=one.grade, ranks=one.ranks
                    )
                    for one in relevant[:MOST_DOCUMENTS]
                ),
                first=tuple(
                    ReturnedUnit(id=unit, title=titles.get(unit, ""), grade=grade)
                    for unit, grade in first
                ),
                values=values,
            )
        )
    return tuple(rows)


def _units(rankings: Rankings, at: int) -> list[str]:
    """The first units of the topic at a place."""
    begin, end = rankings.offsets[at : at + 2].tolist()
    codes: list[int] = rankings.codes[begin : min(end, begin + MOST_RETURNED)].tolist()
    return [rankings.table[code] for code in codes]


def _values(facts: Facts, metrics: Sequence[str]) -> Iterator[tuple[tuple[str | None, ...], ...]]:
    """The values of each topic as text, by condition and metric."""
    names = [planned["name"] for planned in facts.experiment["conditions"]]
    by_condition = (
        zip(*(_texts(facts, name, metric) for metric in metrics), strict=True) for name in names
    )
    return zip(*by_condition, strict=True)


def _texts(facts: Facts, condition: str, metric: str) -> list[str | None]:
    """A metric's values by topic, as text; None where undefined or not measured."""
    if condition not in facts.scores:
        return [None] * len(facts.topics)
    _, values = facts.scores[condition][metric]
    pairs = zip(values.values.tolist(), values.defined.tolist(), strict=True)
    return [decimal_text(value) if defined else None for value, defined in pairs]
