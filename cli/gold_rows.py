"""The questions of a gold set as rows for a person and as values for a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core.gold import Gold
    from ..core.topics import Topic

HEADER = ["topic", "state", "judged", "relevant", "titles", "phrases", "question"]
WIDTH = 80
"""Columns of a terminal that a text may take."""


def gold_rows(gold: Gold) -> list[list[str]]:
    """One row per topic, under `HEADER`; probes are no topics."""
    return [_row(gold, topic) for topic in gold.topics]


def topics_as_plain(gold: Gold) -> list[dict[str, object]]:
    """The topics for programs, with everything that is known of each."""
    return [
        {**_as_plain(gold, topic), "qrels": dict(gold.qrels.grades.get(topic.id, {}))}
        for topic in gold.topics
    ]


def probes_as_plain(gold: Gold) -> list[dict[str, object]]:
    """The questions that nothing answers, for programs."""
    return [_as_plain(gold, probe) for probe in gold.probes]


def _row(gold: Gold, topic: Topic) -> list[str]:
    """A topic as a row."""
    grades = gold.qrels.grades.get(topic.id, {})
    question = gold.questions.get(topic.id)
    return [
        shown(topic.id),
        gold.state_of(topic.id),
        str(len(grades)),
        str(sum(grade > 0 for grade in grades.values())),
        str(len(question.titles) if question else 0),
        str(len(question.phrases) if question else 0),
        shown(topic.text),
    ]


def _as_plain(gold: Gold, topic: Topic) -> dict[str, object]:
    """A question for programs."""
    plain: dict[str, object] = {
        "id": topic.id,
        "text": topic.text,
        "state": gold.state_of(topic.id),
        "tags": list(gold.tags.get(topic.id, ())),
    }
    question = gold.questions.get(topic.id)
    if question is not None:
        plain |= {
            "titles": list(question.titles),
            "phrases": list(question.phrases),
            "answer": question.answer,
            "bucket": question.bucket,
            "metadata": dict(question.metadata),
        }
    return plain


def shown(text: str) -> str:
    """Text of a file in one line, cut to the width of a terminal."""
    from ..core.printable import printable

    line = printable(text)
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"
