"""What questions and documents name beyond their text is counted, for people and programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from collections_made import new_store, write_lines


def typed(*words: object) -> Result:
    """Run the program as a person would."""
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Give a workspace."""
    new_store(tmp_path / "book").close()
    return tmp_path / "book"


QUESTIONS = [
    {
        "id": "a",
        "question": "why?",
        "reference_titles": ["T"],
        "evidence_phrases": ["one", "two"],
        "bucket": "hard",
        "origin": "us",
    },
    {"id": "b", "question": "?", "tags": ["unanswerable"], "reference_answer": "no"},
    {"id": "c", "question": "?", "documents": []},
]
COUNTS = {
    "with_evidence": 1,
    "titles": 1,
    "phrases": 2,
    "with_axes": 0,
    "axes": 0,
    "covering": 0,
    "excluded": 0,
    "answers": 1,
    "drafted": 3,
    "without_relevant": 1,
    "buckets": {"hard": 1},
    "metadata": {"origin": 1},
}
TOLD = [
    "  1 question with evidence: 1 title, 2 phrases",
    "  1 reference answer",
    "  1 topic without a relevant document: retrieval has no answer to find",
    "  1 bucket: hard (1)",
    "  kept as metadata of questions: origin (1)",
]


def test_what_questions_name_is_told_on_import_and_when_shown(book: Path, tmp_path: Path) -> None:
    """Evidence, answers, buckets, unknown fields and topics without an answer are counted."""
    path = write_lines(tmp_path / "gold.jsonl", QUESTIONS)
    told = typed("gold", "import", path, "--gold", "mine", "--dir", book).stdout.splitlines()
    shown = typed("gold", "show", "mine", "--dir", book).stdout.splitlines()

    assert TOLD == [line for line in told if line in TOLD]
    assert TOLD == shown[1:6]
    assert ["a", "drafted", "0", "0", "1", "2", "why?"] == shown[7].split()
    assert "unanswerable, not measured: b: ?" == shown[-1]


def test_what_questions_name_is_given_to_programs(book: Path, tmp_path: Path) -> None:
    """The same counts from the import and later, and every question with its evidence."""
    path = write_lines(tmp_path / "gold.jsonl", QUESTIONS)
    told = typed("gold", "import", path, "--gold", "mine", "--dir", book, "--json").stdout
    shown = json.loads(typed("gold", "show", "mine", "--dir", book, "--json").stdout)

    assert COUNTS == {name: json.loads(told)[name] for name in COUNTS}
    assert COUNTS == {name: shown[name] for name in COUNTS}
    assert {
        "id": "a",
        "text": "why?",
        "state": "drafted",
        "tags": [],
        "titles": ["T"],
        "phrases": ["one", "two"],
        "answer": None,
        "bucket": "hard",
        "metadata": {"origin": "us"},
        "qrels": {},
    } == shown["questions"][0]
    assert [("b", "no")] == [(probe["id"], probe["answer"]) for probe in shown["probes"]]


def test_fields_that_nobody_knows_are_kept_and_counted(book: Path, tmp_path: Path) -> None:
    """Names steer no terminal, and a long list is cut for people but not for programs."""
    wide = {f"f{number:02}": 1 for number in range(14)}
    lines = [{"id": "a", "text": "x", **wide}, {"id": "b", "text": "x", "\x1b[2J": 1, "f00": 2}]
    path = write_lines(tmp_path / "papers.jsonl", lines)

    told = typed("ingest", path, "--corpus", "papers", "--dir", book).stdout.splitlines()
    plain = json.loads(typed("ingest", path, "--corpus", "p", "--dir", book, "--json").stdout)

    assert told[1].startswith("  kept as metadata of units: \\x1b[2J (1), f00 (2), f01 (1), ")
    assert told[1].endswith(", f10 (1), and 3 more")
    assert {"\x1b[2J": 1, **wide, "f00": 2} == plain["metadata"]


def test_a_set_without_judgments_says_nothing_of_judged_documents(
    book: Path, tmp_path: Path
) -> None:
    """There is nothing to check where evidence alone says what answers."""
    corpus = write_lines(tmp_path / "papers.jsonl", [{"id": "d", "text": "one"}])
    typed("ingest", corpus, "--corpus", "papers", "--dir", book)
    path = write_lines(tmp_path / "gold.jsonl", QUESTIONS[:2])

    told = typed("gold", "import", path, "--gold", "mine", "--dir", book).stdout

    assert "judged documents" not in told
    assert "relevance is found by evidence" in told


def test_axes_and_what_is_left_out_are_told(book: Path, tmp_path: Path) -> None:
    """How many questions have axes, how many these are, and who covers them."""
    question = {
        "id": "a",
        "question": "why?",
        "qrels": {"d": 1, "e": 0},
        "axes": ["when", "where"],
        "covers": {"d": ["where"]},
        "exclude": ["e"],
    }
    path = write_lines(tmp_path / "gold.jsonl", [question])

    told = typed("gold", "import", path, "--gold", "mine", "--dir", book).stdout.splitlines()

    assert "  1 question with axes: 2 axes, covered by 1 judged document" in told
    assert "  1 document left out of rankings by questions" in told
