"""Export what a condition of a run returned."""

from __future__ import annotations

import json
from typing import Literal, cast

from ..errors import UsageError
from ..event_store import EventStore
from ..files.trec import write_trec
from ..objects.frozen_gold import load_topics
from ..projections.projection import fold
from ..projections.run import RUN
from ..projections.runs import RunSummary
from ..ranking.rankings import Rankings
from ..running.book import load_condition
from ..streams import run_stream


def condition_rankings(store: EventStore, run: RunSummary, condition: str) -> Rankings:
    """The rankings of a condition, as they were measured.

    Raises:
        UsageError: the run has no such condition, or it is not measured.
    """
    events, _ = store.read(run_stream(run.id))
    view = fold(RUN, events)
    if condition not in view.fused:
        known = ", ".join(view.fused) or "none"
        message = f"run {run.id} has no measured condition {condition!r}; it has {known}"
        raise UsageError(message)
    return load_condition(store, view, condition, load_topics(store, run.started.topics))


def export_text(rankings: Rankings, form: str, scores: str, tag: str) -> tuple[str, int]:
    """Rankings as text, and how many rows a reader of a TREC run would put elsewhere.

    Args:
        form: `trec`, or `jsonl`: one object per topic with its ranked units and scores.
        scores: for TREC, `rank` or `exact`.
        tag: the name of the run in a TREC file.

    Raises:
        UsageError: an id cannot stand in a TREC file.
    """
    if form == "trec":
        written = write_trec(rankings, scores=cast("Literal['rank', 'exact']", scores), tag=tag)
        return "".join(f"{line}\n" for line in written.lines), written.moved
    lines = (
        json.dumps(
            {"topic": topic, "ranking": [{"unit": unit, "score": score} for unit, score in pairs]},
            ensure_ascii=False,
            allow_nan=False,
        )
        for topic, pairs in rankings
    )
    return "".join(f"{line}\n" for line in lines), 0
