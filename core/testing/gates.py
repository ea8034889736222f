"""A gate as an assertion, for the tests of a team's own search."""

from __future__ import annotations

import unittest
from decimal import Decimal, InvalidOperation
from pathlib import Path

import attrs

from ..errors import BadExperiment, UsageError
from ..gating.beside import Beside
from ..gating.decide import INCONCLUSIVE, PASS
from ..gating.gate import BOUNDS, MEAN, STATISTICS, Gate
from ..gating.held import Held, hold
from ..gating.scoresheet import Scoresheet
from ..gating.words import number_text, rule_text
from ..notebook.compared import ComparedRuns
from ..notebook.opened import OpenReport
from ..notebook.opened import open as open_report
from ..notebook.scores import Scores
from ..notebook.sheets import ITS, MINE, sheet_of_compared, sheet_of_scores
from ..plugging.loading import load_registry
from ..plugging.registry import Registry
from ..reports.report_sheets import sheet_of_report
from ..running.gate_planning import plan_gate
from ..running.scales import scales_of

Threshold = str | int | float | Decimal
Opened = Scores | ComparedRuns | OpenReport
Relative = str | Path | Scores | OpenReport


def assert_gate(  # noqa: PLR0913 - each is a key of a gate, as an experiment has it
    held: Opened | str | Path,
    metric: str,
    *,
    at_least: Threshold | None = None,
    at_most: Threshold | None = None,
    above: Threshold | None = None,
    below: Threshold | None = None,
    condition: str = "",
    bucket: str = "",
    relative_to: Relative | None = None,
    against: str = "",
    statistic: str = MEAN,
    min_topics: int = 1,
    min_signed: int = 0,
    inconclusive: str = "fail",
    dir: str | Path = ".",  # noqa: A002 - the command's --dir
) -> None:
    """Fail unless a number keeps a threshold, decided as a gate of an experiment is.

    What is not measured or unattainable fails, and says so; so does what is inconclusive, unless
    it may skip. Nothing is recorded: that a threshold stood before the run, only a gate of an
    experiment shows.

    Args:
        held: what `measure`, `compare` or `open` gave, or a report as `open` takes it.
        metric: its name.
        at_least, at_most, above, below: one of them; the first two include the threshold itself.
            Relative, it bounds the difference, held − baseline.
        condition: of a report, or a run of a comparison; needed where there are several.
        bucket: the topics of a report that are counted; empty for all.
        relative_to: the baseline: another condition or run of the same by name; for `Scores` other
            `Scores`; for a report another one, opened, or the path of its exported JSON.
        against: the condition of that other report; that of the same name where it is empty.
        statistic: `mean`: the number decides; `interval`: all of its interval must hold.
        min_topics, min_signed: with fewer topics that have a value, or are signed, the number is
            not measured.
        inconclusive: `fail`, or `skip`: the test is skipped where the numbers decide nothing.
        dir: the workspace of a report that is named.

    Raises:
        AssertionError: the gate does not pass; the message says what was asked, found, and why.
        SkipTest: it is inconclusive, and may skip.
        UsageError: no bound or several, a threshold that says nothing, or something that there is
            not.
    """
    given = {"at_least": at_least, "at_most": at_most, "above": above, "below": below}
    bound, threshold = _bound({key: value for key, value in given.items() if value is not None})
    _check_words(statistic, inconclusive)
    gate = Gate(
        name=metric,
        condition=condition,
        metric=metric,
        bound=bound,
        threshold=threshold,
        statistic=statistic,
        bucket=bucket,
        against=against,
        min_topics=min_topics,
        min_signed=min_signed,
    )
    opened = open_report(held, dir=dir) if isinstance(held, str | Path) else held
    gate, sheet, baseline = _ready(gate, opened, relative_to)
    (found,) = hold(gate, sheet, _beside(baseline))
    _tell(found, may_skip=inconclusive == "skip")


def _check_words(statistic: str, inconclusive: str) -> None:
    """Refuse words that are not known.

    Raises:
        UsageError: one is not.
    """
    for key, word, known in (
        ("statistic", statistic, STATISTICS),
        ("inconclusive", inconclusive, ("fail", "skip")),
    ):
        if word not in known:
            message = f"{key} {word!r}; expected one of {', '.join(known)}"
            raise UsageError(message)


def _bound(bounds: dict[str, Threshold]) -> tuple[str, Decimal]:
    """The one bound that is given, and its threshold.

    Raises:
        UsageError: there is none, or there are several, or it is no number.
    """
    if len(bounds) != 1:
        message = f"{', '.join(bounds) or 'no bound'}: give one of {', '.join(BOUNDS)}"
        raise UsageError(message)
    ((bound, given),) = bounds.items()
    try:
        threshold = Decimal(str(given))
    except InvalidOperation:
        threshold = Decimal("NaN")
    if not threshold.is_finite():
        message = f"{bound} {given!r} is no number"
        raise UsageError(message)
    return bound, threshold


