"""Both sides scored anew under one gold set of the workspace, from the rankings that they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ..errors import UsageError
from ..event_store import EventStore
from ..matching.relevance import Judging, Relevance
from ..measuring.scoring import ReadyMetric, ready_metrics
from ..objects.corpora import load_corpus
from ..objects.gold_sets import load_gold
from ..plugging.quiet import quiet
from ..plugging.registry import Registry
from ..projections.gold_sets import GoldSetView
from .reading import first_ranks
from .side import Part, Side, SideCondition


def rescored(
    store: EventStore, side: Side, view: GoldSetView, metrics: Sequence[str], registry: Registry
) -> Side:
    """A side with its rankings scored under a gold set.

    Titles and phrases are sought in the corpus that the side stands on.

    Args:
        metrics: canonical names; those that the gold set cannot feed are refused.

    Raises:
        UsageError: the side holds no rankings, or the gold set does not fit it.
    """
    if not side.manifest or any(one.rankings is None for one in side.conditions.values()):
        message = f"{side.label} holds no rankings, so it cannot be scored anew"
        raise UsageError(message)
    gold = load_gold(view.event.questions, store.get)
    corpus = load_corpus(side.manifest, store.get)
    judging = Judging(
        name=view.event.gold,
        digest=view.event.questions,
        relevance="",
        match="",
        unit=side.part["unit"].key,
    )
    relevance = judging.judge(gold, corpus)
    if relevance.awaits_texts:
        message = (
            f"{side.label} stands on a corpus that is only declared: evidence cannot be sought"
        )
        raise UsageError(message)
    ready = ready_metrics(metrics, registry)
    with quiet():
        conditions = {name: _scored(one, relevance, ready) for name, one in side.conditions.items()}
    return attrs.evolve(
        side,
        label=f"{side.label}, scored under {view.event.gold}",
        parts=tuple(_under(side.parts, view, relevance)),
        conditions=conditions,
        qrels=relevance.criteria.qrels,
    )


def _scored(
    condition: SideCondition, relevance: Relevance, metrics: Sequence[ReadyMetric]
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
    return attrs.evolve(condition, values=values, firsts=first_ranks(rankings, qrels))


def _under(parts: Sequence[Part], view: GoldSetView, relevance: Relevance) -> list[Part]:
    """The parts of a side once it is scored under a gold set."""
    questions = view.event.questions
    new = {
        "judgments": Part(name="judgments", key=questions, shown=f"of {view.event.gold}"),
        "questions": Part(name="questions", key=questions, shown=view.event.gold),
        "relevance": Part(name="relevance", key=relevance.rule, shown=relevance.rule),
    }
    return [new.get(part.name, part) for part in parts]
