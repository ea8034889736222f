"""The body of an event: spelt out by the ledger, and canonical all the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook.ledger import Actor, Basis, Draft, canonical_json, parse_canonical
from benchbook.ledger.envelope import Frame, content_digest, content_of, encode_body, timestamp
from ledgers import draft

HASH = "ab" * 32
TS = "2024-01-01T00:00:00.000000Z"


@given(
    st.builds(
        draft,
        st.integers(0, 9),
        st.sampled_from(["log", "gold/A_b.c@d:e+f-1"]),
        actor=st.builds(
            Actor,
            kind=st.sampled_from(["person", "plugin", "ci", "tool"]),
            id=st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1).filter(
                lambda text: '"' not in text and "\\" not in text
            ),
        ),
        schema=st.integers(1, 2**31 - 1),
        data=st.dictionaries(
            st.text(st.characters(max_codepoint=127), max_size=9),
            st.none() | st.integers(-9, 9) | st.text(st.characters(max_codepoint=255)),
        ),
        objects=st.lists(st.sampled_from([HASH, "00" * 32])).map(tuple),
        cause=st.none() | st.just("ab" * 16),
        env=st.none() | st.just(HASH),
        basis=st.none() | st.builds(Basis, size=st.integers(0, 9), root=st.just(HASH)),
    ),
    st.none() | st.just("2023-01-01T00:00:00.000000Z"),
)
def test_the_body_is_canonical(one: Draft, wall: str | None) -> None:
    """Whatever the fields hold, the bytes are those that the canonical writer gives."""
    body = encode_body(one, Frame("log/1", TS, wall), 5, HASH, 2)
    clock = {} if wall is None else {"clock": {"regressed": True, "wall": wall}}
    place = {"log": "log/1", "prev": HASH, "seq": 5, "stream_ver": 2, "ts": TS, "v": 1}

    assert canonical_json({**content_of(one), **place, **clock}) == body


def test_content_does_not_hold_place_or_time() -> None:
    """Two tries of one event have one content, wherever and whenever each was written."""
    later = Frame("log/1", "2025-01-01T00:00:00.000000Z", "2024-06-01T00:00:00Z")
    bodies = [
        encode_body(draft(0), Frame("log/1", TS, None), 5, HASH, 2),
        encode_body(draft(0), later, 9, "cd" * 32, 7),
    ]

    assert 2 == len(set(bodies))
    assert 1 == len({content_digest(parse_canonical(body)) for body in bodies})  # type: ignore[arg-type]  # a body is an object


@pytest.mark.parametrize(
    ("microseconds", "expected"),
    [
        (0, "1970-01-01T00:00:00.000000Z"),
        (-1, "1969-12-31T23:59:59.999999Z"),
        (1_709_164_800_000_001, "2024-02-29T00:00:00.000001Z"),
        (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
        (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
    ],
)
def test_times_are_written_in_full(microseconds: int, expected: str) -> None:
    """Each time has the same length, so that the order of texts is the order of times."""
    assert expected == timestamp(microseconds)
