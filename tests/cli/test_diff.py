"""`eval diff` on reports of the ledger and on exported ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchbook.cli.main import main
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from book import EXPERIMENT, make_store, open_store, quiet_progress, registry, run
from collections_made import write_lines
from kit_reports import diff, plain, write


def exported(report: str, book: Path, folder: Path) -> Path:
    """A report as a file."""
    out = folder / f"{report}.json"
    words = ["report", "render", report, "--format", "json", "--out", str(out), "--dir", str(book)]
    made = CliRunner().invoke(main, words)
    assert made.exit_code == 0, made.output
    return out


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A workspace with the same run twice, one of another depth, and another gold set."""
    folder = tmp_path_factory.mktemp("book")
    reports = []
    with open_store(make_store(folder)) as store:
        for number, text in enumerate(
            (EXPERIMENT, EXPERIMENT, EXPERIMENT.replace("retrieve = 20", "retrieve = 12"))
        ):
            done = run(store, text, entropy=lambda size, n=number: bytes([n + 1] * size))  # type: ignore[misc]  # one for each run
            reports.append(done.report)
        import_gold(store, registry(), folder / "small", "other", reader="beir")
    return folder, reports


def test_two_runs_of_the_same_are_reproduced(book: tuple[Path, list[str]]) -> None:
    """Exit code 0, nothing differs, every condition identical."""
    folder, (first, second, _) = book

    shown = diff(first, second, "--dir", folder, "--reproduced", "--json")

    told = plain(shown)
    assert (0, True, []) == (shown.exit_code, told["executed_again"], told["unlike"])
    assert {"identical"} == {one["state"] for one in told["likeness"]}
    assert {one["rbo"] for one in told["likeness"]} == {"1"}


def test_a_run_that_is_another_is_not(book: tuple[Path, list[str]]) -> None:
    """Exit code 3 on request; without it a diff is no judgment."""
    folder, (first, _, third) = book

    asked = diff(first, third, "--dir", folder, "--reproduced")
    plainly = diff(first, third, "--dir", folder)

    assert (3, 0) == (asked.exit_code, plainly.exit_code)
    assert "! they differ in retrieve" in plainly.stdout


def test_a_file_of_a_report_serves(book: tuple[Path, list[str]], tmp_path: Path) -> None:
    """It lacks rankings, and says so; the numbers are the same."""
    folder, (first, second, _) = book
    out = exported(first, folder, tmp_path)

    told = plain(diff(out, second, "--dir", folder, "--json"))

    assert told["lacks"]["a"]
    assert {"0"} == {one["difference"] for one in told["differences"]}


def test_other_judgments_invalidate_and_one_gold_set_mends_it(
    book: tuple[Path, list[str]], tmp_path: Path
) -> None:
    """Exit code 13 and no number; both scored under one gold set are comparable."""
    folder, (first, _, _) = book
    content = json.loads(exported(first, folder, tmp_path).read_bytes())
    content["head"]["qrels_digest"] = "0" * 64
    other = write(tmp_path / "other.json", content)

    refused = diff(first, other, "--dir", folder)
    mended = diff(first, first, "--dir", folder, "--rescore-with", "other", "--json")

    assert 13 == refused.exit_code
    assert "! not comparable: they differ in judgments" in refused.stdout
    assert "B minus A" not in refused.stdout
    assert plain(mended)["comparable"]


def test_what_one_gold_set_lost_in_the_other_corpus_is_told(tmp_path: Path) -> None:
    """Relevant documents that are gone, new ones near the top, topics that are in no pair."""
    folder = tmp_path / "book"
    with open_store(make_store(folder, topics=20)) as store:
        run(store, entropy=lambda size: b"\1" * size)
        rows = (folder / "small" / "corpus.jsonl").read_text().splitlines()
        new = [json.dumps({"_id": f"n{at}", "text": f"straw word{at}"}) for at in range(3)]
        gone = {"d007", "d010"}
        kept = [row for row in rows if json.loads(row)["_id"] not in gone]
        (folder / "small" / "corpus.jsonl").write_text("\n".join(kept + new))
        ingest(store, registry(), folder / "small", "small", reader="beir", progress=quiet_progress)
        run(store, entropy=lambda size: b"\2" * size)

    told = plain(diff("0101", "0202", "--dir", folder, "--json"))
    text = " ".join(diff("0101", "0202", "--dir", folder).stdout.split())

    assert ["d007", "d010"] == told["lost"]["lost"]
    assert ["q004", "q007", "q010"] == told["lost"]["topics"]
    assert [200, 200, 200] == [one["rows"] for one in told["new"]]
    assert any(one["new"] for one in told["new"])
    assert "2 of 23 relevant documents of A, of 3 topics: d007, d010" in text


def test_a_changed_gold_set_is_mended_by_scoring_anew(tmp_path: Path) -> None:
    """Other grades give no number and 13; the current gold set gives both the same."""
    folder = tmp_path / "book"
    with open_store(make_store(folder, topics=20)) as store:
        run(store, entropy=lambda size: b"\1" * size)
        qrels = folder / "small" / "qrels" / "test.tsv"
        qrels.write_text(qrels.read_text().replace("q003\td003\t2", "q003\td003\t0"))
        import_gold(store, registry(), folder / "small", "small", reader="beir")
        run(store, entropy=lambda size: b"\2" * size)

    refused = diff("0101", "0202", "--dir", folder, "--json")
    mended = plain(diff("0101", "0202", "--dir", folder, "--rescore-with", "small", "--json"))

    told = plain(refused)
    assert (13, [], {}, False) == (
        refused.exit_code,
        told["differences"],
        told["topics"],
        told["comparable"],
    )
    assert [{}, {}, {}] == [one["rmse"] for one in told["likeness"]]
    assert {"identical"} == {one["state"] for one in mended["likeness"]}
    assert {"0"} == {one["difference"] for one in mended["differences"]}
    assert mended["a"].endswith("scored under small")
    assert {"unchanged", "still missing"} >= {
        state for counts in mended["counts"].values() for state in counts
    }


def test_metrics_that_the_gold_set_cannot_feed_are_left_out(tmp_path: Path) -> None:
    """A gold set of judgments knows nothing of phrases; the metric is named, the rest compared."""
    folder = tmp_path / "book"
    questions = folder / "questions.jsonl"
    metrics = ('["nDCG@10", "R@10", "RR"]', '["nDCG@10", "EvidenceRecall@10"]')
    with open_store(make_store(folder, topics=20)) as store:
        write_lines(
            questions,
            [
                {
                    "id": f"q{at:03}",
                    "question": f"word{at}?",
                    "evidence_phrases": [f"word{at} word"],
                }
                for at in range(10, 30)
            ],
        )
        import_gold(store, registry(), questions, "phrases", reader="jsonl")
        text = EXPERIMENT.replace(*metrics).replace("name =", 'gold = "phrases"\nname =')
        for number in (b"\1", b"\2"):
            run(store, text, entropy=lambda size, n=number: n * size)  # type: ignore[misc]  # one for each run

    told = plain(diff("0101", "0202", "--dir", folder, "--rescore-with", "small", "--json"))

    assert {"nDCG@10"} == {one["metric"] for one in told["differences"]}
    assert "small does not feed EvidenceRecall@10" in told["lacks"]["a"]
    assert "10 topics that it was asked, small does not judge" in told["lacks"]["a"]
    assert "10 topics that small judges, it was not asked" in told["lacks"]["a"]
