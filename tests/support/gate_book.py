"""A workspace with one run and a file of gates that it passes, and what a person types there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from benchbook.cli.main import main
from book import write_collection

TOPICS = 24
EXPERIMENT = """\
[experiment]
name = "release"
retrieve = 20
depth = 10
metrics = ["nDCG@10", "Success@10"]
[lanes.keyword]
plugin = "bm25"
[lanes.vector]
plugin = "dense"
embedder = "lsa"
[conditions.plain]
fuser = "single"
lanes = ["keyword"]
[conditions.fused]
fuser = "single"
lanes = ["vector"]
"""
GATES = """\
experiment = "release"

[[gates]]
name = "hits"
condition = "plain"
metric = "Success@10"
at_least = {hits}

[[gates]]
name = "no-worse"
condition = "fused"
metric = "nDCG@10"
relative_to = "plain"
statistic = "interval"
at_least = {margin}
"""


def make_gate_book(folder: Path) -> Path:
    """A workspace with one run of an experiment that declares no gate."""
    write_collection(folder / "small", TOPICS)
    (folder / "release.toml").write_text(EXPERIMENT)
    small = str(folder / "small")
    for words in (
        ["init"],
        ["ingest", small, "--corpus", "small", "--reader", "beir"],
        ["gold", "import", small, "--gold", "small", "--reader", "beir"],
        ["eval", "retrieval", str(folder / "release.toml")],
    ):
        typed = CliRunner().invoke(main, [*words, "--dir", str(folder)])
        assert 0 == typed.exit_code, typed.output
    return folder


def write(book: Path, *, hits: str = "0.5", margin: str = "-0.9") -> Path:
    """The file of gates."""
    path = book / "gates.toml"
    path.write_text(GATES.format(hits=hits, margin=margin))
    return path


def typed(book: Path, *words: str) -> Result:
    """What a person types about gates."""
    return CliRunner().invoke(main, ["gate", *words, "--dir", str(book)])


def check(book: Path, *words: str) -> Result:
    """Check the gates of the file on the last run."""
    return typed(book, "check", "latest", "--gates", str(book / "gates.toml"), *words)


def rows(done: Result) -> list[dict[str, Any]]:
    """The gates of a check as JSON tells them."""
    found: list[dict[str, Any]] = json.loads(done.stdout)["gates"]
    return found
