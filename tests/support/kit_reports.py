"""Reports as the sci-rag kit writes them, and `eval diff` typed on them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from benchbook.cli.main import main


def diff(*arguments: object) -> Result:
    """Type a command."""
    return CliRunner().invoke(main, ["eval", "diff", *map(str, arguments)])


def kit(configs: Mapping[str, Sequence[int | None]], **more: object) -> dict[str, Any]:
    """A retrieval report as the kit writes it: the first relevant rank of each question."""
    return {
        "kind": "retrieval",
        "generated_at": "2026-08-31T10:00:00Z",
        "git_commit": "abc1234",
        "corpus": {"documents": 5, "chunks": 34},
        "configs": [
            {
                "name": name,
                "records": [
                    {
                        "question_id": f"q{at:02}",
                        "first_relevant_rank": rank,
                        "relevant_ranks": [] if rank is None else [rank],
                    }
                    for at, rank in enumerate(ranks)
                ],
            }
            for name, ranks in configs.items()
        ],
        **more,
    }


def write(path: Path, content: object) -> Path:
    """Write JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))
    return path


def plain(shown: Result) -> dict[str, Any]:
    """What a program reads."""
    told: dict[str, Any] = json.loads(shown.stdout)
    return told
