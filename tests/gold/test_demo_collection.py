"""The demo's documents and questions are what its page says; nothing is retrieved here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from benchbook import Corpus, Gold
from benchbook.core.importing.reader_checks import read_corpus, read_gold
from benchbook.core.matching.find import Found, find
from benchbook.core.matching.rules import RULES
from benchbook.plugins.readers.jsonl import JsonLinesReader
from benchbook.testing import corpus_of
from house import ROOT

DEMO = ROOT / "gold" / "demo"
BUCKETS = ("author or title", "multi-hop", "numeric", "paraphrase", "single fact")
PERSONAL = re.compile(r"@|://|www\.|~/|(?<!\w)/[a-z]+/[a-z]+/|\+\d{6,}")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """Give the demo's documents."""
    return corpus_of(read_corpus(JsonLinesReader(), DEMO / "corpus.jsonl", "jsonl"))


@pytest.fixture(scope="module")
def gold() -> Gold:
    """Give the demo's questions."""
    return read_gold(JsonLinesReader(), DEMO / "questions.jsonl", "jsonl")


@pytest.fixture(scope="module")
def found(corpus: Corpus, gold: Gold) -> Found:
    """Give where each title and phrase of the questions stands."""
    titles = {title for question in gold.questions.values() for title in question.titles}
    phrases = {phrase for question in gold.questions.values() for phrase in question.phrases}
    return find(corpus, RULES["fold"], titles, phrases)


def cited(metadata: Mapping[str, object]) -> Sequence[str]:
    """The ids that a document cites."""
    listed = metadata.get("cites", ())
    assert isinstance(listed, Sequence)
    return listed


def test_documents_are_of_the_length_of_short_papers(corpus: Corpus) -> None:
    """At least 80, each its own unit of 150 to 400 words, with a title."""
    words = [len(text.split()) for text in corpus.texts]

    assert len(words) >= 80
    assert [] == [count for count in words if not 150 <= count <= 400]
    assert all(corpus.titles)
    assert len(words) == len(set(corpus.titles)) == len(set(corpus.doc_ids))
    assert list(corpus.unit_ids) == list(corpus.doc_ids)


def test_citations_lead_to_other_documents(corpus: Corpus) -> None:
    """Every cited id exists, is another document, and is named once; half of the corpus cites."""
    citing = 0
    for document, metadata in zip(corpus.doc_ids, corpus.metadata, strict=True):
        ids = cited(metadata)
        assert set(ids) <= set(corpus.doc_ids) - {document}
        assert len(ids) == len(set(ids))
        citing += bool(ids)

    assert citing >= len(corpus) / 2


def test_a_citation_is_named_in_the_text(corpus: Corpus) -> None:
    """By the first author and the year, so that a reader can follow it."""
    known = dict(zip(corpus.doc_ids, corpus.metadata, strict=True))
    unnamed = [
        (document, one)
        for document, text in zip(corpus.doc_ids, corpus.texts, strict=True)
        for one in cited(known[document])
        if first_author(known[one]) not in text or str(known[one]["year"]) not in text
    ]

    assert [] == unnamed


def first_author(metadata: Mapping[str, object]) -> str:
    """The first of the authors of a document."""
    authors = metadata["authors"]
    assert isinstance(authors, Sequence)
    return str(authors[0])


def test_retracted_documents_are_explained(corpus: Corpus) -> None:
    """At least four, and a later document cites each of them."""
    known = dict(zip(corpus.doc_ids, corpus.metadata, strict=True))
    retracted = {
        document for document, metadata in known.items() if metadata.get("retracted") is True
    }
    explained = {one for metadata in known.values() for one in cited(metadata)}

    assert len(retracted) >= 4
    assert retracted <= explained


def test_questions_are_drafted_and_in_buckets(gold: Gold) -> None:
    """At least 50 that are measured, nine or more in each bucket, and at least four probes."""
    counts = Counter(gold.questions[topic].bucket for topic in gold.topics.ids)

    assert len(gold.topics) >= 50
    assert list(BUCKETS) == sorted(counts)
    assert min(counts.values()) >= 9
    assert len(gold.probes) >= 4
    assert {"probe"} == {gold.questions[probe].bucket for probe in gold.probes.ids}
    assert {"drafted": len(gold.topics)} == dict(gold.states)
    assert all("drafted" in gold.tags[one] for one in (*gold.topics.ids, *gold.probes.ids))


def test_questions_that_are_measured_have_an_answer_and_evidence(gold: Gold) -> None:
    """Each of them has both, and no probe has either."""
    measured = [gold.questions[topic] for topic in gold.topics.ids]
    probes = [gold.questions[probe] for probe in gold.probes.ids]

    assert all(question.has_evidence and question.answer for question in measured)
    assert not any(question.has_evidence or question.answer for question in probes)


def test_phrases_are_specific(found: Found) -> None:
    """Each stands in one to three documents."""
    vague = {phrase: at for phrase, at in found.phrases.items() if not 1 <= len(at) <= 3}

    assert {} == vague
    assert len(found.phrases) >= 50


def test_titles_name_one_document_each(found: Found) -> None:
    """None is unknown, none is ambiguous."""
    assert {} == {title: at for title, at in found.titles.items() if len(at) != 1}
    assert found.titles


def test_multi_hop_questions_need_several_documents(gold: Gold, found: Found) -> None:
    """Their evidence lies in two or more, and a document is not asked for twice."""
    for topic in gold.topics.ids:
        question = gold.questions[topic]
        if question.bucket == "multi-hop":
            places = [found.phrases[phrase] for phrase in question.phrases]
            assert len({place for at in places for place in at}) >= 2, topic


def test_the_page_has_the_numbers_of_the_files(corpus: Corpus, gold: Gold) -> None:
    """Documents, their lengths, questions, and how many are in each bucket."""
    page = (DEMO / "README.md").read_text("utf-8")
    words = [len(text.split()) for text in corpus.texts]
    buckets = Counter(question.bucket for question in gold.questions.values())
    rows = {
        name: int(count)
        for name, count in re.findall(r"^\| `(.+?)` \| (\d+) \|", page, re.MULTILINE)
    }

    assert f"{len(corpus)} short papers" in page
    assert f"{min(words)} to {max(words)} words" in page
    assert f"{len(gold.questions)} questions" in page
    assert dict(buckets) == rows


def test_nothing_personal_is_in_it() -> None:
    """No address, path or telephone number; DOIs are of a prefix that nobody has."""
    for name in ("corpus.jsonl", "questions.jsonl", "README.md"):
        assert [] == PERSONAL.findall((DEMO / name).read_text("utf-8"))
    dois = re.findall(r'"doi": "([^"]+)"', (DEMO / "corpus.jsonl").read_text("utf-8"))

    assert len(dois) == len(set(dois)) >= 80
    assert all(doi.startswith("10.0000/") for doi in dois)
