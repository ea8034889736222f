"""How like the rankings of two sides are, as sections of a diff."""

from __future__ import annotations

from collections.abc import Iterator

from ..counting import counted
from ..decimals import decimal_text, fixed_text, signed_text
from ..diffing.diff import Diff
from ..diffing.likeness import DIFFERENT, IDENTICAL, PERSISTENCE, TOP, WITHIN, Likeness
from .layout import Section, Table
from .layout.cells import ABSENT

_HEADER = ("condition", "state", "topics alike", f"same in {TOP}", "least", "tau", "RBO", "RMSE")
_MEASURES = (
    "topics alike: the same units in the same order; "
    f"same in {TOP}: the mean share of the first {TOP} that both have, and the least of a topic; "
    "tau: Kendall's tau-b, over the units that both rank; "
    f"RBO: rank-biased overlap, extrapolated, p = {PERSISTENCE}; RMSE: of the values of topics by"
)
_EFFECT_MEASURES = (
    "effect ratio: 1 where the effect is as large in B, 0 where nothing is left of it; change of "
    "RI: the relative improvement over the baseline in A less that in B (Breuer et al. 2020)"
)
_EFFECTS = ("condition", "n", "over baseline, A", "B", "effect ratio", "change of RI")


def likeness_section(diff: Diff) -> Section:
    """Of runs of the same on the same, whether they are the same; of others, how far apart."""
    rows = tuple(_like(one, diff.by) for one in diff.likeness)
    again = ", of runs of the same on the same" if diff.is_executed_again else ""
    return Section(
        title=f"How like the rankings are{again}",
        lines=tuple(_told(diff)),
        table=Table(header=_HEADER, rows=rows, align="lllrrrrr"),
        below=(f"{_MEASURES} {diff.by}",),
    )


def _told(diff: Diff) -> Iterator[str]:
    """How many conditions are in which state."""
    if not diff.likeness:
        return
    states = [one.state for one in diff.likeness]
    same = f"{states.count(IDENTICAL)} of {counted(len(states), 'condition')} identical"
    yield f"{same}: every unit in its place, every score and value the same"
    if WITHIN in states:
        yield (
            f"{counted(states.count(WITHIN), 'condition')} within tolerance: the same units, no "
            "score or value further apart than that"
        )
    if DIFFERENT in states:
        yield f"{counted(states.count(DIFFERENT), 'condition')} different"


def _like(one: Likeness, metric: str) -> tuple[str, ...]:
    """One condition."""
    return (
        one.name,
        one.state,
        f"{one.equal} of {one.topics}",
        fixed(one.overlap, 3),
        fixed(one.least, 3),
        ABSENT if one.tau is None else fixed(one.tau, 3),
        fixed(one.rbo, 3),
        ABSENT if metric not in one.deviations else fixed(one.deviations[metric], 4),
    )


def effects_section(diff: Diff) -> Section:
    """Of runs of the same on the same that are not identical: whether effects came out again."""
    is_asked = diff.is_executed_again and not diff.is_identical
    rows = tuple(
        (
            one.name,
            str(one.n),
            *(signed_text(decimal_text(value), 4) for value in (one.first, one.second)),
            ABSENT if one.ratio is None else fixed(one.ratio, 3),
            ABSENT if one.change is None else signed_text(decimal_text(one.change), 3),
        )
        for one in diff.effects
        if is_asked
    )
    return Section(
        title=f"Whether effects over {diff.first.baseline} came out again, by {diff.by}",
        table=Table(header=_EFFECTS, rows=rows, align="lrrrrr"),
        below=(_EFFECT_MEASURES,),
    )


def fixed(value: float, places: int) -> str:
    """A number with so many places."""
    return fixed_text(decimal_text(value), places)
