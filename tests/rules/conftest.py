"""The wheel of this checkout, built once for the tests that look at it."""

from __future__ import annotations

import shutil
import sys
import venv
from pathlib import Path

import pytest

from house import ROOT, tracked
from shell import run


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the tracked files, so that nothing else can slip in."""
    copy = tmp_path_factory.mktemp("checkout")
    for path in tracked():
        target = copy / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, target)
    place = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", place, copy)
    run(*pip, folder=place)
    (built,) = place.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that holds the wheel and what it asks for."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=True)
    run(place / "bin" / "python", "-m", "pip", "install", "-q", wheel, folder=place)
    return place / "bin"
