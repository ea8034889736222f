"""The fold: which texts are the same."""

from __future__ import annotations

import sys

import pytest

from benchbook.core.matching.fold import Folded, fold
from benchbook.core.matching.units_of_measure import AFTER_NUMBER

SAME = [
    ("case", "Rice STRAW", "rice straw"),
    ("case beyond ASCII", "Straße ÉCOLE", "strasse école"),
    ("composed and not", "na\u00efve", "nai\u0308ve"),
    ("ligatures", "amyloid \ufb01brils, e\ufb03cient", "amyloid fibrils, efficient"),
    ("soft hyphen", "bio\u00admass", "biomass"),
    ("soft hyphen at the end of a line", "bio\u00ad\n  mass", "biomass"),
    ("zero-width space", "bio\u200bmass\ufeff", "biomass"),
    ("a joiner between a letter and its mark", "e\u200d\u0301", "\u00e9"),
    ("mark of direction", "\u202erice\u202c", "rice"),
    ("hyphens and dashes", "a\u2010b\u2011c\u2013d\u2014e", "a-b-c-d-e"),
    ("minus", "\u22125 \u00b0C", "-5 °C"),
    ("spaces", "dry\u00a0tons \n\t per\u2009acre ", "dry tons per acre"),
    ("micro sign and mu", "3 \u00b5m", "3 \u03bcm"),
    ("ohm and kelvin signs", "5 \u2126, 300 \u212a", "5 \u03a9, 300 K"),
    ("a space inside a number", "302\u202f000 tons", "302 000 tons"),
    ("a word hyphenated at the end of a line", "conver-\n  sion route", "conversion route"),
    ("a number behind a hyphen at the end of a line", "COVID-\n19", "covid-19"),
    ("a capital that is no unit", "302 Dry Tons", "302 dry tons"),
    ("a word that begins as a unit does", "5 Mars rovers", "5 mars rovers"),
    ("a time of day", "at 5 PM", "at 5 pm"),
    ("nothing", " \u200b\n", ""),
]

DIFFERENT = [
    ("mW and MW", "5 mW", "5 MW"),
    ("without a space", "5mW", "5MW"),
    ("behind a hyphen", "a 5-mW laser", "a 5-MW laser"),
    ("further down in a compound unit", "3 g/mL", "3 g/ML"),
    ("with a negative power", "3 mg L-1", "3 Mg L-1"),
    ("molar and metre", "5 mM", "5 mm"),
    ("tesla and tonne", "5 T", "5 t"),
    ("superscript", "10\u207b\u2075", "10-5"),
    ("power", "m\u00b2", "m2"),
    ("subscript", "CO\u2082", "CO2"),
    ("fraction", "\u00bd", "1\u20442"),
    ("accent", "resume", "r\u00e9sum\u00e9"),
    ("full-width digits", "\uff13", "3"),
    ("thousands with and without a mark", "1,320", "1320"),
    ("a dash that ends a line is no hyphen", "rice\u2014\nstraw", "ricestraw"),
]


@pytest.mark.parametrize(("left", "right"), [row[1:] for row in SAME], ids=[r[0] for r in SAME])
def test_what_looks_the_same_is_the_same(left: str, right: str) -> None:
    """Differences of typesetting and extraction vanish."""
    assert fold(left) == fold(right)


@pytest.mark.parametrize(
    ("left", "right"), [row[1:] for row in DIFFERENT], ids=[row[0] for row in DIFFERENT]
)
def test_what_means_something_else_stays_different(left: str, right: str) -> None:
    """No fold makes two quantities or formulas one."""
    assert fold(left) != fold(right)


def test_a_unit_without_a_number_is_a_word() -> None:
    """Case is kept behind a number alone."""
    assert "the mw range, 5 mW" == fold("The MW range, 5 mW")


def test_a_hyphen_at_the_end_of_a_line_has_two_readings() -> None:
    """`co-` and `located` may be one word or a word with a hyphen; both are searched."""
    assert "colocated\nco-located" == Folded.in_both_readings(["Co-\nlocated"]).plain


def test_both_forms_have_equal_length() -> None:
    """What is found in one is checked in the other, whatever case folding does to lengths."""
    form = Folded.of("Straße İ 5 MW, 302\u202f000 µM", "\ufb03 5 kΩ")

    assert len(form.plain) == len(form.exact)
    assert form.exact != form.plain


def test_no_letter_of_a_unit_changes_its_length_by_case() -> None:
    """Two forms of equal length need units whose letters fold to one letter each."""
    letters = {
        char
        for char in map(chr, range(sys.maxunicode + 1))
        if AFTER_NUMBER.fullmatch(f"5{char}", 1)
    }

    assert {"A", "K", "m", "Å", "\u03a9"} <= letters
    assert {1} == {len(letter.casefold()) for letter in letters}


def test_folding_twice_changes_nothing() -> None:
    """A folded text is its own fold."""
    for _, left, right in SAME + DIFFERENT:
        assert fold(left) == fold(fold(left))
        assert fold(right) == fold(fold(right))
