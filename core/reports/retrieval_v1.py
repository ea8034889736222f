"""The report kind `retrieval/1`: the fold, the layout and the JSON together.

Its basis is the position just after the run's `run-completed`, so that the same run gives the same
report whatever is appended later. It reads recorded facts alone: no plugin is called, nothing is
drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..decimals import decimal_text
from ..event_store import EventStore
from ..events import (
    EnvironmentSealed,
    LaneFailed,
    LaneSkipped,
    MadeBy,
)
from ..matching.relevance import UNRETURNED
from ..measuring.scoring import summarise
from ..objects.frozen_gold import load_qrels
from ..projections.run import Run
from . import condition_notes, notes
from .relevance import relevance_notes, relevance_row
from .report import ConditionRow, Head, LaneRow, Number, RelevanceRow, Report, TopicRow
from .retrieval_facts import Facts, gather

KIND = "retrieval/1"
DISCLAIMER = (
    "Retrieval measured on one gold set and one corpus. The numbers say how these lanes ranked "
    "these documents for these questions; they do not say how well a system answers in general."
)


def build(store: EventStore, run_id: str) -> Report:
    """The report of a completed run.

    Raises:
        UsageError: the run does not exist, or has no end.
    """
    facts = gather(store, run_id)
    metrics = tuple(facts.experiment["experiment"]["metrics"])
    conditions = tuple(
        _condition(facts, planned, metrics) for planned in facts.experiment["conditions"]
    )
    topics = _topics(store, facts, metrics)
    without_relevant = sum(row.relevant == 0 for row in topics)
    sought = facts.run.sought[1] if facts.run.sought else None
    relevance = relevance_row(facts.started, sought, facts.tally, without_relevant)
    about = condition_notes.write(facts.run, conditions, _idle_scopes(facts)) + relevance_notes(
        relevance, len(topics)
    )
    return Report(
        kind=KIND,
        log=store.origin,
        run=run_id,
        basis=store.basis(facts.completed + 1),
        head=_head(facts, metrics, relevance, about),
        metrics=metrics,
        primary=facts.experiment["experiment"]["primary"],
        baseline=facts.experiment["experiment"]["baseline"],
        conditions=conditions,
        topics=topics,
    )


def _head(
    facts: Facts, metrics: Sequence[str], relevance: RelevanceRow, about: tuple[str, ...]
) -> Head:
    """What a reader must know before any number."""
    started, settings = facts.started, facts.experiment["experiment"]
    on_gold = [run for run in facts.runs.values() if run.started.questions == started.questions]
    local = sorted({maker.qualified for maker in _makers(facts) if maker.local})
    return Head(
        disclaimer=settings["disclaimer"] or DISCLAIMER,
        fingerprint=started.fingerprint,
        experiment=started.experiment,
        experiment_name=started.experiment_name,
        corpus=started.corpus,
        corpus_digest=started.manifest,
        snapshot=started.snapshot or "",
        documents=facts.corpus.documents,
        units=facts.corpus.units,
        gold=started.gold,
        gold_digest=started.questions,
        qrels_digest=facts.qrels,
        relevance=relevance,
        topics=started.topics_count,
        judgments=facts.judgments,
        states=facts.gold.states,
        unknown_documents=started.unknown_documents,
        unknown_topics=facts.gold.unknown_topics,
        unit=settings["unit"],
        retrieve=settings["retrieve"],
        depth=settings["depth"],
        lanes=tuple(_lane(facts.run, planned) for planned in facts.experiment["lanes"]),
        environment=_environment(facts.environment),
        runs_on_gold=len(on_gold),
        reported=sum(bool(run.reports) for run in on_gold),
        abandoned=sum(run.completed is None for run in on_gold),
        local_plugins=tuple(local),
        notes=_lane_notes(facts) + about + _collection_notes(facts, metrics),
    )


def _collection_notes(facts: Facts, metrics: Sequence[str]) -> tuple[str, ...]:
    """What the collection and the depths allow to be said."""
    return notes.declared(facts.corpus) + notes.write(
        topics=facts.started.topics_count,
        states=facts.gold.states,
        unknown_documents=facts.started.unknown_documents,
        unknown_topics=facts.gold.unknown_topics,
        metrics=metrics,
        depth=facts.experiment["experiment"]["depth"],
        asked=min(lane["retrieve"] for lane in facts.experiment["lanes"]),
    )


def _idle_scopes(facts: Facts) -> dict[str, str]:
    """The conditions with a scope that leaves nothing out, by name."""
    planned = facts.experiment["conditions"]
    return {one["name"]: one["idle_scope"] for one in planned if one["idle_scope"]}


def _lane_notes(facts: Facts) -> tuple[str, ...]:
    """What lanes said of themselves, each once with all who said it, in the order of the lanes."""
    said: dict[str, dict[str, None]] = {}
    for planned in facts.experiment["lanes"]:
        for _, fact in facts.run.frames_of(planned["instance"]):
            for note in fact.notes:
                said.setdefault(note, {})[fact.lane] = None
    return tuple(
        f"{'lane' if len(lanes) == 1 else 'lanes'} {', '.join(lanes)}: {note}"
        for note, lanes in said.items()
    )


def _makers(facts: Facts) -> list[MadeBy]:
    """The pins of every plugin that made a fact of the run."""
    run = facts.run
    return [
        *(fact.made_by for _, fact in run.frames.values()),
        *(fact.made_by for _, fact in run.stopped.values()),
        *(fact.made_by for _, fact in run.fused.values()),
        *(maker for scores in facts.scores.values() for maker, _ in scores.values()),
    ]


def _lane(run: Run, planned: Mapping[str, Any]) -> LaneRow:
    """One lane instance as it ran."""
    instance = planned["instance"]
    frames = run.frames_of(instance)
    positions = [position for position, _ in frames]
    state, reason = "ranked", ""
    if instance in run.stopped:
        position, stopped = run.stopped[instance]
        positions.append(position)
        state, reason = _why_stopped(stopped)
        made_by = stopped.made_by
    else:
        made_by = frames[0][1].made_by
    return LaneRow(
        name=planned["name"],
        plugin=planned["plugin"],
        version=planned["version"],
        parameters=tuple(f"{key} = {value}" for key, value in planned["parameters"].items()),
        instance=instance,
        pin=made_by.digest,
        local=made_by.local,
        state=state,
        reason=reason,
        positions=tuple(positions),
    )


def _why_stopped(fact: LaneSkipped | LaneFailed) -> tuple[str, str]:
    """State and reason of a lane that did not rank."""
    if isinstance(fact, LaneSkipped):
        return "skipped", fact.reason
    where = "while it was built" if fact.block is None else f"in block {fact.block}"
    return "failed", f"{fact.fault} {where}: {fact.reason}"


def _environment(sealed: EnvironmentSealed) -> dict[str, str]:
    """Python, Benchbook and the libraries, one line each."""
    return {
        "benchbook": sealed.benchbook,
        "code": sealed.code,
        "platform": sealed.platform,
        "python": f"{sealed.implementation} {sealed.python}",
        **sealed.libraries,
    }


def _condition(facts: Facts, planned: Mapping[str, Any], metrics: Sequence[str]) -> ConditionRow:
    """One row of the ablation, or why it is not measured."""
    name = planned["name"]
    reason, left_out = _lacking(facts.run, planned)
    numbers = tuple(_number(facts, name, metric, reason) for metric in metrics)
    named = {lane["instance"]: lane["name"] for lane in facts.experiment["lanes"]}
    fused = [at for at, (lane, _) in enumerate(planned["lanes"]) if lane not in left_out]
    return ConditionRow(
        name=name,
        # as its row in the table of lanes is called: an override makes another lane of it
        lanes=tuple(named[planned["lanes"][at][1]] for at in fused),
        weights=tuple(planned["weights"][at][1] for at in fused) if planned["weights"] else (),
        left_out=tuple(f"{lane}: {why}" for lane, why in left_out.items()),
        fuser=_spelt(planned["fuser"], planned["parameters"]),
        reranker=_spelt_reranker(planned["rerank"]),
        choices=facts.choices.get(name, ()),
        state="not measured" if reason else "measured",
        reason=reason,
        numbers=numbers,
    )


def _spelt(plugin: str, parameters: Mapping[str, str]) -> str:
    """A plugin with its parameters, the weights aside: they stand beside their lanes."""
    inside = ", ".join(f"{key} = {value}" for key, value in parameters.items() if key != "weights")
    return f"{plugin}({inside})" if inside else plugin


def _spelt_reranker(planned: Mapping[str, Any] | None) -> str:
    """A reranker with its parameters; empty where there is none."""
    return "" if planned is None else _spelt(planned["plugin"], planned["parameters"])


def _lacking(run: Run, planned: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Why a condition is not measured, empty where it is; and what it was measured without."""
    instances = dict(planned["lanes"])
    needed, gone = run.lacks(instances, planned["optional"])
    why = {}
    for lane in (*needed, *gone):
        state, reason = _why_stopped(run.stopped[instances[lane]][1])
        why[lane] = f"{state}: {reason}"
    reason = "; ".join(f"lane {lane} {why[lane]}" for lane in needed)
    return reason, {lane: why[lane] for lane in gone}


