"""What a plugin gives is checked; a fault names plugin, rule, found and expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest

from benchbook import Place, Rankings, Topics, Unit, Values
from benchbook.core.plugging.contracts import (
    PluginFault,
    check_bytes,
    check_rankings,
    check_unit,
    check_values,
)

TOPICS = Topics.of([("1", "a"), ("2", "b")])
UNITS = ("d1", "d2", "d3")


def rankings(**changes: Any) -> Rankings:  # noqa: ANN401 - wrong types are the point
    """Two rankings as a plugin might build them by hand, with changes."""
    columns = {
        "topics": TOPICS,
        "table": UNITS,
        "offsets": np.array([0, 2, 3], np.int64),
        "codes": np.array([0, 1, 2], np.int32),
        "scores": np.array([2.0, 1.0, 1.0]),
    }
    return Rankings(**{**columns, **changes})


def fault_of(made: object, depth: int = 2, units: Any = UNITS) -> PluginFault:  # noqa: ANN401 - a set or a sequence
    """How rankings are refused."""
    with pytest.raises(PluginFault) as raised:
        check_rankings("acme:toy", made, TOPICS, depth, units)
    return raised.value


def test_sound_rankings_are_given_back() -> None:
    """Sound rankings come back with the same rows."""
    made = check_rankings("acme:toy", rankings(), TOPICS, 2, UNITS)

    assert list(rankings()) == list(made)


def test_checked_rankings_are_read_only() -> None:
    """A plugin that kept its arrays cannot change what core has checked."""
    given = rankings()

    check_rankings("acme:toy", given, TOPICS, 2, UNITS)

    with pytest.raises(ValueError, match="read-only"):
        given.scores[0] = np.nan


@pytest.mark.parametrize("units", [UNITS, set(UNITS), dict.fromkeys(UNITS).keys(), None])
def test_units_may_be_known_in_several_forms(units: Any) -> None:  # noqa: ANN401 - a set or a sequence
    """A corpus's sorted ids, a set, or nothing where units cannot be known."""
    table = tuple(unit for unit in UNITS)  # equal to UNITS, yet another object

    assert table is not UNITS
    check_rankings("acme:toy", rankings(table=table), TOPICS, 2, units)


def test_unused_units_of_a_table_need_not_be_known() -> None:
    """Only what is ranked counts: a table may hold more."""
    made = rankings(table=("d1", "d2", "d3", "zz"))

    assert 2 == len(check_rankings("acme:toy", made, TOPICS, 2, UNITS))


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"topics": Topics.of([("1", "a")])}, "same topics"),
        ({"topics": Topics(("2", "1"), ("b", "a"))}, "same topics"),
        ({"topics": ["1", "2"]}, "same topics"),
        ({"scores": np.array([2.0, np.nan, 1.0])}, "sound rankings"),
        ({"codes": np.array([0, 0, 2], np.int32)}, "sound rankings"),
        ({"codes": np.array([0, 3, 2], np.int32)}, "sound rankings"),
        ({"codes": np.array([0, -1, 2], np.int32)}, "sound rankings"),
        ({"offsets": np.array([0, 3], np.int64)}, "sound rankings"),
        ({"offsets": np.array([0, 2, 4], np.int64)}, "sound rankings"),
        ({"offsets": np.array([0, 4, 3], np.int64)}, "sound rankings"),
        ({"offsets": np.array([1, 2, 3], np.int64)}, "sound rankings"),
        ({"offsets": np.array([], np.int64)}, "sound rankings"),
        ({"scores": np.array([2.0, 1.0])}, "sound rankings"),
        ({"scores": np.array([2.0, 1.0, 1.0], np.float32)}, "columns of the stated types"),
        ({"scores": [2.0, 1.0, 1.0]}, "columns of the stated types"),
        ({"codes": np.array([0, 1, 2], np.int64)}, "columns of the stated types"),
        ({"offsets": np.array([[0, 2, 3]], np.int64)}, "columns of the stated types"),
        ({"table": list(UNITS)}, "a table of unit ids"),
        ({"table": ("d1", "d2", 3)}, "a table of unit ids"),
        ({"table": ("d2", "d1", "d3")}, "a sorted table"),
        ({"table": ("d1", "d1", "d3")}, "a sorted table"),
        ({"table": ("d1", "d2", "zz")}, "only known units"),
    ],
)
def test_each_fault_names_its_rule(changes: dict[str, Any], rule: str) -> None:
    """Rankings built by hand are trusted in nothing; what is wrong is told by its rule."""
    assert rule == fault_of(rankings(**changes)).rule


@pytest.mark.parametrize("made", [None, [], {"1": ["d1"]}, "rankings"])
def test_other_types_are_refused(made: object) -> None:
    """Anything but Rankings is refused."""
    assert "gives Rankings" == fault_of(made).rule


def test_subclass_is_refused() -> None:
    """A subclass could answer differently each time, so the type itself is wanted."""

    class Changing(Rankings):
        pass

    columns = {field.name: getattr(rankings(), field.name) for field in attrs.fields(Rankings)}

    assert "gives Rankings" == fault_of(Changing(**columns)).rule


