"""A gold set looked up in a corpus: what its judgments, titles and phrases name there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from ..corpus import Corpus
from ..gold import Gold, Question
from .evidence import Evidence, Kind
from .find import find
from .rules import Rule

TWIN, EMPTY = "the same as another one", "nothing to compare"
"""Why a title or phrase does not count, beside being too short."""


def names_evidence(gold: Gold) -> bool:
    """Whether any topic, probes aside, has reference titles or evidence phrases."""
    return any(_question(gold, topic).has_evidence for topic in gold.topics.ids)


class GoldSearch:
    """Every judged document, title and phrase of a gold set, found in a corpus in one pass.

    Probes are left out: nothing answers them.

    Args:
        by: the rule of matching.
        unit: what is measured, `document` or `passage`.
    """

    def __init__(self, gold: Gold, corpus: Corpus, by: Rule, unit: str) -> None:
        self._gold = gold
        self._by = by
        self._places = Places(corpus, unit)
        asked = [_question(gold, topic) for topic in gold.topics.ids]
        self._found = find(
            corpus,
            by,
            set(chain.from_iterable(question.titles for question in asked)),
            set(chain.from_iterable(question.phrases for question in asked)),
        )

    def evidence(self, topic: str) -> tuple[Evidence, ...]:
        """What the gold set names for a topic: judged documents, then titles, then phrases."""
        question = _question(self._gold, topic)
        return (*self._judged(topic), *self._titles(question), *self._phrases(question))

    def places_of(self, one: Evidence) -> tuple[int, ...]:
        """The places of the units that match a title or phrase, rising; none of what is ignored."""
        if one.ignored or one.kind == "document":
            return ()
        return (self._found.titles if one.kind == "title" else self._found.phrases)[one.text]

    def joint(self, topic: str) -> frozenset[str]:
        """The ids in which one unit is both of a reference document and holds a phrase.

        A document of several units of which one bears the title and another one holds the phrase is
        not among them.
        """
        question = _question(self._gold, topic)
        holding = {place for text in self._counted(question) for place in self._found.phrases[text]}
        bearing = {place for text in question.titles for place in self._found.titles[text]}
        judged = set(
            chain.from_iterable(one.units for one in self._judged(topic) if one.is_reference)
        )
        held = self._places.ids(holding)
        return frozenset((*self._places.ids(holding & bearing), *judged.intersection(held)))

    def _counted(self, question: Question) -> Iterator[str]:
        return (one.text for one in self._phrases(question) if one.is_phrase)

    def _judged(self, topic: str) -> Iterator[Evidence]:
        """The judged documents of a topic."""
        for name, grade in self._gold.qrels.grades.get(topic, {}).items():
            units = self._places.named(name)
            yield Evidence(
                kind="document",
                text=name,
                grade=grade,
                ignored="",
                documents=int(bool(units)),
                units=units or (name,),
            )

    def _titles(self, question: Question) -> Iterator[Evidence]:
        """The reference titles of a question."""
        seen: set[str] = set()
        for text in question.titles:
            key = self._by.title(text)
            ignored = TWIN if key in seen else "" if key else EMPTY
            seen.add(key)
            yield self._matched("title", text, ignored, self._found.titles[text])

    def _phrases(self, question: Question) -> Iterator[Evidence]:
        """The phrases of a question."""
        seen: set[tuple[str, str]] = set()
        for text in question.phrases:
            phrase = self._by.phrase(text)
            key = (phrase.plain, phrase.exact)
            ignored = phrase.ignored or (TWIN if key in seen else "")
            seen.add(key)
            yield self._matched("phrase", text, ignored, self._found.phrases[text])

    def _matched(self, kind: Kind, text: str, ignored: str, at: tuple[int, ...]) -> Evidence:
        """A title or phrase with what it was found in."""
        kept = () if ignored else at
        return Evidence(
            kind=kind,
            text=text,
            grade=1,
            ignored=ignored,
            documents=self._places.documents(kept),
            units=self._places.ids(kept),
        )


class Places:
    """Places of a corpus as the ids that are measured."""

    def __init__(self, corpus: Corpus, unit: str) -> None:
        self._documents = corpus.doc_ids
        self._ids = corpus.doc_ids if unit == "document" else corpus.unit_ids
        self._known = frozenset(self._ids)
        self._of_document: dict[str, list[str]] = defaultdict(list)
        if unit != "document":
            for document, id_ in zip(self._documents, self._ids, strict=True):
                self._of_document[document].append(id_)

    def ids(self, places: Iterable[int]) -> tuple[str, ...]:
        """The ids at some places, sorted, each once."""
        return tuple(sorted({self._ids[place] for place in places}))

    def documents(self, places: Iterable[int]) -> int:
        """How many documents some places are of."""
        return len({self._documents[place] for place in places})

    def named(self, name: str) -> tuple[str, ...]:
        """What a judgment is about: the id itself, or every passage of the document it names.

        Empty where the corpus holds neither.
        """
        return (name,) if name in self._known else tuple(self._of_document.get(name, ()))


def _question(gold: Gold, topic: str) -> Question:
    """What the gold set says of a topic."""
    return gold.questions.get(topic) or Question()
