"""A gate: what must hold of one number, and how that number is held against it."""

from __future__ import annotations

from decimal import Decimal

import attrs

from ..events.gate import GateRule
from ..scrub import scrub

AT_LEAST, AT_MOST, ABOVE, BELOW = "at_least", "at_most", "above", "below"
BOUNDS = (AT_LEAST, AT_MOST, ABOVE, BELOW)
"""`at_least` and `at_most` include the threshold itself; `above` and `below` do not."""

FLOORS = (AT_LEAST, ABOVE)
"""The bounds from below."""

MEAN, INTERVAL = "mean", "interval"
STATISTICS = (MEAN, INTERVAL)

METRIC, LATENCY, COST = "metric", "latency", "cost"
KINDS = (METRIC, LATENCY, COST)
"""What a gate is about: relevance as a metric sees it, time, or what models took."""


@attrs.frozen(kw_only=True)
class Gate:
    """A table `[[gates]]`.

    Attributes:
        name: unique in its experiment.
        kind: one of `KINDS`.
        condition, metric: which number; a metric's name is canonical once a run is planned. Of a
            latency it is `p50` or `p95`, of a cost the column of its file.
        stage: of a latency: `total`, `fuse`, `rerank`, `measure`, or `lane NAME`; else empty.
        costs: of a cost: the file that it is read from; else empty.
        bound: one of `BOUNDS`.
        threshold: as it was written; in a relative gate of the difference, condition − baseline.
        fails: the other end of a band: a number between it and the threshold decides nothing. None
            where there is no band.
        statistic: `mean`: the number itself decides; `interval`: all of its interval must hold.
        bucket: the topics that are counted; empty for all.
        per_bucket: whether it must hold in every bucket, each by itself.
        relative_to: the baseline: a condition of the same run, `run:ID`, `report:ID` or
            `file:PATH`; empty where the gate is absolute.
        against: the condition of that baseline.
        min_topics: fewer topics with a value, and nothing is decided.
        min_signed: fewer of them signed, and nothing is decided.
    """

    name: str
    kind: str = METRIC
    condition: str
    metric: str
    stage: str = ""
    costs: str = ""
    bound: str
    threshold: Decimal
    fails: Decimal | None = None
    statistic: str
    bucket: str = ""
    per_bucket: bool = False
    relative_to: str = ""
    against: str = ""
    min_topics: int
    min_signed: int = 0

    @property
    def is_floor(self) -> bool:
        """Whether it bounds a number from below."""
        return self.bound in FLOORS

    @property
    def is_relative(self) -> bool:
        """Whether it is about a difference to a baseline."""
        return bool(self.relative_to)

    def holds(self, value: Decimal) -> bool:
        """Whether a value is on the right side of the threshold."""
        return _holds(self.bound, value, self.threshold)

    def fails_at(self, value: Decimal) -> bool:
        """Whether a value is on the wrong side: beyond the band, where there is one."""
        if self.fails is None:
            return not self.holds(value)
        return value < self.fails if self.is_floor else value > self.fails

    def as_rule(self, baseline: str = "") -> GateRule:
        """What it asks for, as the ledger keeps it: no folder of this machine is in it.

        Args:
            baseline: the digest of what it is relative to, where that is no part of the run.
        """
        texts = {
            field: getattr(self, field)
            for field in attrs.fields_dict(GateRule)
            if field not in {"threshold", "fails", "baseline", "costs", "relative_to"}
        }
        return GateRule(
            **texts,
            costs=scrub(self.costs),
            relative_to=scrub(self.relative_to),
            threshold=format(self.threshold, "f"),
            fails=None if self.fails is None else format(self.fails, "f"),
            baseline=baseline,
        )

    @classmethod
    def of(cls, name: str, rule: GateRule) -> Gate:
        """A gate as the ledger keeps it."""
        texts = {field: getattr(rule, field) for field in attrs.fields_dict(GateRule)}
        del texts["baseline"]
        texts["threshold"] = Decimal(rule.threshold)
        texts["fails"] = None if rule.fails is None else Decimal(rule.fails)
        return cls(name=name, **texts)


def _holds(bound: str, value: Decimal, threshold: Decimal) -> bool:
    """Whether a value keeps a bound."""
    if bound == AT_LEAST:
        return value >= threshold
    if bound == AT_MOST:
        return value <= threshold
    return value > threshold if bound == ABOVE else value < threshold


def gate_name(experiment: str, gate: str) -> str:
    """A gate's name in the log: two experiments may use the same short one."""
    return f"{experiment}/{gate}"
