"""The numbers of a recorded run, as gates are held against them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

import numpy as np

from ..comparing.buckets import buckets_of
from ..comparing.rules import Rules
from ..comparing.scored import MetricScale
from ..event_store import EventStore, read_json
from ..events import MadeBy
from ..gating.scoresheet import Instrument, Scoresheet
from ..gold import Gold
from ..measuring.judged import Values
from ..objects.comparisons import Comparisons, unpack_comparisons
from ..objects.gold_sets import load_gold
from ..projections.run import Run
from .book import load_scores

SIGNED = "signed"

Scales = Callable[[tuple[str, ...]], Mapping[str, MetricScale]]
"""Gives the scales of metrics by their canonical names."""


def sheet_of_run(
    store: EventStore, run: Run, scales: Scales, *, gold: Gold | None = None
) -> Scoresheet:
    """The numbers of a run whose comparisons are recorded.

    Args:
        gold: the gold set of the run, where it is at hand.
    """
    assert run.started is not None  # noqa: S101 - comparisons come after the start
    assert run.compared is not None  # noqa: S101 - as the caller promises
    started = run.started[1]
    experiment = read_json(store.get(started.experiment))
    where = f"comparisons of run {started.run}"
    comparisons = unpack_comparisons(store.get(run.compared[1].comparisons), where)
    questions = load_gold(started.questions, store.get) if gold is None else gold
    topics = questions.topics.ids
    names = tuple(dict.fromkeys(mean.metric for mean in comparisons.means))
    pinned = cache(lambda condition: load_scores(store, run, condition))
    return Scoresheet(
        name=f"run {started.run}",
        instrument=_instrument(run, experiment["experiment"], pinned),
        rules=rules_of_record(experiment["experiment"], comparisons),
        topics=topics,
        buckets=buckets_of(questions),
        signed=np.asarray([questions.state_of(topic) == SIGNED for topic in topics], dtype=bool),
        scales=scales(names),
        means={(one.condition, one.metric, one.bucket): one for one in comparisons.means},
        values_of=cache(lambda condition: _values(pinned(condition))),
        is_rounded=False,
        missing={
            one["name"]: run.why_failed(one["name"])
            for one in experiment["conditions"]
            if one["name"] not in run.scored
        },
    )


def rules_of_record(settings: Mapping[str, Any], comparisons: Comparisons) -> Rules:
    """How the differences of a recorded run were tested."""
    instrument = comparisons.instrument
    return Rules(
        baseline=settings["baseline"],
        primary=settings["primary"],
        test=instrument.test,
        correction=instrument.correction,
        interval=instrument.interval,
        alpha=Decimal(instrument.alpha),
        seed=bytes.fromhex(instrument.seed) or bytes(32),
        judged_by_rule=False,
    )


def _instrument(
    run: Run,
    settings: Mapping[str, Any],
    pinned: Callable[[str], Mapping[str, tuple[MadeBy, Values]]],
) -> Instrument:
    """What the numbers of a run stand on."""
    assert run.started is not None  # noqa: S101 - as above
    started = run.started[1]
    one = next(iter(run.scored), None)
    made = {} if one is None else pinned(one)
    return Instrument(
        questions=started.questions,
        qrels=started.qrels if run.sought is None else run.sought[1].qrels,
        relevance=f"{started.relevance} {started.match}".strip(),
        unit=settings["unit"],
        depth=settings["depth"],
        metrics={name: f"{by.qualified} {by.version}" for name, (by, _) in made.items()},
    )


def _values(pinned: Mapping[str, tuple[MadeBy, Values]]) -> Mapping[str, Values]:
    """The values alone."""
    return {name: values for name, (_, values) in pinned.items()}
