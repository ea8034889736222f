"""Every built-in metric by a name that can be measured: a new one joins what is asked of all.

They are judged with evidence and axes at hand, made of the qrels as the contract of metrics makes
them.
"""

from __future__ import annotations

import inspect
from functools import cache

from benchbook import MetricPlugin, Qrels, Rankings, Topics, join
from benchbook.core.measuring.scoring import Measured, measure, ready_metrics
from benchbook.core.testing.fakes import toy_axes, toy_evidence
from scoring import built_in

REQUIRED = {"max_rel": "max_rel=4"}
"""What some metrics must be told; grades of these tests go to 4 at most."""


@cache
def records() -> tuple[MetricPlugin, ...]:
    """The records of the built-in metrics, by name."""
    found = (one.record for one in built_in().all("metric"))
    return tuple(one for one in found if isinstance(one, MetricPlugin))


def name_of(record: MetricPlugin, cutoff: int | None) -> str:
    """A metric's name; with the cut-off where it takes one, at all costs where it must."""
    known = inspect.signature(record.build).parameters
    told = [text for key, text in REQUIRED.items() if needs(record, key)]
    brackets = f"({', '.join(told)})" if told else ""
    if "cutoff" not in known or (cutoff is None and not needs(record, "cutoff")):
        return f"{record.name}{brackets}"
    return f"{record.name}{brackets}@{10 if cutoff is None else cutoff}"


def needs(record: MetricPlugin, parameter: str) -> bool:
    """Whether a metric has a parameter without a default."""
    found = inspect.signature(record.build).parameters.get(parameter)
    return found is not None and found.default is inspect.Parameter.empty


def names(cutoff: int | None = 10) -> list[str]:
    """Every metric; with this cut-off where it takes one, without any where it need have none."""
    return [name_of(record, cutoff) for record in records()]


def cut_names(cutoff: int) -> list[str]:
    """Every metric that takes a cut-off, with this one."""
    return [name_of(record, cutoff) for record in records() if takes_cutoff(record)]


def takes_cutoff(record: MetricPlugin) -> bool:
    """Whether a metric takes a cut-off."""
    return "cutoff" in inspect.signature(record.build).parameters


def measured(metric: str, qrels: Qrels, rankings: Rankings) -> Measured:
    """A metric over all topics of the qrels."""
    topics = Topics.of_ids(qrels.topics)
    judged = join(rankings, qrels, topics, toy_evidence(qrels), axes=toy_axes(qrels))
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
