"""What the reader of SciX's gold rows takes, and what it refuses."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from benchbook import BadData, Gold, Question
from benchbook.core.importing.counts import count_questions
from benchbook.core.importing.reader_checks import read_gold
from benchbook.plugins.readers.scix import SciXReader

ROW: dict[str, object] = {
    "query": "Größe of a star",
    "bucket": "concept",
    "discipline": "astrophysics",
    "gold_bibcodes": ["2020A&A...641A...6P", "2019ApJ...875L...1E"],
}


def gold(folder: Path, *rows: dict[str, object]) -> Gold:
    """Read rows below a comment and a blank line."""
    path = folder / "gold.jsonl"
    path.write_text("# a comment\n\n" + "".join(f"{json.dumps(row)}\n" for row in rows))
    return read_gold(SciXReader(), path, "scix")


def test_a_row_is_a_topic_with_its_bucket(tmp_path: Path) -> None:
    """Bibcodes have grade 1; discipline, decile and notes are metadata."""
    read = gold(tmp_path, {**ROW, "notes": "n", "decile": 9})
    (topic,) = read.topics.ids

    assert ("Größe of a star",) == read.topics.texts
    assert {"2019ApJ...875L...1E": 1, "2020A&A...641A...6P": 1} == read.qrels.grades[topic]
    assert (
        Question(
            bucket="concept", metadata={"decile": 9, "discipline": "astrophysics", "notes": "n"}
        )
        == read.questions[topic]
    )
    assert {"as published": 1} == read.states


def test_s25_the_id_is_that_of_the_second_protocol(tmp_path: Path) -> None:
    """Sixteen digits of SHA-256 over the row as sorted, compact JSON, whatever the file's order."""
    row = (
        '{"bucket":"concept","discipline":"astrophysics",'
        '"gold_bibcodes":["2020A&A...641A...6P","2019ApJ...875L...1E"],"query":"Größe of a star"}'
    )
    expected = sha256(row.encode()).hexdigest()[:16]

    assert (expected,) == gold(tmp_path, ROW).topics.ids
    assert (expected,) == gold(tmp_path, dict(reversed(ROW.items()))).topics.ids


def test_p17_a_bibcode_that_a_row_repeats_is_kept_once_and_counted(tmp_path: Path) -> None:
    """It changes no number; the id is that of the row as it stands."""
    read = gold(tmp_path, {**ROW, "gold_bibcodes": ["a", "b", "a", "a"]})

    assert (2, 2) == (len(read.qrels), read.qrels.twins)


def test_s2_a_row_without_bibcodes_is_a_topic_without_a_relevant_document(tmp_path: Path) -> None:
    """It is kept and counted, and is no probe."""
    read = gold(tmp_path, ROW, {**ROW, "query": "other", "gold_bibcodes": []})

    assert (2, 0, 1) == (
        len(read.topics),
        len(read.probes),
        count_questions(read).without_relevant,
    )
    assert 2 == len(read.qrels.topics)


@pytest.mark.parametrize(
    "twin", [ROW, {**ROW, "notes": "n"}, {**ROW, "query": "GRÖSSE of a star "}]
)
def test_p20_a_query_that_stands_twice_is_refused_naming_both_lines(
    tmp_path: Path, twin: dict[str, object]
) -> None:
    """The row itself, or another row with the same query in other letters."""
    with pytest.raises(BadData, match=r"line 4: found .* again.*it stands in line 3"):
        gold(tmp_path, ROW, twin)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"query": None}, "query = null"),
        ({"query": " "}, "an empty 'query'"),
        ({"bucket": ""}, "an empty 'bucket'"),
        ({"discipline": 7}, "discipline = 7"),
        ({"gold_bibcodes": None}, "no 'gold_bibcodes'"),
        ({"gold_bibcodes": "a"}, "gold_bibcodes = 'a'"),
        ({"gold_bibcodes": [""]}, "gold_bibcodes = ['']"),
        ({"gold_bibcodes": [7]}, "gold_bibcodes = [7]"),
        ({"decile": 10}, "decile = 10"),
        ({"decile": True}, "decile = True"),
        ({"decile": "1"}, "decile = '1'"),
    ],
)
def test_a_row_of_another_form_is_refused(
    tmp_path: Path, change: dict[str, object], found: str
) -> None:
    """Each fault is named by its line."""
    with pytest.raises(BadData) as caught:
        gold(tmp_path, {**ROW, **change})

    assert (3, found) == (caught.value.line, caught.value.found)


def test_it_reads_no_corpus(tmp_path: Path) -> None:
    """The message says what to do."""
    with pytest.raises(BadData, match="Ingest the papers as JSON lines"):
        SciXReader().corpus(tmp_path / "gold.jsonl")
