"""TREC runs that find one relevant document at known ranks, and `benchbook compare` on them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from benchbook.cli.main import main

TOPICS = 12
RANKS = {"base": [3] * TOPICS, "near": [1] * TOPICS, "far": [10] * TOPICS}


def run(*arguments: object) -> Result:
    """Type a command."""
    return CliRunner().invoke(main, ["compare", *map(str, arguments)])


def run_text(ranks: Mapping[int, int], *, depth: int = 10) -> str:
    """A TREC run in which the relevant document of each topic stands at a rank."""
    rows = []
    for topic, place in ranks.items():
        for rank in range(1, depth + 1):
            document = f"good{topic}" if rank == place else f"other{rank}"
            rows.append(f"q{topic:02} Q0 {document} {rank} {depth - rank} tag\n")
    return "".join(rows)


def write(folder: Path, runs: Mapping[str, list[int]] = RANKS) -> tuple[Path, list[Path]]:
    """Write qrels, with the other documents judged, and runs."""
    qrels = folder / "qrels"
    lines = []
    for topic in range(TOPICS):
        lines.append(f"q{topic:02} 0 good{topic} 1\n")
        lines += [f"q{topic:02} 0 other{rank} 0\n" for rank in range(1, 11)]
    qrels.write_text("".join(lines))
    paths = []
    for name, ranks in runs.items():
        paths.append(folder / f"{name}.run")
        paths[-1].write_text(run_text(dict(enumerate(ranks))))
    return qrels, paths


def plain(shown: Result) -> dict[str, Any]:
    """What a program reads."""
    assert shown.exit_code == 0, shown.output
    told: dict[str, Any] = json.loads(shown.stdout)
    return told


def told(shown: Result) -> str:
    """What a person reads, in one line."""
    assert shown.exit_code == 0, shown.output
    return " ".join(shown.stdout.split())
