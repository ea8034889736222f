"""What the reader of JSON lines takes, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook import BadData, Gold, Question, Unit
from benchbook.plugins.readers.jsonl import JsonLinesReader


def units(folder: Path, *lines: str) -> list[Unit]:
    """Read lines as a corpus."""
    path = folder / "corpus.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    return [unit for _, unit in JsonLinesReader().corpus(path)]


def gold(folder: Path, *lines: str) -> Gold:
    """Read lines as a gold set."""
    path = folder / "gold.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    return JsonLinesReader().gold(path)


def test_a_document_is_one_unit_of_its_own_name(tmp_path: Path) -> None:
    """Without a document id, the id is both."""
    assert [Unit(unit_id="a", doc_id="a", title="", text="b")] == units(
        tmp_path, '{"id": "a", "text": "b"}'
    )


def test_a_passage_names_its_document_and_section(tmp_path: Path) -> None:
    """Passages keep where they stand."""
    line = '{"_id": "a#1", "doc_id": "a", "title": "t", "text": "b", "section": ["x", "y"], "p": 3}'

    assert [
        Unit(unit_id="a#1", doc_id="a", title="t", text="b", section=("x", "y"), metadata={"p": 3})
    ] == units(tmp_path, line)


def test_a_corpus_line_without_text_is_refused(tmp_path: Path) -> None:
    """An empty text is a text; a missing one is a fault, named by its line."""
    with pytest.raises(BadData) as caught:
        units(tmp_path, '{"id": "a", "text": ""}', '{"id": "b"}')

    assert (2, "no 'text'") == (caught.value.line, caught.value.found)


def test_fields_with_a_meaning_are_kept_as_metadata(tmp_path: Path) -> None:
    """Beside or inside `metadata`; an id that is an integer is taken by its text."""
    line = (
        '{"id": "a", "text": "b", "retracted": true, "year": 2024, "doi": "10.1/x", '
        '"metadata": {"source": "s", "licence": "CC0", "cites": ["d1", 7, "007"]}}'
    )
    (unit,) = units(tmp_path, line)

    assert {
        "cites": ["d1", "7", "007"],
        "doi": "10.1/x",
        "licence": "CC0",
        "retracted": True,
        "source": "s",
        "year": 2024,
    } == unit.metadata


@pytest.mark.parametrize(
    ("field", "found"),
    [
        ('"retracted": "yes"', 'retracted = "yes"'),
        ('"retracted": 1', "retracted = 1"),
        ('"year": "2024"', 'year = "2024"'),
        ('"year": true', "year = true"),
        ('"year": 2024.0', 'year = "2024.0"'),
        ('"doi": 10', "doi = 10"),
        ('"source": ["s"]', 'source = ["s"]'),
        ('"licence": false', "licence = false"),
        ('"cites": "d1"', 'cites = "d1"'),
        ('"cites": ["d1", true]', "true in 'cites'"),
        ('"cites": [""]', "\"\" in 'cites'"),
        ('"metadata": {"year": "2024"}', 'year = "2024"'),
    ],
)
def test_a_field_with_a_meaning_and_another_type_is_refused(
    tmp_path: Path, field: str, found: str
) -> None:
    """A scope or a lane would pass it over in silence."""
    with pytest.raises(BadData) as caught:
        units(tmp_path, "", f'{{"id": "a", "text": "b", {field}}}')

    assert (2, found) == (caught.value.line, caught.value.found)


def test_files_that_people_write_are_read(tmp_path: Path) -> None:
    """With a byte order mark, comments, blank lines and CRLF, corpora and gold sets alike."""
    path = tmp_path / "any.jsonl"
    path.write_bytes(
        b'\xef\xbb\xbf# c\r\n\r\n  # d\r\n{"id": "a", "text": "?", "documents": ["d"]}\r\n'
    )

    assert [4] == [place.line for place, _ in JsonLinesReader().corpus(path)]
    assert ("a",) == JsonLinesReader().gold(path).topics.ids


def test_evidence_says_what_answers_with_documents_or_without(tmp_path: Path) -> None:
    """The names are the sci-rag kit's; unknown fields are metadata."""
    read = gold(
        tmp_path,
        '{"id": "a", "question": "?", "reference_titles": ["T"], "bucket": "b", "origin": "us"}',
        '{"id": "b", "question": "?", "evidence_phrases": "p", "documents": ["d"]}',
        '{"id": "c", "question": "?", "qrels": {"d": 1}, "reference_answer": " "}',
        '{"id": "d", "question": "?", "tags": ["unanswerable"], "reference_answer": "no"}',
    )

    assert {
        "a": Question(titles=("T",), bucket="b", metadata={"origin": "us"}),
        "b": Question(phrases=("p",)),
        "d": Question(answer="no"),
    } == dict(read.questions)
    assert {"b": {"d": 1}, "c": {"d": 1}} == dict(read.qrels.grades)
    assert (("a", "b", "c"), ("d",)) == (read.topics.ids, read.probes.ids)


@pytest.mark.parametrize(
    ("field", "found"),
    [
        ('"reference_titles": [1]', "reference_titles = [1]"),
        ('"evidence_phrases": {}', "evidence_phrases = {}"),
        ('"reference_answer": 1, "documents": []', "reference_answer = 1"),
        ('"bucket": 1, "documents": []', "bucket = 1"),
        ('"reference_titles": [], "evidence_phrases": []', "neither qrels nor documents"),
    ],
)
def test_evidence_of_another_form_is_refused(tmp_path: Path, field: str, found: str) -> None:
    """Each fault is named by its line."""
    with pytest.raises(BadData) as caught:
        gold(tmp_path, f'{{"id": "a", "question": "?", {field}}}')

    assert (1, found) == (caught.value.line, caught.value.found)


