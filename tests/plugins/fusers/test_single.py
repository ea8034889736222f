"""One lane on its own is its own ranking."""

from __future__ import annotations

import pytest

from benchbook import Rankings, Topics, UsageError
from benchbook.plugins.fusers.single import SingleFuser

ONE = Topics.of_ids(["t"])
LANE = Rankings.of(ONE, [[("b", 1.0), ("a", 1.0), ("c", 7.0)]])


def test_the_ranking_is_untouched() -> None:
    """Order, ties and scores that rise stay as the lane delivered them."""
    assert list(LANE) == list(SingleFuser().fuse(ONE, {"only": LANE}, 10))


def test_the_ranking_is_cut_at_depth() -> None:
    """The first rows are kept."""
    assert ("b", "a") == SingleFuser().fuse(ONE, {"only": LANE}, 2).units("t")


@pytest.mark.parametrize("names", [[], ["one", "two"]])
def test_another_number_of_lanes_is_refused(names: list[str]) -> None:
    """Which lane would be meant is not guessed."""
    with pytest.raises(UsageError, match="expected one"):
        SingleFuser().fuse(ONE, dict.fromkeys(names, LANE), 10)
