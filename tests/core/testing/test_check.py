"""What a contract says of two answers that should be equal."""

from __future__ import annotations

import pytest

from benchbook import LanePlugin
from benchbook.core.plugging.contracts import PluginFault
from benchbook.core.testing.check import Contract

FIRST = ("t1", (("a", 2.0), ("b", 1.0)))


class Toy(Contract):
    """A contract without a rule of its own."""

    plugin = LanePlugin(name="toy", version="1", summary="a toy", build=print)  # type: ignore[arg-type]  # never built


@pytest.mark.parametrize(
    ("found", "says"),
    [
        ([("t1", (("a", 2.0), ("c", 1.0)))], "topic 't1', rank 2: ('c', 1.0) where ('b', 1.0)"),
        ([("t1", (("a", 2.0),))], "topic 't1', rank 2: nothing where ('b', 1.0)"),
        ([("t2", FIRST[1])], "('t2', (('a', 2.0), ('b', 1.0))) where ('t1',"),
        ([], "nothing where ('t1',"),
    ],
)
def test_the_first_row_that_differs_is_told(found: list[object], says: str) -> None:
    """Its topic and rank are named, and no ranking is printed whole."""
    with pytest.raises(PluginFault) as caught:
        Toy().expect("asked twice", [FIRST], found, "equal rows")

    assert caught.value.found.startswith(says)
