"""The page about readers: its files are read by the commands that stand below them."""

from __future__ import annotations

import re

import pytest

from benchbook.core.plugging.loading import load_registry
from house import ROOT
from typed_page import answers

PAGE = (ROOT / "docs" / "readers.md").read_text("utf-8")
SHOWN = re.compile(r"^```\n((?:corpus|gold| ).*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each command of the page printed, in its order, in a folder with the page's files."""
    return answers(PAGE, tmp_path_factory.mktemp("readers"))


def test_every_reader_has_an_example(said: dict[str, str]) -> None:
    """Each built-in one reads what the page gives it, but for the one that reads no files."""
    used = set(re.findall(r"read by benchbook:([\w-]+)", "\n".join(said.values())))

    assert {one.record.name for one in load_registry(()).all("reader")} - {"irds"} == used


def test_what_the_page_shows_is_what_is_printed(said: dict[str, str]) -> None:
    """Line by line, digests and positions aside."""
    printed = "\n".join(said.values())
    shown = [line for block in SHOWN.findall(PAGE) for line in block.splitlines()]
    patterns = [re.escape(line).replace("…", ".+") for line in shown]

    assert patterns
    assert [] == [one for one in patterns if not re.search(f"^{one}$", printed, re.MULTILINE)]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("gold import questions.jsonl --gold mine --corpus papers", "2 topics (2 drafted)"),
        ("ingest notes --corpus notes --set size=800", "2 units of 1 document,"),
        ("gold import kit --gold kit --corpus kit", "1 question with evidence: 1 title, 1 phrase"),
        ("ingest trec --corpus trec", "kept as metadata of units: date (1)"),
    ],
)
def test_examples_come_to_what_the_page_says(
    said: dict[str, str], command: str, expected: str
) -> None:
    """Counts of what came in."""
    assert expected in said[command]
