"""A side of a diff from a report of ours: of the ledger, with its rankings, or of a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from ..commands.find import find_report
from ..commands.render_report import load_report
from ..event_store import EventStore
from ..measuring.join import join
from ..objects.frozen_gold import load_qrels, load_topics
from ..projections.projection import fold
from ..projections.run import RUN, Run
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..reports.report import Head, Report
from ..reports.rows import ConditionRow, LaneRow, TopicRow
from ..running.book import load_condition, load_scores
from ..streams import run_stream
from .instruments import CODE_OF, METRIC
from .side import RETRIEVAL, Part, Side, SideCondition

SHOWN = 12
MEASURED = "measured"


def of_ledger(store: EventStore, name: str) -> Side:
    """The side of a report or run of a workspace.

    Args:
        name: an id of either, its beginning, or `latest`.

    Raises:
        UsageError: there is none.
    """
    report = load_report(store, find_report(store, name))
    run = fold(RUN, store.read(run_stream(report.run))[0])
    assert run.started is not None  # noqa: S101 - a reported run was started
    topics = load_topics(store, run.started[1].topics)
    qrels = load_qrels(store, report.head.qrels_digest)
    measured = {
        row.name: tuple(_metric_parts(store, run, row.name))
        for row in report.conditions
        if row.state == MEASURED
    }
    rankings = {
        row.name: load_condition(store, run, row.name, topics)
        for row in report.conditions
        if row.state == MEASURED
    }
    side = _side(report, f"report {report.id} of run {report.run}", qrels, rankings)
    conditions = {
        name: attrs.evolve(one, parts=(*one.parts, *measured[name]))
        for name, one in side.conditions.items()
    }
    return attrs.evolve(side, conditions=conditions)


def _metric_parts(store: EventStore, run: Run, condition: str) -> Iterator[Part]:
    """The metrics that a condition was measured by: how they are defined, and their code."""
    for metric, (made_by, _) in load_scores(store, run, condition).items():
        made = f"{made_by.qualified} {made_by.version}"
        yield Part(name=f"{METRIC}{metric}", key=made, shown=made)
        code = made_by.digest
        yield Part(name=f"{CODE_OF}{metric}", key=code, shown=code[:SHOWN])


def of_file(report: Report, file: str) -> Side:
    """The side of a report that was exported to a file."""
    return _side(report, f"report {report.id} of {file}", None, {})


def first_ranks(rankings: Rankings, qrels: Qrels) -> dict[str, int | None]:
    """The rank of the first relevant document of each topic; None where none was returned."""
    hits = join(rankings, qrels, rankings.topics).relevant_hits()
    found: dict[int, int] = {}
    for topic, rank in zip(hits.topics.tolist(), hits.ranks.tolist(), strict=True):
        found.setdefault(topic, rank)
    return {topic: found.get(at) for at, topic in enumerate(rankings.topics.ids)}


def _side(
    report: Report, label: str, qrels: Qrels | None, rankings: Mapping[str, Rankings]
) -> Side:
    """The side of a report, whichever way it came."""
    firsts = {name: first_ranks(one, qrels) for name, one in rankings.items() if qrels is not None}
    return Side(
        label=label,
        kind=RETRIEVAL,
        fingerprint=report.head.fingerprint,
        parts=tuple(_parts(report.head)),
        conditions={
            row.name: SideCondition(
                parts=tuple(_condition_parts(report.head, row)),
                values=_values(report, place),
                firsts=firsts.get(row.name) or _shown_firsts(report.topics, place),
                rankings=rankings.get(row.name),
                ties=_ties(report, row),
            )
            for place, row in enumerate(report.conditions)
            if row.state == MEASURED
        },
        unmeasured=tuple(row.name for row in report.conditions if row.state != MEASURED),
        primary=report.primary,
        baseline=report.baseline,
        texts={topic.id: topic.text for topic in report.topics},
        qrels=qrels,
        manifest=report.head.corpus_digest,
        lacks=()
        if rankings
        else ("a file holds numbers alone: no rankings, judgments and documents",),
    )


def _ties(report: Report, row: ConditionRow) -> dict[str, tuple[float, float]]:
    """How far the sum over topics could fall and rise, by metric."""
    return {
        metric: (
            (float(number.tied.low) - float(number.value)) * number.n,
            (float(number.tied.high) - float(number.value)) * number.n,
        )
        for metric, number in zip(report.metrics, row.numbers, strict=True)
        if number.tied is not None and number.value is not None
    }


def _parts(head: Head) -> Iterator[Part]:
    """What all numbers of a report were made with."""
    environment = {**head.environment}
    code, version = environment.pop("code", ""), environment.get("benchbook", "")
    relevance = " ".join(filter(None, (head.relevance.rule, head.relevance.match)))
    yield _digest("judgments", head.qrels_digest, f"{head.judgments:,} for {head.topics} topics")
    yield Part(name="relevance", key=relevance, shown=relevance)
    yield Part(name="unit", key=head.unit, shown=head.unit)
    yield _digest("questions", head.gold_digest, head.gold)
    yield _digest("corpus", head.corpus_digest, f"{head.corpus}, {head.documents:,} documents")
    yield Part(name="retrieve", key=str(head.retrieve), shown=str(head.retrieve))
    yield Part(name="depth", key=str(head.depth), shown=str(head.depth))
    yield _digest("code", code, f"benchbook {version}")
    yield Part(name="environment", key=str(sorted(environment.items())), shown=_shown(environment))
    yield Part(name="experiment", key=head.experiment_name, shown=head.experiment_name)
    yield Part(name="snapshot", key=head.snapshot, shown=head.snapshot or "none named")


def _digest(name: str, digest: str, shown: str) -> Part:
    """Something that a digest tells apart."""
    return Part(name=name, key=digest, shown=f"{shown} ({digest[:SHOWN]})")


def _shown(environment: Mapping[str, str]) -> str:
    """The environment for a person."""
    return ", ".join(f"{name} {version}" for name, version in environment.items())


def _condition_parts(head: Head, row: ConditionRow) -> Iterator[Part]:
    """What a condition is made of."""
    lanes = ", ".join(
        f"{lane} × {weight}" if weight else lane
        for lane, weight in zip(row.lanes, row.weights, strict=False)
    )
    yield Part(name="lanes", key=lanes, shown=lanes)
    yield Part(name="fuser", key=row.fuser, shown=row.fuser)
    yield Part(name="reranker", key=row.reranker, shown=row.reranker or "none")
    for lane in head.lanes:
        if lane.name in row.lanes or lane.name.partition("[")[0] in row.lanes:
            yield from _lane(lane)


def _lane(lane: LaneRow) -> Iterator[Part]:
    """A lane: what ran, as which code, and each of its parameters."""
    made = f"{lane.plugin} {lane.version}"
    yield Part(name=f"lane {lane.name}", key=made, shown=made)
    yield Part(name=f"{CODE_OF}lane {lane.name}", key=lane.pin, shown=lane.pin[:SHOWN])
    for parameter in lane.parameters:
        name, _, value = parameter.partition(" = ")
        yield Part(name=f"lane {lane.name}: {name}", key=value, shown=value)


def _values(report: Report, place: int) -> dict[str, dict[str, float | None]]:
    """The values of a condition by metric, then topic."""
    found: dict[str, dict[str, float | None]] = {metric: {} for metric in report.metrics}
    for topic in report.topics:
        for metric, value in zip(report.metrics, topic.values[place], strict=True):
            found[metric][topic.id] = None if value is None else float(value)
    return found


def _shown_firsts(topics: tuple[TopicRow, ...], place: int) -> dict[str, int | None] | None:
    """The ranks of first relevant documents as the report shows them; None if it shows not all."""
    if any(len(topic.documents) < topic.relevant for topic in topics):
        return None
    ranks = {topic.id: [document.ranks[place] for document in topic.documents] for topic in topics}
    return {
        id_: min((rank for rank in every if rank is not None), default=None)
        for id_, every in ranks.items()
    }
