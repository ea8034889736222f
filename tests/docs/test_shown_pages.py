"""Pages whose blocks a script puts in place: what they show is what is printed now.

`python docs/_ext/shown.py --write PAGE.md…` makes them anew after a change of numbers or words.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from house import ROOT
from shown import Stale, Typed, excerpt, masked, remade, typed

DOCS = ROOT / "docs"
WITH_OUTPUT = [
    "metrics",
    "reading_a_report",
    "gates",
    "decisions",
    "compare",
    "diff",
    "sweep",
    "credit",
    "lexical_stress",
    "merging",
    "interop",
]
PAGES = [*WITH_OUTPUT, "statistics"]
BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FIGURE = re.compile(r"(?<![\w.,])\d\.\d{3,}")
RECKONED = {f"{1 / 59:.3f}"}
"""Figures of the text that no command prints."""


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_what_is_printed(name: str) -> None:
    """Every block and table, digests aside; every command ends as the page says."""
    page = (DOCS / f"{name}.md").read_text("utf-8")

    assert masked(remade(page)) == masked(page)


@pytest.mark.parametrize("name", WITH_OUTPUT)
def test_figures_of_the_text_stand_in_a_block(name: str) -> None:
    """So that none is left behind when the output changes."""
    page = (DOCS / f"{name}.md").read_text("utf-8")
    blocks = "\n".join(BLOCK.findall(page))
    told = set(FIGURE.findall(BLOCK.sub("", page)))

    assert set() == {figure for figure in told - RECKONED if figure not in blocks}


def test_a_page_that_shows_something_else_is_seen(tmp_path: Path) -> None:
    """Another line in a block, and another figure in a table."""
    page = "```console\n$ benchbook --help\n```\n\n<!-- shown: Usage -->\n```text\nold\n```\n"
    table = "<!-- made: coverage -->\n\n| old |\n\nAfter.\n"

    assert "\nold\n" not in remade(page)
    assert "| old |" not in remade(table)
    assert remade(table).endswith("\n\nAfter.\n")


def test_parts_of_an_output() -> None:
    """A section down to two blank lines, a range of lines, a single line."""
    printed = "one\na\n\nb\n\n\ntwo\nc\nd\n"

    assert "one\na\n\nb\n" == excerpt(printed, "one")
    assert "two\nc\nd\n" == excerpt(printed, "two")
    assert "a\n…\nc\nd\n" == excerpt(printed, "a .. a | c .. d")


def test_what_is_not_there_is_no_part() -> None:
    """A line that nothing begins with, and one that nothing holds."""
    with pytest.raises(Stale, match="'three'"):
        excerpt("one\ntwo\n", "three")
    with pytest.raises(Stale, match="'one' behind 'two'"):
        excerpt("one\ntwo\n", "two .. one")


def test_a_command_that_fails_is_seen() -> None:
    """Unless the page shows its code."""
    (plain,) = typed("$ benchbook nonsense\n")
    (told,) = typed("$ ls\n$ benchbook nonsense; echo $?\n")

    assert Typed(words=("nonsense",), tells_code=True) == told
    assert told.run().endswith("\n2\n")
    with pytest.raises(Stale, match="ended with 2"):
        plain.run()
