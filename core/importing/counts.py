"""What an import is told by: which fields were kept as metadata, and what questions name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import attrs

from ..gold import DRAFTED, Gold


@attrs.frozen(kw_only=True)
class QuestionCounts:
    """What the questions of a gold set name beyond their text, probes included.

    Attributes:
        with_evidence: questions with a reference title or an evidence phrase.
        titles, phrases: named, as often as questions name them.
        with_axes: questions with axes; axes: named; covering: judged documents that cover any.
        excluded: documents that no ranking of their question may hold.
        answers: questions with a reference answer.
        drafted: questions that no person has reviewed, by tag or because the whole set is so.
        without_relevant: topics with neither a relevant document nor evidence; retrieval cannot
            be measured on them.
        buckets: how many questions each bucket has, by name.
        fields: how many questions have each field of metadata, by name.
    """

    with_evidence: int
    titles: int
    phrases: int
    with_axes: int
    axes: int
    covering: int
    excluded: int
    answers: int
    drafted: int
    without_relevant: int
    buckets: Mapping[str, int]
    fields: Mapping[str, int]


def count_questions(gold: Gold) -> QuestionCounts:
    """The counts of a gold set; all 0 where nothing is known beyond texts and grades."""
    known = gold.questions.values()
    asked = (*gold.topics.ids, *gold.probes.ids)
    return QuestionCounts(
        with_evidence=sum(question.has_evidence for question in known),
        titles=sum(len(question.titles) for question in known),
        phrases=sum(len(question.phrases) for question in known),
        with_axes=sum(bool(question.axes) for question in known),
        axes=sum(len(question.axes) for question in known),
        covering=sum(len(question.covers) for question in known),
        excluded=sum(len(question.exclude) for question in known),
        answers=sum(question.answer is not None for question in known),
        drafted=sum(gold.state_of(id_) == DRAFTED for id_ in asked),
        without_relevant=sum(not has_relevant(gold, topic) for topic in gold.topics.ids),
        buckets=dict(sorted(Counter(one.bucket for one in known if one.bucket).items())),
        fields=count_fields(question.metadata for question in known),
    )


def count_fields(metadata: Iterable[Mapping[str, object]]) -> Mapping[str, int]:
    """How many of these have each field, by its name."""
    return dict(sorted(Counter(name for one in metadata for name in one).items()))


def has_relevant(gold: Gold, topic: str) -> bool:
    """Whether a topic has a relevant document, or evidence to find one by."""
    question = gold.questions.get(topic)
    if question is not None and question.has_evidence:
        return True
    return any(grade > 0 for grade in gold.qrels.grades.get(topic, {}).values())
