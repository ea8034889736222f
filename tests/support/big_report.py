"""A big report with plausible figures: 13 conditions by 200 questions, all from one seed.

Ranks are drawn; every value, mean, interval and difference is worked out from them, roughly where
a rough one looks the same on a page.
"""

from __future__ import annotations

import math
from random import Random
from statistics import fmean, stdev

from benchbook.core.decimals import decimal_text
from benchbook.core.event_store import Basis
from benchbook.core.objects.comparisons import Bounds, TieBounds
from benchbook.core.reports.report import Report
from benchbook.core.reports.rows import (
    BucketRow,
    ConditionRow,
    Number,
    RelevantDocument,
    ReturnedUnit,
    TopicRow,
)
from big_report_rows import (
    METRICS,
    PLAIN,
    column,
    comparisons_made,
    findings_made,
    gates_made,
    head_made,
    holes_made,
    shares_made,
)
from big_report_words import BUCKETS, CONDITIONS, HOSTILE, question, title


def big_report(*, topics: int = 200, relevant: int = 5, seed: int = 4) -> Report:
    """A report of 13 conditions, 6 buckets and 5 lanes.

    Args:
        topics: how many questions.
        relevant: the most relevant documents that a question has.
        seed: of the draws.
    """
    draw = Random(seed)  # noqa: S311 - figures to look at, no secret
    rows = tuple(_topic(draw, place, relevant) for place in range(topics))
    conditions = tuple(_condition(place, rows) for place in range(len(CONDITIONS)))
    return Report(
        kind="retrieval/1",
        log="made-0123456789abcdef",
        run="4f1c09a2be77",
        basis=Basis(size=311, root=PLAIN.basis.root),
        head=head_made(topics),
        metrics=METRICS,
        primary="nDCG@10",
        baseline="full_deep",
        findings=findings_made(topics),
        gates=gates_made(conditions[0].numbers[0]),
        decision=None,
        conditions=conditions,
        comparisons=comparisons_made(rows),
        buckets=_buckets(rows),
        shares=shares_made(draw, sum(row.relevant for row in rows)),
        holes=holes_made(conditions),
        topics=rows,
    )


def _topic(draw: Random, place: int, most: int) -> TopicRow:
    """One question: its documents, where each condition ranks them, and what follows from that."""
    bucket = BUCKETS[place % 7 % len(BUCKETS)]
    hard = draw.random() * (1.25 if bucket in {"paraphrase", "multi-hop"} else 0.8)
    taken: list[set[int]] = [set() for _ in CONDITIONS]
    documents = tuple(
        RelevantDocument(
            id=f"doc-{place:03}-{number}",
            title=title(draw) if (place, number) != (7, 0) else HOSTILE,
            grade=draw.choice((1, 2, 2)),
            ranks=_ranks(draw, hard, taken),
        )
        for number in range(draw.randint(max(1, most - 4), most))
    )
    return TopicRow(
        id=f"q{place + 1:03}",
        text=question(draw) if place != 3 else HOSTILE,
        state="drafted" if place % 3 else "signed",
        bucket=bucket,
        relevant=len(documents),
        found=tuple(_found(documents, number) for number in range(len(CONDITIONS))),
        documents=documents,
        first=_first(draw, documents),
        values=tuple(_values(documents, number, place) for number in range(len(CONDITIONS))),
    )


def _ranks(draw: Random, hard: float, taken: list[set[int]]) -> tuple[int | None, ...]:
    """Where each condition ranks one document: what they share moves most of them alike.

    Args:
        taken: by condition, the ranks that other documents of the question have; added to.
    """
    shared, ranks = draw.random(), []
    for (_, _, strength), others in zip(CONDITIONS, taken, strict=True):
        lost = max(0.0, hard + 0.7 * shared + 0.25 * draw.random() - 0.6 * strength)
        free = (rank for rank in range(1 + int(11 * lost), 11) if rank not in others)
        ranks.append(next(free, None))
        others.update(rank for rank in ranks[-1:] if rank is not None)
    return tuple(ranks)


