"""The report kind `retrieval/1`: the fold, the layout and the JSON together.

Its basis is the position just after the run's `run-completed`, so that the same run gives the same
report whatever is appended later. It reads recorded facts alone: no plugin is called, nothing is
drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..event_store import EventStore
from ..objects.frozen_gold import load_qrels
from ..running.book import load_condition
from . import condition_notes
from .at_hand import NOTHING, AtHand
from .compared_rows import comparison_rows, hole_rows, share_rows
from .condition_rows import bucket_rows, condition_row
from .findings import Found, findings_of
from .gate_rows import decision_row, gate_rows
from .heads import head_of, idle_scopes
from .relevance import relevance_notes, relevance_row
from .report import Head, Report
from .retrieval_facts import Facts, gather
from .rows import GateRow, TopicRow
from .titles import titles_of
from .topic_rows import Shown, topic_rows

KIND = "retrieval/1"


def build(store: EventStore, run_id: str, at_hand: AtHand = NOTHING) -> Report:
    """The report of a completed run.

    Args:
        at_hand: what need not be loaded again.

    Raises:
        UsageError: the run does not exist, or has no end.
    """
    facts = gather(store, run_id, at_hand)
    settings = facts.experiment["experiment"]
    metrics = tuple(settings["metrics"])
    conditions = tuple(
        condition_row(facts, planned, metrics) for planned in facts.experiment["conditions"]
    )
    topics = _topics(store, facts, metrics, at_hand)
    found = Found(
        metrics=metrics,
        primary=settings["primary"],
        baseline=settings["baseline"],
        depth=settings["depth"],
        instrument=facts.comparisons.instrument,
        conditions=conditions,
        comparisons=comparison_rows(facts),
        buckets=bucket_rows(facts, conditions, metrics),
        shares=share_rows(facts),
        topics=topics,
    )
    gates = gate_rows(facts, conditions, metrics)
    return Report(
        kind=KIND,
        log=store.origin,
        run=run_id,
        basis=store.basis(facts.completed + 1),
        head=_head(facts, found, gates),
        metrics=metrics,
        primary=found.primary,
        baseline=found.baseline,
        findings=findings_of(found),
        gates=gates,
        decision=decision_row(facts),
        conditions=conditions,
        comparisons=found.comparisons,
        buckets=found.buckets,
        shares=found.shares,
        holes=hole_rows(facts),
        topics=topics,
    )


def _head(facts: Facts, found: Found, gates: tuple[GateRow, ...]) -> Head:
    """What a reader must know before any number, with what the numbers themselves tell."""
    without_relevant = sum(row.relevant == 0 for row in found.topics)
    sought = facts.run.sought[1] if facts.run.sought else None
    relevance = relevance_row(facts.started, sought, facts.tally, without_relevant)
    about = condition_notes.write(facts.run, found.conditions, idle_scopes(facts))
    notes = about + relevance_notes(relevance, len(found.topics))
    return head_of(facts, relevance, notes, found.conditions, gates)


def _topics(
    store: EventStore, facts: Facts, metrics: Sequence[str], at_hand: AtHand
) -> tuple[TopicRow, ...]:
    """Every topic with its values, and with what is shown of it."""
    rankings = {
        name: at_hand.rankings[name]
        if name in at_hand.rankings
        else load_condition(store, facts.run, name, facts.topics)
        for name in facts.run.scored
    }
    shown = Shown(facts, load_qrels(store, facts.qrels), rankings)
    return topic_rows(facts, metrics, shown, titles_of(store, facts, shown.units, at_hand.corpus))
