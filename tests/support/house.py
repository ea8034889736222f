"""The tree as the tests of its rules see it: tracked files, parsed; nothing is imported or walked.

Only what git tracks is looked at, so that environments, builds and the link in `.src` stay out.
"""

from __future__ import annotations

import ast
import configparser
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("cli", "core", "gold", "ledger", "plugins", "specs")


@dataclass(frozen=True)
class Source:
    """A tracked Python file; `path` is relative to the root."""

    path: PurePosixPath

    @cached_property
    def text(self) -> str:
        """Its text."""
        return Path(ROOT, self.path).read_text("utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.text, str(self.path))

    @property
    def room(self) -> str:
        """The folder at the root that it lies in; empty for a file at the root."""
        return self.path.parts[0] if len(self.path.parts) > 1 else ""

    @property
    def module(self) -> str:
        """The name that it is imported by."""
        parts = self.path.with_suffix("").parts
        return ".".join(("benchbook", *(parts[:-1] if parts[-1] == "__init__" else parts)))

    @property
    def package(self) -> str:
        """The package that its relative imports start from."""
        is_package = self.path.name == "__init__.py"
        return self.module if is_package else self.module.rpartition(".")[0]


@dataclass(frozen=True)
class Import:
    """One module that a source imports.

    Attributes:
        module: its full name; a relative import is resolved.
        names: what is taken from it; empty for `import module`.
        line: where.
        relative: whether it is written with dots.
        late: whether it stands in a function or under `if TYPE_CHECKING`, so that importing the
            source does not load it.
    """

    module: str
    names: tuple[str, ...]
    line: int
    relative: bool
    late: bool

    @property
    def top(self) -> str:
        """The first part of the module's name."""
        return self.module.partition(".")[0]

    @property
    def is_stdlib(self) -> bool:
        """Whether Python brings it."""
        return self.top in sys.stdlib_module_names


@cache
def tracked() -> tuple[PurePosixPath, ...]:
    """Give the paths of the files that git tracks and that are there, without links, sorted."""
    if not Path(ROOT, ".git").exists():
        pytest.skip("not a git checkout: the rules are about tracked files")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    paths = (PurePosixPath(name) for name in listed.split("\0") if name)
    return tuple(sorted(path for path in paths if _is_plain_file(Path(ROOT, path))))


def _is_plain_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


@cache
def sources() -> tuple[Source, ...]:
    """Give every tracked Python file."""
    return tuple(Source(path) for path in tracked() if path.suffix == ".py")


def product() -> tuple[Source, ...]:
    """Give the Python files that are shipped."""
    return tuple(source for source in sources() if source.room in {"", *ROOMS})


def in_room(room: str) -> tuple[Source, ...]:
    """Give the Python files under one folder of the root."""
    return tuple(source for source in sources() if source.room == room)


def setup_file() -> configparser.ConfigParser:
    """Read the metadata of the distribution."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg", "utf-8")
    return parser


def imports(source: Source) -> list[Import]:
    """Give the imports of a source, in order."""
    return list(_imports(source, source.tree, late=False))


def _imports(source: Source, node: ast.AST, *, late: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for name in child.names:
                yield Import(name.name, (), child.lineno, relative=False, late=late)
        elif isinstance(child, ast.ImportFrom):
            names = tuple(name.name for name in child.names)
            module = _resolved(source, child)
            yield Import(module, names, child.lineno, relative=child.level > 0, late=late)
        elif isinstance(child, ast.If) and _asks_for_typing(child.test):
            for statement in child.body:
                yield from _imports(source, ast.Module([statement], []), late=True)
            for statement in child.orelse:
                yield from _imports(source, ast.Module([statement], []), late=late)
        else:
            deferred = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from _imports(source, child, late=late or deferred)


def _resolved(source: Source, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = source.package.split(".")
    base = package[: len(package) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])


def _asks_for_typing(test: ast.expr) -> bool:
    return ast.unparse(test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}


def listed(tree: ast.Module, name: str) -> ast.expr | None:
    """Give the value that a module assigns to a name at its top, or None."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return node.value
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name:
            return node.value
    return None


def public_names(path: str) -> frozenset[str]:
    """Give the `__all__` of a file."""
    value = listed(Source(PurePosixPath(path)).tree, "__all__")
    return frozenset(ast.literal_eval(value)) if value is not None else frozenset()
