"""Texts as words sort, rank and come back as the texts themselves do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook.core.ranking.packed_ids import PackedIds
from benchbook.core.ranking.words import LONGEST, pack, ranks, squeezed, texts

LETTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\n\0")
TEXTS = st.lists(
    st.one_of(
        st.text(LETTERS, max_size=16), st.integers(0, 10**9).map("msmarco_passage_{:010}".format)
    ),
    min_size=1,
)


@given(ids=TEXTS)
def test_texts_come_back(ids: list[str]) -> None:
    """Packing loses nothing, the empty text included."""
    if words := pack(ids):
        assert ids == texts(words)
    else:
        assert max(len(id_.encode()) for id_ in ids) == 0


@given(ids=TEXTS)
def test_ranks_are_those_of_the_sorted_texts(ids: list[str]) -> None:
    """Words sort by code point, and squeezing out equal bits changes no order."""
    order = sorted(set(ids))
    if not (words := pack(ids)):
        return

    codes, firsts = ranks(squeezed(words))

    assert [order.index(id_) for id_ in ids] == codes.tolist()
    assert order == [ids[at] for at in firsts]


def test_shared_prefixes_and_digits_fit_one_word() -> None:
    """Twenty bytes that differ in eight digits are sorted at once."""
    words = pack([f"msmarco_doc_{number:08}" for number in (0, 99_999_999, 12_345_678)])

    assert (3, 1) == (len(words), len(squeezed(words)))


@pytest.mark.parametrize("ids", [["a\nb"], ["a\0"], ["é" * (LONGEST // 2) + "a"], []])
def test_what_words_cannot_hold_is_not_packed(ids: list[str]) -> None:
    """A text that would come back as another is refused as a whole."""
    assert [] == pack(ids)


def packed(ids: Sequence[str]) -> PackedIds:
    """A table of ids."""
    return PackedIds(tuple(pack(ids)))


IDS = st.lists(st.text(st.sampled_from("ab1é"), min_size=1, max_size=20), min_size=1, unique=True)


@given(held=IDS.map(sorted), wanted=IDS.map(sorted))
def test_places_agree_with_looking_up_each_id(held: list[str], wanted: list[str]) -> None:
    """Each id is found where it stands, and one that is not held is not found."""
    expected = [held.index(id_) if id_ in held else -1 for id_ in wanted]

    assert expected == packed(held).places(pack(wanted)).tolist()


def test_packed_ids_are_a_sequence_of_texts() -> None:
    """Whoever asks for text gets what a tuple would give."""
    ids = ("a", "b", "é")
    table = packed(ids)

    assert (3, "é", ("b", "é"), ids) == (len(table), table[2], table[1:], tuple(table))
    assert table == ids
    assert table != ("a", "b")
    assert hash(table) == hash(ids)
    assert "b" in table
