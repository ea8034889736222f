"""Weights of lanes, as fusers take them: one number for each lane that is fused."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from difflib import get_close_matches

from ..errors import UsageError
from .normalising import Normalisation


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
        UsageError: a weight is missing, or is for a lane that is not fused; naming the nearest.
    """
    if weights is None:
        return
    missing = sorted(set(lanes).difference(weights))
    unknown = sorted(set(weights).difference(lanes))
    if unknown:
        found = f"a weight for {unknown[0]!r}, which is not fused"
        hint = _nearest(unknown[0], missing or lanes)
    elif missing:
        found, hint = f"no weight for lane {missing[0]!r}", ""
    else:
        return
    message = f"{fuser}: found {found}; expected one for each of {', '.join(sorted(lanes))}{hint}"
    raise UsageError(message)


def check_named_lane(fuser: str, parameter: str, name: str, lanes: Collection[str]) -> None:
    """Refuse a parameter that names a lane which is not fused.

    Raises:
        UsageError: naming the nearest lane.
    """
    if name not in lanes:
        there = ", ".join(sorted(lanes))
        found = f"{parameter} = {name!r}, which is not fused"
        message = f"{fuser}: {found}; it fuses {there}{_nearest(name, lanes)}"
        raise UsageError(message)


def _nearest(name: str, lanes: Collection[str]) -> str:
    """A question that names the lane whose name is most like this one; empty where none is."""
    near = get_close_matches(name, sorted(lanes), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def check_floor(fuser: str, floor: float, normalise: Normalisation = "min-max") -> None:
    """Refuse a floor of scaled scores that is not from 0 to below 1, or that nothing is scaled to.

    Raises:
        UsageError: it is.
    """
    if not 0 <= floor < 1:
        message = f"{fuser}: floor is {floor}; expected 0 or more and below 1"
        raise UsageError(message)
    if floor and normalise == "none":
        message = f"{fuser}: floor is {floor} and normalise 'none'; expected no floor, or 'min-max'"
        raise UsageError(message)


def check_number(fuser: str, name: str, value: float) -> None:
    """Refuse a number that is negative or not finite.

    Raises:
        UsageError: it is.
    """
    if not (math.isfinite(value) and value >= 0):
        message = f"{fuser}: {name} is {value}; expected a finite number, 0 or more"
        raise UsageError(message)
