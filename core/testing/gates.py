"""A gate as an assertion, for the tests of a team's own search."""

from __future__ import annotations

import unittest
from decimal import Decimal
from pathlib import Path

from ..errors import UsageError
from ..gating.decide import INCONCLUSIVE, PASS, UNATTAINABLE, decide
from ..gating.gate import BOUNDS, MEAN, STATISTICS, Gate
from ..notebook.compared import ComparedRuns
from ..notebook.opened import OpenReport
from ..notebook.opened import open as open_report
from ..notebook.scores import Scores
from ..objects.comparisons import Difference, Mean

ALPHA = Decimal("0.05")
Threshold = str | float | Decimal
Held = Scores | ComparedRuns | OpenReport | str | Path


def assert_gate(  # noqa: PLR0913 - all but two are keywords of one sentence
    held: Held,
    metric: str,
    *,
    at_least: Threshold | None = None,
    at_most: Threshold | None = None,
    above: Threshold | None = None,
    below: Threshold | None = None,
    condition: str = "",
    relative_to: str = "",
    statistic: str = MEAN,
    min_topics: int = 1,
    undecided: str = "fail",
    dir: str | Path = ".",  # noqa: A002 - the command's --dir
) -> None:
    """Fail unless a number keeps a threshold, decided as a gate of an experiment is.

    A number that is not measured fails; so does one of which nothing can be decided, unless
    `undecided` says otherwise. Nothing is recorded: that a threshold stood before the run, only a
    gate of an experiment shows.

    Args:
        held: what `measure`, `compare` or `open` gave, or the name of a report.
        metric: canonical name.
        at_least, at_most, above, below: one of them; the first two include the threshold itself.
        condition: of a report, or a run of a comparison; the baseline where it is empty.
        relative_to: the baseline, for a threshold of the difference to it; empty for the number
            itself.
        statistic: `mean`: the number decides; `interval`: all of its interval must hold.
        min_topics: fewer topics with a value, and the number is not measured.
        undecided: `fail` or `skip`, where nothing can be decided.
        dir: the workspace of a report that is named.

    Raises:
        AssertionError: the gate does not pass; the message says what was asked, found, and why.
        SkipTest: nothing can be decided, and `undecided` is `skip`.
        UsageError: no bound or several, or something that there is not.
    """
    given = {"at_least": at_least, "at_most": at_most, "above": above, "below": below}
    bound, threshold = _bound({key: value for key, value in given.items() if value is not None})
    if statistic not in STATISTICS or undecided not in {"fail", "skip"}:
        message = f"statistic {statistic!r}, undecided {undecided!r}: one is not known"
        raise UsageError(message)
    gate = Gate(
        name=metric,
        condition=condition,
        metric=metric,
        bound=bound,
        threshold=threshold,
        statistic=statistic,
        relative_to=relative_to,
        min_topics=min_topics,
    )
    _assert(gate, open_report(held, dir=dir) if isinstance(held, str | Path) else held, undecided)


def _assert(gate: Gate, held: Scores | ComparedRuns | OpenReport, undecided: str) -> None:
    """Decide a gate, and fail or skip unless it passes."""
    mean = _mean(held, gate.metric, gate.condition, gate.relative_to)
    found = decide(gate, mean, "it is not measured", alpha=ALPHA)
    if found.word == PASS:
        return
    value = "nothing" if mean is None or mean.value is None else _told(mean)
    asked = f"{gate.bound.replace('_', ' ')} {gate.threshold}"
    beside = f"− {gate.relative_to}" if gate.relative_to else ""
    of = " ".join(filter(None, (gate.condition, gate.metric, beside)))
    why = f": {found.reason}" if found.reason else ""
    message = f"{found.word}: {gate.statistic} of {of} {asked}, found {value}{why}"
    if undecided == "skip" and found.word in {INCONCLUSIVE, UNATTAINABLE}:
        raise unittest.SkipTest(message)
    raise AssertionError(message)


def _bound(bounds: dict[str, Threshold]) -> tuple[str, Decimal]:
    """The one bound that is given, and its threshold.

    Raises:
        UsageError: there is none, or there are several, or it is no number.
    """
    if len(bounds) != 1:
        message = f"{', '.join(bounds) or 'no bound'}: give one of {', '.join(BOUNDS)}"
        raise UsageError(message)
    ((bound, given),) = bounds.items()
    threshold = Decimal(str(given))
    if not threshold.is_finite():
        message = f"{bound} {given!r} is no number"
        raise UsageError(message)
    return bound, threshold


def _mean(
    held: Scores | ComparedRuns | OpenReport, metric: str, condition: str, relative_to: str
) -> Mean | None:
    """The number that is asked about; None where it is not measured.

    Raises:
        UsageError: there is no such condition, metric or baseline.
    """
    if isinstance(held, Scores):
        if condition or relative_to:
            message = "one run was measured: it has no conditions and no baseline"
            raise UsageError(message)
        return held.mean(metric)
    baseline = held.report.baseline if isinstance(held, OpenReport) else held.compared.baseline
    wanted = condition or baseline
    if relative_to:
        if relative_to != baseline:
            message = f"differences are to {baseline!r}, not to {relative_to!r}"
            raise UsageError(message)
        return _of_difference(held.difference(wanted, metric))
    return held.mean(wanted, metric)


def _of_difference(one: Difference) -> Mean:
    """A difference as the number of a relative gate."""
    return Mean(
        condition=one.condition,
        metric=one.metric,
        bucket="",
        value=one.difference,
        n=one.n,
        of=one.n,
        bounds=one.bounds,
        tied=None,
    )


def _told(mean: Mean) -> str:
    """A number with its interval, as it was recorded."""
    bounds = mean.bounds
    interval = f" [{bounds.low}, {bounds.high}]" if bounds else ""
    return f"{mean.value}{interval} over {mean.n} topics"
