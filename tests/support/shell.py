"""Start a program for a test and give what it printed; a failure shows everything that it said."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path


def run(*command: str | Path, folder: Path, environment: Mapping[str, str] | None = None) -> str:
    """Run a command in a folder, without input, and give its standard output.

    Raises:
        AssertionError: it ended with another code than 0; the message holds both of its outputs.
    """
    ended = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    said = f"{command}\nended with {ended.returncode}\n{ended.stdout}\n{ended.stderr}"
    assert ended.returncode == 0, said
    return ended.stdout
