"""The page about profiles: what it shows is what its commands print, times aside."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchbook.cli.main import main
from house import ROOT

PAGE = (ROOT / "docs" / "profile.md").read_text("utf-8")
COMMAND = re.compile(r"^\$ benchbook (.*)$", re.MULTILINE)
SHOWN = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIME = re.compile(r" *[\d,]+\.\d{3}\b")


def masked(text: str) -> list[str]:
    """Lines without times and without the spaces that align them."""
    return [re.sub(r" +", " ", TIME.sub(" …", line)).rstrip() for line in text.splitlines()]


@pytest.mark.slow
def test_the_commands_print_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every row with its samples, what was skipped and why."""
    monkeypatch.chdir(tmp_path)
    ended = [CliRunner().invoke(main, shlex.split(command)) for command in COMMAND.findall(PAGE)]
    (shown,) = SHOWN.findall(PAGE)

    assert [0, 0] == [one.exit_code for one in ended], ended[-1].output
    assert masked(shown) == masked(ended[-1].stdout)
