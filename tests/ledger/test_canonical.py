"""Canonical bytes: one spelling per value, and every other spelling refused at its byte."""

from __future__ import annotations

import json
from decimal import Decimal
from enum import IntEnum, StrEnum
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook.ledger import NotCanonical, canonical_json, digest, parse_canonical

MOST = 2**53 - 1
texts = st.text(st.characters(exclude_categories=["Cs"])).map(lambda text: normalize("NFC", text))
keys = st.text(st.characters(max_codepoint=127), max_size=64)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-MOST, MOST) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)


class Colour(StrEnum):
    RED = "red"


class Number(IntEnum):
    ONE = 1


def nested(depth: int) -> object:
    """So many lists inside each other."""
    value: object = []
    for _ in range(depth - 1):
        value = [value]
    return value


def looped() -> object:
    """A list that holds itself."""
    value: list[object] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"b": 1, "a": 2, "B": 3, "": 4}, b'{"":4,"B":3,"a":2,"b":1}'),
        ((1, [True, False, None]), b"[1,[true,false,null]]"),
        ('\b\t\n\f\r"\\/\x00\x1f\x7f', b'"\\b\\t\\n\\f\\r\\"\\\\/\\u0000\\u001f\x7f"'),
        ("\u20ac\U0001f600\u2028", '"\u20ac\U0001f600\u2028"'.encode()),
        (-MOST, b"-9007199254740991"),
        ({"a" * 64: {}}, b'{"' + b"a" * 64 + b'":{}}'),
        (nested(32), b"[" * 32 + b"]" * 32),
    ],
)
def test_bytes_are_the_canonical_ones(value: object, expected: bytes) -> None:
    """A value has the bytes that RFC 8785 gives it."""
    assert expected == canonical_json(value)


@pytest.mark.parametrize(
    ("value", "where"),
    [
        (1.0, "$"),
        ({"a": [0, float("nan")]}, "$.a[1]"),
        ({"a": {"b": Decimal(1)}}, "$.a.b"),
        (MOST + 1, "$"),
        ([-MOST - 1], "$[0]"),
        ({"a": MOST + 1}, "$.a"),
        ({"a": -MOST - 1}, "$.a"),
        ({1: "a"}, "$"),
        ({"é": 1}, "$"),
        ({"a": {"k" * 65: 1}}, "$.a"),
        ("e\u0301", "$"),
        (["\ud800"], "$[0]"),
        ("\ud83d\ude00", "$"),
        (b"bytes", "$"),
        ({1, 2}, "$"),
        (Colour.RED, "$"),
        (Number.ONE, "$"),
        ({"a": Number.ONE}, "$.a"),
        (nested(33), "$" + "[0]" * 32),
        (looped(), "$" + "[0]" * 32),
    ],
)
def test_values_outside_the_profile_are_refused(value: object, where: str) -> None:
    """What has no canonical form is refused, naming its place in the value."""
    with pytest.raises(NotCanonical) as caught:
        canonical_json(value)

    assert where == caught.value.where


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b'{"a":1,"a":2}', 7),
        (b'{"b":1,"a":2}', 7),
        (b'{"\\u0061":1}', 1),
        ('{"é":1}'.encode(), 1),
        (b'{"' + b"k" * 65 + b'":1}', 1),
        (b"{1:2}", 1),
        (b'{"a":1,}', 7),
        (b"[1,]", 3),
        (b"1.0", 0),
        (b"[1.5]", 1),
        (b"1e2", 0),
        (b"1E2", 0),
        (b"-0", 0),
        (b"01", 0),
        (b"-", 0),
        (b"+1", 0),
        ("\u0661".encode(), 0),
        (b"NaN", 0),
        (b"[Infinity]", 1),
        (b"-Infinity", 0),
        (b"9007199254740992", 0),
        (b"[-9007199254740992]", 1),
        (b"9" * 5_000, 0),
        (b"[" * 100_000, 32),
        (b'{"a":' * 100_000, 160),
        (b" 1", 0),
        (b"1 ", 1),
        (b"[1, 2]", 3),
        (b'{"a" :1}', 4),
        (b"[1\n]", 2),
        (b"\xef\xbb\xbf1", 0),
        (b'"\\u00e9"', 0),
        (b'"\\/"', 0),
        (b'"\\u001F"', 0),
        (b'"\\u0008"', 0),
        (b'"\\ud800"', 0),
        (b'"\\ud83d\\ude00"', 0),
        (b'"\\x41"', 0),
        (b'"\n"', 0),
        (b'"a', 0),
        (b'"' + b"a" * 100_000 + b"\\", 0),
        ('["e\u0301"]'.encode(), 1),
        (b'"\xc0\xaf"', 1),
        (b'"\xed\xa0\x80"', 1),
        (b'["\xff"]', 2),
        (b"tru", 0),
        (b"True", 0),
        (b"", 0),
        (b"[", 1),
        (b"[1", 2),
        (b'{"a"', 4),
        (b'{"a":', 5),
        (b"1,2", 1),
        (b"[]]", 2),
        (b"'a'", 0),
        (b"\x00", 0),
        (b"\xff\xfe1\x00", 0),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_other_spellings_are_refused_at_their_byte(data: bytes, offset: int) -> None:
    """Hostile and sloppy bytes are refused with the byte at which they leave the canonical form."""
    with pytest.raises(NotCanonical) as caught:
        parse_canonical(data)

    assert offset == caught.value.offset


@given(values)
def test_reading_gives_what_was_written(value: object) -> None:
    """Every value of the profile comes back from its bytes."""
    assert value == parse_canonical(canonical_json(value))


@given(values)
def test_the_bytes_are_json_to_everybody(value: object) -> None:
    """Any JSON reader gets the same value from the bytes."""
    assert value == json.loads(canonical_json(value))


@given(
    st.binary(max_size=40) | st.text(' {}[]:,"\\u0a1-.eEtrufalsn\x00é', max_size=30).map(str.encode)
)
def test_what_is_accepted_has_one_spelling(data: bytes) -> None:
    """Bytes are either refused or exactly those that their value is written with."""
    try:
        value = parse_canonical(data)
    except NotCanonical:
        return

    assert data == canonical_json(value)


@given(values, st.data())
def test_no_changed_byte_gives_the_same_value(value: object, chosen: st.DataObject) -> None:
    """A changed byte is refused, or gives another value: no two byte strings mean one thing."""
    data = bytearray(canonical_json(value))
    data[chosen.draw(st.integers(0, len(data) - 1))] ^= chosen.draw(st.integers(1, 255))
    try:
        changed = parse_canonical(bytes(data))
    except NotCanonical:
        return

    assert canonical_json(changed) == bytes(data) != canonical_json(value)


def test_the_message_says_where() -> None:
    """The message alone is enough to find the fault."""
    with pytest.raises(NotCanonical, match=r"at \$\.lanes\[1\]\.weight: a float .*text"):
        canonical_json({"lanes": [1, {"weight": 0.5}]})


def test_digest_is_sha_256() -> None:
    """A digest is SHA-256 in lower-case hex."""
    expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    assert expected == digest(b"abc")
