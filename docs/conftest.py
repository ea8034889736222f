"""Examples in the pages run in a folder of their own, where the demo has its workspace `book`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from benchbook.cli.main import main


@pytest.fixture(scope="session")
def _workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demo's workspace."""
    folder = tmp_path_factory.mktemp("pages")
    made = CliRunner().invoke(main, ["demo", "--dir", str(folder / "book")])
    if made.exit_code:
        pytest.fail(made.output)
    return folder


@pytest.fixture(autouse=True)
def _in_a_folder(_workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples see no file of the repository."""
    monkeypatch.chdir(_workspace)
