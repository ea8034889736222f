"""`benchbook gate`: what was declared when, and what a check comes to without a run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchbook.cli.main import main
from benchbook.core.event_store import EventStore
from benchbook.core.events import GateDecided
from gate_book import EXPERIMENT, GATES, TOPICS, check, make_gate_book, rows, typed, write


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with one run of an experiment that declares no gate."""
    return make_gate_book(tmp_path_factory.mktemp("made"))


@pytest.fixture
def book(made: Path, tmp_path: Path) -> Path:
    """A copy of it, with a file of gates that the run passes."""
    shutil.copytree(made, tmp_path / "book")
    write(tmp_path / "book")
    return tmp_path / "book"


def test_gates_that_were_chosen_after_the_run_are_post_hoc(book: Path) -> None:
    """Nothing shows that they were not; they are decided all the same."""
    done = check(book, "--json")

    assert 0 == done.exit_code, done.output
    assert [("hits", "pass", None, 1, "yes"), ("no-worse", "pass", None, 1, "yes")] == [
        (one["case"], one["outcome"], one["declared"], one["prior_runs"], one["post_hoc"])
        for one in rows(done)
    ]


def test_gates_that_were_declared_before_the_run_are_not(book: Path) -> None:
    """They have their position, and the runs that came before it."""
    declared = typed(book, "declare", str(book / "gates.toml"), "--json")
    evaluated = CliRunner().invoke(
        main, ["eval", "retrieval", str(book / "release.toml"), "--dir", str(book)]
    )
    done = check(book, "--json")
    positions = [one["position"] for one in json.loads(declared.stdout)["gates"]]

    assert (0, 0, 0) == (declared.exit_code, evaluated.exit_code, done.exit_code)
    assert positions == [one["declared"] for one in rows(done)]
    assert {("no", 1)} == {(one["post_hoc"], one["prior_runs"]) for one in rows(done)}


def test_a_gate_declared_after_the_run_began_is_post_hoc(book: Path) -> None:
    """The declaration is there, and came too late for this run."""
    assert 0 == typed(book, "declare", str(book / "gates.toml")).exit_code
    done = check(book)

    assert "post hoc: declared after this run had begun" in " ".join(done.stdout.split())


def test_a_gate_that_differs_from_its_declaration_is_post_hoc(book: Path) -> None:
    """It says what is declared."""
    assert 0 == typed(book, "declare", str(book / "gates.toml")).exit_code
    write(book, hits="0.4")
    done = check(book)
    text = " ".join(done.stdout.split())

    assert "nothing shows that it was chosen before the numbers were seen; what is declared" in text
    assert "is mean at least 0.5" in text


def test_declaring_tells_what_came_before_and_what_could_be_found(book: Path) -> None:
    """Prior looks, and the smallest difference from the scatter of the last run."""
    done = typed(book, "declare", str(book / "gates.toml"), "--json")
    again = typed(book, "declare", str(book / "gates.toml"), "--json")
    first, second = (json.loads(one.stdout)["gates"] for one in (done, again))

    assert [1, 1] == [one["prior_runs"] for one in first]
    assert [True, True] == [one["new"] for one in first]
    assert [False, False] == [one["new"] for one in second]
    assert [one["position"] for one in first] == [one["position"] for one in second]
    assert 0 < float(first[1]["detectable"]) < 1


def test_declaring_tells_what_no_run_could_pass(book: Path) -> None:
    """24 of 24 have a Wilson interval from 0.8620."""
    path = book / "gates.toml"
    path.write_text(GATES.format(hits='0.9\nstatistic = "interval"', margin="-0.9"))
    done = typed(book, "declare", str(path))

    assert (
        "hits is unattainable: with 24 topics even a perfect run has an interval from 0.8620"
        in (" ".join(done.stdout.split()))
    )


@pytest.mark.parametrize(
    ("hits", "options", "code"),
    [
        ("0.5", [], 0),
        ("FAIL", [], 10),
        ('0.99\nstatistic = "interval"', [], 12),
        ("BAND", [], 11),
        ("BAND", ["--inconclusive", "pass"], 0),
        ("BAND", ["--inconclusive", "fail"], 10),
        ("0.5\nmin_topics = 99", [], 13),
    ],
)
def test_the_code_is_that_of_the_gravest_gate(
    book: Path, hits: str, options: list[str], code: int
) -> None:
    """As `eval retrieval` ends."""
    path = write(book, hits=hits)
    if hits == "FAIL":
        path.write_text(GATES.format(hits="0.5", margin="-0.9").replace("at_least", "below", 1))
    if hits == "BAND":
        text = GATES.format(hits="0.999\nfail_below = 0.001", margin="-0.9")
        path.write_text(text.replace("Success@10", "nDCG@10"))
    done = check(book, *options)

    assert code == done.exit_code, done.output


def test_a_report_file_is_checked_without_a_workspace(book: Path, tmp_path: Path) -> None:
    """With the same numbers as the run that it is of."""
    rendered = tmp_path / "report.json"
    words = ["report", "render", "latest", "--format", "json", "--out", str(rendered)]
    assert 0 == CliRunner().invoke(main, [*words, "--dir", str(book)]).exit_code
    of_run = rows(check(book, "--json"))
    (tmp_path / "empty").mkdir()
    of_file = CliRunner().invoke(
        main,
        [
            *("gate", "check", str(rendered), "--gates", str(book / "gates.toml"), "--json"),
            *("--dir", str(tmp_path / "empty")),
        ],
    )

    assert 0 == of_file.exit_code, of_file.output
    assert of_run == rows(of_file)


