"""What gates are held against: the numbers of one run, wherever they were read."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs
import numpy as np

from ..comparing.rules import Rules
from ..comparing.scored import Flags, MetricScale, Places
from ..measuring.judged import Values
from ..objects.comparisons import Mean
from .relative import Column


@attrs.frozen(kw_only=True)
class Instrument:
    """What two numbers must share before one may be held against the other.

    Attributes:
        questions, qrels: digests of the gold set and of what counts as relevant.
        relevance: the rule, with that of matching; unit: what is ranked.
        depth: where rankings are cut.
        metrics: by canonical name, plugin and version; empty where a file does not tell.
    """

    questions: str
    qrels: str
    relevance: str
    unit: str
    depth: int
    metrics: Mapping[str, str]

    def differs(self, other: Instrument, scale: MetricScale) -> str:
        """Why a metric of one may not be held against that of the other; empty if it may."""
        name = scale.name
        for mine, its, told in (
            (self.questions, other.questions, "the gold set is another one"),
            (self.relevance, other.relevance, "relevance is decided by another rule"),
            (self.qrels, other.qrels, "what counts as relevant differs"),
            (self.unit, other.unit, "the unit that is measured is another one"),
        ):
            if mine != its:
                return f"{told} ({mine[:12]}, the baseline has {its[:12]})"
        if scale.cutoff is None and self.depth != other.depth:
            return f"{name} has no cut-off, and depth is {self.depth}, the baseline's {other.depth}"
        mine, its = self.metrics.get(name, ""), other.metrics.get(name, "")
        if mine and its and mine != its:
            return f"{name} is made by {mine}, the baseline's by {its}"
        return ""


@attrs.frozen(kw_only=True, eq=False)
class Scoresheet:
    """The numbers of one run.

    Attributes:
        name: of the run, report or file, for messages.
        instrument: what they stand on.
        rules: how differences are tested.
        topics: ids, rising.
        buckets: the places of each bucket's topics, by name; empty where there is none.
        signed: which topics are signed.
        scales: of the metrics, by canonical name.
        means: what is known of each, by condition, metric and bucket.
        values_of: gives what a condition scored by each metric.
        is_rounded: whether values are known to ten places alone, as in a report.
        missing: why a condition was not measured, by name; empty text where nobody said.
    """

    name: str
    instrument: Instrument
    rules: Rules
    topics: tuple[str, ...]
    buckets: Mapping[str, Places]
    signed: Flags
    scales: Mapping[str, MetricScale]
    means: Mapping[tuple[str, str, str], Mean]
    values_of: Callable[[str], Mapping[str, Values]]
    is_rounded: bool
    missing: Mapping[str, str]

    def why_missing(self, condition: str, metric: str | None) -> str:
        """Why there is no number; empty where there is one.

        Args:
            metric: None where the gate is about none.
        """
        if condition in self.missing:
            why = self.missing[condition]
            return f"condition {condition} was not measured{why and f': {why}'}"
        if not any(one == condition for one, _, _ in self.means):
            return f"there is no condition {condition} in {self.name}"
        if metric is not None and (condition, metric, "") not in self.means:
            return f"{metric} was not measured in {self.name}"
        return ""

    def column(self, condition: str, scale: MetricScale) -> Column:
        """A condition that was measured, by one metric."""
        by_metric = self.values_of(condition)
        return Column(
            topics=self.topics,
            values=by_metric[scale.name],
            judged=self._judged(by_metric, scale),
            tied=self.means[(condition, scale.name, "")].tied,
            is_rounded=self.is_rounded,
        )

    def _judged(self, by_metric: Mapping[str, Values], scale: MetricScale) -> float | None:
        """The mean share of judged rows that a metric looks at; None where nobody measured it."""
        holes = [one for one in self.scales.values() if one.is_holes and one.name in by_metric]
        if not holes:
            return None
        same = [one for one in holes if one.cutoff == scale.cutoff]
        return float(np.mean(by_metric[(same or holes)[-1].name].values))

    def counted(self, bucket: str) -> Flags:
        """Which topics a bucket counts; the empty one counts all."""
        flags = np.full(len(self.topics), not bucket)
        if bucket:
            flags[self.buckets[bucket]] = True
        return flags