def test_rows_of_scix_are_sent_to_their_reader(tmp_path: Path) -> None:
    """They have no ids, so nobody guesses them here."""
    with pytest.raises(BadData, match="--reader scix"):
        gold(tmp_path, '{"query": "?", "gold_bibcodes": ["a"]}')


def test_grades_or_documents_say_what_answers(tmp_path: Path) -> None:
    """A list of documents means grade 1 each."""
    read = gold(
        tmp_path,
        '{"id": "q2", "query": "b?", "documents": ["d2", "d1"]}',
        '{"id": "q1", "text": "a?", "qrels": {"d9": 2, "d8": 0, "d7": -1}}',
    )

    assert ("q1", "q2") == read.topics.ids
    assert ("a?", "b?") == read.topics.texts
    assert {"q1": {"d7": -1, "d8": 0, "d9": 2}, "q2": {"d1": 1, "d2": 1}} == dict(read.qrels.grades)


def test_the_tag_drafted_makes_a_question_drafted(tmp_path: Path) -> None:
    """A question that nobody reviewed is never counted as reviewed or published."""
    read = gold(
        tmp_path,
        '{"id": "a", "question": "?", "documents": ["d"], "tags": ["x", "drafted"]}',
        '{"id": "b", "question": "?", "documents": ["d"]}',
    )

    assert {"drafted": 2} == dict(read.states)
    assert {"a": ("drafted", "x")} == dict(read.tags)


def test_a_published_set_is_called_so_by_whoever_imports_it(tmp_path: Path) -> None:
    """No file can say it of itself; and its drafted questions stay drafted."""
    path = tmp_path / "gold.jsonl"
    path.write_text(
        '{"id": "a", "question": "?", "documents": ["d"], "tags": ["drafted"]}\n'
        '{"id": "b", "question": "?", "documents": ["d"]}\n'
    )
    read = JsonLinesReader(state="as published").gold(path)

    assert {"as published": 1, "drafted": 1} == dict(read.states)


def test_a_question_that_nothing_answers_is_kept_beside(tmp_path: Path) -> None:
    """A probe is not a topic with no relevant document."""
    read = gold(
        tmp_path,
        '{"id": "a", "question": "?", "documents": ["d"]}',
        '{"id": "b", "question": "??", "tags": "unanswerable"}',
    )

    assert (("a",), ("b",)) == (read.topics.ids, read.probes.ids)


def test_a_judged_question_may_have_nothing_relevant(tmp_path: Path) -> None:
    """An empty list is an answer: it was looked for, and there is none."""
    assert ("a",) == gold(tmp_path, '{"id": "a", "question": "?", "documents": []}').topics.ids


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ('"question": "?"', "neither qrels nor documents"),
        ('"question": "?", "qrels": {}, "documents": []', "qrels and documents"),
        ('"documents": []', "no question"),
        ('"question": "?", "query": "?", "documents": []', "question and query"),
        ('"question": " ", "documents": []', "an empty 'question'"),
        ('"question": "?", "qrels": {"d": 1.0}', "grade '1.0'"),
        ('"question": "?", "qrels": {"d": true}', "grade True"),
        ('"question": "?", "qrels": {"d": "1"}', "grade '1'"),
        ('"question": "?", "qrels": {"d": 2147483648}', "grade 2147483648"),
        ('"question": "?", "qrels": [1]', "qrels = [1]"),
        ('"question": "?", "documents": ["d", "d"]', "document 'd' twice"),
    ],
)
def test_a_question_that_can_be_read_two_ways_is_refused(
    tmp_path: Path, fields: str, found: str
) -> None:
    """Each fault is named by its line."""
    with pytest.raises(BadData) as caught:
        gold(tmp_path, "", f'{{"id": "a", {fields}}}')

    assert 2 == caught.value.line
    assert found in caught.value.found


def test_p20_a_topic_that_stands_twice_is_refused_naming_both_lines(tmp_path: Path) -> None:
    """Neither question wins."""
    line = '{"id": "a", "question": "?", "documents": []}'
    with pytest.raises(BadData, match=r"line 3: found question 'a' again.*it stands in line 1"):
        gold(tmp_path, line, "", line)


def test_axes_and_what_covers_them_stand_beside_the_judgments(tmp_path: Path) -> None:
    """Axes in the order of the file; a document that covers none is left out; one is a list."""
    line = (
        '{"id": "q", "question": "?", "qrels": {"a": 1, "b": 0, "c": 1}, "axes": ["x", "y"], '
        '"covers": {"b": ["y", "x"], "a": "x", "c": []}, "exclude": ["q", "b"]}'
    )

    assert {
        "q": Question(axes=("x", "y"), covers={"a": ("x",), "b": ("x", "y")}, exclude=("b", "q"))
    } == gold(tmp_path, line).questions


@pytest.mark.parametrize(
    ("field", "found"),
    [
        ('"axes": [1]', "axes = [1]"),
        ('"axes": ["x"], "covers": ["a"]', 'covers = ["a"]'),
        ('"axes": ["x"], "covers": {"a": ["z"]}', "axis 'z' of 'a' in 'covers'"),
        ('"covers": {"a": ["z"]}', "axis 'z' of 'a' in 'covers'"),
        ('"exclude": {"a": 1}', 'exclude = {"a": 1}'),
    ],
)
def test_axes_of_another_form_are_refused(tmp_path: Path, field: str, found: str) -> None:
    """The line is named."""
    with pytest.raises(BadData) as refused:
        gold(tmp_path, "", f'{{"id": "q", "question": "?", "documents": ["a"], {field}}}')

    assert (2, found) == (refused.value.line, refused.value.found)
