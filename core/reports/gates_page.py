"""What `benchbook gate check` shows: the gates that were held against a run, relaxed ones first."""

from __future__ import annotations

from decimal import Decimal

import attrs

from ..gating.checked import Checked, CheckedDecision, CheckedGate
from ..gating.decide import NOT_MEASURED
from ..gating.words import baseline_text, needs_text, number_text, rule_text
from .layout.finding import about_lines, gates_table, name_text
from .layout.page import Cell, Page
from .layout.tables import Section
from .rows import GateRow, Number

RELAXED = "relaxed in this change"
HEADER = (
    "case",
    "outcome",
    "reason",
    "condition",
    "metric",
    "rule",
    "needs",
    "statistic",
    "observed",
    "low",
    "high",
    "n",
    "of",
    "note",
    "declared",
    "prior_runs",
    "post_hoc",
)


@attrs.frozen(kw_only=True)
class Against:
    """What a file of gates was before a change.

    Attributes:
        ref: the commit, branch or tag; relaxed: each way in which the file asks for less.
        lacks: why nothing could be compared; empty where it could.
        is_refused: whether a relaxed gate ends the command as a failed one does.
    """

    ref: str
    relaxed: tuple[str, ...]
    lacks: str
    is_refused: bool


def checked_page(checked: Checked, against: Against | None) -> Page:
    """A page of a check: what was relaxed, the decision, the gates, and where each stands."""
    gates = tuple(map(row_of, checked.gates))
    percent = f"{((1 - Decimal(checked.alpha)) * 100).normalize():f}"
    lines = () if checked.decision is None else _decision(checked.decision)
    return Page(
        title=f"Gates of {checked.target}",
        sections=(
            *(() if against is None else (_against(against),)),
            Section(
                title=f"Gates of {checked.target}, with {percent} % intervals",
                lines=lines,
                warnings=checked.cautions,
                table=gates_table(gates),
                below=about_lines(gates, [one.standing.text for one in checked.gates]),
            ),
        ),
        header=HEADER,
        rows=(*_relaxed(against), *(_row(one) for one in checked.gates)),
    )


def row_of(one: CheckedGate) -> GateRow:
    """A checked gate as a row of a report; where it was declared, its standing says."""
    held, standing = one.held, one.standing
    gate, mean = held.gate, held.number
    number = None
    if mean is not None and mean.value is not None:
        number = Number(value=mean.value, n=mean.n, of=mean.of, positions=(), bounds=mean.bounds)
    return GateRow(
        name=gate.name,
        kind=gate.kind,
        condition=gate.condition,
        metric=number_text(gate),
        bucket=held.bucket,
        baseline=baseline_text(gate) if gate.is_relative else "",
        rule=rule_text(gate),
        needs=needs_text(gate),
        statistic=gate.statistic,
        number=number,
        verdict=held.verdict.word,
        reason=held.verdict.reason,
        note=held.verdict.note,
        declared=standing.declared or 0,
        prior_runs=standing.prior_runs,
        is_post_hoc=standing.is_post_hoc,
        positions=(),
    )


def _against(against: Against) -> Section:
    """What was relaxed, or that nothing was."""
    told = tuple(f"{RELAXED}: {way}" for way in against.relaxed)
    if against.lacks:
        lines: tuple[str, ...] = (against.lacks,)
    else:
        lines = (
            () if told else (f"Nothing is relaxed: no gate asks for less than at {against.ref}",)
        )
    return Section(title=f"Against {against.ref}", lines=lines, warnings=told)


def _relaxed(against: Against | None) -> tuple[tuple[Cell, ...], ...]:
    """A case for each way in which the file asks for less."""
    if against is None:
        return ()
    outcome = "fail" if against.is_refused else "relaxed"
    blank = (None,) * (len(HEADER) - 3)
    return tuple((f"{RELAXED}: {way}", outcome, RELAXED, *blank) for way in against.relaxed)


def _decision(decision: CheckedDecision) -> tuple[str, ...]:
    """What the rule comes to."""
    word = "none, not measured" if decision.decision == NOT_MEASURED else decision.decision
    when = "written down before the run" if decision.is_frozen else "not written down with the run"
    return (
        f"Decision {decision.rule.name}: {word}, since {decision.because}",
        f"Its rule, {when}: {decision.rule.text}",
    )


def _row(one: CheckedGate) -> tuple[Cell, ...]:
    """A gate for those who calculate."""
    row = row_of(one)
    number = row.number
    bounds = number.bounds if number else None
    return (
        name_text(row),
        row.verdict,
        row.reason,
        row.condition,
        row.metric,
        row.rule,
        row.needs,
        row.statistic,
        number.value if number else None,
        bounds.low if bounds else None,
        bounds.high if bounds else None,
        number.n if number else None,
        number.of if number else None,
        row.note,
        one.standing.declared,
        row.prior_runs,
        "yes" if row.is_post_hoc else "no",
    )


def checked_plain(checked: Checked, against: Against | None) -> dict[str, object]:
    """The same as JSON knows it."""
    decision = checked.decision
    return {
        "checked": checked.target,
        "base": None if against is None else against.ref,
        "relaxed": [] if against is None else list(against.relaxed),
        "not_compared": "" if against is None else against.lacks,
        "cautions": list(checked.cautions),
        "gates": [dict(zip(HEADER, _row(one), strict=True)) for one in checked.gates],
        "decision": None
        if decision is None
        else {
            "name": decision.rule.name,
            "rule": decision.rule.text,
            "decision": decision.decision,
            "because": decision.because,
            "frozen": decision.is_frozen,
        },
    }
