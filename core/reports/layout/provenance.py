"""What each condition is made of, and what each lane ran as."""

from __future__ import annotations

import re

from ..report import Report
from ..rows import ConditionRow, LaneRow
from .cells import ABSENT, ranges
from .tables import Section, Table

_LONG_DIGEST = re.compile(r"\bsha256:([0-9a-f]{12})[0-9a-f]{52}\b")


def conditions_section(report: Report) -> Section:
    """What each condition is made of, and where in the ledger its numbers come from."""
    rows = tuple((row.name, _positions(row), _made_of(row)) for row in report.conditions)
    header = ("condition", "positions", "made of")
    return Section(title="Conditions", table=Table(header=header, rows=rows, align="llp"))


def lanes_section(report: Report) -> Section:
    """What each lane is, as which code, and where its rankings stand."""
    header = ("lane", "plugin", "code", "positions", "parameters")
    rows = tuple(_lane(row) for row in report.head.lanes)
    return Section(title="Lanes", table=Table(header=header, rows=rows, align="llllp"))


def _made_of(row: ConditionRow) -> str:
    """`rrf(k = 60) over a × 1.5, b × 1`."""
    lanes = row.lanes
    if row.weights:
        pairs = zip(lanes, row.weights, strict=True)
        lanes = tuple(f"{lane} × {weight}" if weight else lane for lane, weight in pairs)
    reranked = f", then {_plugin(row.reranker)}" if row.reranker else ""
    return f"{_plugin(row.fuser)} over {', '.join(lanes)}{reranked}"


def _positions(row: ConditionRow) -> str:
    """The positions of a condition's numbers, each once."""
    return ranges({place for number in row.numbers for place in number.positions})


def _lane(row: LaneRow) -> tuple[str, ...]:
    """One lane; why it has no ranking stands with the conditions that are not measured."""
    state = "" if row.state == "ranked" else f" ({row.state})"
    parameters = _LONG_DIGEST.sub(r"sha256:\1", ", ".join(row.parameters)) or ABSENT
    plugin = f"{_plugin(row.plugin)} {row.version}"
    return row.name + state, plugin, row.pin[:12], ranges(set(row.positions)), parameters


def _plugin(spelt: str) -> str:
    """A plugin as it is shown: the distribution stands only before what others wrote."""
    return spelt.removeprefix("benchbook:")
