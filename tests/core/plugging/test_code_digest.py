"""The digest of Benchbook's own code: what it covers, and what it does not depend on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchbook.core.plugging import pins
from benchbook.core.plugging.pins import benchbook_code_digest


@pytest.mark.slow
def test_benchbook_code_digest_does_not_depend_on_imports() -> None:
    """A process that imported little and one that imported all give the same digest."""
    code = "from benchbook.core.plugging.pins import benchbook_code_digest as d; print(d())"
    full = (
        f"import benchbook.testing, benchbook.core.plugging.loading as l; l.load_registry(); {code}"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", each], check=True, capture_output=True, text=True
        ).stdout
        for each in (code, full)
    }

    assert 1 == len(digests)


def test_benchbook_code_digest_covers_four_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change in the face or a folder of the product shows; in tests or a build none does."""
    for folder in ("core", "ledger", "plugins", "cli", "tests", ".venv", "build"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "some.py").write_text("x = 1", "utf-8")
    (tmp_path / "__init__.py").write_text("", "utf-8")
    monkeypatch.setattr(pins, "__file__", str(tmp_path / "core" / "plugging" / "pins.py"))
    before = benchbook_code_digest()
    changed = {}
    for path in sorted(tmp_path.rglob("*.py")):
        old = path.read_text("utf-8")
        path.write_text(f"{old}\ny = 2", "utf-8")
        changed[path.relative_to(tmp_path).parts[0]] = before != benchbook_code_digest()
        path.write_text(old, "utf-8")

    assert {
        ".venv": False,
        "__init__.py": True,
        "build": False,
        "cli": True,
        "core": True,
        "ledger": True,
        "plugins": True,
        "tests": False,
    } == changed


def test_the_digest_reads_the_package_that_is_installed() -> None:
    """The folder that is read is the package's own: every room of it has files there."""
    home = Path(pins.__file__).parents[2]

    assert [] == [room for room in pins.FOLDERS if not list((home / room).rglob("*.py"))]
    assert (home / "testing.py").is_file()
