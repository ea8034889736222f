"""Tuning and confirmation topics: told apart by a hash, and by nothing else."""

from __future__ import annotations

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from benchbook.core.sweeping.split import split_topics

IDS = st.lists(st.text("abcdef0123456789", min_size=1, max_size=6), unique=True, max_size=30)


@given(IDS, st.randoms())
def test_the_order_of_topics_changes_nothing(ids: list[str], chance: object) -> None:
    """The same topics give the same halves, which share none and lack none."""
    shuffled = sorted(ids, key=lambda id_: sha256(id_.encode()).digest())
    tuning, confirmation = split_topics({"a": ids}, "salt")

    assert (tuning, confirmation) == split_topics({"a": shuffled}, "salt")
    assert sorted(ids) == sorted((*tuning, *confirmation))
    assert len(tuning) == len(ids) // 2


def test_each_stratum_is_halved() -> None:
    """S25: twenty rows in ten deciles of two: ten and ten, one of each."""
    strata = {f"decile {n}": [f"q{n}a", f"q{n}b"] for n in range(10)}

    tuning, confirmation = split_topics(strata, "salt")

    assert (10, 10) == (len(tuning), len(confirmation))
    assert {id_[:2] for id_ in tuning} == {id_[:2] for id_ in confirmation}


def test_another_salt_gives_another_split() -> None:
    """Whoever dislikes one must write down another, before the run."""
    ids = [f"q{n}" for n in range(40)]

    assert split_topics({"": ids}, "one") != split_topics({"": ids}, "two")


def test_one_topic_alone_confirms() -> None:
    """A choice is never made on a topic that nothing confirms."""
    assert ((), ("q",)) == split_topics({"a": ["q"]}, "salt")
