"""An `__init__.py` re-exports, and nothing else."""

from __future__ import annotations

import ast

from house import Source, product


def is_plain(node: ast.stmt) -> bool:
    """Say whether a statement is a docstring, an import or `__all__`."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    if isinstance(node, ast.Assign):
        return ["__all__"] == [ast.unparse(target) for target in node.targets]
    return isinstance(node, ast.Import | ast.ImportFrom)


def inits() -> list[Source]:
    """Give every `__init__.py` but the face, which loads its names by a rule of its own."""
    return [
        source
        for source in product()
        if source.path.name == "__init__.py" and source.path.parent.parts
    ]


def test_an_init_only_re_exports() -> None:
    """Code is found in a file that is called by what it does."""
    found = [
        f"{source.path}:{node.lineno}"
        for source in inits()
        for node in source.tree.body
        if not is_plain(node)
    ]

    assert [] == found, "\n".join(found)


def test_folders_of_data_hold_a_docstring_alone() -> None:
    """`gold` and `specs` are packages only so that their files are found when installed."""
    found = [
        str(source.path)
        for source in product()
        if source.room in {"gold", "specs"} and len(source.tree.body) != 1
    ]

    assert [] == found, "\n".join(found)
