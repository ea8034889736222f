"""`benchbook eval credit` on a recorded run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import benchbook
from benchbook.cli.main import main
from book import make_store

EXPERIMENT = """
[experiment]
name = "credited"
retrieve = 20
depth = 10
metrics = ["nDCG@10", "RR"]
[lanes.first]
plugin = "bm25"
[lanes.second]
plugin = "bm25"
b = 0.1
[lanes.third]
plugin = "fts5"
[conditions.all]
fuser = "rrf"
weights = { first = 2, second = 1, third = 0.5 }
[conditions.without_second]
extends = "all"
without = ["second"]
[conditions.first_only]
fuser = "single"
lanes = ["first"]
[conditions.prior]
fuser = "dense-prior"
dense = "first"
lanes = ["first", "second"]
"""


def typed(*words: object) -> Result:
    """Type a command."""
    return CliRunner().invoke(main, list(map(str, words)))


def plain(shown: Result) -> dict[str, Any]:
    """What a program reads."""
    assert shown.exit_code == 0, shown.output
    told: dict[str, Any] = json.loads(shown.stdout)
    return told


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a run."""
    folder = tmp_path_factory.mktemp("book")
    make_store(folder)
    (folder / "credited.toml").write_text(EXPERIMENT)
    done = typed("eval", "retrieval", folder / "credited.toml", "--dir", folder)
    assert done.exit_code == 0, done.output
    return folder


def credited(book: Path, *words: object) -> dict[str, Any]:
    """The credit as JSON."""
    told = plain(typed("eval", "credit", "--dir", book, "--json", *words))
    found: dict[str, Any] = told["credit"]
    return found


def report(book: Path) -> dict[str, str | None]:
    """The means of the run's report by condition."""
    content = benchbook.open("latest", dir=book).report
    return {one.name: one.numbers[0].value for one in content.conditions}


def test_subsets_are_fused_as_the_condition_is(book: Path) -> None:
    """What the experiment measures of the same lanes and weights is what the credit says."""
    found, means = credited(book, "--condition", "all"), report(book)

    lanes = {one["lane"]: one for one in found["lanes"]}
    assert means["all"] == found["whole"]
    assert means["first_only"] == lanes["first"]["alone"]
    assert means["without_second"] == lanes["second"]["without"]


def test_the_values_sum_to_the_whole(book: Path) -> None:
    """Of means and of every topic; a topic without a relevant document has none of them."""
    told = plain(typed("eval", "credit", "--dir", book, "--json", "--condition", "all"))
    found, columns = told["credit"], told["values"]

    total = sum(float(one["shapley"]) for one in found["lanes"])
    assert total == pytest.approx(float(found["whole"]), abs=1e-8)
    shares = [columns[f"shapley {lane}"] for lane in ("first", "second", "third")]
    for whole, *parts in zip(columns["whole"], *shares, strict=True):
        assert {whole is None} == {part is None for part in parts}
        if whole is not None:
            assert sum(map(float, parts)) == pytest.approx(float(whole), abs=1e-9)


def test_it_is_of_the_run_and_not_of_a_file(book: Path) -> None:
    """A file that was edited since changes nothing: the run's own weights count."""
    path = book / "credited.toml"
    before = credited(book, "--condition", "all")
    path.write_text(EXPERIMENT.replace("first = 2", "first = 9"))

    after = credited(book, "--condition", "all")
    path.write_text(EXPERIMENT)

    assert before == after


def test_p_are_corrected_over_the_lanes_and_no_finding(book: Path) -> None:
    """Nothing of this was declared: the words are hints, after the correction."""
    lost = [one["lost"] for one in credited(book, "--condition", "all")["lanes"]]

    assert [False] * 3 == [one["declared"] for one in lost]
    assert not {"better", "worse"} & {one["verdict"] for one in lost}
    assert all(float(one["corrected"]) >= float(one["p"]) for one in lost)


def test_a_credit_is_recorded_once(book: Path) -> None:
    """The second time it is read again; the ledger verifies and the report replays."""
    first = plain(typed("eval", "credit", "--dir", book, "--json"))
    second = plain(typed("eval", "credit", "--dir", book, "--json"))

    assert first == second
    assert typed("ledger", "verify", "--dir", book).exit_code == 0
    assert typed("replay", "latest", "--dir", book).exit_code == 0


def test_what_cannot_be_fused_is_not_measured(book: Path) -> None:
    """dense-prior needs its dense lane: no Shapley value, and never 0."""
    found = credited(book, "--condition", "prior")
    shown = typed("eval", "credit", "--dir", book, "--condition", "prior")

    assert ["second"] == [names for names, _ in found["unfused"]]
    assert [None, None] == [one["shapley"] for one in found["lanes"]]
    assert "not measured" in shown.stdout
    assert "! second cannot be fused" in shown.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--condition", "nobody"), "no condition 'nobody'"),
        (("--metric", "P@3"), "does not measure 'P@3'"),
        (("--metric", "Judged@10"), "says how much is judged"),
        (("ffff",), "there is no run 'ffff'"),
    ],
)
def test_what_there_is_not_is_refused(book: Path, words: tuple[str, ...], told: str) -> None:
    """One line and exit code 2."""
    shown = typed("eval", "credit", "--dir", book, *words)

    assert (2, True) == (shown.exit_code, told in shown.output), shown.output


@pytest.mark.parametrize("form", ["csv", "latex", "markdown", "html"])
def test_other_forms_hold_the_same(book: Path, form: str) -> None:
    """For a spreadsheet, a paper, a pull request and a browser."""
    shown = typed("eval", "credit", "--dir", book, f"--{form}")

    assert (0, True) == (shown.exit_code, "second" in shown.stdout), shown.output
