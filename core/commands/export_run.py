"""Export what a condition of a run returned."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Literal

import attrs

from ..errors import UsageError
from ..event_store import EventStore
from ..files.pyterrier import write_frame
from ..files.trec import write_trec
from ..objects.frozen_gold import load_qrels, load_topics
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


def qrels_text(store: EventStore, run: RunSummary) -> str:
    """What counted as relevant in a run, as TREC qrels; a topic without judgments has no line.

    Raises:
        UsageError: an id cannot stand in such a file.
    """
    view = fold(RUN, store.read(run_stream(run.id))[0])
    frozen = run.started.qrels if view.sought is None else view.sought[1].qrels
    rows = [
        (topic, document, grade)
        for topic, row in load_qrels(store, frozen).grades.items()
        for document, grade in row.items()
    ]
    for name in (name for topic, document, _ in rows for name in (topic, document)):
        if not name or name.split() != [name]:
            message = f"id {name!r} holds a blank, which qrels cannot hold"
            raise UsageError(message)
    return "".join(f"{topic} 0 {document} {grade}\n" for topic, document, grade in rows)


@attrs.frozen(kw_only=True)
class ExportForm:
    """How rankings are written.

    Attributes:
        form: `trec`; `jsonl`, one object per topic with its ranked units and scores; `pyterrier`, a
            result frame.
        scores: `rank`, whole numbers that fall with it, or `exact`; JSON lines have exact ones.
        tag: the name of the run in a TREC file.
        header: lines before the first row of a TREC file, without the sign of a comment.
        separator: between the cells of a frame.
    """

    form: Literal["trec", "jsonl", "pyterrier"] = "trec"
    scores: Literal["rank", "exact"] = "rank"
    tag: str = "benchbook"
    header: tuple[str, ...] = ()
    separator: Literal[",", "\t"] = ","


def export_text(rankings: Rankings, wanted: ExportForm) -> tuple[str, int]:
    """Rankings as text, and how many rows a reader of a TREC run would put elsewhere.

    Raises:
        UsageError: an id cannot stand in such a file.
    """
    if wanted.form == "trec":
        written = write_trec(rankings, scores=wanted.scores, tag=wanted.tag)
        lines = (*(f"# {line}" for line in wanted.header), *written.lines)
        return "".join(f"{line}\n" for line in lines), written.moved
    if wanted.form == "pyterrier":
        return write_frame(rankings, scores=wanted.scores, separator=wanted.separator), 0
    return "".join(f"{line}\n" for line in _json_lines(rankings)), 0


def _json_lines(rankings: Rankings) -> Iterator[str]:
    """One object for each topic."""
    for topic, pairs in rankings:
        ranking = [{"unit": unit, "score": score} for unit, score in pairs]
        yield json.dumps({"topic": topic, "ranking": ranking}, ensure_ascii=False, allow_nan=False)
