"""Output arrives whole, or the command says that it did not."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Benchbook = Callable[..., subprocess.CompletedProcess[str]]
ROOM = 1_000
"""Bytes that the file may take: less than a report."""


@pytest.mark.slow
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments", [["report", "show", "latest"], ["run", "export", "--condition", "full_deep"]]
)
def test_output_that_does_not_fit_is_an_error(
    benchbook: Benchbook, tmp_path: Path, arguments: list[str], unbuffered: str
) -> None:
    """A file that is full half-way through: exit code 6 and one line, whatever Python buffers."""
    benchbook("demo", "--dir", "book")
    with (tmp_path / "out").open("wb") as file:
        done = subprocess.run(
            [sys.executable, "-m", "benchbook.cli.main", *arguments, "--dir", "book"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=file,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM)),
        )

    assert 6 == done.returncode, done.stderr
    assert 1 == len(done.stderr.splitlines()), done.stderr


@pytest.mark.slow
def test_init_in_two_places_at_once_is_refused(benchbook: Benchbook, tmp_path: Path) -> None:
    """DIR and --dir that differ are a mistake; the environment gives way to DIR."""
    benchbook("init", "one", "--dir", "two", code=2)
    benchbook("init", "one", environment={"BENCHBOOK_DIR": str(tmp_path / "two")})

    assert ["one"] == sorted(path.name for path in tmp_path.iterdir())
