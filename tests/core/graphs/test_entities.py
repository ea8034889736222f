"""Entities are the terms and phrases that enough units share, and not too many."""

from __future__ import annotations

import random

import pytest

from benchbook import UsageError
from benchbook.core.graphs import windows
from benchbook.core.graphs.entities import Entities


def entities_of(*texts: str) -> Entities:
    """Give the entities of units without titles."""
    return Entities.of([""] * len(texts), texts)


def rows_of(entities: Entities) -> list[dict[str, int]]:
    """Give the names and counts of each unit's entities."""
    incidence = entities.incidence
    return [
        {
            entities.names[code]: count
            for code, count in zip(
                incidence.codes[start:stop].tolist(),
                incidence.counts[start:stop].tolist(),
                strict=True,
            )
        }
        for start, stop in zip(incidence.offsets[:-1], incidence.offsets[1:], strict=True)
    ]


def test_terms_and_phrases_of_two_units_are_entities() -> None:
    """Each window of one to three neighbours counts, if two units have it."""
    found = entities_of("bone marrow stem cells", "marrow stem cells", "bone")

    expected = ("bone", "cell", "marrow", "marrow stem", "marrow stem cell", "stem", "stem cell")
    assert expected == found.names
    assert {"bone": 1} == rows_of(found)[2]


def test_no_phrase_goes_over_a_break() -> None:
    """Function words, punctuation and the end of a title part two phrases."""
    found = Entities.of(["river"] * 2, ["delta of mud, sand"] * 2)

    assert ("delta", "mud", "river", "sand") == found.names


def test_a_phrase_may_hold_a_number_and_a_letter() -> None:
    """Neither is an entity alone; numbers alone are no phrase."""
    found = entities_of("vitamin d, type 2 diabetes, 20 30", "vitamin d, type 2 diabetes, 20 30")

    assert {"vitamin d", "type 2 diabet"} <= set(found.names)
    assert not {"d", "2", "20", "20 30"} & set(found.names)


@pytest.mark.parametrize(("units", "most"), [(13, 5), (30, 5), (59, 5), (60, 6), (100, 10)])
def test_what_more_than_a_tenth_of_the_units_have_is_no_entity(units: int, most: int) -> None:
    """The bound is whole, and 5 where a tenth is less."""
    texts = [
        " , ".join(f"word{number}x" for number in range(13) if at < number) for at in range(units)
    ]
    found = entities_of(*texts)

    assert {f"word{number}x" for number in range(2, most + 1)} == set(found.names)


def test_counts_are_those_of_the_text() -> None:
    """An entity that stands twice in a unit counts twice there, also inside phrases."""
    found = entities_of("stem cell, stem cell, cell", "stem cell")

    assert [{"cell": 3, "stem": 2, "stem cell": 2}, {"cell": 1, "stem": 1, "stem cell": 1}] == (
        rows_of(found)
    )


def test_a_label_is_the_most_frequent_word() -> None:
    """A reader sees words, not stems; the first in the alphabet of equally frequent ones."""
    found = entities_of("Cells divided. Cells dividing", "cell divided. cells dividing")

    label = dict(zip(found.names, found.labels, strict=True))
    assert "cells" == label["cell"]
    assert "divided" == label["divid"]
    assert "cells divided" == label["cell divid"]


def test_a_text_mentions_entities_by_the_same_rules() -> None:
    """What the corpus does not know is passed over, and parts no phrase of known ones."""
    found = entities_of("bone marrow, IL-2, AIDS", "bone marrow, IL-2, AIDS")

    mentions = found.mentions("Bone marrow and the zyzzyva of bones; bone zyzzyva marrow")
    assert {"bone": 3, "marrow": 2, "bone marrow": 1} == {
        found.names[code]: count
        for code, count in zip(mentions.codes.tolist(), mentions.counts.tolist(), strict=True)
    }


@pytest.mark.parametrize(("asked", "name"), [("il-2", "il2"), ("aids", "aids"), ("IL-2", "il2")])
def test_a_symbol_is_found_in_lower_case(asked: str, name: str) -> None:
    """People ask without capitals; either way it counts once."""
    found = entities_of("IL-2, AIDS", "IL-2, AIDS")

    mentions = found.mentions(asked)
    assert [(name, 1)] == [
        (found.names[code], count)
        for code, count in zip(mentions.codes.tolist(), mentions.counts.tolist(), strict=True)
    ]


@pytest.mark.parametrize("texts", [(), ("",), ("", ""), ("the of", "the of"), ("river",)])
def test_a_corpus_may_have_none(texts: tuple[str, ...]) -> None:
    """Nothing is made up, and nothing breaks."""
    found = entities_of(*texts)

    assert ((), len(texts)) == (found.names, len(found.incidence))
    assert 0 == len(found.mentions("river delta").codes)


def test_the_order_of_the_units_reaches_only_the_rows() -> None:
    """The same units in another order give the same entities, and the same row for each."""
    drawn = random.Random(3)  # noqa: S311 - text, no secret
    words = [f"word{number}x" for number in range(30)]
    texts = [" ".join(drawn.choices(words, k=8)) for _ in range(60)]
    mixed = drawn.sample(texts, len(texts))

    first, second = entities_of(*texts), entities_of(*mixed)

    assert (first.names, first.labels) == (second.names, second.labels)
    assert sorted(zip(texts, map(str, rows_of(first)), strict=True)) == sorted(
        zip(mixed, map(str, rows_of(second)), strict=True)
    )


def test_a_corpus_whose_windows_have_no_number_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather than count windows together whose numbers have run over."""
    monkeypatch.setattr(windows, "_LARGEST", 20)

    with pytest.raises(UsageError, match="use a smaller corpus"):
        entities_of("bone marrow stem cell", "bone marrow stem cell")
