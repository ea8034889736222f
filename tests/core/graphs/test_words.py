"""Terms and breaks are found by the stated rules."""

from __future__ import annotations

import pytest

from benchbook.core.graphs.words import BREAK, TermsOfTokens, spelling, tokens_of


def terms(text: str) -> list[str]:
    """Give the terms and breaks of a text, a break as a stroke."""
    read = TermsOfTokens()
    return [term or "|" for token in tokens_of(text) for term in read(token)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Stem cells, dividing", ["stem", "cell", "|", "divid"]),
        ("the loss of function", ["|", "loss", "|", "function"]),
        ("p53 and CD4 in 16S", ["p53", "|", "cd4", "|", "16s"]),
        ("DNA, siRNAs, mTOR", ["dna", "|", "sirna", "|", "mtor"]),
        ("IL-2 NF-κB TGF-β1 COVID-19", ["il2", "nfκb", "tgfβ1", "covid19"]),
        ("HIV-1-infected", ["hiv1", "infect"]),
        ("p53-null T-cell double-blind", ["p53", "null", "t", "cell", "doubl", "blind"]),
        ("type-2 diabetes", ["type", "2", "diabet"]),
        ("CONCLUSIONS", ["conclus"]),
        ("Alzheimer's disease", ["alzheim", "diseas"]),
        ("3.5 times", ["3", "|", "5", "time"]),
        ("___ \N{ZERO WIDTH SPACE}", ["|", "|"]),
        ("e\N{COMBINING ACUTE ACCENT}tude", ["étude"]),
        ("水獭住在河边。三角洲", ["水獭住在河边", "|", "三角洲"]),
        ("", []),
    ],
)
def test_text_gives_terms_and_breaks(text: str, expected: list[str]) -> None:
    """Words are stemmed, symbols kept, and all else parts two runs."""
    assert expected == terms(text)


def test_a_word_beyond_any_measure_is_a_break() -> None:
    """What no dictionary has as a word is not carried along."""
    assert ["a" * 64, "|"] == terms(f"{'a' * 64} {'a' * 65}")


def test_lower_case_that_falls_apart_gives_no_white_space() -> None:
    """Letters whose lower case is two characters do not break the form of a term."""
    assert all(" " not in term for term in terms("\u0130stanbul \u0130"))
    assert BREAK not in terms("\u0130stanbul")


def test_a_token_is_spelt_as_a_symbol_would_be() -> None:
    """Hyphens and capitals go."""
    assert "il2" == spelling("Il\N{NON-BREAKING HYPHEN}2")
