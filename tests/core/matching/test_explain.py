"""Explaining finds, and what comes near to a phrase or title that is not found."""

from __future__ import annotations

import pytest

from benchbook import Unit
from benchbook.core.matching.explain import near_phrases, near_titles, show
from benchbook.core.matching.rules import RULES
from benchbook.testing import corpus_of

FOLD = RULES["fold"]


def unit(text: str, title: str = "Rice Straw") -> Unit:
    """A document."""
    return Unit(unit_id="d", doc_id="d", title=title, text=text)


def test_a_find_is_shown_among_what_stands_around_it() -> None:
    """In brackets, with forty characters on either side, folded as it is compared."""
    text = f"{'x' * 60} of about 320 cubic METRES {'y' * 60}"

    shown = show(unit(text), FOLD, FOLD.phrase("320 cubic metres"))

    assert f"…{'x' * 30} of about [320 cubic metres] {'y' * 39}…" == shown.text


def test_what_is_shown_ends_with_the_text_it_is_in() -> None:
    """A title's neighbour is no context of it."""
    assert "[rice straw]" == show(unit("18 percent"), FOLD, FOLD.phrase("rice straw")).text


def test_a_find_of_the_other_rule_is_shown_by_it() -> None:
    """Where one rule searches title and text as one, so does what it shows."""
    rule = RULES["substring"]

    assert "rice [straw 18] percent" == show(unit("18 percent"), rule, rule.phrase("straw 18")).text


@pytest.mark.parametrize(
    ("phrase", "text", "why"),
    [
        ("320", "the 1,320 bales", "inside '1,320'"),
        ("320", "(1320)", "inside '1320'"),
        ("IRR", "of irrigation.", "inside 'irrigation'"),
        ("2 °C", "at 12 °C", "inside '12 °C'"),
        ("000", "302\u202f000 tons", "inside '302 000'"),
        ("5 mW", "a 5 MW plant", "written '5 MW'"),
        ("straw of", "of oats", 'by match = "substring"'),
        ("302,000", "302 000 tons", "but for signs, accents or the form of digits"),
        ("CO2 flux", "CO\u2082 flux", "but for signs, accents or the form of digits"),
        ("naive", "a na\u00efve", "but for signs, accents or the form of digits"),
        ("farmer's ash", "farmer\u2019s ash", "but for signs, accents or the form of digits"),
    ],
)
def test_what_comes_near_to_a_phrase(phrase: str, text: str, why: str) -> None:
    """The nearest find that does not count says why it does not."""
    corpus = corpus_of([unit(text)])

    assert why == near_phrases(corpus, FOLD, [phrase])[phrase].why


def test_substring_is_near_to_the_fold() -> None:
    """What the kit's rule does not see, the fold may."""
    corpus = corpus_of([unit("amyloid \ufb01brils")])

    near = near_phrases(corpus, RULES["substring"], ["amyloid fibrils", "nowhere"])

    assert {"amyloid fibrils": 'by match = "fold"'} == {text: one.why for text, one in near.items()}


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("rice-straw", "but for signs, accents or case"),
        ("straw", "as a part of a longer title"),
        ("Rice straw in 2023", "of a part of it alone"),
    ],
)
def test_what_comes_near_to_a_title(title: str, why: str) -> None:
    """A title that is the same but for its form, a longer one, a shorter one."""
    near = near_titles(corpus_of([unit("")]), [title])[title]

    assert (why, 1, "[Rice Straw]") == (near.why, near.units, near.excerpt.text)


def test_nothing_comes_near() -> None:
    """No guess is made."""
    corpus = corpus_of([unit("text")])

    assert {} == near_titles(corpus, ["Wheat", ""])
    assert {} == near_phrases(corpus, FOLD, ["gluten", "→→→"])
