"""What a person types to bring data in, and what they read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from collections_made import new_store, write_beir, write_lines


def typed(*words: object) -> Result:
    """Run the program as a person would."""
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Give a workspace."""
    new_store(tmp_path / "book").close()
    return tmp_path / "book"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a collection whose qrels name a document that it does not have."""
    return write_beir(tmp_path / "collection", ["d1", "d2"], ["t1\td1\t1", "t2\tlost\t1"])


def test_ingesting_says_what_came_in(book: Path, folder: Path) -> None:
    """Counts, the beginning of the digest, and the position."""
    said = typed("ingest", folder, "--corpus", "papers", "--dir", book)

    assert 0 == said.exit_code
    head = "corpus papers: 2 units of 2 documents, read by benchbook:beir, digest "
    assert said.stdout.startswith(head)
    assert said.stdout.endswith("ingested at position 2\n")


def test_ingesting_again_says_unchanged(book: Path, folder: Path) -> None:
    """With the position where it stands."""
    typed("ingest", folder, "--corpus", "papers", "--dir", book)

    said = typed("ingest", folder, "--corpus", "papers", "--dir", book)

    assert said.stdout.endswith("unchanged since position 2\n")


def test_ingesting_gives_json_to_programs(book: Path, folder: Path) -> None:
    """The digest in full."""
    said = typed("ingest", folder, "--corpus", "papers", "--dir", book, "--json")

    plain = json.loads(said.stdout)
    assert (2, True, 64) == (plain["units"], plain["new"], len(plain["digest"]))


def test_a_gold_set_says_what_it_names_and_nobody_has(book: Path, folder: Path) -> None:
    """Unknown documents are shown, not passed over."""
    typed("ingest", folder, "--corpus", "papers", "--dir", book)

    said = typed("gold", "import", folder, "--gold", "mine", "--dir", book)

    assert 0 == said.exit_code
    assert "gold set mine: 2 topics (2 as published)" in said.stdout
    assert "1 of 2 judged documents is not in corpus papers: 'lost' (1 judgment)" in said.stdout


def test_a_declared_corpus_is_listed_and_shown_as_such(book: Path, folder: Path) -> None:
    """Beside those that were ingested, with who says so."""
    typed("ingest", folder, "--corpus", "papers", "--dir", book)
    said = ("declare", "library", "--engine", "OpenSearch", "--version", "2.19", "--documents", 12)
    more = ("--units", 48, "--attested-by", "search team", "--dir", book)
    first = typed("corpus", *said, *more)
    again = typed("corpus", *said, *more, "--json")
    listed = json.loads(typed("corpus", "list", "--json", "--dir", book).stdout)
    shown = typed("corpus", "show", "library", "--dir", book).stdout

    assert first.stdout.startswith(
        "corpus library: 48 units of 12 documents in OpenSearch 2.19, attested by search team, "
    )
    assert first.stdout.endswith("declared at position 3\n")
    assert (False, "2.19") == (
        json.loads(again.stdout)["new"],
        json.loads(again.stdout)["engine_version"],
    )
    assert [("library", "declared"), ("papers", "ingested")] == [
        (one["corpus"], one["kind"]) for one in listed
    ]
    assert "attested by  search team" in shown
    assert "library  declared" in typed("corpus", "list", "--dir", book).stdout


def test_a_declaration_without_sense_is_a_usage_error(book: Path) -> None:
    """With the code of one, and what was expected."""
    said = ("--engine", "https://host", "--version", "1", "--documents", 3, "--dir", book)
    refused = typed("corpus", "declare", "library", *said)

    assert 2 == refused.exit_code
    assert "--engine holds an address" in refused.stderr


def test_a_gold_set_without_a_corpus_says_not_checked(book: Path, folder: Path) -> None:
    """Nobody thinks that all documents were found."""
    said = typed("gold", "import", folder, "--gold", "mine", "--dir", book)

    assert "documents not checked" in said.stdout


def test_strict_ends_with_4_and_one_line(book: Path, folder: Path) -> None:
    """No traceback, and nothing recorded."""
    typed("ingest", folder, "--corpus", "papers", "--dir", book)

    said = typed("gold", "import", folder, "--gold", "mine", "--strict", "--dir", book)

    assert (4, 1, "") == (said.exit_code, said.stderr.count("\n"), said.stdout)
    assert "'lost'" in said.stderr
    assert "mine" not in typed("gold", "list", "--dir", book).stdout


def test_a_parameter_reaches_the_reader(book: Path, folder: Path) -> None:
    """Another split is read when asked."""
    (folder / "qrels" / "dev.tsv").write_text("t3\td1\t1\n")

    said = typed(
        "gold", "import", folder, "--gold", "dev", "--set", "split=dev", "--dir", book, "--json"
    )

    assert 1 == json.loads(said.stdout)["topics"]


@pytest.mark.parametrize("given", ["split", "=dev", "splt=dev", "split=7"])
def test_a_parameter_that_cannot_be_meant_ends_with_2(book: Path, folder: Path, given: str) -> None:
    """The message says what is wrong with it."""
    said = typed("ingest", folder, "--corpus", "papers", "--set", given, "--dir", book)

    assert 2 == said.exit_code
    assert "split" in said.stderr or "KEY=VALUE" in said.stderr


@pytest.mark.parametrize(
    "line", ['{"id": "a"}', '{"id": "a", "text": "x", "text": "y"}', "not json", '{"id": 1.0}']
)
def test_a_broken_file_ends_with_4_and_names_its_line(
    book: Path, tmp_path: Path, line: str
) -> None:
    """One line on stderr, the file as it was typed."""
    path = tmp_path / "papers.jsonl"
    path.write_text(f'{{"id": "z", "text": "z"}}\n{line}\n')

    said = typed("ingest", path, "--corpus", "papers", "--dir", book)

    assert (4, 1) == (said.exit_code, said.stderr.count("\n"))
    assert f"{path}, line 2: found " in said.stderr


def test_a_path_that_is_not_there_ends_with_4(book: Path) -> None:
    """It is named."""
    said = typed("ingest", "nowhere", "--corpus", "papers", "--dir", book)

    assert (4, "benchbook: nowhere: no such file or folder\n") == (said.exit_code, said.stderr)


def test_without_a_workspace_it_ends_with_2(tmp_path: Path, folder: Path) -> None:
    """The message says how to make one."""
    said = typed("ingest", folder, "--corpus", "papers", "--dir", tmp_path)

    assert 2 == said.exit_code
    assert "benchbook init" in said.stderr


def test_corpora_are_listed_and_shown(book: Path, folder: Path) -> None:
    """By name, with counts and digest."""
    typed("ingest", folder, "--corpus", "papers", "--dir", book)
    listed = json.loads(typed("corpus", "list", "--json", "--dir", book).stdout)
    shown = json.loads(typed("corpus", "show", "papers", "--json", "--dir", book).stdout)

    assert ["papers"] == [one["corpus"] for one in listed]
    assert (2, listed[0]["digest"]) == (shown["units"], shown["digest"])
    assert shown["digest"] in typed("corpus", "show", "papers", "--dir", book).stdout
    assert shown["digest"][:12] in typed("corpus", "list", "--dir", book).stdout


def test_gold_sets_are_listed_and_shown_with_their_questions(book: Path, tmp_path: Path) -> None:
    """Each question with its state and how many documents answer it."""
    path = write_lines(
        tmp_path / "gold.jsonl",
        [
            {"id": "a", "question": "why\x1b[2J?", "qrels": {"d": 2, "e": 0}, "tags": ["drafted"]},
            {"id": "b", "question": "how?", "documents": ["d"]},
        ],
    )
    published = ("--set", "state=as published")
    typed("gold", "import", path, "--gold", "mine", *published, "--dir", book)
    shown = typed("gold", "show", "mine", "--dir", book).stdout
    plain = json.loads(typed("gold", "show", "mine", "--json", "--dir", book).stdout)

    assert "\x1b" not in shown
    assert ["a", "drafted", "2", "1"] == shown.splitlines()[2].split()[:4]
    assert {"d": 2, "e": 0} == plain["questions"][0]["qrels"]
    assert "1 as published, 1 drafted" in typed("gold", "list", "--dir", book).stdout


@pytest.mark.parametrize("kind", ["corpus", "gold"])
def test_a_name_that_is_not_there_ends_with_2(book: Path, kind: str) -> None:
    """The message says what there is."""
    said = typed(kind, "show", "nothing", "--dir", book)

    assert (2, 1) == (said.exit_code, said.stderr.count("\n"))
    assert "this workspace has none" in said.stderr


def test_what_was_kept_beside_is_told(book: Path, tmp_path: Path) -> None:
    """Repeated judgments, questions without an answer, and judged topics without a question."""
    folder = write_beir(tmp_path / "fits", ["d1"], ["t1\td1\t1", "t1\td1\t1", "t9\td1\t1"])
    typed("ingest", folder, "--corpus", "papers", "--dir", book)
    probe = {"id": "b", "question": "?", "tags": ["unanswerable"]}
    path = write_lines(
        tmp_path / "gold.jsonl", [{"id": "a", "question": "?", "documents": ["d1"]}, probe]
    )

    told = typed("gold", "import", folder, "--gold", "fits", "--dir", book).stdout
    beside = typed("gold", "import", path, "--gold", "mine", "--dir", book).stdout

    assert "1 repeated judgment kept once" in told
    assert "1 judged topic without a question: 't9'" in told
    assert "1 judged document: none is missing in corpus papers" in told
    assert "1 unanswerable question kept beside, not measured" in beside


def test_a_parameter_that_is_given_twice_ends_with_2(book: Path, folder: Path) -> None:
    """Neither value wins."""
    twice = ("--set", "split=dev", "--set", "split=test")

    said = typed("ingest", folder, "--corpus", "papers", *twice, "--dir", book)

    assert 2 == said.exit_code
    assert "given twice" in said.stderr
