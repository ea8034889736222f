"""How like the rankings of two sides are, as a section of a diff."""

from __future__ import annotations

from ..counting import counted
from ..decimals import decimal_text, fixed_text
from ..diffing.diff import Diff
from ..diffing.likeness import DIFFERENT, IDENTICAL, PERSISTENCE, TOP, Likeness
from .layout import Section, Table
from .layout.cells import ABSENT

_HEADER = ("condition", "state", "topics alike", f"same in {TOP}", "least", "tau", "RBO", "RMSE")
_BELOW = (
    "topics alike: the same units in the same order; "
    f"same in {TOP}: the mean share of the first {TOP} that both have, and the least of a topic; "
    "tau: Kendall's, over the units that both rank; "
    f"RBO: rank-biased overlap, p = {PERSISTENCE}; "
    "RMSE: of the values of topics by the first metric"
)


def likeness_section(diff: Diff) -> Section:
    """Of runs of the same on the same, whether they are the same; of others, how far apart."""
    rows = tuple(_like(one) for one in diff.likeness)
    if not rows:
        return Section(title="How like the rankings are")
    again = ", of runs of the same on the same" if diff.is_executed_again else ""
    same = sum(one.state == IDENTICAL for one in diff.likeness)
    differ = sum(one.state == DIFFERENT for one in diff.likeness)
    told = f"{same} of {counted(len(rows), 'condition')} identical to the last unit and value"
    beyond = f"{counted(differ, 'condition')} beyond the tolerance"
    return Section(
        title=f"How like the rankings are{again}",
        lines=(told, beyond) if differ else (told,),
        table=Table(header=_HEADER, rows=rows, align="lllrrrrr"),
        below=(_BELOW,),
    )


def _like(one: Likeness) -> tuple[str, ...]:
    """One condition."""
    metric = next(iter(one.deviations), None)
    return (
        one.name,
        one.state,
        f"{one.equal} of {one.topics}",
        fixed(one.overlap, 3),
        fixed(one.least, 3),
        ABSENT if one.tau is None else fixed(one.tau, 3),
        fixed(one.rbo, 3),
        ABSENT if metric is None else fixed(one.deviations[metric], 4),
    )


def fixed(value: float, places: int) -> str:
    """A number with so many places."""
    return fixed_text(decimal_text(value), places)
