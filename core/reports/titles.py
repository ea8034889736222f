"""The titles of the units that a report shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from unicodedata import normalize

from ..corpus import Corpus, Unit
from ..event_store import EventStore
from ..objects.corpora import load_corpus
from ..objects.returned_texts import load_texts
from .retrieval_facts import Facts


def titles_of(
    store: EventStore, facts: Facts, shown: Collection[str], corpus: Corpus | None
) -> dict[str, str]:
    """The title of each unit that is shown; a document's is that of its first unit.

    Args:
        corpus: the run's, where it is at hand, so that it is not loaded again. Of one that is only
            declared, titles are what the lanes told of its units, the first to tell first.
    """
    whole = load_corpus(facts.started.manifest, store.get) if corpus is None else corpus
    titles: dict[str, str] = {}
    if whole.is_declared:
        for unit in _told(store, facts):
            _take(titles, shown, unit.unit_id, unit.doc_id, unit.title)
        return titles
    for unit_id, doc_id, title in zip(whole.unit_ids, whole.doc_ids, whole.titles, strict=True):
        _take(titles, shown, unit_id, doc_id, title)
    return titles


def _take(
    titles: dict[str, str], shown: Collection[str], unit_id: str, doc_id: str, title: str
) -> None:
    """Keep the title of a unit, and of its document, where they are shown and have none yet."""
    for name in (unit_id, doc_id):
        if name in shown:
            titles.setdefault(name, normalize("NFC", title))


def _told(store: EventStore, facts: Facts) -> Iterable[Unit]:
    """The units of a declared corpus, in the order in which lanes told of them."""
    for planned in facts.experiment["lanes"]:
        for _, fact in facts.run.frames_of(planned["instance"]):
            if fact.texts is not None:
                yield from load_texts(fact.texts, store.get)
