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
        BadData: metadata that the ledger cannot keep, axes covered by documents that nobody judged,
            or a relevant document that is to be left out.
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
        composed = _composed(question)
        _check_documents(gold, composed, id_, file)
        fault = find_fault(question.metadata)
        if fault is not None:
            raise BadData(file, None, f"{fault[0]} in the metadata of question {id_!r}", fault[1])
        if question != Question():
            checked[id_] = composed
    return checked


def _check_types(question: Question, id_: str, plugin: str) -> None:
    """Refuse a question whose fields are not what they are called."""
    for name, given in _texts_of(question, id_, plugin).items():
        odd = [one for one in given if type(one) is not str]
        if odd:
            found = f"{odd[0]!r:.40} in {name} of {id_!r}"
            raise PluginFault(plugin, _RULE, found, "text")
        if not all(is_writable(str(one)) for one in given):
            found = f"half of a surrogate pair in {name} of {id_!r}"
            raise PluginFault(plugin, _RULE, found, "whole characters")


def _texts_of(question: Question, id_: str, plugin: str) -> dict[str, tuple[object, ...]]:
    """The texts of a question by field; its lists are tuples, and its mappings are some."""
    for name in ("metadata", "covers"):
        value: object = getattr(question, name)
        if not isinstance(value, Mapping):
            found = f"{name} of {id_!r} as a {type(value).__name__}"
            raise PluginFault(plugin, _RULE, found, "a mapping")
    several = {name: getattr(question, name) for name in ("titles", "phrases", "axes", "exclude")}
    several |= {f"covers of {document!r}": axes for document, axes in question.covers.items()}
    for name, value in several.items():
        if type(value) is not tuple:
            found = f"{name} of {id_!r} as a {type(value).__name__}"
            raise PluginFault(plugin, _RULE, found, "a tuple of texts")
    answer = () if question.answer is None else (question.answer,)
    return {
        **several,
        "bucket": (question.bucket,),
        "answer": answer,
        "covers": tuple(question.covers),
    }


def _composed(question: Question) -> Question:
    """A question whose texts are in NFC: the ledger keeps no other form."""
    return Question(
        titles=tuple(normalize("NFC", title) for title in question.titles),
        phrases=tuple(normalize("NFC", phrase) for phrase in question.phrases),
        answer=None if question.answer is None else normalize("NFC", question.answer),
        bucket=normalize("NFC", question.bucket),
        axes=tuple(normalize("NFC", axis) for axis in question.axes),
        covers={
            document: tuple(normalize("NFC", axis) for axis in axes)
            for document, axes in question.covers.items()
        },
        exclude=question.exclude,
        metadata=question.metadata,
    )


def _check_documents(gold: Gold, question: Question, id_: str, file: str) -> None:
    """Refuse coverings of nothing that was asked or judged, and what is both wanted and left out.

    Raises:
        BadData: naming the question.
    """
    judged = gold.qrels.grades.get(id_, {})
    for axes in (question.axes, *question.covers.values()):
        for axis in axes:
            if not axis.strip() or axes.count(axis) > 1:
                found = f"axis {axis!r} {'twice ' if axis.strip() else ''}in question {id_!r}"
                raise BadData(file, None, found, "each axis once, by a name")
    for document, covered in question.covers.items():
        where = f"{document!r} in 'covers' of question {id_!r}"
        if document not in judged:
            raise BadData(file, None, f"{where}, which nobody judged", "a judged document")
        odd = [axis for axis in covered if axis not in question.axes]
        if odd:
            expected = f"axes of the question: {', '.join(question.axes) or 'it has none'}"
            raise BadData(file, None, f"axis {odd[0]!r} of {where}", expected)
    for document in question.exclude:
        if judged.get(document, 0) > 0:
            found = f"{document!r} in 'exclude' of question {id_!r}, which is judged relevant"
            raise BadData(file, None, found, "documents that do not answer it")
