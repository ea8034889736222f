"""`benchbook eval sweep` and `eval modes` as a person and a program see them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from book import make_store
from house import ROOT

SHIPPED = ROOT / "specs" / "fusion_sweep.toml"
S17 = {
    "dense_only": "ABC",
    "bm25_only": "CDA",
    **dict.fromkeys((f"naive_rrf_k{k}" for k in (10, 30, 60, 100)), "ACBD"),
    "weighted_sum_dense0.5": "ACBD",
    **dict.fromkeys((f"weighted_sum_dense{w}" for w in ("0.7", "0.8", "0.9", "0.95")), "ABCD"),
    **dict.fromkeys((f"rank_cutoff_rrf_cutoff{c}" for c in (5, 10, 20)), "ACBD"),
    **dict.fromkeys((f"dense_prior_bonus{b}" for b in ("0.05", "0.1", "0.2")), "ABCD"),
}
SWEEP = """
[experiment]
name = "small-sweep"
retrieve = 20
depth = 10
metrics = ["nDCG@10", "RR"]
[lanes.first]
plugin = "bm25"
k1 = {k1}
[lanes.second]
plugin = "bm25"
b = 0.1
[conditions.first_only]
fuser = "single"
lanes = ["first"]
[conditions.second_only]
fuser = "single"
lanes = ["second"]
[strategies.rrf]
fuser = "rrf"
grid = {{ k = [10, 60] }}
[sweep]
premise = "second_only"
salt = "salt"
"""


def typed(*words: object) -> Result:
    """Type a command."""
    return CliRunner().invoke(main, ["eval", *map(str, words)])


def plain(shown: Result) -> dict[str, Any]:
    """What a program reads."""
    assert shown.exception is None or isinstance(shown.exception, SystemExit), shown.output
    told: dict[str, Any] = json.loads(shown.stdout)
    return told


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A workspace with a sweep."""
    make_store(tmp_path)
    (tmp_path / "sweep.toml").write_text(SWEEP.format(k1="1.2"))
    return tmp_path


def test_s17_the_dry_run_gives_the_expected_orders(tmp_path: Path) -> None:
    """Without workspace, gold set or model; equal sums by id, as SciX has them."""
    text = SHIPPED.read_text("utf-8")
    for fuser in ("rrf", "weighted-sum", "rank-cutoff-rrf", "dense-prior"):
        text = text.replace(f'fuser = "{fuser}"', f'fuser = "{fuser}"\nties = "doc_id asc"')
    path = tmp_path / "sweep.toml"
    path.write_text(text)

    told = plain(typed("sweep", path, "--dry-run", "--json", "--dir", tmp_path))

    assert (True, 17) == (told["dry_run"], told["n_configs"])
    assert {name: "".join(order) for name, order in told["sample_fused_orderings"].items()} == S17


def test_a_sweep_is_a_run_with_a_conclusion(book: Path) -> None:
    """One retrieval, every configuration, and the recorded verdict."""
    shown = typed("sweep", book / "sweep.toml", "--dir", book)
    log = CliRunner().invoke(main, ["ledger", "log", "--dir", str(book)]).stdout

    assert "Verdict" in shown.stdout
    assert "frozen with the run, concluded at position" in shown.stdout
    assert log.index("comparisons-computed") < log.index("sweep-concluded")
    assert log.index("sweep-concluded") < log.index("run-completed")
    replayed = CliRunner().invoke(main, ["replay", "latest", "--dir", str(book)])
    assert (0, True) == (replayed.exit_code, "identical" in replayed.stdout)


def test_s21_s25_json_has_the_names_of_the_harness(book: Path) -> None:
    """Beside ours."""
    told = plain(typed("sweep", book / "sweep.toml", "--dir", book, "--json"))

    assert {"results", "protocol", "coverage", "confirmation_results"} <= told.keys()
    assert {"first_only", "second_only", "rrf_k10", "rrf_k60"} == told["results"].keys()
    assert {"overall", "by_bucket"} <= told["results"]["rrf_k10"].keys()
    assert 150 == told["protocol"]["n_tuning"] + told["protocol"]["n_confirmation"]


