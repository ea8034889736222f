"""What every rendering of a report shows: they differ in form, not in content."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..decimals import fixed_text
from ..printable import printable
from .relevance import relevance_text
from .report import ConditionRow, LaneRow, Number, Report

PLACES = 4
NOT_MEASURED = "not measured"
ABSENT = "–"
_LONG_DIGEST = re.compile(r"\bsha256:([0-9a-f]{12})[0-9a-f]{52}\b")


def report_facts(report: Report) -> list[tuple[str, str]]:
    """The head as label and text, in a fixed order."""
    head, basis = report.head, report.basis
    states = ", ".join(f"{count} {state}" for state, count in sorted(head.states.items()) if count)
    corpus = f"{head.documents:,} documents, {head.units:,} units"
    corpus += f", snapshot {head.snapshot}" if head.snapshot else ""
    gold = f"{head.topics:,} topics ({states}), {head.judgments:,} judgments"
    runs = f"{head.reported} reported before this one, {head.abandoned} abandoned"
    rows = [
        ("report", f"{report.id}, kind {report.kind}, of run {report.run}"),
        ("experiment", f"{head.experiment_name} ({head.experiment[:12]})"),
        ("corpus", f"{head.corpus} ({head.corpus_digest[:12]}): {corpus}"),
        ("gold", f"{head.gold} ({head.gold_digest[:12]}): {gold}"),
        ("relevance", relevance_text(head.relevance)),
        ("measured", f"unit {head.unit}, {head.retrieve} retrieved per lane, depth {head.depth}"),
        ("runs", f"{head.runs_on_gold} on this gold in this log: {runs}"),
        ("basis", f"{basis.size} events, root {basis.root[:16]}, log {report.log}"),
        ("fingerprint", head.fingerprint[:16]),
        ("made with", _environment(report)),
    ]
    if head.local_plugins:
        rows.append(("local plugins", ", ".join(head.local_plugins)))
    return [(label, printable(text)) for label, text in rows]


def _environment(report: Report) -> str:
    """Python, platform and what matters most of the libraries."""
    environment = report.head.environment
    names = ("benchbook", "python", "numpy", "platform")
    return ", ".join(
        environment[name] if name in ("python", "platform") else f"{name} {environment[name]}"
        for name in names
        if name in environment
    )


def condition_table(report: Report) -> tuple[list[str], list[list[str]]]:
    """Header and rows: a condition, its values, and how many topics they are over.

    A value's own number of topics stands behind it where it differs from the row's first.
    """
    marked = [name + (" *" if name == report.primary else "") for name in report.metrics]
    header = ["condition", *marked, "topics"]
    return header, [_condition(report, row) for row in report.conditions]


def _condition(report: Report, row: ConditionRow) -> list[str]:
    """One row of values."""
    name = row.name + (" (baseline)" if row.name == report.baseline else "")
    first = row.numbers[0] if row.numbers else None
    topics = f"{first.n} of {first.of}" if first else ""
    return [name, *(_value(number, first) for number in row.numbers), topics]


def _value(number: Number, first: Number | None) -> str:
    """A value with four places, or that there is none."""
    if number.value is None:
        return NOT_MEASURED
    shown = fixed_text(number.value, PLACES)
    return shown if first is None or number.n == first.n else f"{shown} (n {number.n})"


def provenance_table(report: Report) -> tuple[list[str], list[list[str]]]:
    """Header and rows: what each condition is made of, and where in the ledger it stands."""
    return ["condition", "ledger positions", "made of"], [
        [row.name, _positions(row), printable(_made_of(row))] for row in report.conditions
    ]


def _made_of(row: ConditionRow) -> str:
    """`rrf(k = 60) over a × 1.5, b × 1`."""
    lanes = row.lanes
    if row.weights:
        lanes = tuple(f"{lane} × {weight}" for lane, weight in zip(lanes, row.weights, strict=True))
    reranked = f", then {_plugin(row.reranker)}" if row.reranker else ""
    return f"{_plugin(row.fuser)} over {', '.join(lanes)}{reranked}"


def _positions(row: ConditionRow) -> str:
    """The positions of a condition's numbers, each once."""
    return ranges({place for number in row.numbers for place in number.positions})


def lane_table(report: Report) -> tuple[list[str], list[list[str]]]:
    """Header and rows: what each lane is, as which code, and where its rankings stand."""
    return ["lane", "plugin", "code", "ledger positions", "parameters"], [
        [printable(cell) for cell in _lane(row)] for row in report.head.lanes
    ]


def _lane(row: LaneRow) -> list[str]:
    """One lane; why it has no ranking stands with the conditions that are not measured."""
    state = "" if row.state == "ranked" else f" ({row.state})"
    parameters = _LONG_DIGEST.sub(r"sha256:\1", ", ".join(row.parameters)) or ABSENT
    plugin = f"{_plugin(row.plugin)} {row.version}"
    return [row.name + state, plugin, row.pin[:12], ranges(set(row.positions)), parameters]


def _plugin(spelt: str) -> str:
    """A plugin as it is shown: the distribution stands only before what others wrote."""
    return spelt.removeprefix("benchbook:")


def unmeasured(report: Report) -> list[tuple[str, str]]:
    """Every condition that is not measured, with why."""
    return [
        (row.name, printable(row.reason)) for row in report.conditions if row.state == NOT_MEASURED
    ]


def ranges(positions: Iterable[int]) -> str:
    """Positions as `3, 7–11`."""
    groups: list[list[int]] = []
    for place in sorted(positions):
        if groups and place == groups[-1][1] + 1:
            groups[-1][1] = place
        else:
            groups.append([place, place])
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in groups)
