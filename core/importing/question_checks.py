"""What a reader says of questions beyond their text, checked and composed."""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import normalize

from ..errors import BadData
from ..gold import Gold, Question
from ..plugging.contracts import PluginFault
from .metadata_checks import find_fault, is_writable

_RULE = "questions of its topics"


def checked_questions(gold: Gold, plugin: str, file: str) -> Mapping[str, Question]:
    """The questions of a gold set in id order, their texts in NFC; empty ones are left out.

    Raises:
        BadData: metadata that the ledger cannot keep.
        PluginFault: a question of no topic and no probe, or with fields of other types than a
            `Question` has.
    """
    known = {*gold.topics.ids, *gold.probes.ids}
    checked = {}
    for id_, question in sorted(gold.questions.items()):
        if type(question) is not Question or id_ not in known:
            found = f"a {type(question).__name__} for {id_!r}"
            raise PluginFault(plugin, _RULE, found, "a benchbook.Question for a topic or probe")
        _check_types(question, id_, plugin)
        fault = find_fault(question.metadata)
        if fault is not None:
            raise BadData(file, None, f"{fault[0]} in the metadata of question {id_!r}", fault[1])
        if question != Question():
            checked[id_] = _composed(question)
    return checked


def _check_types(question: Question, id_: str, plugin: str) -> None:
    """Refuse a question whose fields are not what they are called."""
    texts: dict[str, tuple[object, ...]] = {"bucket": (question.bucket,)}
    for name, several in (("titles", question.titles), ("phrases", question.phrases)):
        if type(several) is not tuple:
            found = f"{name} of {id_!r} as a {type(several).__name__}"
            raise PluginFault(plugin, _RULE, found, "a tuple of texts")
        texts[name] = several
    texts["answer"] = () if question.answer is None else (question.answer,)
    for name, given in texts.items():
        odd = [one for one in given if type(one) is not str]
        if odd:
            found = f"{odd[0]!r:.40} in {name} of {id_!r}"
            raise PluginFault(plugin, _RULE, found, "text")
        if not all(is_writable(str(one)) for one in given):
            found = f"half of a surrogate pair in {name} of {id_!r}"
            raise PluginFault(plugin, _RULE, found, "whole characters")
    metadata: object = question.metadata
    if not isinstance(metadata, Mapping):
        found = f"metadata of {id_!r} as a {type(metadata).__name__}"
        raise PluginFault(plugin, _RULE, found, "a mapping")


def _composed(question: Question) -> Question:
    """A question whose texts are in NFC: the ledger keeps no other form."""
    return Question(
        titles=tuple(normalize("NFC", title) for title in question.titles),
        phrases=tuple(normalize("NFC", phrase) for phrase in question.phrases),
        answer=None if question.answer is None else normalize("NFC", question.answer),
        bucket=normalize("NFC", question.bucket),
        metadata=question.metadata,
    )
