"""What the reader of the sci-rag kit's files takes, and what it refuses."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from benchbook import BadData, Gold, Question, Unit, UsageError
from benchbook.core.importing.reader_checks import read_corpus, read_gold
from benchbook.plugins.readers.sci_rag import SciRagReader

COMMENT = "# a comment, as the kit's files have them\n\n"


def manifest(folder: Path, *lines: dict[str, object]) -> Path:
    """Write documents a.md and b/c.md, and a manifest."""
    (folder / "b").mkdir(exist_ok=True)
    (folder / "a.md").write_text("# A\na\n")
    (folder / "b" / "c.md").write_text("---\nyear: 1999\nx: 1\n---\nc\n")
    text = COMMENT + "".join(f"{json.dumps(line)}\r\n" for line in lines)
    (folder / "manifest.jsonl").write_bytes(b"\xef\xbb\xbf" + text.encode())
    return folder


def units(path: Path) -> list[Unit]:
    """Read a corpus."""
    return [unit for _, unit in SciRagReader().corpus(path)]


def gold(folder: Path, *lines: dict[str, object]) -> Gold:
    """Read questions."""
    path = folder / "eval_seed_questions.jsonl"
    path.write_text(COMMENT + "".join(f"{json.dumps(line)}\n" for line in lines))
    return SciRagReader().gold(path)


def test_a_manifest_says_what_is_known_of_its_documents(tmp_path: Path) -> None:
    """Title and fields go before those of the file; the licence has the name that scopes use."""
    path = manifest(
        tmp_path,
        {"path": "b/c.md", "title": "C", "year": 2023, "license_class": "public", "source": "s"},
        {"path": "a.md", "authors": ["N. N."], "title": None},
    )

    assert [
        ("b/c", "C", {"year": 2023, "x": 1, "licence": "public", "source": "s"}),
        ("a", "A", {"authors": ["N. N."]}),
    ] == [(unit.unit_id, unit.title, unit.metadata) for unit in units(path)]
    assert units(path) == units(path / "manifest.jsonl")


def test_a_folder_without_a_manifest_gives_its_markdown(tmp_path: Path) -> None:
    """The documents that the manifest would name."""
    path = manifest(tmp_path)
    (path / "manifest.jsonl").unlink()

    assert ["a", "b/c"] == [unit.doc_id for unit in units(path)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ({"title": "x"}, "no 'path'"),
        ({"path": "../a.md"}, "path '../a.md'"),
        ({"path": "/a.md"}, "path '/a.md'"),
        ({"path": "a.pdf"}, "path 'a.pdf'"),
        ({"path": "lost.md"}, "path 'lost.md', where no file is"),
        ({"path": "a.md", "year": "2023"}, 'year = "2023"'),
        ({"path": "a.md", "title": 7}, "title = 7"),
        ({"path": "a.md", "authors": 7}, "authors = 7"),
        ({"path": "a.md", "licence": "x", "license_class": "y"}, "'licence' and 'license_class'"),
    ],
)
def test_a_line_of_a_manifest_that_cannot_be_meant_is_refused(
    tmp_path: Path, line: dict[str, object], found: str
) -> None:
    """File and line are named, and nothing outside of the folder is read."""
    with pytest.raises(BadData) as caught:
        units(manifest(tmp_path, line))

    assert (str(tmp_path / "manifest.jsonl"), 3) == (caught.value.file, caught.value.line)
    assert found == caught.value.found


def test_a_document_that_a_manifest_names_twice_is_refused(tmp_path: Path) -> None:
    """Both lines are named."""
    with pytest.raises(BadData, match=r"line 4: found 'a\.md' again.*in line 3"):
        units(manifest(tmp_path, {"path": "a.md"}, {"path": "./a.md"}))


def test_a_folder_without_documents_is_refused(tmp_path: Path) -> None:
    """It says what was looked for."""
    with pytest.raises(BadData, match=r"manifest\.jsonl, or files ending in \.md"):
        units(tmp_path)


def test_questions_keep_everything_that_the_kit_has(tmp_path: Path) -> None:
    """Titles, phrases, answer and tags; fields that the kit does not have are metadata."""
    read = gold(
        tmp_path,
        {
            "id": "b",
            "question": "why?",
            "reference_answer": "because",
            "reference_titles": ["T"],
            "evidence_phrases": ["18", "one two"],
            "tags": ["x", "drafted"],
            "origin": "us",
        },
        {"id": "a", "question": "how?", "evidence_phrases": ["p"], "reference_answer": None},
    )

    assert (("a", "b"), {"b": ("drafted", "x")}) == (read.topics.ids, dict(read.tags))
    assert {
        "a": Question(phrases=("p",)),
        "b": Question(
            titles=("T",), phrases=("18", "one two"), answer="because", metadata={"origin": "us"}
        ),
    } == dict(read.questions)
    assert {"as published": 1, "drafted": 1} == read.states


def test_tags_are_told_apart_by_case(tmp_path: Path) -> None:
    """`Unanswerable` is a tag like any other, so its question needs evidence."""
    with pytest.raises(BadData, match="without evidence"):
        gold(tmp_path, {"id": "a", "question": "?", "tags": ["Unanswerable"]})


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ({"question": "?", "evidence_phrases": ["p"]}, "no 'id'"),
        ({"id": "a", "evidence_phrases": ["p"]}, "no 'question'"),
        ({"id": "a", "question": " ", "evidence_phrases": ["p"]}, "an empty 'question'"),
        ({"id": "a", "question": "?"}, "a question without evidence"),
        ({"id": "a", "question": "?", "evidence_phrases": [7]}, "evidence_phrases = [7]"),
        ({"id": "a", "question": "?", "reference_answer": 7}, "reference_answer = 7"),
    ],
)
def test_a_question_that_cannot_be_measured_is_refused(
    tmp_path: Path, line: dict[str, object], found: str
) -> None:
    """Its line is named."""
    with pytest.raises(BadData) as caught:
        gold(tmp_path, line)

    assert (3, found) == (caught.value.line, caught.value.found)


def test_p20_an_id_that_stands_twice_is_refused_naming_both_lines(tmp_path: Path) -> None:
    """Neither question wins."""
    line: dict[str, object] = {"id": "q44", "question": "?", "evidence_phrases": ["p"]}
    with pytest.raises(BadData, match=r"line 4: found question 'q44' again.*line 3"):
        gold(tmp_path, line, line)


def test_questions_are_found_in_a_folder(tmp_path: Path) -> None:
    """In it, or in its folder `domain`; where there are both, neither is chosen."""
    (tmp_path / "domain").mkdir()
    file = tmp_path / "domain" / "eval_seed_questions.jsonl"
    file.write_text('{"id": "a", "question": "?", "evidence_phrases": ["p"]}\n')

    assert ("a",) == SciRagReader().gold(tmp_path).topics.ids
    gold(tmp_path, {"id": "b", "question": "?", "evidence_phrases": ["p"]})
    with pytest.raises(BadData, match="one of them"):
        SciRagReader().gold(tmp_path)


def test_a_folder_without_questions_is_refused(tmp_path: Path) -> None:
    """It says what was looked for."""
    with pytest.raises(BadData, match=r"no questions; expected .*eval_seed_questions\.jsonl"):
        SciRagReader().gold(manifest(tmp_path))


def test_every_file_that_is_read_is_listed(tmp_path: Path) -> None:
    """Questions, manifest and the documents that it names."""
    path = manifest(tmp_path, {"path": "a.md"})
    gold(path, {"id": "b", "question": "?", "evidence_phrases": ["p"]})

    assert ["eval_seed_questions.jsonl", "manifest.jsonl", "a.md"] == [
        file.name for file in SciRagReader().files(path)
    ]


def test_a_size_below_100_is_refused() -> None:
    """As of the reader of Markdown."""
    with pytest.raises(UsageError, match="at least 100"):
        SciRagReader(size=1)


def test_k7_the_demo_corpus_is_read(shared_data: Path) -> None:
    """Five documents of six sections: 30 passages. The kit has 34: its four tables stand alone."""
    path = shared_data / "sci_rag_demo"
    made = read_corpus(SciRagReader(), path, "sci-rag")
    tables = sum("|--" in unit.text for unit in made)

    assert {6} == set(Counter(unit.doc_id for unit in made).values())
    assert (5, 30, 4) == (len({unit.doc_id for unit in made}), len(made), tables)
    for file in sorted((path / "fixture").glob("*.md")):
        parts = [unit.text for unit in made if unit.doc_id == f"fixture/{file.stem}"]
        assert file.read_text("utf-8") == "".join(parts)


def test_k6_the_demo_questions_are_read(shared_data: Path) -> None:
    """Nine answerable questions with evidence, and one probe, which has an answer too."""
    read = read_gold(SciRagReader(), shared_data / "sci_rag_demo", "sci-rag")

    assert (9, ("switchgrass-honesty",)) == (len(read.topics), read.probes.ids)
    assert all(read.questions[topic].has_evidence for topic in read.topics.ids)
    assert 10 == sum(question.answer is not None for question in read.questions.values())
    assert {"as published": 9} == read.states
    assert ("multi-hop", "siting") == read.tags["digester-siting"]
