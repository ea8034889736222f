"""Terms are counted the same everywhere."""

from __future__ import annotations

import pytest

from benchbook import Tokenizer
from benchbook.core.text import ENGLISH_STOP_WORDS


def test_words_are_folded_stopped_and_stemmed() -> None:
    """Case and endings do not matter, and the commonest words are left out."""
    assert ["field", "field", "p53"] == Tokenizer()("The Fields of a field: p53")


def test_stop_words_go_before_stemming() -> None:
    """A word that is stemmed to a stop word stays."""
    assert "and" in ENGLISH_STOP_WORDS
    assert ["and"] == Tokenizer()("ands and")


def test_there_are_33_stop_words() -> None:
    """The list is Lucene's classic one."""
    assert 33 == len(ENGLISH_STOP_WORDS)


def test_nothing_is_left_out_when_nothing_is_asked() -> None:
    """Without stop words and stems, words of two or more characters stay as they are."""
    assert ["the", "fields"] == Tokenizer("none", "none")("The fields a")


@pytest.mark.parametrize("text", ["", " ", "a ! –"])
def test_a_text_without_words_has_no_terms(text: str) -> None:
    """Empty input is no error."""
    assert [] == Tokenizer()(text)


def test_p58_composed_and_decomposed_letters_are_one() -> None:
    """An accent typed as its own character makes no other word."""
    assert Tokenizer()("nai\u0308ve") == Tokenizer()("na\u00efve")


def test_tokenizers_with_other_stemmers_do_not_share_stems() -> None:
    """What one tokenizer learnt does not reach another kind."""
    words = "generously relational"

    assert Tokenizer(stemmer="english")(words) != Tokenizer(stemmer="none")(words)
    assert words.split() == Tokenizer(stemmer="none")(words)


def test_an_old_stemmer_is_another_one() -> None:
    """Porter's stemmer of 1980 and Snowball's English differ."""
    assert (["generous"], ["gener"]) == (
        Tokenizer(stemmer="english")("generously"),
        Tokenizer(stemmer="porter")("generously"),
    )
