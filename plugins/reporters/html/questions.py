"""The page of each question: values by condition, what the baseline returned, what is relevant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

import attrs

from benchbook import RelevantDocument, Report, ReturnedUnit, TopicRow

from . import words
from .missing import elsewhere, returned_by
from .order import baseline_place, best_first, letters, primary_place
from .strips import Strip, strip

LONGEST_TITLE = 100
MOST_QUESTIONS = 500
FEWEST_FURTHER = 2
_ROOM = 400
"""Relevant documents beyond the first of the baseline that all questions may show together, so that
a page of 200 questions stays under half a megabyte."""
_PLAIN = re.compile(r"[A-Za-z0-9_.-]+")


@attrs.frozen(kw_only=True)
class DocumentRow:
    """A document that the baseline returned first, or one that is relevant.

    Attributes:
        grade: in words, and for a relevant one that is not among the first its rank.
        elsewhere: its best rank in a condition that did better than the baseline, else empty.
    """

    title: str
    id: str
    grade: str
    elsewhere: str
    is_relevant: bool


@attrs.frozen(kw_only=True)
class Question:
    """One question.

    Attributes:
        anchor: the id of an element inside its fold, so that a link to it opens the fold.
        is_missed: whether the baseline returned nothing relevant.
        value: the baseline's, by the primary metric, in words.
        values: conditions by value, the highest first: `1.000`, `A full_deep, C no_graph`.
        returned_by: who returned something relevant, of a missed question; empty for nobody.
        first: what the baseline returned first.
        further: relevant documents that are not among these; more: how many of them are left out.
    """

    anchor: str
    row: TopicRow
    is_missed: bool
    value: str
    values: tuple[tuple[str, str], ...]
    returned_by: str
    strip: Strip
    first: tuple[DocumentRow, ...]
    further: tuple[DocumentRow, ...]
    more: int


@attrs.frozen(kw_only=True)
class Group:
    """The questions of one bucket; the name is empty where questions have no buckets."""

    name: str
    questions: tuple[Question, ...]
    missed: int

    @property
    def count(self) -> int:
        """How many."""
        return len(self.questions)


def question_groups(report: Report) -> tuple[Group, ...]:
    """The first `MOST_QUESTIONS` questions by bucket, both in the order of the report."""
    names = [bucket.name for bucket in report.buckets]
    topics = report.topics[:MOST_QUESTIONS]
    names += [name for name in dict.fromkeys(topic.bucket for topic in topics) if name not in names]
    anchors = {topic.id: _anchor(place, topic.id) for place, topic in enumerate(report.topics)}
    grouped = {name: [topic for topic in topics if topic.bucket == name] for name in names}
    return tuple(
        _group(report, name, own, [anchors[topic.id] for topic in own])
        for name, own in grouped.items()
        if own
    )


def _group(report: Report, name: str, topics: Sequence[TopicRow], anchors: Sequence[str]) -> Group:
    """One bucket."""
    order, full = best_first(report), full_height(report)
    questions = tuple(
        _question(report, order, topic, anchor, full)
        for topic, anchor in zip(topics, anchors, strict=True)
    )
    return Group(
        name=name, questions=questions, missed=sum(question.is_missed for question in questions)
    )


def _question(
    report: Report, order: Sequence[int], topic: TopicRow, anchor: str, full: Decimal
) -> Question:
    """One question.

    Args:
        full: the value that fills a bar.
    """
    primary, baseline = primary_place(report), baseline_place(report)
    values = [topic.values[place][primary] if topic.values else None for place in order]
    named = zip(letters(len(order)), order, strict=True)
    names = [f"{letter} {report.conditions[place].name}" for letter, place in named]
    missed = is_missed(report, topic)
    relevant = {document.id: document for document in topic.documents}
    first = tuple(_returned(report, unit, relevant.pop(unit.id, None)) for unit in topic.first)
    further = tuple(_relevant(report, one) for one in relevant.values())
    further = further[: max(FEWEST_FURTHER, _ROOM // len(report.topics))]
    return Question(
        anchor=anchor,
        row=topic,
        is_missed=missed,
        value=words.shown(
            None if baseline is None else topic.values[baseline][primary], words.IN_PLOTS
        ),
        values=_by_value(names, values),
        returned_by=returned_by(report, topic) if missed else "",
        strip=strip(values, None if baseline is None else order.index(baseline), full),
        first=first,
        further=further,
        more=max(0, topic.relevant - len(further) - sum(row.is_relevant for row in first)),
    )


def is_measured(report: Report) -> bool:
    """Whether the baseline is among the conditions and has numbers."""
    place = baseline_place(report)
    return place is not None and report.conditions[place].state != words.NOT_MEASURED


def full_height(report: Report) -> Decimal:
    """The value that fills a bar: 1, or the greatest there is where the metric goes beyond."""
    primary = primary_place(report)
    found = (row[primary] for topic in report.topics for row in topic.values)
    return max([Decimal(1), *(Decimal(one) for one in found if one is not None)])


def is_missed(report: Report, topic: TopicRow) -> bool:
    """Whether the baseline returned nothing of what is relevant.

    Not where nothing is relevant, or where the baseline was not measured.
    """
    baseline = baseline_place(report)
    return baseline is not None and topic.relevant > 0 and topic.found[baseline] == 0


def _returned(report: Report, unit: ReturnedUnit, document: RelevantDocument | None) -> DocumentRow:
    """A unit that the baseline returned."""
    return DocumentRow(
        title=words.shortened(unit.title, LONGEST_TITLE),
        id=unit.id,
        grade=_grade(report, unit.grade),
        elsewhere=elsewhere(report, document) if document else "",
        is_relevant=(unit.grade or 0) > 0,
    )


def _grade(report: Report, grade: int | None) -> str:
    """A grade in words.

    Where a rule looks titles and phrases up in every text, what it does not name is not relevant;
    where documents were judged one by one, it is merely not judged.
    """
    if grade is not None:
        return f"grade {grade}"
    return "not relevant" if report.head.relevance.match else "not judged"


def _relevant(report: Report, document: RelevantDocument) -> DocumentRow:
    """A relevant document that is not among the first of the baseline."""
    baseline = baseline_place(report)
    rank = None if baseline is None else document.ranks[baseline]
    place = "not returned" if rank is None else f"at rank {rank}"
    return DocumentRow(
        title=words.shortened(document.title, LONGEST_TITLE),
        id=document.id,
        grade=f"grade {document.grade}, {place}",
        elsewhere=elsewhere(report, document),
        is_relevant=True,
    )


def _by_value(names: Sequence[str], values: Sequence[str | None]) -> tuple[tuple[str, str], ...]:
    """Conditions with the same value together, the highest first, those without one last."""
    known = sorted({Decimal(value) for value in values if value is not None}, reverse=True)
    pairs = list(zip(names, values, strict=True))
    told = [
        (
            words.shown(str(value), words.IN_PLOTS),
            ", ".join(name for name, own in pairs if own is not None and Decimal(own) == value),
        )
        for value in known
    ]
    missing = ", ".join(name for name, own in pairs if own is None)
    return (*told, (words.NOT_MEASURED, missing)) if missing else tuple(told)


def _anchor(place: int, topic: str) -> str:
    """`q-` and the question's id where it is plain, else its place: each anchor occurs once."""
    return f"q-{topic}" if _PLAIN.fullmatch(topic) else f"question-{place + 1}"
