"""The newcomer's path on real collections, and its numbers against the reference program."""

from __future__ import annotations

import gzip
import json
import math
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import pytrec_eval

Benchbook = Callable[..., subprocess.CompletedProcess[str]]

# Our name of a metric, pytrec_eval's.
PEERS = {
    "nDCG@10": "ndcg_cut_10",
    "R@100": "recall_100",
    "AP": "map",
    "RR": "recip_rank",
    "P@10": "P_10",
    "Success@10": "success_10",
    "Rprec": "Rprec",
    "Bpref": "bpref",
}
EXPERIMENT = """\
[experiment]
retrieve = {depth}
depth = {depth}
metrics = {metrics}
[lanes.saturated]
plugin = "bm25"
[lanes.flat]
plugin = "bm25"
k1 = 0.9
b = 0.4
[lanes.theirs]
plugin = "run-file"
path = "theirs.run"
[conditions.fused]
fuser = "rrf"
lanes = ["saturated", "flat"]
[conditions.saturated]
fuser = "single"
lanes = ["saturated"]
[conditions.theirs]
fuser = "single"
lanes = ["theirs"]
"""


def evaluate(benchbook: Benchbook, collection: Path, folder: Path, depth: int) -> dict[str, Any]:
    """Ingest, import, run and replay a collection; gives the report's JSON."""
    theirs = gzip.decompress((collection / "runs" / "bm25.run.gz").read_bytes())
    (folder / "theirs.run").write_bytes(theirs)
    (folder / "exp.toml").write_text(
        EXPERIMENT.format(depth=depth, metrics=json.dumps(list(PEERS)))
    )
    benchbook("init")
    benchbook("ingest", collection, "--corpus", collection.name, "--reader", "beir")
    benchbook("gold", "import", collection, "--gold", collection.name, "--reader", "beir")
    done = benchbook("eval", "retrieval", "exp.toml", "--json")
    benchbook("replay", "latest")
    benchbook("ledger", "verify")
    report: dict[str, Any] = json.loads(done.stdout)["content"]
    return report


def by_topic(report: dict[str, Any], condition: str) -> dict[str, dict[str, str | None]]:
    """A condition's values: topic -> metric -> decimal."""
    at = [row["name"] for row in report["conditions"]].index(condition)
    return {
        topic["id"]: dict(zip(report["metrics"], topic["values"][at], strict=True))
        for topic in report["topics"]
    }


def mean_of(report: dict[str, Any], condition: str, metric: str) -> float:
    """A condition's mean."""
    row = next(row for row in report["conditions"] if row["name"] == condition)
    value: str = row["numbers"][report["metrics"].index(metric)]["value"]
    return float(value)


def read_qrels(path: Path) -> dict[str, dict[str, int]]:
    """TREC qrels, by a parser that shares nothing with ours."""
    qrels: dict[str, dict[str, int]] = {}
    for line in path.read_text().splitlines():
        topic, _, document, grade = line.split()
        qrels.setdefault(topic, {})[document] = int(grade)
    return qrels


def read_run(text: str) -> dict[str, dict[str, float]]:
    """A TREC run, by a parser that shares nothing with ours."""
    run: dict[str, dict[str, float]] = {}
    for line in text.splitlines():
        topic, _, document, _, score, _ = line.split()
        run.setdefault(topic, {})[document] = float(score)
    return run


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth"), [("scifact", 100), ("cranfield", 1000), ("cisi", 100)])
def test_an_exported_run_gives_the_reports_numbers_topic_by_topic(
    benchbook: Benchbook, shared_data: Path, tmp_path: Path, name: str, depth: int
) -> None:
    """What is exported, scored by the reference program, is what the report says."""
    collection = shared_data / name
    report = evaluate(benchbook, collection, tmp_path, depth)
    qrels = read_qrels(collection / "qrels.trec")
    peer = pytrec_eval.RelevanceEvaluator(qrels, set(PEERS.values()))
    for condition in ("fused", "saturated", "theirs"):
        exported = benchbook(
            "run", "export", "latest", "--condition", condition, "--format", "trec"
        )
        scored = peer.evaluate(read_run(exported.stdout))
        values = by_topic(report, condition)
        assert set(qrels) == set(values)
        for ours, theirs in PEERS.items():
            # pytrec_eval leaves out topics that the run does not answer: they count 0.
            expected = {topic: scored.get(topic, {}).get(theirs, 0.0) for topic in qrels}
            found = {topic: row[ours] for topic, row in values.items()}
            defined = {topic: float(one) for topic, one in found.items() if one is not None}
            off = {t: (expected[t], v) for t, v in defined.items() if abs(expected[t] - v) > 1e-9}
            assert not off, f"{condition} {ours}"
            mean = math.fsum(expected[topic] for topic in defined) / len(defined)
            assert math.isclose(mean, mean_of(report, condition, ours), abs_tol=1e-9)


@pytest.mark.slow
def test_bm25_on_scifact_reaches_what_is_published(
    benchbook: Benchbook, shared_data: Path, tmp_path: Path
) -> None:
    """Lucene's form at k1 1.2 and b 0.75 over title and text, 100 deep."""
    report = evaluate(benchbook, shared_data / "scifact", tmp_path, 100)

    assert mean_of(report, "saturated", "nDCG@10") >= 0.67
    assert mean_of(report, "saturated", "R@100") >= 0.90


@pytest.mark.slow
def test_bm25_on_cranfield_reaches_what_was_measured(
    benchbook: Benchbook, shared_data: Path, tmp_path: Path
) -> None:
    """The same lane on an old collection, 1,000 deep."""
    report = evaluate(benchbook, shared_data / "cranfield", tmp_path, 1000)

    assert mean_of(report, "saturated", "AP") >= 0.28


@pytest.mark.slow
def test_the_shipped_experiment_runs_on_any_beir_folder(
    benchbook: Benchbook, shared_data: Path
) -> None:
    """The five commands of the README, with the experiment that `init` writes."""
    collection = shared_data / "cranfield"
    benchbook("init")
    benchbook("ingest", collection, "--corpus", "cranfield", "--reader", "beir")
    benchbook("gold", "import", collection, "--gold", "cranfield", "--reader", "beir")
    shown = benchbook("eval", "retrieval", "two_lanes.toml").stdout
    replayed = benchbook("replay", "latest").stdout
    verified = benchbook("ledger", "verify").stdout

    assert "nDCG@10 against saturated" in shown
    assert replayed.startswith("identical")
    assert "level 0" in verified
