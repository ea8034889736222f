"""The thirteen-row ablation, on the sci-rag kit's own demo and on the shipped one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

Benchbook = Callable[..., subprocess.CompletedProcess[str]]

ROWS = [
    "full_deep",
    "interactive",
    "vector_only",
    "keyword_only",
    "no_graph",
    "confidence_weighted",
    "with_citations",
    "no_hyde",
    "no_community",
    "with_rerank",
    "no_rerank",
    "auto_routed",
    "no_retracted",
]
PASSAGES = Path(__file__).with_name("kit_passages.jsonl")


@pytest.fixture
def kit(benchbook: Benchbook, tmp_path: Path, shared_data: Path) -> Path:
    """A workspace with the kit's demo in it: five documents, nine questions and a probe."""
    demo = shared_data / "sci_rag_demo"
    benchbook("init")
    benchbook("ingest", demo / "fixture", "--corpus", "kit", "--reader", "sci-rag")
    benchbook("gold", "import", demo, "--gold", "kit", "--reader", "sci-rag")
    return tmp_path


def with_passages(folder: Path) -> None:
    """The workspace's own ablation, its hyde lane fed with passages that were written by hand."""
    shutil.copy(PASSAGES, folder / "experiments" / "hyde.jsonl")
    path = folder / "experiments" / "ablation.toml"
    path.write_text(
        re.sub(r'^# (expansions = "[\w.]+")', r"\1", path.read_text(), flags=re.MULTILINE)
    )


def rows_of(report: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The conditions of a report by name."""
    return {row["name"]: row for row in report["content"]["conditions"]}


@pytest.mark.slow
def test_every_row_that_the_corpus_can_feed_is_measured(benchbook: Benchbook, kit: Path) -> None:
    """Twelve rows with all their lanes; the thirteenth needs citations, which nobody has."""
    with_passages(kit)
    report = json.loads(benchbook("eval", "retrieval", "--ablation", "--json").stdout)
    rows = rows_of(report)

    assert ROWS == list(rows)
    assert {name: "measured" for name in ROWS if name != "with_citations"} == {
        name: row["state"] for name, row in rows.items() if name != "with_citations"
    }
    assert "not measured" == rows["with_citations"]["state"]
    assert "the corpus has no citations" in rows["with_citations"]["reason"]
    assert [] == [row["left_out"] for row in rows.values() if row["left_out"]]
    assert 5 == len(rows["full_deep"]["lanes"])
    warnings = "\n".join(report["content"]["head"]["warnings"])
    assert "passages written by hand: 9 of 9 topics" in warnings
    notes = "\n".join(report["content"]["head"]["notes"])
    (alike,) = [note for note in notes.splitlines() if note.startswith("The same rankings")]
    assert {"full_deep", "no_rerank", "no_retracted"} <= set(re.findall(r"\w+", alike))


@pytest.mark.slow
def test_the_kits_smoke_gate_holds(benchbook: Benchbook, kit: Path) -> None:
    """Its CI asks of full_deep: 8 questions, hit@10 .65, MRR .35; the probe is not counted."""
    report = json.loads(
        benchbook("eval", "retrieval", "--ablation", "--condition", "full_deep", "--json").stdout
    )
    metrics = report["content"]["metrics"]
    (row,) = report["content"]["conditions"]
    values = dict(zip(metrics, row["numbers"], strict=True))

    assert 9 == values["Success@10"]["n"] == report["content"]["head"]["topics"]
    assert float(values["Success@10"]["value"]) >= 0.65
    assert float(values["RR@10"]["value"]) >= 0.35


@pytest.mark.slow
def test_without_passages_the_rows_say_what_they_went_without(
    benchbook: Benchbook, kit: Path
) -> None:
    """The shipped ablation runs on any corpus: hyde is optional, and its absence is told."""
    report = json.loads(benchbook("eval", "retrieval", "--ablation", "--json").stdout)
    rows = rows_of(report)

    assert "measured" == rows["full_deep"]["state"]
    assert 4 == len(rows["full_deep"]["lanes"])
    assert rows["full_deep"]["left_out"][0].startswith("hyde: skipped: no expansions")
    assert rows["full_deep"]["numbers"] != []
    assert [] == rows["interactive"]["left_out"]


@pytest.mark.slow
def test_any_number_of_processes_gives_the_same_report(benchbook: Benchbook, kit: Path) -> None:
    """Rankings, values and notes are those of one process, and the report replays."""
    with_passages(kit)
    contents = []
    for jobs in ("1", "3"):
        done = benchbook("eval", "retrieval", "--ablation", "--jobs", jobs, "--json")
        content = json.loads(done.stdout)["content"]
        contents.append((content["topics"], content["head"]["notes"]))
        replayed = benchbook("replay", "latest")
        assert "identical" in replayed.stdout

    assert contents[0] == contents[1]


@pytest.mark.slow
def test_each_distinct_lane_is_retrieved_once(benchbook: Benchbook, kit: Path) -> None:
    """Thirteen rows of six lanes, and one row that changes a parameter of one of them."""
    report = json.loads(benchbook("eval", "retrieval", "--ablation", "--json").stdout)
    head = report["content"]["head"]

    assert [
        "vector",
        "keyword",
        "graph",
        "community",
        "hyde",
        "graph[confidence_weighted=true]",
        "citations",
    ] == [row["name"] for row in head["lanes"]]
    assert any("scope of no_retracted" in note for note in head["notes"])


@pytest.mark.slow
def test_the_ablation_runs_on_the_shipped_demo(benchbook: Benchbook) -> None:
    """Another corpus, with judged documents in the place of titles and phrases."""
    benchbook("demo", "--dir", ".")
    table = benchbook("eval", "retrieval", "--ablation").stdout

    assert all(f"\n{name} " in table for name in ROWS)


@pytest.mark.slow
def test_rows_and_snapshots_that_are_not_there_are_named(benchbook: Benchbook, kit: Path) -> None:
    """Usage errors, before any work."""
    unknown = benchbook("eval", "retrieval", "--ablation", "--condition", "full", code=2)
    assert "it has full_deep, interactive" in unknown.stderr
    missing = benchbook("eval", "retrieval", "--ablation", "--snapshot", "2026", code=2)
    assert "has no snapshot '2026'" in missing.stderr
    both = benchbook("eval", "retrieval", "two_lanes.toml", "--ablation", code=2)
    assert "--ablation is an experiment of its own" in both.stderr


def test_the_shipped_ablation_has_the_thirteen_rows_in_order() -> None:
    """As the sci-rag kit lists them; the one of another corpus state stands behind them."""
    text = files("benchbook.specs").joinpath("ablation.toml").read_text("utf-8")

    found = re.findall(r"^\[conditions\.(\w+)\]", text, re.MULTILINE)
    assert [*ROWS, "resolved_entities"] == found
