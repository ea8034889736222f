"""The metadata and the folders agree: nothing is missing in the wheel that works in a checkout."""

from __future__ import annotations

import ast
from pathlib import PurePosixPath

from house import ROOMS, ROOT, Source, in_room, product, setup_file, tracked


def dotted(path: PurePosixPath) -> str:
    """Give the name that a file or folder is imported by."""
    return ".".join(("benchbook", *path.parts)).removesuffix(".py")


def entry_points() -> dict[str, str]:
    """Give the entry points of the built-in plugins: name to module."""
    lines = setup_file()["options.entry_points"]["benchbook"].strip().splitlines()
    return {
        name.strip(): module.strip() for name, _, module in (line.partition("=") for line in lines)
    }


def plugin_files() -> list[PurePosixPath]:
    """Give the files that each hold one plugin.

    Every file of a kind's folder; of a plugin that has its own folder, the one with the hook.
    """
    return [
        source.path
        for source in in_room("plugins")
        if source.path.name != "__init__.py" and (not is_in_own_folder(source) or has_hook(source))
    ]


def is_in_own_folder(source: Source) -> bool:
    """Say whether a file lies in plugins/<kind>s/<plugin>/."""
    return len(source.path.parts) > 3


def has_hook(source: Source) -> bool:
    """Say whether a file registers a plugin."""
    return any(
        isinstance(node, ast.FunctionDef) and node.name == "benchbook_plugins"
        for node in source.tree.body
    )


def test_a_folder_of_a_plugin_holds_one_plugin() -> None:
    """One of its files has the hook, it holds no folder, and its `__init__.py` is a docstring."""
    inside = [source for source in in_room("plugins") if is_in_own_folder(source)]
    folders = sorted({source.path.parent for source in inside})

    assert folders == sorted(source.path.parent for source in inside if has_hook(source))
    assert {4} == {len(source.path.parts) for source in inside}
    assert [1] * len(folders) == [
        len(source.tree.body) for source in inside if source.path.name == "__init__.py"
    ]


def test_packages_are_the_folders_of_the_house() -> None:
    """Each folder with an `__init__.py` stands in setup.cfg, in order, and no other does."""
    folders = {
        dotted(source.path.parent) for source in product() if source.path.name == "__init__.py"
    }

    listed = setup_file()["options"]["packages"].split()

    assert sorted(folders) == listed


def test_each_folder_with_code_is_a_package() -> None:
    """A folder without `__init__.py` would be left out of the wheel without a word."""
    with_code = {source.path.parent for source in product()}
    packages = {source.path.parent for source in product() if source.path.name == "__init__.py"}

    assert packages == with_code


def test_each_plugin_file_has_one_entry_point() -> None:
    """A plugin is found by its entry point alone; none is forgotten and none points nowhere."""
    files = {dotted(path) for path in plugin_files()}
    modules = list(entry_points().values())

    assert set() == files - set(modules), "not registered in setup.cfg"
    assert set() == set(modules) - files, "no such file"
    assert sorted(set(modules)) == sorted(modules)


def test_entry_points_are_named_for_their_kind() -> None:
    """`lane-bm25` lies in plugins/lanes: the name says where to look."""
    misnamed = {
        name: module
        for name, module in entry_points().items()
        if name.partition("-")[0] + "s" != module.split(".")[2]
    }

    assert {} == misnamed


def test_entry_points_are_sorted() -> None:
    """A sorted list shows at a glance what is there."""
    assert sorted(entry_points()) == list(entry_points())


def test_the_root_holds_two_modules() -> None:
    """Any other Python file at the root would be shipped as a module of the package."""
    at_root = [str(path) for path in tracked() if len(path.parts) == 1 and path.suffix == ".py"]

    assert ["__init__.py", "testing.py"] == at_root


def test_the_root_holds_no_other_room() -> None:
    """Each folder with Python at the root is a room of the house or of the workshop."""
    workshop = {".ci", "docs", "tests"}
    folders = {path.parts[0] for path in tracked() if len(path.parts) > 1 and path.suffix == ".py"}

    assert folders - workshop <= set(ROOMS)


def test_the_link_for_type_checkers_leads_to_the_root() -> None:
    """mypy, pyright and ruff find the package `benchbook` through `.src`."""
    link = ROOT / ".src" / "benchbook"

    assert link.is_symlink()
    assert ".." == str(link.readlink())
