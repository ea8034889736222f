"""`benchbook --help` is quick: it loads click and nothing else that is not Python's own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from shell import run

LOADED = "import json, sys; json.dump(sorted(sys.modules), sys.stdout)"
HELP = f"""
import contextlib, io, sys
sys.argv = ["benchbook", "--help"]
from benchbook.cli.main import main
with contextlib.redirect_stdout(io.StringIO()) as shown:
    try:
        main()
    except SystemExit as end:
        assert not end.code, end.code
assert "Usage: benchbook" in shown.getvalue(), shown.getvalue()
{LOADED}
"""


def modules(code: str, folder: Path) -> set[str]:
    """Run code in a new Python in an empty folder and give the modules that it ends with."""
    return set(json.loads(run(sys.executable, "-c", code, folder=folder)))


def added(code: str, folder: Path) -> set[str]:
    """Give the modules that code loads beyond those of a bare Python."""
    return modules(code, folder) - modules(LOADED, folder)


@pytest.mark.slow
def test_help_loads_click_alone(tmp_path: Path) -> None:
    """No library but click, so that help and completion answer at once."""
    tops = {name.partition(".")[0] for name in added(HELP, tmp_path)}

    third_party = {top for top in tops - sys.stdlib_module_names if not top.startswith("__")}

    assert {"benchbook", "click"} == third_party


@pytest.mark.slow
def test_help_does_not_read_what_is_installed(tmp_path: Path) -> None:
    """Neither entry points nor the SQLite library are touched before a command asks for them."""
    heavy = {"importlib.metadata", "sqlite3", "asyncio", "email", "unittest"}

    assert set() == heavy & added(HELP, tmp_path)


@pytest.mark.slow
def test_importing_the_face_loads_nothing(tmp_path: Path) -> None:
    """`import benchbook` costs as much as reading one file."""
    face = added(f"import benchbook\n{LOADED}", tmp_path)

    assert {"benchbook"} == {
        name for name in face if name.partition(".")[0] not in sys.stdlib_module_names
    }
