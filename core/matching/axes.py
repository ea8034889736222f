"""The axes of a gold set in the ids that are measured."""

from __future__ import annotations

from collections.abc import Iterator

from ..corpus import Corpus
from ..gold import Gold, Question
from ..measuring.axes import Asked, Axes, Covering
from .gold_search import Places


def names_axes(gold: Gold) -> bool:
    """Whether any topic, probes aside, names axes of which a judged document covers one."""
    return any(gold.questions[topic].covers for topic in gold.topics.ids if topic in gold.questions)


def axes_of(gold: Gold, corpus: Corpus, unit: str) -> Axes | None:
    """The axes of each topic and what covers them; None where no document covers any.

    Where passages are measured and a document was judged, each of its passages covers what the
    document covers, as each of them is relevant where the document is. A document that the corpus
    does not hold stands under its own id: nothing can return it.

    Args:
        unit: what is measured, `document` or `passage`.
    """
    if not names_axes(gold):
        return None
    places = Places(corpus, unit)
    return Axes(
        {
            topic: Asked(len(question.axes), tuple(_coverings(gold, topic, question, places)))
            for topic, question in gold.questions.items()
            if question.axes and topic in gold.topics.ids
        }
    )


def _coverings(gold: Gold, topic: str, question: Question, places: Places) -> Iterator[Covering]:
    """Every axis that a judged document of a topic covers, by unit."""
    numbers = {axis: number for number, axis in enumerate(question.axes)}
    grades = gold.qrels.grades.get(topic, {})
    for document, covered in question.covers.items():
        for unit in places.named(document) or (document,):
            for axis in covered:
                yield Covering(numbers[axis], unit, grades[document])