def test_the_gates_of_a_run_need_no_file(book: Path) -> None:
    """Those that it was started with, at the positions that it names; nothing is appended."""
    text = EXPERIMENT + GATES.format(hits="0.5", margin="-0.9").partition("\n\n")[2]
    (book / "release.toml").write_text(text)
    words = ["eval", "retrieval", str(book / "release.toml"), "--dir", str(book)]
    assert 0 == CliRunner().invoke(main, words).exit_code
    before = (book / "benchbook.ledger").read_bytes()
    done = typed(book, "check", "--json")

    assert {"no"} == {one["post_hoc"] for one in rows(done)}
    assert before == (book / "benchbook.ledger").read_bytes()


def test_a_check_is_recorded_where_that_is_asked_for(book: Path) -> None:
    """Once for each declared gate, and marked as what came after the numbers."""
    assert 0 == typed(book, "declare", str(book / "gates.toml")).exit_code
    for _ in range(2):
        assert 0 == check(book, "--record").exit_code
    log = CliRunner().invoke(main, ["ledger", "log", "--json", "--dir", str(book)])

    assert 2 == log.stdout.count('"gate-decided"')


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["check"], "was started without gates; name a file of them with --gates"),
        (["check", "--base", "HEAD"], "name it with --gates"),
        (["check", "--gates", "gates.toml", "--experiment", "release.toml"], "leave one out"),
        (["check", "--gates", "none.toml"], "no experiment file 'none.toml'"),
        (["check", "zzzz"], "no run or report 'zzzz'"),
        (["declare", "empty.toml"], "nothing to declare"),
        (["check", "--gates", "empty.toml"], "nothing to check"),
        (["check", "small/corpus.jsonl"], "name the gates that it is held to with --gates"),
        (["check", "small/corpus.jsonl", "--gates", "gates.toml"], "expected one JSON object"),
        (["check", "small/corpus.jsonl", "--gates", "gates.toml", "--record"], "is a file"),
        (["declare", "gates.toml", "--gold", "other"], "there is no gold set 'other'"),
    ],
)
def test_what_cannot_be_checked_is_refused(
    book: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], found: str
) -> None:
    """With the next step; to check nothing is no pass."""
    monkeypatch.chdir(book)
    (book / "empty.toml").write_text('experiment = "release"\n')
    done = typed(book, *words)

    assert done.exit_code in {2, 4}
    assert found in " ".join(done.stderr.split())


def test_a_summary_goes_where_the_job_says(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind what stands there; without a place it is refused."""
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    assert "GITHUB_STEP_SUMMARY is not set" in check(book, "--github-summary").stderr
    summary = book / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    assert 0 == check(book, "--github-summary").exit_code

    assert summary.read_text("utf-8").startswith("before\n# Gates of run ")


def test_a_file_named_latest_is_not_the_latest_run(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The word stands for the run, whatever lies in the folder."""
    monkeypatch.chdir(book)
    (book / "latest").write_text("{}")

    assert 0 == check(book).exit_code


def test_gates_of_another_experiment_are_told(book: Path) -> None:
    """They are held against this run all the same, in sight of everybody."""
    path = book / "gates.toml"
    path.write_text(path.read_text().replace('experiment = "release"', 'experiment = "other"'))
    done = check(book)

    assert 0 == done.exit_code
    assert "is of experiment release, and the gates are of other" in " ".join(done.stdout.split())


def test_what_was_not_declared_is_not_recorded(book: Path) -> None:
    """And it is said which."""
    done = check(book, "--record")

    assert "not recorded, since it is not declared: hits, no-worse" in done.stderr


def test_a_given_file_of_costs_is_kept_with_what_it_decided(book: Path) -> None:
    """Its digest is in the record, so its bytes are in the ledger."""
    costs = book / "mine.jsonl"
    lines = [{"topic": f"q{n:03}", "condition": "plain", "tokens": n} for n in range(TOPICS)]
    costs.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    path = book / "gates.toml"
    path.write_text(
        'experiment = "release"\n[[gates]]\nname = "cheap"\ncondition = "plain"\n'
        'cost = "tokens"\nat_most = 99\n'
    )
    assert 0 == typed(book, "declare", str(path)).exit_code
    done = check(book, "--costs", str(costs), "--record", "--json")
    (row,) = rows(done)

    assert ("pass", "11.5") == (row["outcome"], row["observed"])
    with EventStore.open(book / "benchbook.ledger") as store:
        (decided,) = [one.event for one in store.events(types=[GateDecided])]
        assert isinstance(decided, GateDecided)
        assert costs.read_bytes() == store.get(decided.read)


def test_a_given_profile_decides_a_latency(book: Path) -> None:
    """What `eval profile --json` printed, of the same lanes and code."""
    words = ["eval", "profile", str(book / "release.toml"), "--json", "--runs", "6"]
    made = CliRunner().invoke(main, [*words, "--dir", str(book)])
    (book / "profile.json").write_text(made.stdout)
    path = book / "gates.toml"
    path.write_text(
        'experiment = "release"\n[[gates]]\nname = "fast"\ncondition = "plain"\n'
        'latency = "p95"\nat_most = 60000\n'
    )
    without, done = (
        check(book, "--json"),
        check(book, "--profile", str(book / "profile.json"), "--json"),
    )

    assert (13, 0) == (without.exit_code, done.exit_code)
    assert "pass" == rows(done)[0]["outcome"]
    assert "profile profile.json" == rows(done)[0]["note"]
