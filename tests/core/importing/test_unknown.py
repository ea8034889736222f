"""What a gold set names and nothing else has is counted, shown, and refused when asked."""

from __future__ import annotations

import pytest

from benchbook import BadData, Gold, Qrels, Topics
from benchbook.core.importing.unknown import find_unknown

GOLD = Gold(
    topics=Topics.of([("a", "?"), ("b", "?")]),
    qrels=Qrels.of([("a", f"d{number}", 1) for number in range(5)] + [("b", "d4", 0)]),
)


def test_unknown_documents_are_counted_once_and_their_judgments_each() -> None:
    """A document that two topics judge is one document and two judgments."""
    unknown = find_unknown(GOLD, "papers", {"d0", "d1", "d2", "other"})

    assert (("d3", "d4"), 3, 5) == (unknown.documents, unknown.judgments, unknown.judged)


def test_strict_names_up_to_three_examples() -> None:
    """The message stays one line, however many there are."""
    with pytest.raises(BadData) as caught:
        find_unknown(GOLD, "papers", {"d4"}).refuse("gold.jsonl")

    assert "4 of 5 judged documents" in caught.value.found
    assert caught.value.found.endswith("'d0', 'd1', 'd2', …")


def test_strict_refuses_topics_without_a_question() -> None:
    """Their judgments would be lost."""
    gold = Gold(topics=GOLD.topics, qrels=GOLD.qrels, unknown_topics=("z",))

    with pytest.raises(BadData, match="1 judged topic without a question: 'z'"):
        find_unknown(gold, None, ()).refuse("gold.jsonl")


def test_nothing_unknown_is_not_refused() -> None:
    """A gold set that fits passes."""
    find_unknown(GOLD, "papers", {f"d{number}" for number in range(5)}).refuse("gold.jsonl")


def test_without_a_corpus_no_document_is_unknown() -> None:
    """Not checked is not the same as missing."""
    unknown = find_unknown(GOLD, None, ())

    assert (None, (), 0) == (unknown.corpus, unknown.documents, unknown.judgments)