def test_rankings_of_another_run_are_taken(book: Path) -> None:
    """No lane is asked; the numbers are the same, and the record says where they come from."""
    first = plain(typed("sweep", book / "sweep.toml", "--dir", book, "--json"))

    second = plain(
        typed("sweep", book / "sweep.toml", "--dir", book, "--on", first["run"], "--json")
    )
    log = CliRunner().invoke(main, ["ledger", "log", "--json", "--dir", str(book)]).stdout

    assert first["results"] == second["results"]
    assert first["sweep"] == second["sweep"]
    assert f"taken from run {first['run']}" in log


def test_a_lane_that_is_another_is_not_taken(book: Path) -> None:
    """It is named, and nothing begins."""
    first = plain(typed("sweep", book / "sweep.toml", "--dir", book, "--json"))
    (book / "sweep.toml").write_text(SWEEP.format(k1="0.9"))

    shown = typed("sweep", book / "sweep.toml", "--dir", book, "--on", first["run"])
    runs = CliRunner().invoke(main, ["run", "list", "--json", "--dir", str(book)]).stdout

    assert 2 == shown.exit_code
    assert "has no lane first to take" in shown.output
    assert 1 == len(json.loads(runs))


def test_an_experiment_that_is_no_sweep_is_refused(book: Path) -> None:
    """With where to look."""
    path = book / "plain.toml"
    path.write_text(SWEEP.format(k1="1.2").split("[strategies", maxsplit=1)[0])

    shown = typed("sweep", path, "--dir", book)

    assert (2, True) == (shown.exit_code, "has no table [sweep]" in shown.output)


def test_too_little_coverage_ends_with_13(book: Path) -> None:
    """A lane that ranks nothing for a topic is listed, not scored as zero."""
    text = SWEEP.format(k1="1.2").replace("b = 0.1", "b = 0.1\nscope = { source = ['nowhere'] }")
    (book / "sweep.toml").write_text(text)

    shown = typed("sweep", book / "sweep.toml", "--dir", book)

    assert shown.exit_code in {13, 8}, shown.output
    assert "Nothing is concluded" in shown.stdout


def test_s26_modes_are_told_in_the_order_asked_for(book: Path) -> None:
    """Each once; an unknown one is refused."""
    told = plain(
        typed(
            "modes",
            book / "sweep.toml",
            "--modes",
            "rrf_k10,first_only,rrf_k10",
            "--dir",
            book,
            "--json",
        )
    )
    refused = typed("modes", book / "sweep.toml", "--modes", "nobody", "--dir", book)

    assert ["rrf_k10", "first_only"] == list(told["modes"])
    assert told["modes"]["rrf_k10"]["skipped_reason"] is None
    assert (2, True) == (refused.exit_code, "has no mode 'nobody'" in refused.output)


def test_s26_a_dry_run_skips_every_mode(tmp_path: Path) -> None:
    """Its reason is `dry_run`; neither workspace nor model is there."""
    told = plain(typed("modes", "--dry-run", "--json", "--dir", tmp_path))

    assert {"dry_run", "k", "queries_path", "n_queries", "modes"} <= told.keys()
    assert ["baseline", "section", "fused"] == list(told["modes"])
    assert {"dry_run"} == {one["skipped_reason"] for one in told["modes"].values()}


def test_s24_a_lane_that_fails_is_no_empty_ranking(book: Path) -> None:
    """The mode is not measured, and says why; the others are."""
    text = SWEEP.format(k1="1.2").replace('[lanes.second]\nplugin = "bm25"\nb = 0.1', LOST)
    (book / "sweep.toml").write_text(text)
    (book / "lost.run").write_text("t1 Q0 nobody 1 1.0 x\n")
    asked = ("--modes", "first_only,second_only", "--dir", book, "--json")

    shown = typed("modes", book / "sweep.toml", *asked)

    told = plain(shown)
    assert 8 == shown.exit_code
    assert told["modes"]["second_only"]["overall"]["nDCG@10"]["value"] is None
    assert told["modes"]["second_only"]["skipped_reason"]
    assert told["modes"]["first_only"]["overall"]["nDCG@10"]["value"]


LOST = '[lanes.second]\nplugin = "run-file"\npath = "lost.run"'
