"""A page of the documentation with its files written and its commands typed, in its order."""

from __future__ import annotations

import shlex
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from benchbook.cli.main import main
from shown import FILE, typed


def answers(page: str, folder: Path) -> dict[str, str]:
    """What each command of a page printed on stdout, by the words behind `benchbook`.

    Args:
        page: its text.
        folder: where its files are written and its commands run.

    Raises:
        AssertionError: a command failed.
    """
    for name, text in FILE.findall(page):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    said = {}
    with chdir(folder):
        for one in typed(page):
            command = shlex.join(one.words)
            ended = CliRunner().invoke(main, one.words)
            assert 0 == ended.exit_code, f"{command}\n{ended.output}"
            said[command] = ended.stdout
    return said
