"""A small report that holds every state which a reporter must show, and hostile text."""

from __future__ import annotations

from ..event_store import Basis
from ..reports.report import Head, RelevanceRow, Report
from ..reports.rows import ConditionRow, LaneRow
from .toy_rows import (
    METRICS,
    toy_buckets,
    toy_comparisons,
    toy_decision,
    toy_gates,
    toy_holes,
    toy_instrument,
    toy_number,
    toy_shares,
    toy_topics,
)

HOSTILE = (
    "a|b `c` *d* <img src=x onerror=alert(1)> \x1b[31m\x00\u202e &amp; \\ $e_1$\nINJECTED | row"
)
"""A name that a hostile file may hold: markup, escape codes, NUL, a text direction, a line."""

_HEX = "0123456789abcdef" * 4


def toy_report(*, hostile: bool = True) -> Report:
    """Three conditions (measured, one metric undefined, not measured) over two topics.

    Args:
        hostile: whether names, texts and reasons hold markup and control characters.
    """
    text = HOSTILE if hostile else "a plain text"
    return Report(
        kind="retrieval/1",
        log=f"toy-{_HEX[:16]}",
        run=_HEX[:12],
        basis=Basis(size=42, root=_HEX),
        head=_head(text),
        metrics=METRICS,
        primary=METRICS[0],
        baseline="both",
        findings=(f"{text} is better than both.", "Nothing else was found."),
        gates=toy_gates(text),
        decision=toy_decision(text),
        conditions=_conditions(text),
        comparisons=toy_comparisons(text),
        buckets=toy_buckets(text),
        shares=toy_shares(),
        holes=toy_holes(),
        topics=toy_topics(text),
    )


def _head(text: str) -> Head:
    """A head with a lane of each state."""
    return Head(
        disclaimer="Toy figures, made by arithmetic.",
        fingerprint=_HEX,
        experiment=_HEX,
        experiment_name=text,
        corpus="toy",
        corpus_digest=_HEX,
        snapshot="",
        documents=43,
        units=44,
        gold="toy",
        gold_digest=_HEX,
        qrels_digest=_HEX,
        relevance=_relevance(),
        topics=2,
        probes=1,
        judgments=12,
        states={"as published": 0, "drafted": 2, "signed": 0, "withdrawn": 0},
        unknown_documents=1,
        unknown_topics=0,
        unit="document",
        retrieve=100,
        depth=10,
        lanes=(_lane("keyword", "ranked", ""), _lane("vector", "failed", text)),
        instrument=toy_instrument(),
        environment={"python": "3.11", "platform": "posix"},
        runs_on_gold=3,
        reported=1,
        abandoned=1,
        local_plugins=("local:mine",),
        warnings=("2 of 2 questions are drafted: no person has reviewed them.", text),
        notes=(text,),
    )


def _relevance() -> RelevanceRow:
    """A row in which most counts are not 0."""
    return RelevanceRow(
        units_sought=None,
        rule="either",
        match="fold/1",
        evidence_digest=_HEX,
        titles=2,
        phrases=5,
        ignored_phrases=1,
        unmatched_titles=0,
        unmatched_phrases=1,
        shared_titles=1,
        one_sided=0,
        without_relevant=1,
    )


def _lane(name: str, state: str, reason: str) -> LaneRow:
    """A lane of the instrument."""
    return LaneRow(
        name=name,
        plugin=f"local:{name}",
        version="1",
        parameters=("b = 0.75", "k1 = 1.2"),
        instance=_HEX,
        pin=_HEX,
        local=True,
        state=state,
        reason=reason,
        positions=(5, 6) if state == "ranked" else (7,),
    )


def _conditions(text: str) -> tuple[ConditionRow, ...]:
    """A row of each state, in the experiment's order."""
    return (
        _condition("both", ("0.8125000000", "0.5000000000")),
        _condition("keyword", ("0.1234567891", None), reason="no topic has a relevant document"),
        _condition("vector", (None, None), state="not measured", reason=text),
    )


def _condition(
    name: str, values: tuple[str | None, ...], *, state: str = "measured", reason: str = ""
) -> ConditionRow:
    """A row with one number per metric."""
    return ConditionRow(
        name=name,
        lanes=("keyword", "vector"),
        weights=("1.0", ""),
        left_out=(),
        fuser="benchbook:rrf (k = 60)",
        reranker="",
        choices=(),
        state=state,
        reason=reason if state != "measured" else "",
        numbers=tuple(toy_number(value, reason) for value in values),
    )
