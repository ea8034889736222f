"""The tutorial: its commands are typed in its order, and it shows what they print."""

from __future__ import annotations

import re

import pytest

from house import ROOT
from typed_page import answers

PAGE = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
SHOWN = re.compile(
    r"^```console\n[^`]*^```\n\n(?:[^`\n]+\n)*\n*```\n(.*?)^```$", re.MULTILINE | re.DOTALL
)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each command printed, in a folder with the files of the page."""
    return answers(PAGE, tmp_path_factory.mktemp("tutorial"))


@pytest.mark.slow
def test_what_the_tutorial_shows_is_what_is_printed(said: dict[str, str]) -> None:
    """Line by line, digests and positions aside."""
    printed = "\n".join(said.values())
    shown = [line for block in SHOWN.findall(PAGE) for line in block.splitlines()]
    patterns = [re.escape(line).replace("…", ".+") for line in shown]

    assert 21 == len(patterns)
    assert [] == [one for one in patterns if not re.search(f"^{one}$", printed, re.MULTILINE)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("experiment", "rows"),
    [
        ("first.toml", {"words": "0.8333", "vectors": "0.8333", "both": "0.8333"}),
        ("second.toml", {"words": "0.8333", "plain_words": "0.7500"}),
    ],
)
def test_experiments_of_the_tutorial_are_measured(
    said: dict[str, str], experiment: str, rows: dict[str, str]
) -> None:
    """Every condition has the RR@5 that the text speaks of."""
    report = said[f"eval retrieval {experiment}"]
    found = {
        name: re.search(rf"^{name}\b[ a-z()]* (0\.\d{{4}})", report, re.MULTILINE) for name in rows
    }

    assert rows == {name: row and row[1] for name, row in found.items()}


@pytest.mark.slow
def test_the_second_report_counts_both_runs(said: dict[str, str]) -> None:
    """As the text after it says."""
    assert "2 on this gold in this log" in said["eval retrieval second.toml"]
    assert 3 == len(said["run list"].splitlines())