def _ready(
    gate: Gate, opened: Opened, relative_to: Relative | None
) -> tuple[Gate, Scoresheet, Scoresheet]:
    """The gate as it is planned, what it is held against, and what it is relative to.

    Raises:
        UsageError: the baseline is of another kind, or a threshold says nothing.
    """
    registry = load_registry()
    if isinstance(opened, Scores):
        gate, sheet = _of_scores(gate, opened, relative_to, registry)
        baseline = sheet
    elif isinstance(opened, ComparedRuns):
        sheet = sheet_of_compared(opened.compared, scales_of(opened.compared.metrics, registry))
        gate, baseline = _within(gate, opened.compared.names, relative_to), sheet
    else:
        sheet = _of_report(opened, registry)
        gate, baseline = _of_reports(gate, opened, sheet, relative_to, registry)
    try:
        return plan_gate(gate, registry, "assert_gate", sheet.rules.test), sheet, baseline
    except BadExperiment as error:
        raise UsageError(str(error)) from error


def _of_scores(
    gate: Gate, scores: Scores, relative_to: Relative | None, registry: Registry
) -> tuple[Gate, Scoresheet]:
    """One run, perhaps with another one as its baseline.

    Raises:
        UsageError: the baseline is something else, or a condition is named.
    """
    if gate.condition or gate.against:
        message = "one run was measured, which has no conditions; leave condition and against out"
        raise UsageError(message)
    if relative_to is not None and not isinstance(relative_to, Scores):
        message = "the baseline of what `measure` gave is what `measure` gave for another run"
        raise UsageError(message)
    sheet = sheet_of_scores(scores, relative_to, scales_of(scores.compared.metrics, registry))
    its = "" if relative_to is None else ITS
    return attrs.evolve(gate, condition=MINE, relative_to=its, against=its), sheet


def _within(gate: Gate, names: tuple[str, ...], relative_to: Relative | None) -> Gate:
    """A gate about one of several runs or conditions, perhaps relative to another of them.

    Raises:
        UsageError: none is named, or the baseline is none of them.
    """
    there = ", ".join(names)
    if not gate.condition and len(names) > 1:
        message = f"condition='…': which one? There are {there}"
        raise UsageError(message)
    gate = attrs.evolve(gate, condition=gate.condition or there)  # the only one
    if relative_to is None:
        return gate
    if relative_to not in names:
        message = f"relative_to={relative_to!r} is none of {there}"
        raise UsageError(message)
    return attrs.evolve(gate, relative_to=str(relative_to), against=str(relative_to))


def _of_reports(
    gate: Gate,
    opened: OpenReport,
    sheet: Scoresheet,
    relative_to: Relative | None,
    registry: Registry,
) -> tuple[Gate, Scoresheet]:
    """A gate about a condition of a report, and the numbers of its baseline.

    Raises:
        UsageError: no condition is named, or there is no such baseline.
    """
    names = tuple(row.name for row in opened.report.conditions)
    if relative_to is None or isinstance(relative_to, str):
        return _within(gate, names, relative_to), sheet
    if isinstance(relative_to, Scores):
        message = "the baseline of a report is a condition of it, or another report"
        raise UsageError(message)
    other = open_report(relative_to) if isinstance(relative_to, Path) else relative_to
    gate = _within(gate, names, None)
    against = gate.against or gate.condition
    gate = attrs.evolve(gate, relative_to=f"report:{other.report.id}", against=against)
    return gate, _of_report(other, registry)


def _of_report(opened: OpenReport, registry: Registry) -> Scoresheet:
    """The numbers of a report."""
    return sheet_of_report(opened.report, scales_of(opened.report.metrics, registry))


def _beside(baseline: Scoresheet) -> Beside:
    """What lies beside the numbers: a baseline alone."""
    return Beside(
        baseline=lambda _: baseline,
        times=lambda _: "no times were given",
        costs=lambda _: "no costs were given",
    )


def _tell(held: Held, *, may_skip: bool) -> None:
    """Fail or skip unless a gate passes, in one sentence.

    Raises:
        AssertionError: it does not pass.
        SkipTest: it is inconclusive, and may skip.
    """
    gate, verdict = held.gate, held.verdict
    if verdict.word == PASS:
        return
    of = "" if gate.condition == MINE else f" of {gate.condition}"
    where = f" in bucket {gate.bucket}" if gate.bucket else ""
    asked = f"{number_text(gate)}{of}{where} must be {rule_text(gate)} by its {gate.statistic}"
    why = "; ".join(filter(None, (verdict.reason, verdict.note)))
    message = f"{verdict.word}: {asked}; {_found(held)}{why and f': {why}'}"
    if may_skip and verdict.word == INCONCLUSIVE:
        raise unittest.SkipTest(message)
    raise AssertionError(message)


def _found(held: Held) -> str:
    """What was held against a gate, unrounded."""
    number = held.number
    if number is None or number.value is None:
        return "nothing was found"
    difference = "a difference of " if held.gate.is_relative else ""
    bounds = number.bounds
    ends = f" [{bounds.low}, {bounds.high}]" if bounds and bounds.low and bounds.high else ""
    return f"found {difference}{number.value}{ends} over {number.n} of {number.of} topics"
