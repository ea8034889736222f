"""Names of entities are merged, and what that does to the rankings is measured before and after."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from collections_made import write_lines

Benchbook = Callable[..., subprocess.CompletedProcess[str]]

TEXTS = {
    "river-1": "the river carries sand",
    "river-2": "a river in flood carries mud",
    "brook-1": "the brook has trout",
    "brook-2": "a brook with clear water",
    "hill-1": "sheep graze on the hill",
    "hill-2": "the hill has chalk below it",
}
EXPERIMENT = """\
[experiment]
unit = "document"
retrieve = 6
depth = 6
metrics = ["R@6"]
[lanes.terms]
plugin = "graph"
[lanes.words]
plugin = "bm25"
[conditions.terms]
fuser = "single"
lanes = ["terms"]
[conditions.words]
fuser = "single"
lanes = ["words"]
[conditions.resolved]
extends = "terms"
needs_merge = true
[conditions.resolved_words]
extends = "words"
needs_merge = true
"""


@pytest.fixture
def folder(benchbook: Benchbook, tmp_path: Path) -> Path:
    """A workspace with six documents, a question and an experiment; its state is `before`."""
    papers = write_lines(
        tmp_path / "papers" / "corpus.jsonl",
        [{"_id": id_, "text": text} for id_, text in TEXTS.items()],
    ).parent
    write_lines(papers / "queries.jsonl", [{"_id": "q1", "text": "life of a river"}])
    (papers / "qrels").mkdir()
    rows = "".join(f"q1\t{id_}\t1\n" for id_ in TEXTS if not id_.startswith("hill"))
    (papers / "qrels" / "test.tsv").write_text(rows)
    benchbook("init")
    benchbook("ingest", papers, "--corpus", "papers")
    benchbook("gold", "import", papers, "--gold", "papers")
    (tmp_path / "experiments" / "exp.toml").write_text(EXPERIMENT)
    benchbook("corpus", "snapshot", "papers", "--name", "before")
    write_lines(
        tmp_path / "names.jsonl", [{"entity": "river", "aliases": ["brook"], "method": "hand"}]
    )
    return tmp_path


def measured(benchbook: Benchbook, snapshot: str, *names: str) -> Mapping[str, str]:
    """R@6 of conditions on a state of the corpus."""
    asked = [one for name in names for one in ("--condition", name)]
    done = benchbook("eval", "retrieval", "exp.toml", *asked, "--snapshot", snapshot, "--json")
    content = json.loads(done.stdout)["content"]
    return {row["name"]: row["numbers"][0]["value"] for row in content["conditions"]}


@pytest.mark.slow
def test_a_merge_changes_what_a_lane_over_terms_finds(benchbook: Benchbook, folder: Path) -> None:
    """The question says river; after the merge the graph knows what is said of the brook too."""
    before = measured(benchbook, "before")
    benchbook("corpus", "merge", "papers", "names.jsonl", "--attested-by", "curators")
    benchbook("corpus", "snapshot", "papers", "--name", "after")

    assert {"terms": "0.5", "words": "0.5"} == before
    after = measured(benchbook, "after", "resolved", "resolved_words")
    assert {"resolved": "1", "resolved_words": "0.5"} == after
    note = "Merged in the corpus: 1 name of 1 entity (hand: 1), attested by curators."
    assert note in " ".join(benchbook("report", "show", "latest").stdout.split())
    assert before == measured(benchbook, "before")
    assert "identical" in benchbook("replay", "latest").stdout
    benchbook("ledger", "verify")


@pytest.mark.slow
def test_a_condition_that_needs_a_merge_is_refused_without_one(
    benchbook: Benchbook, folder: Path
) -> None:
    """A state must be named, have a merge, and no other condition may stand beside it."""
    asked = ("eval", "retrieval", "exp.toml", "--condition", "resolved")

    assert "name it with --snapshot" in benchbook(*asked, code=2).stderr
    said = benchbook(*asked, "--snapshot", "before", code=2).stderr
    assert "snapshot 'before' of corpus 'papers' has no merge applied" in said
    benchbook("corpus", "merge", "papers", "names.jsonl")
    benchbook("corpus", "snapshot", "papers", "--name", "after")
    assert "no merge applied" in benchbook(*asked, "--snapshot", "before", code=2).stderr
    said = benchbook(*asked, "--condition", "terms", "--snapshot", "after", code=2).stderr
    assert "resolved and terms are conditions of two states of the corpus" in said
    left = benchbook("eval", "retrieval", "exp.toml", "--snapshot", "after").stderr
    assert "left out: resolved, resolved_words; run on a state with merges" in left


@pytest.mark.slow
def test_the_shipped_condition_is_found_by_its_name(benchbook: Benchbook, folder: Path) -> None:
    """As in the sci-rag kit: with a snapshot, on a state with merges, and never in an ablation."""
    asked = ("eval", "retrieval", "--condition", "resolved_entities")

    assert "name it with --snapshot" in benchbook(*asked, code=2).stderr
    benchbook("corpus", "merge", "papers", "names.jsonl")
    benchbook("corpus", "snapshot", "papers", "--name", "after")
    said = benchbook(*asked, "--ablation", "--snapshot", "after", code=2).stderr
    assert "leave --ablation out" in said
    done = benchbook(*asked, "--snapshot", "after", "--json")
    content = json.loads(done.stdout)["content"]
    assert [("resolved_entities", "measured")] == [
        (row["name"], row["state"]) for row in content["conditions"]
    ]
    assert "after" == content["head"]["snapshot"]


@pytest.mark.slow
def test_a_merge_is_shown_and_the_same_again_is_not_recorded(
    benchbook: Benchbook, folder: Path
) -> None:
    """A dry run records nothing; `corpus show` lists what was merged."""
    merge = ("corpus", "merge", "papers", "names.jsonl")
    dry = json.loads(benchbook(*merge, "--dry-run", "--json").stdout)
    done = json.loads(benchbook(*merge, "--json").stdout)
    again = benchbook(*merge).stdout

    assert {**done, "position": None} == dry
    assert f"1 name of 1 entity, all known: unchanged, digest {done['digest'][:12]}" in again
    shown = benchbook("corpus", "show", "papers").stdout
    assert (
        f"merged     1 name of 1 entity (hand: 1), attested by nobody, position {done['position']}"
        in shown
    )
    (merged,) = json.loads(benchbook("corpus", "show", "papers", "--json").stdout)["merges"]
    assert (done["digest_before"], done["digest"]) == (merged["before"], merged["manifest"])
    write_lines(folder / "wrong.jsonl", [{"entity": "x y", "aliases": [], "method": "hand"}])
    wrong = benchbook("corpus", "merge", "papers", "wrong.jsonl", code=4).stderr
    assert "wrong.jsonl, line 1: found aliases = []" in wrong
