"""Parameters out of their ranges are refused in one form."""

from __future__ import annotations

import math

import pytest

from benchbook import UsageError, check_parameter


def test_a_parameter_in_its_range_passes() -> None:
    """Nothing is said of it."""
    check_parameter("toy", "share", 0.5, "0 to 1", fits=True)


@pytest.mark.parametrize("share", [-0.5, 1.5, math.nan])
def test_a_parameter_out_of_its_range_is_refused_with_what_was_expected(share: float) -> None:
    """The plugin, the parameter, the value and the range stand in one line."""
    with pytest.raises(UsageError, match=rf"^toy: share = {share}; expected 0 to 1$"):
        check_parameter("toy", "share", share, "0 to 1", fits=0 <= share <= 1)
