"""Every built-in metric by a name that can be measured: a new one joins what is asked of all.

They are judged with evidence and axes at hand, made of the qrels as the contract of metrics makes
them, and with documents whose lengths follow from their ids.
"""

from __future__ import annotations

import inspect
from functools import cache

from benchbook import MetricPlugin, Qrels, Rankings, Topics, Unit, join
from benchbook.core.measuring.documents import Documents
from benchbook.core.measuring.metric_names import DOCUMENTS
from benchbook.core.measuring.scoring import Measured, measure, ready_metrics
from benchbook.core.testing.fakes import toy_axes, toy_evidence
from benchbook.testing import corpus_of
from scoring import built_in

REQUIRED = {"max_rel": "4", "field": "'words'"}
"""What some metrics must be told; grades of these tests go to 4 at most."""

BOUNDS = {name: {"at_least": "2.0"} for name in ("MetaCount", "MetaShare")}
"""What some must be told beside, by name."""


@cache
def records() -> tuple[MetricPlugin, ...]:
    """The records of the built-in metrics, by name."""
    found = (one.record for one in built_in().all("metric"))
    return tuple(one for one in found if isinstance(one, MetricPlugin))


def name_of(record: MetricPlugin, cutoff: int | None) -> str:
    """A metric's name; with the cut-off where it takes one, at all costs where it must."""
    known = inspect.signature(record.build).parameters
    told = sorted(told_of(record).items())
    brackets = f"({', '.join(f'{key}={value}' for key, value in told)})" if told else ""
    if "cutoff" not in known or (cutoff is None and not needs(record, "cutoff")):
        return f"{record.name}{brackets}"
    return f"{record.name}{brackets}@{10 if cutoff is None else cutoff}"


def told_of(record: MetricPlugin) -> dict[str, str]:
    """The parameters that a metric must be given."""
    required = {key: value for key, value in REQUIRED.items() if needs(record, key)}
    return {**required, **BOUNDS.get(record.name, {})}


def needs(record: MetricPlugin, parameter: str) -> bool:
    """Whether a metric has a parameter without a default."""
    found = inspect.signature(record.build).parameters.get(parameter)
    return found is not None and found.default is inspect.Parameter.empty


def names(cutoff: int | None = 10) -> list[str]:
    """Every metric; with this cut-off where it takes one, without any where it need have none."""
    return [name_of(record, cutoff) for record in records()]


def judging_names(cutoff: int | None = 10) -> list[str]:
    """The same without metrics that describe documents and need no judgment."""
    return [name_of(one, cutoff) for one in records() if DOCUMENTS not in one.needs]


def cut_names(cutoff: int) -> list[str]:
    """Every metric that takes a cut-off, with this one."""
    return [name_of(record, cutoff) for record in records() if takes_cutoff(record)]


def takes_cutoff(record: MetricPlugin) -> bool:
    """Whether a metric takes a cut-off."""
    return "cutoff" in inspect.signature(record.build).parameters


def measured(metric: str, qrels: Qrels, rankings: Rankings) -> Measured:
    """A metric over all topics of the qrels."""
    topics = Topics.of_ids(qrels.topics)
    units = (
        Unit(unit_id=id_, doc_id=id_, title="", text="word " * (1 + sum(id_.encode()) % 3))
        for id_ in rankings.table
    )
    evidence, axes = toy_evidence(qrels), toy_axes(qrels)
    documents = Documents(corpus_of(units), "document")
    judged = join(rankings, qrels, topics, evidence, axes=axes, documents=documents)
    (found,) = measure(judged, ready_metrics([metric], built_in()))
    return found


def values(metric: str, qrels: Qrels, rankings: Rankings) -> dict[str, float | None]:
    """A metric's value by topic of the qrels, None where it is not defined."""
    found = measured(metric, qrels, rankings)
    pairs = zip(found.values.values.tolist(), found.values.defined.tolist(), strict=True)
    return {
        topic: value if is_defined else None
        for topic, (value, is_defined) in zip(qrels.population.ids, pairs, strict=True)
    }
