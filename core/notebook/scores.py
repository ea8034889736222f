"""One run measured in Python: means with their denominators, and the values of topics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

import attrs

from ..comparing.means import means_of
from ..comparing.rules import NONE, SIGN_FLIP, STANDARD, Rules
from ..comparing.scored import MetricScale, Scored
from ..comparing.systems import scale_of
from ..decimals import decimal_text, fixed_text
from ..errors import UsageError
from ..measuring import scoring
from ..measuring.join import join
from ..measuring.scoring import Measured, ready_metrics, refuse_without_evidence
from ..objects.comparisons import Mean
from ..plugging.loading import load_registry
from ..plugging.quiet import quiet
from ..statistics.draws import seed_of
from ..topics import Topics
from .columns import Cell, Columns
from .inputs import as_qrels, as_rankings, refuse_strangers

DEFAULT = ("nDCG@10", "RR@10", "R@100", "AP")
PLACES = 4

_RULES = Rules(
    baseline="run",
    primary="",
    test=SIGN_FLIP,
    correction=NONE,
    interval=STANDARD,
    alpha=Decimal("0.05"),
    seed=seed_of("scores/1"),
    judged_by_rule=True,
)
"""Intervals of 95 %, Wilson's or Student's; nothing is drawn."""


@attrs.frozen(eq=False, repr=False)
class Scores:
    """A run, measured over every judged topic.

    Attributes:
        topics: the population, sorted by id.
        answered: how many of them the run has rows for.
        measured: by canonical name of the metric; scales: what is known of each beside.
    """

    topics: Topics
    answered: int
    measured: dict[str, Measured]
    scales: tuple[MetricScale, ...]

    def __getitem__(self, metric: str) -> float:
        """The mean by a metric.

        Raises:
            UsageError: it was not measured, or no topic has a value.
        """
        one = self.measured.get(metric)
        if one is None:
            message = f"{metric!r} was not measured; there are {', '.join(self.measured)}"
            raise UsageError(message)
        if one.mean is None:
            message = f"{metric} is defined for no topic: it is not measured, which is not 0"
            raise UsageError(message)
        return one.mean

    def __iter__(self) -> Iterator[str]:
        """The metrics' names."""
        return iter(self.measured)

    def __len__(self) -> int:
        """The number of metrics."""
        return len(self.measured)

    def mean(self, metric: str) -> Mean:
        """The mean with its interval, as a ledger would record it; no value where no topic has one.

        Raises:
            UsageError: the metric was not measured.
        """
        if metric not in self.measured:
            message = f"{metric!r} was not measured; there are {', '.join(self.measured)}"
            raise UsageError(message)
        scored = Scored(
            metrics=tuple(one for one in self.scales if one.name == metric),
            topics=len(self.topics),
            buckets={},
            values={"run": {metric: self.measured[metric].values}},
            tied={"run": {metric: None}},
        )
        return next(means_of(scored, _RULES))

    def means(self) -> Columns:
        """One row per metric: its mean, over how many topics, of how many."""
        return Columns.of_rows(
            ("metric", "mean", "n", "of"),
            [(name, one.mean, one.defined, one.population) for name, one in self.measured.items()],
        )

    def per_topic(self) -> Columns:
        """One row per topic, one column per metric; None where it is not defined."""
        columns: dict[str, Sequence[Cell]] = {"topic": self.topics.ids}
        for name, one in self.measured.items():
            pairs = zip(one.values.values.tolist(), one.values.defined.tolist(), strict=True)
            columns[name] = tuple(value if is_defined else None for value, is_defined in pairs)
        return Columns(columns)

    def _table(self) -> Columns:
        """The means for the eye."""
        rows = [
            (
                name,
                _shown(one.mean),
                f"{one.defined}/{one.population}",
            )
            for name, one in self.measured.items()
        ]
        return Columns.of_rows(("metric", "mean", "topics"), rows)

    def __repr__(self) -> str:
        """The means, aligned."""
        return f"{self._table()!r}\n{len(self.topics)} topics judged, {self.answered} answered"

    def _repr_html_(self) -> str:
        """The same for a notebook."""
        told = f"<p>{len(self.topics)} topics judged, {self.answered} answered</p>"
        return self._table()._repr_html_() + told


def _shown(mean: float | None) -> str:
    """A mean with four places."""
    if mean is None:
        return "not measured"
    return fixed_text(decimal_text(mean), PLACES)


def measure(qrels: object, run: object, metrics: Sequence[str] = DEFAULT) -> Scores:
    """Measure a run that is held in Python.

    Every topic of the qrels counts: one that the run does not answer has 0, and one for which a
    metric is not defined is left out of its mean, visibly.

    Args:
        qrels, run: a path, a dictionary of topic to document to number, a data frame, objects of
            ranx or ir-measures, or `Qrels` and `Rankings`.
        metrics: names, as `nDCG@10` or `P(rel=2)@5`; anything else is named by its `str`, so that
            ir-measures' own objects serve.

    Raises:
        UsageError: something is nothing of that, a metric is unknown, or no topic is in both.
        BadData: a file does not hold what it should.
    """
    gold, rankings = as_qrels(qrels), as_rankings(run)
    refuse_strangers(gold, rankings, "the run")
    ready = ready_metrics(tuple(map(str, metrics)), load_registry())
    refuse_without_evidence(ready, "qrels alone")
    with quiet():
        measured = scoring.measure(join(rankings, gold), ready)
    return Scores(
        gold.population,
        len(set(gold.grades) & set(rankings.topics.ids)),
        {one.name: one for one in measured},
        tuple(map(scale_of, ready)),
    )
