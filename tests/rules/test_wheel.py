"""The wheel holds the product, all of it, and nothing else."""

from __future__ import annotations

import configparser
from pathlib import Path
from zipfile import ZipFile

import pytest

from house import ROOMS, setup_file, tracked

pytestmark = pytest.mark.slow
DOCUMENTS = {"README.md", "LICENSE"}


def shipped(wheel: Path) -> set[str]:
    """Give the files of a wheel without its metadata."""
    with ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def metadata(wheel: Path, name: str) -> str:
    """Give a file of the metadata of a wheel."""
    with ZipFile(wheel) as archive:
        (path,) = (path for path in archive.namelist() if path.endswith(f".dist-info/{name}"))
        return archive.read(path).decode()


def test_the_wheel_is_the_rooms_of_the_house(wheel: Path) -> None:
    """Each tracked file of a room is shipped, code and data, and the two modules of the root."""
    at_root = {path for path in tracked() if len(path.parts) == 1 and path.suffix == ".py"}
    in_rooms = {path for path in tracked() if path.parts[0] in ROOMS}

    expected = {f"benchbook/{path}" for path in at_root | in_rooms} | {"benchbook/py.typed"}

    assert expected == shipped(wheel)


def test_the_wheel_names_the_built_in_plugins(wheel: Path) -> None:
    """The entry points of setup.cfg reach whoever installs the wheel."""
    group = setup_file()["options.entry_points"]["benchbook"]
    built = configparser.ConfigParser()
    built.read_string(metadata(wheel, "entry_points.txt"))

    expected = dict(line.split(" = ") for line in group.strip().splitlines())
    assert expected == dict(built["benchbook"])


def test_the_wheel_carries_its_licence_and_readme(wheel: Path) -> None:
    """The page of the distribution and the terms of use come with it."""
    words = metadata(wheel, "METADATA")

    assert "License-Expression: Apache-2.0" in words
    assert "License-File: LICENSE" in words
    assert "Description-Content-Type: text/markdown" in words
    assert DOCUMENTS <= {str(path) for path in tracked()}
