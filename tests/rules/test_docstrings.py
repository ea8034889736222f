"""What a reader may call says what it gives; what a test checks is a sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from house import Source, in_room, product, sources

Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def public(tree: ast.Module) -> Iterator[Defined]:
    """Give the public functions and classes of a module and the public methods of those classes."""
    for node in tree.body:
        if isinstance(node, Defined) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from (
                    method
                    for method in node.body
                    if isinstance(method, Defined) and not method.name.startswith("_")
                )


def is_stated_elsewhere(node: Defined) -> bool:
    """Say whether another definition carries the docstring: for an overload, a setter."""
    marks = {ast.unparse(mark).rpartition(".")[2] for mark in node.decorator_list}
    return bool(marks & {"overload", "override", "setter"})


def undocumented(source: Source) -> list[str]:
    """Name what a source leaves unsaid."""
    return [
        f"{source.path}:{node.lineno}: {node.name}"
        for node in public(source.tree)
        if not ast.get_docstring(node) and not is_stated_elsewhere(node)
    ]


def test_every_public_name_says_what_it_gives() -> None:
    """Core, ledger, cli, the face and the contract tests document each public name."""
    found = [
        fault for source in product() if source.room != "plugins" for fault in undocumented(source)
    ]

    assert [] == found, "\n".join(found)


def test_every_plugin_class_says_what_it_does() -> None:
    """A plugin's class says what it computes, and where that comes from."""
    found = [
        f"{source.path}:{node.lineno}: {node.name}"
        for source in in_room("plugins")
        for node in source.tree.body
        if isinstance(node, ast.ClassDef) and not ast.get_docstring(node)
    ]

    assert [] == found, "\n".join(found)


def test_every_module_says_what_it_holds() -> None:
    """The first line of a file tells whether to read on."""
    found = [str(source.path) for source in sources() if not ast.get_docstring(source.tree)]

    assert [] == found, "\n".join(found)


def test_every_test_states_its_promise() -> None:
    """A failing test tells in a sentence what no longer holds."""
    found = [
        f"{source.path}:{node.lineno}: {node.name}"
        for source in sources()
        if source.room == "tests" or str(source.path) == "testing.py"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if node.name.startswith("test_") and not ast.get_docstring(node)
    ]

    assert [] == found, "\n".join(found)
