"""What a reader says of questions beyond their text, checked and composed."""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import normalize

from ..errors import BadData
from ..gold import Gold, Question
from ..plugging.contracts import PluginFault
from .metadata_checks import find_fault


def checked_questions(gold: Gold, plugin: str, file: str) -> Mapping[str, Question]:
    """The questions of a gold set in id order, their texts in NFC.

    Raises:
        BadData: metadata that the ledger cannot keep.
        PluginFault: a question of no topic and no probe, or of another type than it states.
    """
    known = {*gold.topics.ids, *gold.probes.ids}
    checked = {}
    for id_, question in sorted(gold.questions.items()):
        if type(question) is not Question or id_ not in known:
            found = f"a {type(question).__name__} for {id_!r}"
            raise PluginFault(plugin, "questions of its topics", found, "benchbook.Question")
        fault = find_fault(question.metadata)
        if fault is not None:
            raise BadData(file, None, f"{fault[0]} in the metadata of question {id_!r}", fault[1])
        if question != Question():
            checked[id_] = _composed(question)
    return checked


def _composed(question: Question) -> Question:
    """A question whose texts are in NFC: the ledger keeps no other form."""
    return Question(
        titles=tuple(normalize("NFC", title) for title in question.titles),
        phrases=tuple(normalize("NFC", phrase) for phrase in question.phrases),
        answer=None if question.answer is None else normalize("NFC", question.answer),
        bucket=normalize("NFC", question.bucket),
        metadata=question.metadata,
    )
