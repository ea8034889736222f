"""The numbers of a comparison: looked up by name, and as rows for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from ..comparing.compared import Compared
from ..objects.comparisons import Bounds, Difference, Mean, TieBounds
from .layout import Page
from .layout.page import Cell
from .rows import Number

HEADER = (
    *("run", "baseline", "metric", "value", "n", "of", "low", "high", "method", "note"),
    *("tied_low", "tied_high", "tied_expected"),
    *("difference", "diff_low", "diff_high", "diff_method", "diff_note"),
    *("p", "p_corrected", "declared", "wins", "ties", "losses", "d_z", "detectable"),
    *("verdict", "reason"),
)
_OF_DIFFERENCE = len(HEADER) - HEADER.index("difference")


@attrs.frozen(eq=False)
class ComparedNumbers:
    """What was compared, by name."""

    compared: Compared
    means: Mapping[tuple[str, str], Mean]
    differences: Mapping[tuple[str, str], Difference]

    @classmethod
    def of(cls, compared: Compared) -> ComparedNumbers:
        """Look everything up once."""
        found = compared.comparisons
        return cls(
            compared,
            {(one.condition, one.metric): one for one in found.means},
            {(one.condition, one.metric): one for one in found.differences},
        )

    def number(self, run: str, metric: str) -> Number:
        """A mean with what stands beside it."""
        mean = self.means[run, metric]
        return Number(
            value=mean.value,
            n=mean.n,
            of=mean.of,
            positions=(),
            bounds=mean.bounds,
            tied=mean.tied,
        )

    @property
    def against(self) -> dict[str, Difference]:
        """The differences by the primary metric, by run."""
        primary = self.compared.primary
        names = self.compared.names
        return {
            run: self.differences[run, primary]
            for run in names
            if (run, primary) in self.differences
        }

    @property
    def primary(self) -> dict[str, Number]:
        """The means by the primary metric, by run."""
        return {run: self.number(run, self.compared.primary) for run in self.compared.names}

    def told(self, run: str, verdict: str, *, but: str) -> list[str]:
        """The metrics, except one, by which a run has a verdict."""
        return [
            metric
            for metric in self.compared.metrics
            if metric != but
            and (run, metric) in self.differences
            and self.differences[run, metric].verdict == verdict
        ]


def topics_page(compared: Compared) -> Page:
    """Each topic's value of each run by each metric, as rows."""
    rows = (
        (topic, run, metric, value)
        for run in compared.names
        for metric in compared.metrics
        for topic, value in zip(compared.topics.ids, compared.texts(run, metric), strict=True)
    )
    header = ("topic", "run", "metric", "value")
    return Page(title="Values of topics", sections=(), header=header, rows=tuple(rows))


def number_rows(shown: ComparedNumbers) -> Iterator[tuple[Cell, ...]]:
    """A row for each run and metric, numbers as they would be recorded."""
    compared = shown.compared
    for run in compared.names:
        for metric in compared.metrics:
            mean, one = shown.means[run, metric], shown.differences.get((run, metric))
            yield (
                *(run, compared.baseline, metric, mean.value, mean.n, mean.of),
                *_bounds(mean.bounds),
                *_tied(mean.tied),
                *(_difference(compared, one) if one else (None,) * _OF_DIFFERENCE),
            )


def _difference(compared: Compared, one: Difference) -> tuple[Cell, ...]:
    """The cells of a difference."""
    return (
        one.difference,
        *_bounds(one.bounds),
        *(one.p, one.corrected, "yes" if one.declared else "no"),
        *(one.wins, one.ties, one.losses, compared.effect(one.condition, one.metric)),
        *(one.detectable, one.verdict, one.reason),
    )


def _bounds(bounds: Bounds | None) -> tuple[Cell, ...]:
    """The cells of an interval."""
    return (bounds.low, bounds.high, bounds.method, bounds.note) if bounds else (None,) * 4


def _tied(tied: TieBounds | None) -> tuple[Cell, ...]:
    """The cells of what another order of equal scores could give."""
    return (tied.low, tied.high, tied.expected) if tied else (None,) * 3
