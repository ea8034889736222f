"""What the documentation tells people to type is what the program understands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from benchbook.cli.main import main
from house import ROOT, tracked

FENCE = re.compile(r"^```(?:console|sh|bash|shell)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ENDS = {"&&", "||", "|", ";", ">", "#"}


def pages() -> list[Path]:
    """Give the pages of the documentation."""
    return [
        ROOT / path
        for path in tracked()
        if path.suffix == ".md" and (len(path.parts) == 1 or path.parts[0] == "docs")
    ]


def typed(page: Path) -> list[list[str]]:
    """Give the calls of `benchbook` in the code blocks of a page, split into words."""
    blocks = "\n".join(FENCE.findall(page.read_text("utf-8"))).replace("\\\n", " ")
    lines = [line.removeprefix("$ ").strip() for line in blocks.splitlines()]
    return [call for line in lines if line.startswith("benchbook ") for call in calls(line)]


def calls(line: str) -> list[list[str]]:
    """Split a line of a shell into the calls of `benchbook` in it."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="&|;>")
    lexer.whitespace_split = True
    found: list[list[str]] = [[]]
    for word in lexer:
        if word in ENDS:
            found.append([])
        else:
            found[-1].append(word)
    return [call[1:] for call in found if call and call[0] == "benchbook"]


def unknown(words: list[str]) -> str | None:
    """Give the first word that is neither a command nor an option of it, or None."""
    command: click.Command = main
    shell = click.Context(command)
    for word in words:
        if word.startswith("-"):
            option = word.partition("=")[0]
            if option not in {*command.get_help_option_names(shell), *options(command)}:
                return word
        elif isinstance(command, click.Group):
            found = command.get_command(shell, word)
            if found is None:
                return word
            command = found
    return None


def options(command: click.Command) -> set[str]:
    """Give the spellings of the options of a command."""
    return {name for option in command.params for name in (*option.opts, *option.secondary_opts)}


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_each_command_in_the_documentation_exists(page: Path) -> None:
    """A command, a subcommand or an option that a page names can be typed."""
    faults = {
        shlex.join(["benchbook", *words]): fault
        for words in typed(page)
        if (fault := unknown(words)) is not None
    }

    assert {} == faults


def test_a_line_is_split_as_a_shell_does() -> None:
    """Chained calls are found, each with its own words."""
    line = "benchbook ingest 'a b' --corpus x && benchbook replay latest | less"

    assert [["ingest", "a b", "--corpus", "x"], ["replay", "latest"]] == calls(line)


def test_an_unknown_word_is_named() -> None:
    """The check sees a command and an option that are not there."""
    assert "nonsense" == unknown(["nonsense"])
    assert "--nonsense" == unknown(["--nonsense"])
    assert unknown(["--help"]) is None
