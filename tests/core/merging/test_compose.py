"""Resolutions go together in one way, whatever their order, or are refused by line."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

import pytest

from benchbook.core.errors import BadData
from benchbook.core.files.resolution_lines import ResolutionLine
from benchbook.core.merging.compose import compose
from benchbook.core.objects.resolutions import Resolution
from benchbook.core.places import Place

Names = Mapping[str, tuple[str, ...]]


def lines(*rows: tuple[str, ...]) -> list[ResolutionLine]:
    """Give lines of a file, each of an entity and its aliases."""
    return [
        ResolutionLine(
            Place("names.jsonl", number),
            Resolution(entity=row[0], aliases=row[1:], method="hand", why=None),
        )
        for number, row in enumerate(rows, 1)
    ]


def test_names_are_gathered_under_their_entity() -> None:
    """Sorted, from every line that has the entity."""
    found = compose({}, lines(("TP53", "p53"), ("TP53", "tumor protein 53"), ("il2", "IL 2 gene")))

    assert {"TP53": ("p53", "tumor protein 53"), "il2": ("IL 2 gene",)} == found


def test_an_alias_may_be_an_entity_elsewhere() -> None:
    """What was resolved into it goes on; the order of the lines does not matter."""
    rows = [("river", "stream"), ("stream", "brook"), ("brook", "rivulet")]

    expected = {"river": ("brook", "rivulet", "stream")}
    assert [expected] * 6 == [compose({}, lines(*order)) for order in permutations(rows)]


def test_the_same_again_changes_nothing() -> None:
    """Nor does a part of it, nor what a later merge has carried further."""
    first, second = lines(("river", "stream")), lines(("water", "river"))
    once = compose({}, first)
    both = compose(once, second)

    assert {"water": ("river", "stream")} == both
    assert [once, both, both] == [compose(once, first), compose(both, first), compose(both, second)]


def test_spellings_that_read_alike_are_one_name() -> None:
    """The graph reads stems; a spelling of the entity itself goes nowhere."""
    found = compose({}, lines(("heart attack", "heart attacks", "Infarctions")))

    assert {"heart attack": ("Infarctions", "heart attacks")} == found
    again = compose(found, lines(("Heart Attack", "infarction")))
    assert ("Heart Attack", "Infarctions", "heart attacks", "infarction") == again["heart attack"]


@pytest.mark.parametrize(
    ("known", "rows", "message"),
    [
        (
            {},
            [("river", "flow"), ("sand", "Flows")],
            (
                "line 2: found alias 'Flows' under 'sand'; expected each alias under one entity; "
                "line 1 has 'flow' under 'river'"
            ),
        ),
        (
            {"river": ("flow",)},
            [("sand", "flows")],
            (
                "line 1: found alias 'flows' under 'sand'; expected each alias under one entity; "
                "an earlier merge has 'flows' under 'river'"
            ),
        ),
        (
            {},
            [("mud", "silt"), ("river", "stream"), ("stream", "brook"), ("brook", "river")],
            (
                "line 2: found 'stream' under 'river', which goes to 'stream' itself; expected "
                "names that go to one entity, in no circle"
            ),
        ),
        (
            {"river": ("stream",)},
            [("stream", "river")],
            (
                "line 1: found 'river' under 'stream', which goes to 'river' itself; expected "
                "names that go to one entity, in no circle"
            ),
        ),
        (
            {"river": ("stream",)},
            [("brook", "stream"), ("stream", "brook")],
            (
                "line 1: found 'stream' under 'brook', which goes to 'stream' itself; expected "
                "names that go to one entity, in no circle"
            ),
        ),
        (
            {},
            [("river", "of the")],
            (
                "line 1: found 'of the', in which the term graph finds no entity; expected a name "
                "with a word of two characters or more that is no number"
            ),
        ),
        (
            {},
            [("1984", "nineteen eighty four")],
            (
                "line 1: found '1984', in which the term graph finds no entity; expected a name "
                "with a word of two characters or more that is no number"
            ),
        ),
        (
            {"Bank of England": ("BoE",)},
            [("river", "stream"), ("Bank England", "old lady")],
            (
                "line 2: found the entities 'Bank of England' and 'Bank England'; expected "
                "names that differ in more than function words and marks"
            ),
        ),
    ],
)
def test_what_does_not_go_together_is_refused(
    known: Names, rows: list[tuple[str, ...]], message: str
) -> None:
    """By line, saying what stands where."""
    with pytest.raises(BadData) as caught:
        compose(known, lines(*rows))
    assert f"names.jsonl, {message}" == str(caught.value)
