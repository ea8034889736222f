"""What a person types to profile an experiment, and what they read: on the shipped demo."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main

LANES = """\
from benchbook import LanePlugin, hookimpl

class Breaking:
    def __init__(self, corpus):
        pass

    def retrieve(self, topics, depth):
        raise ERROR

@hookimpl
def benchbook_plugins():
    return [LanePlugin(name="breaking", version="1", summary="a toy", build=Breaking)]
"""
EXPERIMENT = """\
[experiment]
depth = 10
metrics = ["nDCG@10"]
[lanes.keyword]
plugin = "bm25"
[lanes.broken]
plugin = "local:breaking"
[conditions.both]
fuser = "rrf"
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the demo's workspace."""
    folder = tmp_path_factory.mktemp("demo")
    assert 0 == CliRunner().invoke(main, ["demo", "--dir", str(folder)]).exit_code
    return folder


def typed(book: Path, *words: str) -> Result:
    """Profile as a person would."""
    return CliRunner().invoke(main, ["eval", "profile", *words, "--dir", str(book)])


def broken(folder: Path, error: str) -> list[str]:
    """Give what is typed for an experiment with a lane that raises."""
    (folder / "lanes.py").write_text(LANES.replace("ERROR", error))
    (folder / "e.toml").write_text(EXPERIMENT)
    return [str(folder / "e.toml"), "--plugin", str(folder / "lanes.py")]


@pytest.mark.slow
def test_the_ablation_is_profiled_and_the_ledger_stays(book: Path) -> None:
    """Every lane and condition has its row, none is 100 columns wide, and no byte is appended."""
    before = {path: path.read_bytes() for path in book.rglob("*") if path.is_file()}
    said = typed(book, "--ablation", "--runs", "2")
    after = {path: path.read_bytes() for path in book.rglob("*") if path.is_file()}

    assert 0 == said.exit_code, said.output
    assert before == after
    assert "A profile is no evaluation: nothing is recorded." in said.stdout
    assert "Times in ms; p50, p95: linear interpolation over n samples" in said.stdout
    assert max(map(len, said.stdout.splitlines())) < 100
    for row in ("vector", "keyword", "graph", "with_rerank: rerank", "no_retracted: measure"):
        assert re.search(rf"^{row}  +[\d.]", said.stdout, re.MULTILINE), row
    assert re.search(r"^hyde +skipped( +– +– +0){2}$", said.stdout, re.MULTILINE)
    assert "\nlane hyde skipped: no expansions" in said.stdout
    assert "\nwithout lane hyde, which was skipped: full_deep, " in said.stdout


def test_programs_get_the_kits_keys(book: Path) -> None:
    """Questions and passes, then lanes and conditions with their stages."""
    said = typed(book, "demo.toml", "--runs", "1", "--json")
    plain = json.loads(said.stdout)
    cold, warm = plain["lanes"][0]["stages"]

    assert (1, "none") == (plain["runs_per_question"], plain["query_cache"])
    assert plain["questions"] == cold["runs"] == cold["ran"] == sum(cold["statuses"].values())
    assert cold["p50_ms"] > 0
    assert {"runs": 0, "ran": 0, "p50_ms": None, "statuses": {}} == {
        key: warm[key] for key in ("runs", "ran", "p50_ms", "statuses")
    }


def test_one_pass_says_that_nothing_is_warm(book: Path) -> None:
    """And the columns hold a dash and no sample."""
    said = typed(book, "--ablation", "--condition", "keyword_only", "--runs", "1")

    assert "\nwarm: no figure, since --runs 1 makes one pass\n" in said.stdout
    assert re.search(r"^keyword .* – +– +0$", said.stdout, re.MULTILINE)


@pytest.mark.parametrize("runs", ["0", "-1", "many"])
def test_less_than_one_pass_is_usage(book: Path, runs: str) -> None:
    """Nothing can be said of no pass."""
    said = typed(book, "demo.toml", "--runs", runs)

    assert 2 == said.exit_code
    assert "--runs" in said.stderr


def test_a_lane_that_breaks_ends_with_code_8(book: Path, tmp_path: Path) -> None:
    """The profile is printed all the same, the lane with its reason."""
    said = typed(book, *broken(tmp_path, 'OSError("the index is gone")'))

    assert 8 == said.exit_code, said.output
    assert "\nlane broken failed: OSError: the index is gone (at topic " in said.stdout
    assert "\ncondition both failed: it needs lane broken, which broke\n" in said.stdout
    assert re.search(r"^keyword +[\d.,]+ +[\d.]+ ", said.stdout, re.MULTILINE)


def test_conditions_are_chosen_and_a_mistyped_one_is_named(book: Path) -> None:
    """Only what is asked for is built; code 2 for what is not there."""
    said = typed(book, "--ablation", "--condition", "keyword_only", "--json")
    plain = json.loads(said.stdout)
    wrong = typed(book, "--ablation", "--condition", "keyword")

    assert (["keyword"], ["keyword_only"]) == (
        [lane["lane"] for lane in plain["lanes"]],
        [condition["condition"] for condition in plain["conditions"]],
    )
    assert 2 == wrong.exit_code
    assert "has no condition 'keyword'" in str(wrong.exception) + wrong.stderr


def test_an_interrupted_profile_is_not_to_be_resumed(book: Path, tmp_path: Path) -> None:
    """Nothing of it is there to be gone on with; of a run there is, and that is said."""
    words = broken(tmp_path, "KeyboardInterrupt")
    profile = typed(book, *words)
    shutil.copytree(book, tmp_path / "copy")
    begun = CliRunner().invoke(main, ["eval", "retrieval", *words, "--dir", str(tmp_path / "copy")])

    assert (130, "benchbook: interrupted\n") == (profile.exit_code, profile.stderr)
    assert (130, "benchbook: interrupted; a run that had begun goes on with --resume\n") == (
        begun.exit_code,
        begun.stderr,
    )
