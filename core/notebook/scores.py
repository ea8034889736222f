"""One run measured in Python: means with their denominators, and the values of topics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import attrs

from ..commands.render_report import render_page
from ..comparing.compared import Compared
from ..comparing.runs import compare_rankings, oddities
from ..counting import counted
from ..decimals import fixed_text
from ..errors import UsageError
from ..measuring.judged import Values
from ..measuring.metric_names import find_metric
from ..measuring.scoring import (
    ready_metrics,
    refuse_without_documents,
    refuse_without_evidence,
    summarise,
)
from ..objects.comparisons import Mean
from ..plugging.loading import load_registry
from ..qrels import Qrels
from ..reports.layout import Page, Section, Table
from ..reports.layout.cells import ABSENT, confidence_text, estimate_text, share_text
from ..reports.layout.comparing import Primary, signs_below
from ..reports.rows import Number
from ..topics import Topics
from .columns import Cell, Columns
from .fragments import html_of
from .inputs import as_qrels, as_rankings, refuse_strangers
from .tables import MEAN, mean_cells

DEFAULT = ("nDCG@10", "RR@10", "R@100", "AP")
RUN = "run"
"""What the one run is called inside."""


@attrs.frozen(eq=False, repr=False, slots=False)
class Scores:
    """A run, measured over every judged topic.

    Attributes:
        qrels: what it was measured on.
        metrics: canonical names, in the order asked for.
        compared: everything that is known of the run, as recorded numbers.
    """

    qrels: Qrels
    metrics: tuple[str, ...]
    compared: Compared

    @property
    def topics(self) -> Topics:
        """The population, sorted by id."""
        return self.compared.topics

    @property
    def answered(self) -> int:
        """How many topics of the population the run has rows for."""
        return self.compared.runs[0].answered

    def __getitem__(self, metric: str) -> float:
        """The mean by a metric.

        Raises:
            UsageError: it was not measured, or no topic has a value.
        """
        name = self._canonical(metric)
        mean = summarise(name, self._values[name]).mean
        if mean is None:
            message = f"{name} is defined for no topic: it is not measured, which is not 0"
            raise UsageError(message)
        return mean

    def __iter__(self) -> Iterator[str]:
        """The metrics' names."""
        return iter(self.metrics)

    def __len__(self) -> int:
        """The number of metrics."""
        return len(self.metrics)

    def mean(self, metric: str) -> Mean:
        """The mean with its interval, as a ledger would record it.

        Its `value` is None where no topic has one.

        Raises:
            UsageError: the metric was not measured.
        """
        return self._means[self._canonical(metric)]

    def means(self) -> Columns:
        """One row per metric: its mean, over how many topics, of how many, and its interval."""
        return Columns.of_rows(MEAN, [mean_cells(self._means[name]) for name in self.metrics])

    def per_topic(self) -> Columns:
        """One row per topic, one column per metric; None where it is not defined."""
        columns: dict[str, Sequence[Cell]] = {"topic": self.topics.ids}
        for name in self.metrics:
            one = self._values[name]
            pairs = zip(one.values.tolist(), one.defined.tolist(), strict=True)
            columns[name] = tuple(value if is_defined else None for value, is_defined in pairs)
        return Columns(columns)

    @property
    def _values(self) -> dict[str, Values]:
        """The values of topics, by metric."""
        return dict(self.compared.values[RUN])

    @cached_property
    def _means(self) -> dict[str, Mean]:
        """The means, by metric."""
        return {one.metric: one for one in self.compared.comparisons.means}

    def _canonical(self, metric: str) -> str:
        """The name of a metric that was measured, of whatever it is called.

        Raises:
            UsageError: it was not measured.
        """
        if metric in self.metrics:
            return metric
        name = find_metric(str(metric), load_registry())[0].canonical
        if name not in self.metrics:
            message = f"{metric!r} was not measured; there are {', '.join(self.metrics)}"
            raise UsageError(message)
        return name

    def _section(self) -> Section:
        """The means for the eye, the share of judged rows beside each."""
        used = self.compared.comparisons.instrument
        numbers = {name: _number(self._means[name]) for name in self.metrics}
        rows = tuple(
            (
                name,
                estimate_text(number, number.n),
                share_text(number.n, number.of),
                self._judged(name),
            )
            for name, number in numbers.items()
        )
        shown = Primary(
            metric="",
            baseline="",
            instrument=used,
            numbers=numbers,
            against={},
            of=len(self.topics),
            topic="topic",
        )
        return Section(
            title=f"Means with {confidence_text(used)} intervals",
            lines=(f"{counted(len(self.topics), 'topic')} judged, {self.answered} answered",),
            warnings=tuple(oddities(self.compared)),
            table=Table(header=("metric", "mean", "topics", "judged"), rows=rows, align="llrr"),
            below=tuple(signs_below(shown)),
        )

    def _judged(self, metric: str) -> str:
        """The share of judged rows down to the cut-off of a metric; a dash beside that share."""
        cutoff = find_metric(metric, load_registry())[0].cutoff
        mean = self._means.get("Judged" if cutoff is None else f"Judged@{cutoff}")
        if mean is None or mean.value is None or mean.metric == metric:
            return ABSENT
        return fixed_text(mean.value, 2)

    def __repr__(self) -> str:
        """The means as a terminal shows them."""
        return self._rendered("table").rstrip("\n")

    def _repr_html_(self) -> str:
        """The same for a notebook, escaped."""
        return html_of([self._section()])

    def _repr_markdown_(self) -> str:
        """The same as Markdown."""
        return self._rendered("markdown")

    def _rendered(self, reporter: str) -> str:
        """The means in a form."""
        registered = load_registry(external=False).find("reporter", f"benchbook:{reporter}")
        page = Page(title="Scores", sections=(self._section(),))
        return render_page(page, registered).data.decode()


def _number(mean: Mean) -> Number:
    """A mean as reports show it."""
    return Number(
        value=mean.value,
        n=mean.n,
        of=mean.of,
        positions=(),
        bounds=mean.bounds,
        tied=mean.tied,
    )


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
    registry = load_registry()
    ready = ready_metrics(tuple(map(str, metrics)), registry)
    refuse_without_evidence(ready, "qrels alone")
    refuse_without_documents(ready, "what is held")
    names = tuple(one.name.canonical for one in ready)
    return Scores(gold, names, compare_rankings(gold, {RUN: rankings}, names, registry))
