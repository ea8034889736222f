"""The wheel of this checkout and an environment for it, made once for the tests that use them."""

from __future__ import annotations

import shutil
import venv
from pathlib import Path

import pytest

from house import ROOT, tracked
from shell import run


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a new environment, which holds pip alone."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=True)
    return place / "bin"


@pytest.fixture(scope="session")
def wheel(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the tracked files, so that nothing else can slip in."""
    copy = tmp_path_factory.mktemp("checkout")
    for path in tracked():
        target = copy / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, target)
    place = tmp_path_factory.mktemp("wheel")
    pip = (environment / "python", "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", place)
    run(*pip, copy, folder=place)
    (built,) = place.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(environment: Path, wheel: Path) -> Path:
    """The folder of programs of an environment that holds the wheel and what it asks for."""
    run(environment / "python", "-m", "pip", "install", "-q", wheel, folder=wheel.parent)
    return environment
