"""Phrases: which texts hold them, by either rule."""

from __future__ import annotations

import pytest

from benchbook.core.matching.phrases import TOO_SHORT
from benchbook.core.matching.rules import RULES

# Per rule of the fold: phrase, text, whether the text holds it.
FOLD = {
    "numbers are whole": [
        ("320", "about 320 cubic metres", True),
        ("320", "1320", False),
        ("320", "3200", False),
        ("320", "320.5", False),
        ("320", "1,320", False),
        ("320", "320,000", False),
        ("320", "1\u202f320", False),
        ("320", "0.320", False),
        ("320", "320·5", False),
        ("320", "It rose to 320.", True),
        ("320", "320, 340 and 360", True),
        ("320", "(320)", True),
        ("320", "300-320", True),
        ("320", "300\u2013320 tons", True),
        ("320", "320%", True),
        ("320", "-320 mV", False),
        ("320", "320\u00b2", False),
        ("320", "320^2", False),
        ("320", "320\u207b\u00b2", False),
        ("320", "CO320", False),
        ("320", "320th", False),
        ("320", "in 2019 320 tons, then 1320", True),
        ("1.1", "near 1.1 dry tons", True),
        ("1.1", "section 1.1.2", False),
        ("1.1", "11.1", False),
        ("1,320", "1,320 tons", True),
        ("1,320", "1,320,000", False),
        ("-5 °C", "at \u22125 °C", True),
        ("5 °C below", "at -5 °C below", False),
        ("0.9 dry ton", "0.9 dry tons per acre", True),
        ("0.9 dry ton", "10.9 dry tons per acre", False),
        ("p = 0.05", "p = 0.051", False),
        ("10\u207b\u2075", "of 10\u207b\u2075 M", True),
        ("10\u207b\u2075", "of 10\u207b\u2075\u2070 M", False),
        ("2023", "2023年", True),
        ("302 000 tons", "302\u2009000 tons", True),
    ],
    "units are whole, in their case": [
        ("2 °C", "below 2 °C", True),
        ("2 °C", "below 12 °C", False),
        ("320", "320kg", True),
        ("320", "320m³/t", True),
        ("320", "320kgs", False),
        ("25.5 m", "25.5 mm", False),
        ("25.5 m", "25.5 m²", False),
        ("25.5 m", "25.5 m.", True),
        ("5 mW", "5 mW laser", True),
        ("5 mW", "5 MW plant", False),
        ("5 mw", "5 MW plant", False),
        ("mW laser", "a 5 mW laser", True),
        ("MW plant of 5 mW", "a 7 MW plant of 5 mW", True),
        ("MW plant of 5 mW", "a 7 MW plant of 5 MW", False),
        ("3 \u00b5m", "3 \u03bcm wide", True),
    ],
    "short phrases are whole words": [
        ("IRR", "the IRR was 8", True),
        ("IRR", "irrigation", False),
        ("IRR", "post-IRR", True),
        ("ash", "ashes", False),
        ("rice", "the price", False),
        ("straw", "strawberry", False),
        ("straw", "straw, baled", True),
        ("CO2", "CO\u2082", False),
        ("x\u0304 is", "the x\u0304 is", True),
        ("the x", "the x\u0304", False),
        ("pretreat", "pretreated", True),
        ("乙二醇", "加入乙二醇溶液", True),
        ("물질이", "물질이다", True),
    ],
    "typesetting does not matter": [
        ("amyloid fibrils", "Amyloid \ufb01brils", True),
        ("co-located", "co-\nlocated", True),
        ("colocated", "co-\nlocated", True),
        ("Maxwell district", "the Maxwell\n  District", True),
        ("18 percent ash", "18\u00a0percent\u00a0ash", True),
    ],
}

SUBSTRING = [
    ("320", "1320", True),
    ("320", "1,320.5", True),
    ("IRR", "irrigation", True),
    ("2 °C", "12 °C", True),
    ("5 mW", "5 MW", True),
    (" dry   tons ", "Dry\n tons", True),
    ("fibrils", "\ufb01brils", False),
    ("dry tons", "dry\u2010tons", False),
]

CASES = [(rule, *case) for rule, cases in FOLD.items() for case in cases]


@pytest.mark.parametrize(("rule", "phrase", "text", "expected"), CASES)
def test_the_fold_finds_what_a_reader_would(
    rule: str, phrase: str, text: str, *, expected: bool
) -> None:
    """Each row of the table, under the name of its rule."""
    by = RULES["fold"]

    assert expected == by.phrase(phrase).is_in(by.searched([text])), rule


@pytest.mark.parametrize(("phrase", "text", "expected"), SUBSTRING)
def test_substring_reproduces_the_kit(phrase: str, text: str, *, expected: bool) -> None:
    """Lower case and white space, no borders, as the sci-rag kit has it."""
    by = RULES["substring"]

    assert expected == by.phrase(phrase).is_in(by.searched([text]))


@pytest.mark.parametrize("rule", ["fold", "substring"])
@pytest.mark.parametrize(
    ("phrase", "ignored"),
    [("18", True), ("", True), (" 5 ", True), ("1.1", False), ("2 °C", False), (" IRR ", False)],
)
def test_phrases_under_three_characters_are_ignored(
    rule: str, phrase: str, *, ignored: bool
) -> None:
    """White space around a phrase does not count."""
    assert (TOO_SHORT if ignored else "") == RULES[rule].phrase(phrase).ignored


def test_what_has_no_width_does_not_make_a_phrase_long() -> None:
    """Two letters and a zero-width space are two letters."""
    assert TOO_SHORT == RULES["fold"].phrase("a\u200bb").ignored


def test_every_place_is_found() -> None:
    """Where one find is a part of a longer number the next ones are still looked at."""
    by = RULES["fold"]
    searched = by.searched(["1320, 320 and 320.5, then 320"])

    assert [6, 26] == [start for start, _ in by.phrase("320").spans(searched)]


def test_a_phrase_does_not_run_from_a_title_into_the_text() -> None:
    """The fold searches title, section and text apart; the kit's rule searches them as one."""
    phrase, texts = "rice straw ash", ["Rice straw", "Ash content"]

    assert [False, True] == [
        RULES[rule].phrase(phrase).is_in(RULES[rule].searched(texts))
        for rule in ("fold", "substring")
    ]


@pytest.mark.parametrize("rule", ["fold", "substring"])
def test_a_title_is_the_whole_title(rule: str) -> None:
    """Titles are equal or not, by the rule's own comparison."""
    title = RULES[rule].title

    assert title("Rice  Straw\n2023") == title("rice straw 2023")
    assert title("Rice Straw") != title("Rice Straw 2023")
    assert "" == title(" \n")
