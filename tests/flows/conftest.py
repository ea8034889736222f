"""What the flows share: the installed command, run as a person runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Benchbook = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def benchbook(tmp_path: Path) -> Benchbook:
    """Run `benchbook ARGS` in a new interpreter, in a folder of the test's own."""

    def run(
        *arguments: str | Path,
        code: int = 0,
        environment: Mapping[str, str] | None = None,
        folder: Path = tmp_path,
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "benchbook.cli.main", *map(str, arguments)],
            cwd=folder,
            env={**os.environ, **(environment or {})},
            capture_output=True,
            text=True,
            check=False,
        )
        assert code == done.returncode, f"{arguments}: {done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr
        return done

    return run
