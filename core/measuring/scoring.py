"""Measuring: metrics applied to judged rankings, and the one number that sums a metric up."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import attrs
import numpy as np

from ..errors import UsageError
from ..hookspec import Metric, MetricPlugin
from ..plugging.contracts import answering, check_values
from ..plugging.registry import Registered, Registry
from .judged import Judged, Values
from .metric_names import AXES, DOCUMENTS, EVIDENCE, MetricName, find_metric


@attrs.frozen(eq=False)
class ReadyMetric:
    """A metric that can score: its name, the plugin that it comes from, and the working object."""

    name: MetricName
    plugin: Registered
    metric: Metric

    @property
    def needs_evidence(self) -> bool:
        """Whether it asks for more than grades: what phrases and reference documents are shown."""
        return bool(self.name.by) or EVIDENCE in self.plugin.record.needs

    @property
    def needs_axes(self) -> bool:
        """Whether it asks for the axes of topics, and what covers them."""
        return AXES in self.plugin.record.needs

    @property
    def needs_documents(self) -> bool:
        """Whether it asks for metadata of documents, and for no judgment."""
        return DOCUMENTS in self.plugin.record.needs


@attrs.frozen(eq=False, kw_only=True)
class Measured:
    """One metric over one population of topics.

    Attributes:
        name: canonical.
        values: one per topic, in the order of the population.
        population: the number of topics.
        defined: the number of topics that have a value; the mean is over these.
        mean: None where no topic has a value: not measured, which is not 0.
    """

    name: str
    values: Values
    population: int
    defined: int
    mean: float | None


def ready_metrics(texts: Sequence[str], registry: Registry) -> tuple[ReadyMetric, ...]:
    """Find and build the metrics of these names, each once, in the order given.

    Raises:
        UsageError: a name that is no metric, or parameters that it does not take.
    """
    ready: dict[str, ReadyMetric] = {}
    for text in texts:
        name, registered = find_metric(text, registry)
        if name.canonical not in ready:
            ready[name.canonical] = ready_metric(name, registered)
    return tuple(ready.values())


def ready_metric(name: MetricName, registered: Registered) -> ReadyMetric:
    """A metric of a plugin, built.

    Raises:
        PluginFault: it cannot be built.
    """
    record = registered.record
    assert isinstance(record, MetricPlugin)  # noqa: S101 - find_metric gives metrics alone
    with answering(registered.qualified, "builds"):
        return ReadyMetric(name, registered, name.build(record))


def refuse_without_evidence(metrics: Sequence[ReadyMetric], source: str) -> None:
    """Refuse metrics that ask for evidence where there is none.

    Args:
        source: of what is known of the questions, for the message.

    Raises:
        UsageError: naming the first of them.
    """
    for one in metrics:
        if one.needs_evidence:
            message = (
                f"metric {one.name}: needs reference titles or evidence phrases, and {source} has "
                "none; leave it out, or import a gold set that has them"
            )
            raise UsageError(message)


def refuse_without_axes(metrics: Sequence[ReadyMetric], source: str) -> None:
    """Refuse metrics that ask for axes where there are none.

    Args:
        source: of what is known of the topics, for the message.

    Raises:
        UsageError: naming the first of them.
    """
    for one in metrics:
        if one.needs_axes:
            message = (
                f"metric {one.name}: needs the axes of topics and what covers them, and {source} "
                "has none; leave it out, or import a gold set whose questions have 'axes'"
            )
            raise UsageError(message)


def refuse_without_documents(metrics: Sequence[ReadyMetric], source: str) -> None:
    """Refuse metrics that ask for documents where only their ids are known.

    Raises:
        UsageError: naming the first of them.
    """
    for one in metrics:
        if one.needs_documents:
            message = (
                f"metric {one.name}: needs the metadata of documents, and {source} has only their "
                "ids; ingest the corpus and run an experiment on it"
            )
            raise UsageError(message)


def refuse_without_judgments(metrics: Sequence[ReadyMetric]) -> None:
    """Refuse metrics that ask what is relevant in a run that says that nobody knows.

    Raises:
        UsageError: naming the first of them.
    """
    for one in metrics:
        if not one.needs_documents:
            message = (
                f'metric {one.name}: asks what is relevant, and relevance = "none" says that '
                "nobody knows; take metrics of documents alone, as MetaMedian(field='words')@10"
            )
            raise UsageError(message)


def measure(
    judged: Judged, metrics: Sequence[ReadyMetric], *, undefined_as_zero: bool = False
) -> tuple[Measured, ...]:
    """Score judged rankings with each metric, by one criterion of relevance.

    Args:
        judged: rankings joined with qrels.
        metrics: from `ready_metrics`.
        undefined_as_zero: count a topic without a value as 0, as trec_eval does.

    Raises:
        UsageError: a metric asks for evidence or axes, and there are none.
        RunFailed: a metric failed, or gave other than one value of its range per topic.
    """
    if judged.shown is None:
        refuse_without_evidence(metrics, "what it is measured on")
    if judged.covering is None:
        refuse_without_axes(metrics, "what it is measured on")
    return measure_each(lambda _: judged, metrics, undefined_as_zero=undefined_as_zero)


def measure_each(
    judged_by: Callable[[str], Judged],
    metrics: Sequence[ReadyMetric],
    *,
    undefined_as_zero: bool = False,
) -> tuple[Measured, ...]:
    """The same, each metric by the criterion of relevance that its name states.

    Args:
        judged_by: the rankings joined with the qrels of a criterion: `document`, `evidence`, or the
            empty text for what counts where a name states none.
    """
    return tuple(
        summarise(
            one.name.canonical,
            _scored(one, judged_by(one.name.by)),
            undefined_as_zero=undefined_as_zero,
        )
        for one in metrics
    )


def summarise(name: str, values: Values, *, undefined_as_zero: bool = False) -> Measured:
    """Sum up a metric's values: the mean over the topics where it is defined.

    The sum is exact before it is rounded once (`math.fsum`): it depends on no order, no machine.
    """
    if undefined_as_zero:
        values = Values.everywhere(np.where(values.defined, values.values, 0.0))
    counted = values.values[values.defined].tolist()
    return Measured(
        name=name,
        values=values,
        population=len(values.values),
        defined=len(counted),
        mean=math.fsum(counted) / len(counted) if counted else None,
    )


def _scored(ready: ReadyMetric, judged: Judged) -> Values:
    """What a metric says, after checking that it is what its contract allows."""
    record, name = ready.plugin.record, ready.plugin.qualified
    assert isinstance(record, MetricPlugin)  # noqa: S101 - ready_metrics finds metrics alone
    seen = judged.condensed if ready.name.judged_only else judged
    with answering(name, "scores"):
        made = ready.metric.score(seen)
    return check_values(name, made, len(judged), record.low, record.high)
