"""What a person types to check a gold set, and what they read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from evidence_made import EVIDENCE_EXPERIMENT, make_evidence_store


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Give a workspace with a gold set that has evidence, and an experiment."""
    make_evidence_store(tmp_path)
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "e.toml").write_text(EVIDENCE_EXPERIMENT)
    return tmp_path


def typed(book: Path, *words: str) -> Result:
    """Check the gold set as a person would."""
    return CliRunner().invoke(main, ["gold", "check", "made", *words, "--dir", str(book)])


def test_a_check_explains_each_match(book: Path) -> None:
    """Which unit holds a phrase, what is near to one that none holds, and the counts."""
    said = typed(book, "--against", "made")

    assert 0 == said.exit_code
    assert '  phrase "18 percent ash": 2 units of 2 documents\n' in said.stdout
    assert '    in rice#1: "straw with [18 percent ash]"\n' in said.stdout
    assert '  phrase "18": ignored, under three characters\n' in said.stdout
    assert "    near, inside '1320': 1 unit, in oat:" in said.stdout
    assert '  title "Rye": 2 units of 2 documents, which all count\n' in said.stdout
    assert "question lost: nothing relevant\n" in said.stdout
    assert "phrases: 6, of which 2 in no unit, 1 ignored\n" in said.stdout


def test_text_of_a_corpus_cannot_steer_the_terminal(book: Path) -> None:
    """An escape code in an excerpt is shown, not sent."""
    said = typed(book, "--against", "made")

    assert "\\x1b[31m [320] of them wet" in said.stdout
    assert "\x1b" not in said.stdout


def test_a_lane_of_an_experiment_is_asked(book: Path) -> None:
    """What it never returns is listed with the question."""
    said = typed(book, "--against", "keyword", "--experiment", "e.toml")

    assert 0 == said.exit_code
    assert "against lane keyword over corpus made" in said.stdout
    assert "  never returned by lane keyword: oat, rye-2\n" in said.stdout
    assert '  never returned by lane keyword: any unit of title "Oat"\n' in said.stdout
    assert "of which 2 cannot be returned by lane keyword\n" in said.stdout


def test_strict_ends_with_code_4(book: Path) -> None:
    """The check is printed all the same, so that a log says what is wrong."""
    said = typed(book, "--against", "made", "--strict")

    assert 4 == said.exit_code
    assert "questions: 4, of which 1 have nothing relevant" in said.stdout


def test_programs_get_everything(book: Path) -> None:
    """Every question with what it names, its matches, excerpts and near misses."""
    said = typed(book, "--against", "keyword", "--experiment", "e.toml", "--json")

    plain = json.loads(said.stdout)
    assert ("keyword", "fold/1", True) == (plain["lane"], plain["match"], plain["lost"])
    both = next(one for one in plain["questions"] if one["id"] == "both")
    assert ["oat", "rye-2"] == both["unreturned"]
    assert [{"kind": "title", "text": "Oat"}] == both["unshown"]
    assert ("302,000 dry tons", ["rice"]) == (
        both["evidence"][2]["text"],
        both["evidence"][2]["matches"],
    )


def test_nothing_to_check_against_is_said(book: Path) -> None:
    """A mistyped name ends with code 2 and names what there is."""
    said = typed(book, "--against", "paper")

    assert 2 == said.exit_code
    assert "is neither a corpus nor a lane; corpora here: made" in said.stderr
