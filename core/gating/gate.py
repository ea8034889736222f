"""A gate: what must hold of one number, and how that number is held against it."""

from __future__ import annotations

from decimal import Decimal

import attrs

AT_LEAST, AT_MOST = "at_least", "at_most"
BOUNDS = (AT_LEAST, AT_MOST)

MEAN, INTERVAL = "mean", "interval"
STATISTICS = (MEAN, INTERVAL)


@attrs.frozen(kw_only=True)
class Gate:
    """A table `[[gates]]` of an experiment.

    Attributes:
        name: unique in the experiment.
        condition, metric: which number; the metric's name is canonical once a run is planned.
        bound: `at_least` or `at_most`, both including the threshold itself.
        threshold: as it was written.
        statistic: `mean`: the number itself decides; `interval`: all of its interval must hold.
        min_topics: fewer topics with a value, and nothing is decided.
    """

    name: str
    condition: str
    metric: str
    bound: str
    threshold: Decimal
    statistic: str
    min_topics: int

    @property
    def rule(self) -> str:
        """As `at least 0.65`."""
        return rule_text(self.bound, format(self.threshold, "f"))

    def holds(self, value: Decimal) -> bool:
        """Whether a value is on the right side; the threshold itself is."""
        return value >= self.threshold if self.bound == AT_LEAST else value <= self.threshold


def gate_name(experiment: str, gate: str) -> str:
    """A gate's name in the log: two experiments may use the same short one."""
    return f"{experiment}/{gate}"


def rule_text(bound: str, threshold: str) -> str:
    """A rule in words, as `at least 0.65`."""
    return f"{bound.replace('_', ' ')} {threshold}"