def _first(draw: Random, documents: tuple[RelevantDocument, ...]) -> tuple[ReturnedUnit, ...]:
    """What the baseline returned first: its relevant documents at their ranks, others between."""
    at = {document.ranks[0]: document for document in reversed(documents)}
    return tuple(
        ReturnedUnit(id=at[rank].id, title=at[rank].title, grade=at[rank].grade)
        if rank in at
        else ReturnedUnit(
            id=f"doc-{draw.randrange(10**4):04}",
            title=title(draw),
            grade=draw.choice((0, 0, None)),
        )
        for rank in range(1, 6)
    )


def _found(documents: tuple[RelevantDocument, ...], condition: int) -> int | None:
    """How many of the documents a condition returned."""
    if CONDITIONS[condition][0] == "with_citations":
        return None
    return sum(document.ranks[condition] is not None for document in documents)


def _values(
    documents: tuple[RelevantDocument, ...], condition: int, place: int
) -> tuple[str | None, ...]:
    """The metrics of one condition on one question."""
    if CONDITIONS[condition][0] == "with_citations":
        return (None,) * len(METRICS)
    ranks = [document.ranks[condition] for document in documents]
    found = sorted({rank for rank in ranks if rank is not None})
    gain = sum(1 / math.log2(rank + 1) for rank in found)
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(10, len(ranks)) + 1))
    return tuple(
        map(
            decimal_text,
            (
                gain / ideal,
                float(bool(found) and found[0] <= 5),
                1 / found[0] if found else 0.0,
                len(found) / len(ranks),
                ((place * 7 + condition) % 5 + 6) / 10,
            ),
        )
    )


def _number(rows: tuple[TopicRow, ...], condition: int, metric: int) -> Number:
    """A mean with an interval around it."""
    values, positions = column(rows, condition, metric), (40 + condition, 60 + condition)
    if not values:
        reason = "lane citations skipped: the corpus has no citations"
        return Number(value=None, n=0, of=len(rows), positions=(19,), reason=reason)
    mean, is_whole = fmean(values), len({row.bucket for row in rows}) > 1
    half = 1.97 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 1.0
    tied = TieBounds(
        low=decimal_text(mean - 0.011), high=decimal_text(mean + 0.006), topics=4, open=1
    )
    return Number(
        value=decimal_text(mean),
        n=len(values),
        of=len(rows),
        positions=positions,
        bounds=Bounds(
            low=decimal_text(max(0.0, mean - half)),
            high=decimal_text(min(1.0, mean + half)),
            method="wilson" if metric == 1 else "student-t",
            note="covers 91 % of the time at this n and shape" if metric == 2 else "",
        ),
        tied=tied if (condition, metric) == (6, 0) and is_whole else None,
    )


def _condition(place: int, rows: tuple[TopicRow, ...]) -> ConditionRow:
    """A row of the ablation."""
    name, lanes, _ = CONDITIONS[place]
    is_measured = name != "with_citations"
    fuser = "benchbook:single" if len(lanes) == 1 else "benchbook:rrf (k = 60)"
    return ConditionRow(
        name=name,
        lanes=lanes,
        weights=tuple("1.5" if lane == "vector" else "1.0" for lane in lanes[1:] and lanes),
        left_out=(),
        fuser=fuser,
        reranker="benchbook:lexical (depth = 20)" if name == "reranked" else "",
        choices=(("keyword first", 61), ("vector first", 139)) if name == "auto_route" else (),
        state="measured" if is_measured else "not measured",
        reason="" if is_measured else "lane citations skipped: the corpus has no citations",
        numbers=tuple(_number(rows, place, metric) for metric in range(len(METRICS))),
    )


def _buckets(rows: tuple[TopicRow, ...]) -> tuple[BucketRow, ...]:
    """The means over the questions of each bucket."""
    return tuple(
        BucketRow(
            name=bucket,
            topics=len(own),
            numbers=tuple(
                tuple(_number(own, condition, metric) for metric in range(len(METRICS)))
                for condition in range(len(CONDITIONS))
            ),
        )
        for bucket in BUCKETS
        for own in (tuple(row for row in rows if row.bucket == bucket),)
    )
