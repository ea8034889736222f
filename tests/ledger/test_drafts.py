"""Drafts: what has the wrong shape is refused before it comes near the file."""

from __future__ import annotations

import pytest

from benchbook.ledger import Actor, Basis, DraftRefused
from ledgers import draft

HASH = "ab" * 32


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "ab"),
        ("id", "AB" * 16),
        ("id", "ab" * 32),
        ("id", 5),
        ("type", "Thing"),
        ("type", "thing_done"),
        ("type", "thing--done"),
        ("type", ""),
        ("type", "thing-done\n"),
        ("schema", 0),
        ("schema", True),
        ("schema", 2**31),
        ("schema", "1"),
        ("stream", ""),
        ("stream", "run/"),
        ("stream", "run//a"),
        ("stream", "/run"),
        ("stream", "run/a b"),
        ("stream", 'run/a"'),
        ("stream", "run/é"),
        ("stream", "run/" + "a" * 201),
        ("cause", "ab"),
        ("env", "ab"),
        ("env", "g" * 64),
        ("data", [1]),
        ("objects", ("ab",)),
        ("objects", "ab"),
    ],
)
def test_a_wrong_field_is_named(field: str, value: object) -> None:
    """The refusal says which field, and shows what it was given."""
    with pytest.raises(DraftRefused, match=f"the draft's {field} is .*expected"):
        draft(0, **{field: value})


@pytest.mark.parametrize("field", ["actor", "basis"])
def test_actor_and_basis_are_ours(field: str) -> None:
    """A dictionary is no actor and no basis."""
    with pytest.raises(TypeError):
        draft(0, **{field: {"kind": "tool", "id": "x"}})


@pytest.mark.parametrize(
    ("kind", "id_"), [("robot", "x"), ("tool", ""), ("tool", "a b"), ("tool", 'a"'), ("tool", "é")]
)
def test_a_wrong_actor(kind: str, id_: str) -> None:
    """An actor is one of four kinds, with a plain id."""
    with pytest.raises(DraftRefused):
        Actor(kind=kind, id=id_)


@pytest.mark.parametrize(("size", "root"), [(-1, HASH), (True, HASH), (1, "ab"), (1, HASH.upper())])
def test_a_wrong_basis(size: int, root: str) -> None:
    """A basis is a count and 64 hex."""
    with pytest.raises(DraftRefused):
        Basis(size=size, root=root)


@pytest.mark.parametrize("stream", ["log", "corpus/scifact", "run/3f9a/x", "gold/A_b.c@d:e+f-1"])
def test_streams_of_the_house(stream: str) -> None:
    """Names as they are used are right."""
    assert stream == draft(0, stream).stream
