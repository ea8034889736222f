"""The page about Python: its examples are run as they stand, beside the demo's workspace."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchbook.cli.main import main
from house import ROOT

PAGE = ROOT / "docs" / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_examples_give_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every one, in the page's order; `make docs` runs them too."""
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("pandas")
    made = CliRunner().invoke(main, ["demo", "--dir", "book"])
    assert 0 == made.exit_code, made.output

    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")

    assert (0, True) == (failed, tried > 30)


def test_the_example_of_the_readme_gives_what_it_shows() -> None:
    """It stands alone."""
    readme = str(ROOT / "README.md")

    assert (0, 3) == doctest.testfile(readme, module_relative=False, encoding="utf-8")


def test_other_python_of_the_page_can_be_parsed() -> None:
    """What is shown without what it gives."""
    blocks = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )

    assert 1 == len([ast.parse(block) for block in blocks])
