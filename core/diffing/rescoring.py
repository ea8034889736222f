"""Both sides scored anew under one gold set of the workspace, from the rankings that they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from ..comparing.tie_range import tie_ranges
from ..counting import counted
from ..errors import UsageError
from ..event_store import EventStore
from ..matching.gold_search import names_evidence
from ..matching.relevance import Judging, Relevance
from ..measuring.scoring import (
    ReadyMetric,
    ready_metrics,
)
from ..objects.corpora import load_corpus
from ..objects.gold_sets import load_gold
from ..plugging.quiet import quiet
from ..plugging.registry import Registry
from ..projections.gold_sets import GoldSetView
from .instruments import CODE_OF, METRIC
from .reading import first_ranks
from .side import Part, Side, SideCondition


def rescored(
    store: EventStore,
    side: Side,
    view: GoldSetView,
    metrics: Sequence[str],
    registry: Registry,
    *,
    is_same_rule: bool,
) -> Side:
    """A side with its rankings scored under a gold set.

    Titles and phrases are sought in the corpus that the side stands on.

    Args:
        metrics: canonical names; those that the gold set cannot feed are left out, and named.
        is_same_rule: whether both sides have one rule of relevance, which is then kept where the
            gold set can feed it; else it is the gold set's own.

    Raises:
        UsageError: the side holds no rankings, or the gold set does not fit it.
    """
    if not side.manifest or any(one.rankings is None for one in side.conditions.values()):
        message = f"{side.label} holds no rankings, so it cannot be scored anew"
        raise UsageError(message)
    relevance = _relevance(store, side, view, keeps_rule=is_same_rule)
    every = ready_metrics(metrics, registry)
    ready = [one for one in every if _is_fed(one, relevance)]
    if not ready:
        message = f"gold set {view.event.gold!r} feeds none of {', '.join(metrics)}"
        raise UsageError(message)
    depth = int(side.part["depth"].key)
    with quiet():
        conditions = {
            name: _scored(one, relevance, ready, depth) for name, one in side.conditions.items()
        }
    return attrs.evolve(
        side,
        label=f"{side.label}, scored under {view.event.gold}",
        parts=tuple(_under(side.parts, view, relevance)),
        conditions=conditions,
        qrels=relevance.criteria.qrels,
        lacks=(*side.lacks, *_lacking(view, relevance, side, [m for m in every if m not in ready])),
    )


def _relevance(store: EventStore, side: Side, view: GoldSetView, *, keeps_rule: bool) -> Relevance:
    """What is relevant by the gold set in the corpus of a side.

    Raises:
        UsageError: nothing is, or the corpus is only declared and has to be sought in.
    """
    gold = load_gold(view.event.questions, store.get)
    corpus = load_corpus(side.manifest, store.get)
    rule, _, match = side.part["relevance"].key.partition(" ")
    keeps_rule = keeps_rule and names_evidence(gold)
    relevance = Judging(
        name=view.event.gold,
        digest=view.event.questions,
        relevance=rule if keeps_rule else "",
        match=match.partition("/")[0] if keeps_rule else "",
        unit=side.part["unit"].key,
    ).judge(gold, corpus)
    if relevance.awaits_texts:
        message = f"{side.label} stands on a corpus that is only declared: nothing can be sought"
        raise UsageError(message)
    return relevance


def _is_fed(metric: ReadyMetric, relevance: Relevance) -> bool:
    """Whether a gold set has what a metric asks for."""
    criteria = relevance.criteria
    lacks_evidence = metric.needs_evidence and criteria.sought is None
    return not lacks_evidence and not (metric.needs_axes and criteria.axes is None)


def _lacking(
    view: GoldSetView, relevance: Relevance, side: Side, unfed: Sequence[ReadyMetric]
) -> Iterator[str]:
    """What cannot be said under the gold set."""
    name = view.event.gold
    if unfed:
        yield f"{name} does not feed {', '.join(one.name.canonical for one in unfed)}"
    judged = set(relevance.criteria.qrels.grades)
    asked = {
        topic
        for one in side.conditions.values()
        if one.rankings is not None
        for topic in one.rankings.topics.ids
    }
    if asked - judged:
        yield f"{counted(len(asked - judged), 'topic')} that it was asked, {name} does not judge"
    if judged - asked:
        yield f"{counted(len(judged - asked), 'topic')} that {name} judges, it was not asked"


def _scored(
    condition: SideCondition, relevance: Relevance, metrics: Sequence[ReadyMetric], depth: int
) -> SideCondition:
    """A condition, scored anew over the topics that it was asked."""
    rankings = condition.rankings
    assert rankings is not None  # noqa: S101 - `rescored` refuses a side without
    qrels = relevance.criteria.qrels
    topics = rankings.topics
    measured = relevance.criteria.measure(rankings, topics, metrics)
    values: dict[str, Mapping[str, float | None]] = {}
    for one in measured:
        pairs = zip(one.values.values.tolist(), one.values.defined.tolist(), strict=True)
        values[one.name] = {
            topic: value if is_defined else None
            for topic, (value, is_defined) in zip(topics.ids, pairs, strict=True)
        }
    ranges = tie_ranges(
        relevance.criteria, rankings, topics, metrics, measured=measured, depth=depth
    )
    return attrs.evolve(
        condition,
        parts=tuple(part for part in condition.parts if not _is_of_metric(part, condition)),
        values=values,
        firsts=first_ranks(rankings, qrels),
        ties={
            one.name: ((found.low - one.mean) * one.defined, (found.high - one.mean) * one.defined)
            for one, found in zip(measured, ranges, strict=True)
            if found is not None and one.mean is not None
        },
    )


def _is_of_metric(part: Part, condition: SideCondition) -> bool:
    """Whether a part is about how the condition was measured before."""
    return part.name.startswith(METRIC) or part.name.removeprefix(CODE_OF) in condition.values


def _under(parts: Sequence[Part], view: GoldSetView, relevance: Relevance) -> list[Part]:
    """The parts of a side once it is scored under a gold set."""
    questions = view.event.questions
    new = {
        "judgments": Part(name="judgments", key=questions, shown=f"of {view.event.gold}"),
        "questions": Part(name="questions", key=questions, shown=view.event.gold),
        "relevance": Part(name="relevance", key=relevance.rule, shown=relevance.rule),
    }
    return [new.get(part.name, part) for part in parts]
