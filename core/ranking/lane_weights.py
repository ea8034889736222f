"""Weights of lanes, as fusers take them: one number for each lane that is fused."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from difflib import get_close_matches

from ..errors import UsageError


def check_weights(fuser: str, weights: Mapping[str, float] | None) -> None:
    """Refuse weights that are negative or not finite, or that leave nothing.

    Raises:
        UsageError: naming the fuser and the lane.
    """
    for lane, weight in (weights or {}).items():
        check_number(fuser, f"the weight of lane {lane!r}", weight)
    if weights is not None and not 0 < sum(weights.values()) < math.inf:
        message = f"{fuser}: the weights add up to 0 or to infinity; expected a finite sum above 0"
        raise UsageError(message)


def check_weighted_lanes(
    fuser: str, lanes: Collection[str], weights: Mapping[str, float] | None
) -> None:
    """Refuse lanes that the weights do not fit.

    Raises:
        UsageError: a weight is missing, or is for a lane that is not fused.
    """
    if weights is None:
        return
    missing = sorted(set(lanes).difference(weights))
    unknown = sorted(set(weights).difference(lanes))
    if missing or unknown:
        found = (
            f"no weight for lane {missing[0]!r}"
            if missing
            else f"a weight for {unknown[0]!r}, which is not fused"
        )
        message = f"{fuser}: found {found}; expected one for each of {', '.join(sorted(lanes))}"
        raise UsageError(message)


def check_named_lane(fuser: str, parameter: str, name: str, lanes: Collection[str]) -> None:
    """Refuse a parameter that names a lane which is not fused.

    Raises:
        UsageError: naming the nearest lane.
    """
    if name not in lanes:
        near = get_close_matches(name, lanes, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        there = ", ".join(sorted(lanes))
        message = f"{fuser}: {parameter} = {name!r}, which is not fused; it fuses {there}{hint}"
        raise UsageError(message)


def check_floor(fuser: str, floor: float) -> None:
    """Refuse a floor of scaled scores that is not from 0 to below 1.

    Raises:
        UsageError: it is.
    """
    if not 0 <= floor < 1:
        message = f"{fuser}: floor is {floor}; expected 0 or more and below 1"
        raise UsageError(message)


def check_number(fuser: str, name: str, value: float) -> None:
    """Refuse a number that is negative or not finite.

    Raises:
        UsageError: it is.
    """
    if not (math.isfinite(value) and value >= 0):
        message = f"{fuser}: {name} is {value}; expected a finite number, 0 or more"
        raise UsageError(message)