def _number(facts: Facts, condition: str, metric: str, reason: str) -> Number:
    """One mean with its denominators."""
    population = len(facts.topics)
    if reason:
        return Number(value=None, n=0, of=population, positions=(facts.position,), reason=reason)
    measured = summarise(metric, facts.scores[condition][metric][1])
    positions = (
        facts.position,
        facts.run.fused[condition][0],
        facts.run.scored[condition][0],
    )
    if measured.mean is None:
        why = "no topic has a value for this metric"
        return Number(value=None, n=0, of=population, positions=positions, reason=why)
    return Number(
        value=decimal_text(measured.mean), n=measured.defined, of=population, positions=positions
    )


def _topics(store: EventStore, facts: Facts, metrics: Sequence[str]) -> tuple[TopicRow, ...]:
    """Every topic with its values."""
    qrels = load_qrels(store, facts.qrels).grades
    names = [planned["name"] for planned in facts.experiment["conditions"]]
    columns = [[_texts(facts, name, metric) for metric in metrics] for name in names]
    return tuple(
        TopicRow(
            id=topic.id,
            text=topic.text,
            relevant=sum(
                grade > 0 and unit != UNRETURNED for unit, grade in qrels.get(topic.id, {}).items()
            ),
            values=tuple(tuple(column[at] for column in group) for group in columns),
        )
        for at, topic in enumerate(facts.topics)
    )


def _texts(facts: Facts, condition: str, metric: str) -> list[str | None]:
    """A metric's values by topic, as text; None where undefined or not measured."""
    if condition not in facts.scores:
        return [None] * len(facts.topics)
    _, values = facts.scores[condition][metric]
    pairs = zip(values.values.tolist(), values.defined.tolist(), strict=True)
    return [decimal_text(value) if defined else None for value, defined in pairs]
