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


@pytest.mark.parametrize(
    "text",
    [
        "हिन्दी भाषा में",
        "தமிழ் மொழி",
        "שָׁלוֹם עוֹלָם",
        "مُحَمَّد كِتَاب",
        "می\u200cخواهم",  # noqa: RUF001 - Persian, meant as it stands
        "ภาษาไทยเป็น",
    ],
)
def test_marks_belong_to_their_words(text: str) -> None:
    """Vowel signs, points and joiners part no word, in whatever script."""
    assert text.split() == Tokenizer("none", "none")(text)


def test_a_run_of_chinese_characters_is_one_word() -> None:
    """Nothing is parted that no space parts, unless it is asked for."""
    assert ["水獭住在河边", "p53蛋白"] == Tokenizer()("水獭住在河边 p53蛋白 河")


def test_bigrams_are_the_neighbours_in_a_run() -> None:
    """Chinese and Japanese runs give pairs, a single character itself; other words stay whole."""
    made = Tokenizer(cjk="bigrams")("水獭住 p53蛋白 河 ガラス 한국어 the rivers a")

    assert ["水獭", "獭住", "p53", "蛋白", "河", "ガラ", "ラス", "한국어", "river"] == made


def test_bigrams_leave_other_text_as_it_is() -> None:
    """Text without such characters has the same terms in either mode."""
    text = "The naïve Fields of a field: p53, हिन्दी"

    assert Tokenizer()(text) == Tokenizer(cjk="bigrams")(text)
