"""Before and after: corpus, gold set and program change, and the diff tells them apart."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from benchbook.core.diffing.files import REPORT
from collections_made import write_lines
from house import ROOT
from kit_reports import kit, write

Benchbook = Callable[..., subprocess.CompletedProcess[str]]

EXPERIMENT = """\
[experiment]
name = "lanes"
retrieve = 20
depth = 10
metrics = ["nDCG@10", "Success@10"]
[lanes.keyword]
plugin = "bm25"
[conditions.{name}]
fuser = "single"
lanes = ["keyword"]
"""


def rows_of(name: str) -> list[dict[str, Any]]:
    """What the demo ships."""
    lines = (ROOT / "gold" / "demo" / name).read_text().splitlines()
    return [json.loads(line) for line in lines]


def held(benchbook: Benchbook, *arguments: str, code: int = 0) -> Mapping[str, Any]:
    """A diff as JSON."""
    told: dict[str, Any] = json.loads(
        benchbook("eval", "diff", *arguments, "--json", code=code).stdout
    )
    return told


def begin(benchbook: Benchbook, papers: Path, gold: Path) -> None:
    """A workspace with two experiments, the corpus as `before`, and the gold set."""
    benchbook("init")
    for name in ("old", "new"):
        path = papers.parent / "experiments" / f"{name}.toml"
        path.write_text(EXPERIMENT.format(name=name))
    benchbook("ingest", papers, "--corpus", "papers")
    benchbook("gold", "import", gold, "--gold", "papers")
    benchbook("corpus", "snapshot", "papers", "--name", "before")


@pytest.mark.slow
def test_a_corpus_and_then_a_gold_set_change(benchbook: Benchbook, tmp_path: Path) -> None:
    """Snapshots before and after, a renamed condition, judgments that changed, a run again."""
    corpus, questions = rows_of("corpus.jsonl"), rows_of("questions.jsonl")
    papers, gold = tmp_path / "papers.jsonl", tmp_path / "questions.jsonl"
    write_lines(papers, corpus)
    write_lines(gold, questions)
    begin(benchbook, papers, gold)

    def run(name: str, snapshot: str) -> str:
        words = ("eval", "retrieval", f"{name}.toml", *asked, "--snapshot", snapshot, "--json")
        report: str = json.loads(benchbook(*words).stdout)["report"]
        return report

    asked = ("--corpus", "papers", "--gold", "papers")
    before, again = run("old", "before"), run("old", "before")
    phrase = questions[0]["evidence_phrases"][0]
    write_lines(papers, [row for row in corpus if phrase not in row["text"]])
    benchbook("ingest", papers, "--corpus", "papers")
    benchbook("corpus", "snapshot", "papers", "--name", "after")
    after = run("new", "after")
    write_lines(gold, [{**questions[1], "evidence_phrases": ["kiln"]}, *questions[2:]])
    benchbook("gold", "import", gold, "--gold", "papers")
    regraded = run("old", "before")

    same = held(benchbook, before, again, "--reproduced")
    assert (True, True) == (same["executed_again"], same["reproduced"])

    other = held(benchbook, before, after, "--map", "old=new")
    classes = {one["name"]: one["kind"] for one in other["unlike"]}
    assert ("confounds", "confounds") == (classes["corpus"], classes["judgments"])
    assert questions[0]["id"] in other["unmatched"][0]["first"]
    assert other["lost"]["lost"]
    held(benchbook, before, after, "--map", "old=new", "--reproduced", code=3)

    refused = held(benchbook, before, regraded, code=13)
    assert ([], False) == (refused["differences"], refused["comparable"])
    mended = held(benchbook, before, regraded, "--rescore-with", "papers")
    assert {"0"} == {one["difference"] for one in mended["differences"]}


def test_the_kits_folders_need_no_workspace(benchbook: Benchbook, tmp_path: Path) -> None:
    """K46: two folders of runs, wherever they lie."""
    for folder, ranks in (("before", [2] * 12), ("after", [1] * 12)):
        write(tmp_path / folder / REPORT, kit({"full_deep": ranks}))

    told = held(benchbook, "before", "after", "--interval", "percentile")

    assert {"improved": 12} == told["counts"]["full_deep"]
