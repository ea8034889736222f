"""Draws are the same in whatever portions they are taken, and favour nothing."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import UsageError
from benchbook.core.statistics.draws import IndexStream, next_bits, seed_of, stream_of

SEED = seed_of("a", "b")


def test_a_seed_is_the_digest_of_its_parts_and_their_lengths() -> None:
    """So neither the border between two parts nor their order is lost."""
    plain = b"\1\0\0\0\0\0\0\0a" + b"\2\0\0\0\0\0\0\0\xc3\xa9"

    assert hashlib.sha256(plain).digest() == seed_of("a", "é")
    assert 4 == len({seed_of("ab", "c"), seed_of("a", "bc"), seed_of("abc"), seed_of("c", "ab")})


def test_another_length_is_no_seed() -> None:
    """The message says where seeds come from."""
    with pytest.raises(UsageError, match="found a seed of 3 bytes; expected 32"):
        stream_of(b"abc")


def test_bits_are_those_of_the_words_from_the_lowest_up() -> None:
    """A row takes whole words; here 70 columns take two, and 58 bits of the second are dropped."""
    words = [int(word) for word in stream_of(SEED).random_raw(6)]
    expected = [
        [(words[2 * row + column // 64] >> column % 64) & 1 for column in range(70)]
        for row in range(3)
    ]

    assert expected == next_bits(stream_of(SEED), 3, 70).tolist()


def test_the_first_words_are_the_recorded_ones() -> None:
    """A generator that changed would change each recorded p."""
    assert GOLDEN_WORDS == [f"{word:016x}" for word in stream_of(SEED).random_raw(2)]


GOLDEN_WORDS = ["8b053aac1f0713ff", "0ce09518354ed54b"]


@given(
    below=st.one_of(st.integers(1, 50), st.sampled_from([2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32])),
    portions=st.lists(st.integers(0, 9), max_size=9),
)
def test_indices_are_the_same_in_any_portions(below: int, portions: list[int]) -> None:
    """With many halves skipped too, as where the bound is just above half of all there are."""
    stream = IndexStream(SEED, below)
    taken = [index for count in portions for index in stream.take(count).tolist()]

    assert IndexStream(SEED, below).take(sum(portions)).tolist() == taken


@pytest.mark.parametrize("below", [1, 3, 7, 64, 1200, 2**31 + 1, 3 * 2**30])
def test_indices_are_halves_times_the_bound(below: int) -> None:
    """Lemire's rule, written out in whole numbers of Python."""
    halves = [
        half
        for word in stream_of(SEED).random_raw(200).tolist()
        for half in (word % 2**32, word >> 32)
    ]
    expected = [half * below >> 32 for half in halves if half * below % 2**32 >= 2**32 % below]

    assert expected[:100] == IndexStream(SEED, below).take(100).tolist()


def test_indices_and_bits_favour_none() -> None:
    """Each of six is drawn within five standard deviations of a sixth, each bit of a half."""
    drawn = np.bincount(IndexStream(SEED, 6).take(60_000))
    bits = next_bits(stream_of(SEED), 10_000, 65).sum(axis=0)

    assert 6 == len(drawn)
    assert (np.abs(drawn - 10_000) < 5 * np.sqrt(60_000 * 5 / 36)).all()
    assert (np.abs(bits.astype(int) - 5_000) < 5 * 50).all()
