"""Whoever silences a tool names the rule and says why."""

from __future__ import annotations

import io
import re
import tokenize

import pytest

from house import Source, sources

WHY = r".*\w.{4,}"
# How each begins, and how it looks when it is complete.
SHAPES = (
    (r"#\s*(?:ruff:|flake8:)?\s*noqa", rf"noqa:\s*[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*\s+-\s+{WHY}"),
    (r"#\s*type:\s*ignore", rf"type: ignore\[[a-z0-9, -]+\]\s*#{WHY}"),
    (r"#\s*mypy:", rf"mypy: [a-z-]+(?:=\S+)?\s*#{WHY}"),
    (r"#\s*pyright:", rf"pyright: ignore\[\w+(?:, \w+)*\]\s*#{WHY}"),
    (r"#\s*pragma:", rf"pragma: no (?:cover|branch) - {WHY}"),
    (r"#\s*fmt:\s*(?:off|skip)", rf"fmt: (?:off|skip)\s*(?:-|#){WHY}"),
)


def comments(source: Source) -> list[tuple[int, str]]:
    """Give the comments of a source with their lines; strings are not comments."""
    tokens = tokenize.generate_tokens(io.StringIO(source.text).readline)
    return [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]


def is_bare(comment: str) -> bool:
    """Say whether a comment silences something without its name or without a reason."""
    return any(
        re.search(begins, comment, re.IGNORECASE) and not re.search(complete, comment)
        for begins, complete in SHAPES
    )


def test_every_suppression_names_its_rule_and_its_reason() -> None:
    """A reader can tell whether the reason still holds."""
    found = [
        f"{source.path}:{line}: {comment}"
        for source in sources()
        for line, comment in comments(source)
        if is_bare(comment)
    ]

    assert [] == found, "\n".join(found)


@pytest.mark.parametrize(
    ("comment", "bare"),
    [
        ("# noqa", True),
        ("# noqa: S608", True),
        ("# noqa: S608 -", True),
        ("# noqa: S608 - the name is one of ours", False),
        ("# noqa: S608, E501 - the name is one of ours", False),
        ("# type: ignore", True),
        ("# type: ignore[arg-type]", True),
        ("# type: ignore[arg-type]  # the stub lacks None", False),
        ("# pragma: no cover", True),
        ("# pragma: no cover - only on a full disk", False),
        ("# why this is so", False),
    ],
)
def test_the_rule_tells_bare_ones_apart(comment: str, bare: bool) -> None:  # noqa: FBT001 - a table's column
    """The rule itself is checked on one comment of each kind."""
    assert bare == is_bare(comment)
