"""What `benchbook decisions` shows: every report with what was decided, or that nothing was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import attrs

from ..comparing import verdicts
from ..counting import counted
from ..events import DecisionRecorded
from .layout.cells import ABSENT
from .layout.page import Cell, Page
from .layout.tables import Section, Table
from .report import Report

NO_DECISION = "no decision"
HEADER = (
    "report",
    "run",
    "experiment",
    "position",
    "found",
    "gates",
    "by_rule",
    "decision",
    "why",
    "decided",
    "supersedes",
)


@attrs.frozen(kw_only=True)
class BankRow:
    """A report with what was decided on it.

    Attributes:
        found: what its declared comparisons came to, in a few words.
        gates: how many gates came out in each way.
        by_rule: what the rule of its experiment came to; empty where it has none.
        decision: what stands now; None where nobody decided.
        earlier: decisions that it replaced, the first one first, each with its position.
    """

    report: str
    run: str
    experiment: str
    position: int
    found: str
    gates: Mapping[str, int]
    by_rule: str
    decision: tuple[int, DecisionRecorded] | None
    earlier: tuple[tuple[int, DecisionRecorded], ...]


@attrs.frozen(kw_only=True)
class Bank:
    """Every report of a workspace, and the runs that never became one.

    Attributes:
        abandoned: runs without an end; unreported: runs that ended without a report.
    """

    rows: tuple[BankRow, ...]
    runs: int
    abandoned: int
    unreported: int


def bank_page(bank: Bank) -> Page:
    """A page of the bank: adopted or not, nothing is left out."""
    return Page(
        title="Decisions",
        sections=(
            Section(
                title="Decisions",
                lines=() if bank.rows else ("There is no report yet.",),
                table=Table(
                    header=("report", "experiment", "found", "gates", "by rule", "decision"),
                    rows=tuple(_cells(row) for row in bank.rows),
                    align="llllll",
                ),
                below=(*_about(bank), _runs(bank)),
            ),
        ),
        header=HEADER,
        rows=tuple(_row(row) for row in bank.rows),
    )


def _cells(row: BankRow) -> tuple[str, ...]:
    """One report."""
    return (
        row.report,
        row.experiment,
        row.found,
        _gates(row) or ABSENT,
        row.by_rule or ABSENT,
        _decision(row),
    )


def _gates(row: BankRow) -> str:
    """How the gates came out, as `2 pass, 1 fail`."""
    return ", ".join(f"{count} {verdict}" for verdict, count in row.gates.items())


def _decision(row: BankRow) -> str:
    """What stands now."""
    return NO_DECISION if row.decision is None else row.decision[1].decision


def _about(bank: Bank) -> Iterator[str]:
    """Why, and what it replaced."""
    for row in bank.rows:
        if row.decision is None:
            continue
        position, fact = row.decision
        before = ", ".join(f"{one.decision} at position {at}" for at, one in row.earlier)
        replaced = f"; it replaces {before}" if before else ""
        yield f"{row.report}: {fact.decision} at position {position}, since {fact.why}{replaced}"


def _runs(bank: Bank) -> str:
    """How many runs there were, and how many of them nobody can read of here."""
    abandoned = f"{bank.abandoned} abandoned without an end"
    return f"{counted(bank.runs, 'run')} in this log: {abandoned}, {bank.unreported} unreported"


def _row(row: BankRow) -> tuple[Cell, ...]:
    """One report for those who calculate."""
    position, fact = row.decision or (None, None)
    return (
        row.report,
        row.run,
        row.experiment,
        row.position,
        row.found,
        _gates(row),
        row.by_rule,
        _decision(row),
        None if fact is None else fact.why,
        position,
        None if fact is None else fact.supersedes,
    )


def bank_plain(bank: Bank) -> dict[str, object]:
    """The same as JSON knows it."""
    return {
        "runs": bank.runs,
        "abandoned": bank.abandoned,
        "unreported": bank.unreported,
        "reports": [
            {
                **dict(zip(HEADER, _row(row), strict=True)),
                "gates": dict(row.gates),
                "decision": None if row.decision is None else row.decision[1].decision,
                "earlier": [
                    {"position": at, "decision": one.decision, "why": one.why}
                    for at, one in row.earlier
                ],
            }
            for row in bank.rows
        ],
    }


def found_text(report: Report) -> str:
    """What the declared comparisons of a report came to: no difference found is not equality."""
    tally = Counter(one.verdict for one in report.comparisons if one.declared)
    if not tally:
        return "nothing compared"
    told = ", ".join(f"{tally[word]} {word}" for word in verdicts.VERDICTS if tally[word])
    found = (verdicts.BETTER, verdicts.WORSE, verdicts.MORE, verdicts.LESS)
    is_found = any(tally[word] for word in found)
    return told if is_found else f"no difference found: {told}"
