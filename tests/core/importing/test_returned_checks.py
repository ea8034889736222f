"""What a lane tells of its units is kept for ever, so it is checked like what a reader gives."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from benchbook import Rankings, Topics, Unit
from benchbook.core.importing.returned_checks import check_returned
from benchbook.core.plugging.contracts import PluginFault

TOPICS = Topics.of_ids(["t1", "t2"])


def unit(unit_id: str = "a", **fields: Any) -> Unit:  # noqa: ANN401 - right or wrong
    """Give a unit."""
    return Unit(**{"unit_id": unit_id, "doc_id": "d", "title": "", "text": "moss", **fields})


def ranked(*units: str) -> Rankings:
    """Rank units for the second topic."""
    return Rankings.of(TOPICS, [[], [(id_, 1.0) for id_ in units]])


def test_what_was_ranked_and_told_is_kept_once_and_sorted() -> None:
    """What was told and not ranked is of another block; what was not told has no line."""
    told = {"c": unit("c"), "a": unit("a"), "z": unit("z")}
    lines = check_returned("toy", told, ranked("c", "b", "a"))

    assert ["a", "c"] == [id_ for id_, _ in lines]
    assert {"unit_id": "a", "doc_id": "d", "text": "moss", "title": ""} == {
        key: value for key, value in json.loads(lines[0][1]).items() if value not in ([], {})
    }


@pytest.mark.parametrize("told", [None, {}])
def test_nothing_told_is_nothing_kept(told: Mapping[str, Unit] | None) -> None:
    """A TREC run has no texts."""
    assert () == check_returned("toy", told, ranked("a"))


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ([unit()], "a value of type list; expected unit ids with benchbook.Unit each"),
        ({"a": "moss"}, "a value of type str; expected benchbook.Unit"),
        ({"a": unit("b")}, "unit 'b' under 'a'"),
        ({"a": unit(text=7)}, "text = 7; expected str"),
        ({"a": unit(doc_id="")}, "doc_id = ''; expected an id"),
        ({"a": unit(doc_id=" d")}, "document id ' d'; expected no control characters"),
        ({"a": unit(doc_id="e\u0301")}, "not composed; expected Unicode's form NFC"),
        ({"a": unit(metadata={"year": 1.5})}, "float 1.5 in the metadata"),
        ({"a": unit(text="x" * (5 << 20))}, "bytes; expected at most 4 MiB"),
        ({"a": unit(text="\ud800")}, "half of a surrogate pair in unit 'a'"),
    ],
)
def test_a_unit_that_no_reader_may_give_is_refused(told: object, said: str) -> None:
    """By the rule that it breaks, naming the lane."""
    with pytest.raises(PluginFault) as caught:
        check_returned("toy:lane", told, ranked("a"))

    assert str(caught.value).startswith("plugin toy:lane broke the rule ")
    assert said in str(caught.value)


@pytest.mark.parametrize("id_", ["e\u0301", "a\n", " a", "", "\ud800"])
def test_an_id_that_cannot_be_kept_is_refused_though_nothing_is_told(id_: str) -> None:
    """The ids of a declared corpus are known from rankings alone."""
    with pytest.raises(PluginFault, match="ids that can be kept"):
        check_returned("toy", None, ranked(id_))
