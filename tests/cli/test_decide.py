"""`benchbook decide` and `decisions`: what was decided stays to be seen, as what was not."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from book import EXPERIMENT, Stop, make_store, open_store, run
from gated import gate, ran

TEXT = EXPERIMENT + gate("g", "at_least = 0.99") + '[decision]\nname = "go"\n'


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with two reports, one of a run with a rule, and an abandoned run."""
    folder = tmp_path_factory.mktemp("decided")
    with open_store(make_store(folder, 24)) as store:
        ran(store, EXPERIMENT)
        ran(store, TEXT)
        store.appends_left = 3
        with pytest.raises(Stop):
            run(store, entropy=lambda size: b"\xee" * size)
    return folder


@pytest.fixture
def book(made: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(made, tmp_path / "book")
    return tmp_path / "book"


def typed(book: Path, *words: str) -> Result:
    """What a person types."""
    return CliRunner().invoke(main, [*words, "--dir", str(book)])


def decide(book: Path, decision: str, why: str, report: str = "latest") -> Result:
    """Decide on a report."""
    return typed(book, "decide", report, decision, "--why", why)


def bank(book: Path) -> dict[str, Any]:
    """The bank as JSON tells it."""
    found: dict[str, Any] = json.loads(typed(book, "decisions", "--json").stdout)
    return found


def test_the_bank_lists_reports_on_which_nobody_decided(book: Path) -> None:
    """With what they found, be it nothing, and the runs that were abandoned."""
    found = bank(book)

    assert (3, 1, 0) == (found["runs"], found["abandoned"], found["unreported"])
    assert [None, None] == [one["decision"] for one in found["reports"]]
    assert ["", "keep"] == [one["by_rule"] for one in found["reports"]]
    shown = typed(book, "decisions").stdout
    assert 2 == shown.count("no decision")
    assert "3 runs in this log: 1 abandoned without an end, 0 unreported" in shown


def test_a_null_finding_is_listed_as_one(book: Path) -> None:
    """No difference found is said so, with how many comparisons, and is not called equal."""
    found = [one["found"] for one in bank(book)["reports"]]

    assert all("equal" not in one for one in found)
    assert all(
        one.startswith("no difference found: ") or "better" in one or "worse" in one
        for one in found
    )


def test_a_decision_stands_with_its_reason(book: Path) -> None:
    """Metrics may be named in it; the rule of the experiment stays beside it."""
    done = decide(book, "adopt", "nDCG@10 matters more than the gate")
    (_, row) = bank(book)["reports"]

    assert 0 == done.exit_code, done.output
    assert ("adopt", "keep") == (row["decision"], row["by_rule"])
    assert "nDCG@10 matters more than the gate" == row["why"]
    assert f"recorded at position {row['decided']}" in done.stdout


def test_a_later_decision_replaces_an_earlier_one_in_sight_of_all(book: Path) -> None:
    """Both are there, and the later one names the position of the earlier one."""
    decide(book, "adopt", "first")
    second = decide(book, "reject", "second")
    (_, row) = bank(book)["reports"]
    (earlier,) = row["earlier"]

    assert ("reject", "adopt", "first") == (row["decision"], earlier["decision"], earlier["why"])
    assert earlier["position"] == row["supersedes"]
    assert f"replaces the one at position {earlier['position']}" in second.stdout


def test_the_same_decision_again_is_recorded_once(book: Path) -> None:
    """A retry of a job adds nothing."""
    decide(book, "keep", "the  same\nreason")
    again = decide(book, "keep", "the same reason")

    assert "stood there already" in again.stdout
    assert [] == bank(book)["reports"][1]["earlier"]


@pytest.mark.parametrize(
    ("report", "why", "found"),
    [
        ("zzzz", "a reason", "there is no report 'zzzz'"),
        ("latest", " ", "expected one line of 1 to 500 characters"),
        ("latest", "x" * 501, "expected one line of 1 to 500 characters"),
        ("latest", "as jane@example.org said", "a mail address"),
        ("latest", "see /home/someone/notes.txt", "names this machine"),
        ("latest", "see https://u:p@host.example/x?token=1", "a mail address"),
        ("latest", "see https://host.example/x?token=1", "a secret"),
    ],
)
def test_what_may_not_be_kept_for_ever_is_refused(
    book: Path, report: str, why: str, found: str
) -> None:
    """Nothing is appended."""
    before = (book / "benchbook.ledger").read_bytes()
    done = decide(book, "keep", why, report)

    assert 2 == done.exit_code
    assert found in done.stderr
    assert before == (book / "benchbook.ledger").read_bytes()


def test_a_reason_is_required(book: Path) -> None:
    """And a decision is one of four."""
    assert 2 == typed(book, "decide", "latest", "keep").exit_code
    assert 2 == decide(book, "maybe", "a reason").exit_code


def test_a_decision_changes_no_report(book: Path) -> None:
    """It replays to the same bytes."""
    decide(book, "keep", "a reason")
    done = typed(book, "replay", "latest")

    assert (0, True) == (done.exit_code, done.stdout.startswith("identical"))


def test_an_empty_book_has_an_empty_bank(tmp_path: Path) -> None:
    """And says so."""
    assert 0 == typed(tmp_path, "init").exit_code
    shown = typed(tmp_path, "decisions").stdout

    assert "There is no report yet." in shown
    assert "0 runs in this log" in shown
