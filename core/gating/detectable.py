"""What a gate could find: the smallest distance from its threshold, told from an earlier run."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import attrs
import numpy as np

from ..comparing.pairs import without_noise
from ..comparing.scored import Floats
from ..comparing.verdicts import FEWEST
from ..counting import counted
from ..decimals import decimal_text
from ..statistics.detectable import smallest_detectable
from .decide import unattainable
from .gate import INTERVAL, METRIC, Gate
from .scoresheet import Scoresheet


@attrs.frozen(kw_only=True)
class Detectable:
    """What a gate could find.

    Attributes:
        value: the smallest distance of the true number from the threshold that is found four times
            in five; None where nobody can tell, and `reason` says why.
        n: topics; bucket: the one where it is largest; empty for all topics.
    """

    value: str | None
    n: int
    bucket: str
    reason: str


def detectable_by(gate: Gate, sheet: Scoresheet | None, other: Scoresheet | str) -> Detectable:
    """The smallest distance from its threshold that a gate could find.

    Args:
        sheet: of the last completed run on the gold set, which tells how far topics scatter.
        other: of what the gate is relative to, or why there is none; `sheet` itself where that is a
            condition of the same run.
    """
    if gate.kind != METRIC:
        return _unknown(f"a {gate.kind} has no values of topics before it is measured")
    if sheet is None:
        return _unknown("no run on this gold set tells how far values scatter")
    if isinstance(other, str):
        return _unknown(other)
    why = sheet.why_missing(gate.condition, gate.metric)
    if gate.is_relative and not why:
        why = other.why_missing(gate.against, gate.metric)
    if why:
        return _unknown(f"the last run on this gold set does not tell: {why}")
    found = [one for one in _each(gate, sheet, other) if one.value is not None]
    if not found:
        return _unknown("all values of the last run on this gold set are equal")
    return max(found, key=lambda one: Decimal(one.value or 0))


def cannot_pass(gate: Gate, sheet: Scoresheet | None) -> str:
    """Why no run on the topics of an earlier one can pass a gate by interval; empty if one can."""
    if gate.kind != METRIC or gate.statistic != INTERVAL or sheet is None:
        return ""
    if sheet.why_missing(gate.condition, gate.metric):
        return ""
    buckets = sorted(sheet.buckets) if gate.per_bucket else [gate.bucket]
    for bucket in buckets:
        mean = sheet.means.get((gate.condition, gate.metric, bucket))
        if mean is None:
            continue
        why = _too_few(mean.n) if gate.is_relative else unattainable(gate, mean, sheet.rules.alpha)
        if why:
            return f"{why}, in bucket {bucket}" if bucket else why
    return ""


def _too_few(n: int) -> str:
    """Why so few topics have no interval of a difference."""
    return f"{counted(n, 'topic')}, and under {FEWEST} nothing is compared" if n < FEWEST else ""


def _each(gate: Gate, sheet: Scoresheet, other: Scoresheet) -> Iterator[Detectable]:
    """One for each bucket that the gate is held in."""
    scale = sheet.scales[gate.metric]
    buckets = sorted(sheet.buckets) if gate.per_bucket else [gate.bucket]
    for bucket in buckets:
        if bucket and bucket not in sheet.buckets:
            continue
        column = _scatter(gate, sheet, other, bucket)
        value = None
        if len(column):
            (value,) = smallest_detectable(
                column[:, None], alpha=sheet.rules.alpha, span=max(scale.span, abs(scale.high))
            )
        yield Detectable(
            value=None if value is None else decimal_text(value),
            n=len(column),
            bucket=bucket,
            reason="",
        )


def _scatter(gate: Gate, sheet: Scoresheet, other: Scoresheet, bucket: str) -> Floats:
    """What scatters over the topics: values, or differences where the gate is relative."""
    scale = sheet.scales[gate.metric]
    mine = sheet.column(gate.condition, scale).values
    flags = sheet.counted(bucket) & mine.defined
    if not gate.is_relative:
        return np.asarray(mine.values[flags])
    its = other.column(gate.against, scale).at(sheet.topics)
    both = flags & its.defined
    return without_noise(mine.values[both] - its.values[both], scale.span)


def _unknown(reason: str) -> Detectable:
    """Nobody can tell."""
    return Detectable(value=None, n=0, bucket="", reason=reason)
