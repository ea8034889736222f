"""What a change of a file of gates lets pass: the file held against itself on a commit of git."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ..errors import BadExperiment, UsageError
from ..gating.relaxed import relaxed
from ..reports.gates_page import Against
from ..running.gate_files import GateFile, parse_gate_file

SECONDS = 30
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0"}
"""git asks nobody, fetches nothing from a server, and writes nothing."""


def held_against(wanted: GateFile, ref: str, *, is_refused: bool) -> Against:
    """What a file of gates asks for less than it did on a commit.

    Only the local repository is read, by the program `git`.

    Args:
        ref: a commit, branch or tag.
        is_refused: whether a relaxed gate ends the command as a failed one does.

    Raises:
        UsageError: there is no git, no repository around the file, or no such commit in it.
    """
    path = Path(wanted.file)
    folder = path.parent
    commit = _commit(folder, ref)
    ways: tuple[str, ...] = ()
    lacks = ""
    text = _git(folder, "show", "--end-of-options", f"{commit}:./{path.name}")
    if text is None:
        lacks = f"{path.name} is not there at {ref}: nothing tells whether it asks for less"
    else:
        try:
            old = parse_gate_file(text, f"{ref}:{path.name}", folder)
        except BadExperiment as error:
            lacks = f"{path.name} at {ref} cannot be read, so nothing was compared: {error.found}"
        else:
            ways = relaxed(old.gates, wanted.gates)
    return Against(ref=ref, relaxed=ways, lacks=lacks, is_refused=is_refused)


def _commit(folder: Path, ref: str) -> str:
    """The commit that a name stands for.

    Raises:
        UsageError: there is none, or no repository.
    """
    if _git(folder, "rev-parse", "--is-inside-work-tree") is None:
        message = f"--base {ref}: {str(folder)!r} is in no git repository"
        raise UsageError(message)
    asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}"]
    found = _git(folder, *asked)
    if found is None:
        message = (
            f"--base {ref}: git knows no such commit here; in CI fetch it first, as with "
            f"`git fetch --depth=1 origin {ref}`"
        )
        raise UsageError(message)
    return found.split()[-1]


def _git(folder: Path, *words: str) -> str | None:
    """What git prints; None where it ends with an error.

    Raises:
        UsageError: it is not installed, does not end, or prints what is no text.
    """
    command: Sequence[str] = ["git", "-C", str(folder), *words]
    try:
        ended = subprocess.run(  # noqa: S603 - no shell; a name cannot become an option
            command,
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=SECONDS,
            env={**os.environ, **_QUIET, "LC_ALL": "C"},
        )
    except FileNotFoundError as error:
        message = "--base needs the program git, which is not installed"
        raise UsageError(message) from error
    except subprocess.TimeoutExpired as error:
        message = f"--base: git did not end within {SECONDS} seconds"
        raise UsageError(message) from error
    if ended.returncode:
        return None
    try:
        return ended.stdout.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"--base: git {words[0]} printed bytes that are no UTF-8"
        raise UsageError(message) from error
