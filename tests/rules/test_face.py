"""The face: three lists of the same names, each of which loads."""

from __future__ import annotations

import ast
from pathlib import PurePosixPath

import pytest

import benchbook
from house import Source, imports, listed, public_names

FACE = Source(PurePosixPath("__init__.py"))
ROOMS = Source(PurePosixPath("core/rooms.py"))


def typed_names() -> dict[str, str]:
    """Give the names under `if TYPE_CHECKING`, each with the room that it comes from."""
    return {
        name: found.module.removeprefix("benchbook.")
        for found in imports(FACE)
        if found.late and found.relative
        for name in found.names
    }


def rooms() -> dict[str, str]:
    """Give the table of the names that are loaded when asked for."""
    value = listed(ROOMS.tree, "ROOMS")
    assert value is not None, "core/rooms.py has no table ROOMS"
    table: dict[str, str] = ast.literal_eval(value)
    return {name: room for room, names in table.items() for name in names.split()}


def all_names() -> list[str]:
    """Give `__all__` as it is written."""
    value = listed(FACE.tree, "__all__")
    assert value is not None, "__init__.py has no __all__"
    names: list[str] = ast.literal_eval(value)
    return names


def test_type_checkers_and_python_see_the_same_rooms() -> None:
    """A name has the type of what is loaded for it."""
    assert typed_names() == rooms()


def test_all_lists_what_can_be_loaded() -> None:
    """`__all__` holds each name of the table, and the version."""
    assert {*rooms(), "__version__"} == public_names("__init__.py")


def test_the_lists_are_sorted_and_without_twins() -> None:
    """A sorted list shows at a glance whether a name is there."""
    by_room = sorted((room, name) for name, room in rooms().items())
    assert by_room == [(room, name) for name, room in rooms().items()]
    assert sorted(set(all_names())) == all_names()


@pytest.mark.parametrize("name", sorted(rooms()))
def test_each_name_loads(name: str) -> None:
    """A name on the face is there when it is asked for."""
    loaded = getattr(benchbook, name)

    assert loaded is not None


def test_dir_lists_the_face() -> None:
    """Completion in a notebook offers the names before any is loaded."""
    assert set(all_names()) <= set(dir(benchbook))


def test_an_unknown_name_is_an_attribute_error() -> None:
    """A misspelt name fails as Python's own do, naming it."""
    with pytest.raises(AttributeError, match="Rankigns"):
        getattr(benchbook, "Rankigns")  # noqa: B009 - mypy would refuse the attribute, as it should
