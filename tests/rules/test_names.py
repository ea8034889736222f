"""One word per thing: words that say nothing are not used in names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from house import Source, sources, tracked

EMPTY = frozenset(
    word + ending
    for word in ("handler", "helper", "info", "item", "manager", "result", "util")
    for ending in ("", "s")
) | {"context", "contexts", "process", "processes"}
SHORTENED = frozenset(
    ("cfg", "cnt", "ctx", "docid", "fn", "idx", "mgr", "msg", "num", "pos", "qid", "req", "resp")
)
# Names that are other people's, whole.
OTHERS = ("sqlite_utils",)
# Where a word is somebody else's, or means just what it says: the start of a path, and the word.
ALLOWED = {
    ("cli", "ctx"): "click's own name for an argument of the methods that it calls",
    ("core/testing/", "process"): "a process of the operating system",
    ("core/testing/", "processes"): "processes of the operating system",
    ("tests/conftest.py", "items"): "pytest's word for what it collected",
    ("tests", "process"): "a process of the operating system",
    ("tests", "processes"): "processes of the operating system",
    ("core", "items"): "a method that every mapping has",
}


def words(name: str) -> list[str]:
    """Split a name in snake case or camel case into its words, in lower case."""
    return re.findall(r"[a-z0-9]+|[A-Z]+(?![a-z])|[A-Z][a-z0-9]*", name)


def names(source: Source) -> Iterator[tuple[int, str]]:
    """Give the names that a source defines: functions, classes, their fields and arguments."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        if isinstance(node, ast.arg):
            yield node.lineno, node.arg
        if isinstance(node, ast.ClassDef):
            for field in node.body:
                if isinstance(field, ast.AnnAssign):
                    yield field.lineno, ast.unparse(field.target)


def bad_words(path: str, name: str) -> list[str]:
    """Give the words of a name that a file may not use."""
    for other in OTHERS:
        name = name.replace(other, "")
    found = [word.lower() for word in words(name)]
    return [
        word
        for word in found
        if word in EMPTY | SHORTENED
        and not any(path.startswith(start) for start, allowed in ALLOWED if allowed == word)
    ]


def test_no_name_in_the_code_is_an_empty_word() -> None:
    """Functions, classes, fields and arguments are called by the words of the field."""
    found = [
        f"{source.path}:{line}: {name}"
        for source in sources()
        for line, name in names(source)
        if bad_words(str(source.path), name)
    ]

    assert [] == found, "\n".join(found)


def test_no_file_or_folder_is_an_empty_word() -> None:
    """A file is called by what it holds."""
    found = [
        str(path)
        for path in tracked()
        for part in path.with_suffix("").parts
        if bad_words(str(path), part)
    ]

    assert [] == found, "\n".join(found)


def test_words_are_found_in_either_case() -> None:
    """The rule sees through snake case, camel case and capitals."""
    assert ["read", "JSON", "Info"] == words("readJSONInfo")
    assert ["item"] == bad_words("core/x.py", "_item_ids")
    assert [] == bad_words("core/x.py", "itemise")
