"""Holding gates against the numbers of a run: one outcome for each gate and bucket."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import attrs

from ..objects.comparisons import Mean
from .beside import Beside
from .decide import NOT_MEASURED, Verdict, decide
from .gate import LATENCY, METRIC, Gate
from .relative import difference_of
from .scoresheet import Scoresheet
from .taken import cost_of, time_of


@attrs.frozen(kw_only=True)
class Held:
    """A gate that was held against a run, over all topics or over those of a bucket.

    Attributes:
        number: what was held against it: a mean, or a difference of means; None where there is
            none.
        read: digest of what it was read from beside the run; empty where nothing was.
    """

    gate: Gate
    bucket: str
    number: Mean | None
    verdict: Verdict
    read: str = ""


def hold(gate: Gate, sheet: Scoresheet, beside: Beside) -> tuple[Held, ...]:
    """Hold a gate against a run: once, or once for each bucket."""
    return tuple(_hold(gate, bucket, sheet, beside) for bucket in _buckets(gate, sheet))


def _buckets(gate: Gate, sheet: Scoresheet) -> Iterator[str]:
    """The buckets that a gate is about; the empty one is all topics."""
    if gate.per_bucket and sheet.buckets:
        yield from sorted(sheet.buckets)
    else:
        yield gate.bucket


def _hold(gate: Gate, bucket: str, sheet: Scoresheet, beside: Beside) -> Held:
    """One gate over the topics of one bucket."""
    why, read = _obstacle(gate, bucket, sheet), ""
    number, source = None, ""
    if not why:
        number, why, read, source = _number(gate, bucket, sheet, beside)
    if why:
        verdict = Verdict(word=NOT_MEASURED, reason=why)
    else:
        verdict = decide(gate, number, why, alpha=Decimal(sheet.rules.alpha))
    if source and verdict.word != NOT_MEASURED:
        note = "; ".join(filter(None, (verdict.note, source)))
        verdict = attrs.evolve(verdict, note=note)
    return Held(gate=gate, bucket=bucket, number=number, verdict=verdict, read=read)


def _obstacle(gate: Gate, bucket: str, sheet: Scoresheet) -> str:
    """Why a gate cannot be held against a run at all; empty where it can."""
    metric = gate.metric if gate.kind == METRIC else None
    missing = sheet.why_missing(gate.condition, metric)
    if missing:
        return missing
    if gate.per_bucket and not bucket:
        return "the gold set has no buckets"
    if bucket and bucket not in sheet.buckets:
        there = ", ".join(sorted(sheet.buckets)) or "none"
        return f"the gold set has no bucket {bucket!r} (there is {there})"
    signed = int((sheet.signed & sheet.counted(bucket)).sum())
    if signed < gate.min_signed:
        return f"{signed} of the questions are signed, and the gate asks for {gate.min_signed}"
    return ""


def _number(
    gate: Gate, bucket: str, sheet: Scoresheet, beside: Beside
) -> tuple[Mean | None, str, str, str]:
    """What is held against a gate, or None and why; then what it was read from: digest, words."""
    if gate.kind == METRIC:
        return *_of_metric(gate, bucket, sheet, beside), "", ""
    if gate.kind == LATENCY:
        timed = beside.times(gate)
        if isinstance(timed, str):
            return None, timed, "", ""
        return *time_of(gate, timed, sheet), timed.read, timed.source
    charged = beside.costs(gate)
    if isinstance(charged, str):
        return None, charged, "", ""
    return *cost_of(gate, bucket, charged, sheet), charged.read, ""


def _of_metric(
    gate: Gate, bucket: str, sheet: Scoresheet, beside: Beside
) -> tuple[Mean | None, str]:
    """A mean or a difference of means; or None, and why."""
    if not gate.is_relative:
        return sheet.means[(gate.condition, gate.metric, bucket)], ""
    other = beside.baseline(gate) if ":" in gate.relative_to else sheet
    if isinstance(other, str):
        return None, other
    scale = sheet.scales[gate.metric]
    why = other.why_missing(gate.against, gate.metric)
    why = why or sheet.instrument.differs(other.instrument, scale)
    if why:
        return None, f"the baseline cannot be compared: {why}"
    mine, its = sheet.column(gate.condition, scale), other.column(gate.against, scale)
    return difference_of(mine, its, scale, sheet.rules, sheet.counted(bucket))
