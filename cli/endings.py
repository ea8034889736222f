"""How runs and checks of gates end: what is said on stderr, and the exit code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..core.commands.evaluate import Evaluated
    from ..core.reports.rows import GateRow

EXIT_CODES = {
    "fail": 10,
    "not measured": 13,
    "unattainable": 12,
    "inconclusive": 11,
}
"""Of a gate that did not pass, the gravest first. What is not measured stands above what cannot be
attained: the next run may measure it."""

inconclusive_option = click.option(
    "--inconclusive",
    type=click.Choice(("pass", "fail")),
    help="How a gate that is inconclusive ends the command, instead of with exit code 11.",
)


def end_evaluation(done: Evaluated, inconclusive: str | None) -> None:
    """Say what broke and which gates did not pass; exit with what is gravest.

    A failed gate comes first: it was measured, whatever else broke. Then what broke.

    Raises:
        Exit: with the documented code, unless all went well.
    """
    from ..core.errors import RunFailed

    _tell("lane skipped", done.outcome.skipped)
    _tell("lane failed", done.outcome.failed_lanes)
    _tell("condition failed", done.outcome.failed_conditions)
    _tell_gates(done.report.gates)
    codes = [_code(gate.verdict, inconclusive) for gate in done.report.gates]
    if done.outcome.failed:
        codes.append(RunFailed.exit_code)
    _end(codes)


def end_check(verdicts: Sequence[str], inconclusive: str | None) -> None:
    """Exit with what is gravest of a check.

    Args:
        verdicts: of every gate in every bucket.

    Raises:
        Exit: with the documented code, unless all passed.
    """
    _end([_code(verdict, inconclusive) for verdict in verdicts])


def _end(codes: Sequence[int]) -> None:
    """Exit with the gravest code.

    Raises:
        Exit: unless there is none.
    """
    from ..core.errors import RunFailed

    for code in (EXIT_CODES["fail"], RunFailed.exit_code, *EXIT_CODES.values()):
        if code in codes:
            raise click.exceptions.Exit(code)


def _code(verdict: str, inconclusive: str | None) -> int:
    """The exit code of one gate; 0 where it passed."""
    if verdict == "inconclusive" and inconclusive is not None:
        return EXIT_CODES["fail"] if inconclusive == "fail" else 0
    return EXIT_CODES.get(verdict, 0)


def _tell(state: str, reasons: Iterable[str]) -> None:
    """Say which lanes did not rank, or which conditions broke."""
    from ..core.printable import printable

    for reason in reasons:
        click.echo(f"benchbook: {state}: {printable(reason)}", err=True)


def _tell_gates(gates: Sequence[GateRow]) -> None:
    """Say what came of each gate that did not pass."""
    from ..core.printable import printable

    for gate in gates:
        if gate.verdict != "pass":
            value = gate.number.value if gate.number is not None else "none"
            asked = f"{gate.condition} {gate.metric} {gate.rule}"
            why = f": {gate.reason}" if gate.reason else ""
            name = f"{gate.name} [{gate.bucket}]" if gate.bucket else gate.name
            told = f"gate {name}: {gate.verdict}: {asked}, found {value}{why}"
            click.echo(f"benchbook: {printable(told)}", err=True)