def test_too_many_rows_are_refused() -> None:
    """More rows than asked for are refused, naming the topic."""
    fault = fault_of(rankings(), depth=1)

    wanted = "at most 1: pass the depth to Rankings.of or Rankings.by_score"
    assert ("at most depth rows", "2 rows for topic '1'", wanted) == (
        fault.rule,
        fault.found,
        fault.expected,
    )


@pytest.mark.parametrize("units", [("d1", "d2"), {"d1", "d2"}])
def test_unknown_unit_is_named(units: Any) -> None:  # noqa: ANN401 - a set or a sequence
    """A unit that the plugin was not given is named."""
    assert "unit 'd3'" == fault_of(rankings(), units=units).found


def test_fault_says_everything() -> None:
    """The message has plugin, rule, found and expected; the exit code is that of a failed part."""
    fault = fault_of(rankings(scores=np.array([np.nan, 1.0, 1.0])))

    assert (
        "plugin acme:toy broke the rule 'sound rankings': found the score of unit 'd1' in topic "
        "'1' is not a number (NaN); expected each unit once per topic, scores that are numbers"
    ) == str(fault)
    assert 8 == fault.exit_code


def test_sound_values_are_given_back() -> None:
    """One number per topic, whatever stands where it is not defined."""
    made = Values(np.array([0.5, np.nan]), np.array([True, False]))

    assert made is check_values("acme:toy", made, 2)


@pytest.mark.parametrize(
    "values",
    [[np.nan, 0.0], [1.0000001, 0.0], [-0.1, 0.0], [np.inf, 0.0], [-np.inf, 0.0]],
)
def test_values_outside_the_range_are_refused(values: list[float]) -> None:
    """NaN, infinity and whatever is outside the metric's range is refused where defined."""
    made = Values(np.array(values), np.array([True, True]))

    with pytest.raises(PluginFault, match="values in range"):
        check_values("acme:toy", made, 2)


def test_range_is_the_metric_s_own() -> None:
    """A metric that counts may go beyond 1 when its record says so."""
    made = Values(np.array([7.0, -1.0]), np.array([True, True]))

    assert made is check_values("acme:toy", made, 2, -1.0, 10.0)


FLAGS = np.array([True, True])


@pytest.mark.parametrize(
    ("values", "defined"),
    [
        (np.array([0.5]), np.array([True])),
        (np.array([[0.5], [0.5]]), FLAGS),
        (np.array([0.5, 0.5], np.float32), FLAGS),
        (np.array([1, 0]), FLAGS),
        ([0.5, 0.5], FLAGS),
        (np.array([0.5, 0.5]), np.array([1, 1])),
        (np.array([0.5, 0.5]), [True, True]),
    ],
)
def test_columns_of_values_are_checked(values: Any, defined: Any) -> None:  # noqa: ANN401 - wrong types are the point
    """Both columns have one entry per topic and the stated types."""
    with pytest.raises(PluginFault, match="one value per topic"):
        check_values("acme:toy", Values(values, defined), 2)


def test_values_of_another_type_are_refused() -> None:
    """A list of numbers is no Values."""
    with pytest.raises(PluginFault, match="gives Values"):
        check_values("acme:toy", [0.5, 0.5], 2)


@pytest.mark.parametrize("made", ["text", bytearray(b"x"), memoryview(b"x"), None])
def test_only_bytes_are_bytes(made: object) -> None:
    """A reporter gives bytes, which nobody can change afterwards."""
    with pytest.raises(PluginFault, match="gives bytes"):
        check_bytes("acme:toy", made)


def test_bytes_are_given_back() -> None:
    """Bytes pass."""
    assert b"x" == check_bytes("acme:toy", b"x")


def unit(**changes: Any) -> Unit:  # noqa: ANN401 - wrong types are the point
    """A unit, with changes."""
    return Unit(**{"unit_id": "007", "doc_id": "007", "title": "", "text": "", **changes})


def test_sound_unit_is_given_back() -> None:
    """A unit with its place passes, title and text possibly empty."""
    pair = (Place("a.tsv", 1), unit())

    assert pair == check_unit("acme:toy", pair)


WRONG: list[Callable[[], object]] = [
    unit,
    lambda: (Place("a.tsv", 1),),
    lambda: [Place("a.tsv", 1), unit()],
    lambda: (None, unit()),
    lambda: (Place("a.tsv", 0), unit()),
    lambda: (Place("a.tsv", "1"), unit()),  # type: ignore[arg-type]  # the fault itself
    lambda: (Place("a.tsv", 1), {"unit_id": "007"}),
    lambda: (Place("a.tsv", 1), unit(unit_id=7)),
    lambda: (Place("a.tsv", 1), unit(doc_id="")),
    lambda: (Place("a.tsv", 1), unit(text=None)),
]


@pytest.mark.parametrize("make", WRONG)
def test_unsound_units_are_refused(make: Callable[[], object]) -> None:
    """Ids are text and not empty, places count lines from 1, and both come as a pair."""
    with pytest.raises(PluginFault):
        check_unit("acme:toy", make())
