"""A report of a whole ablation: thirteen conditions, six metrics, fifty topics, four buckets."""

from __future__ import annotations

import math
from random import Random

import attrs

from benchbook.core.objects.comparisons import Bounds, Instrument, TieBounds
from benchbook.core.reports.report import Report
from benchbook.core.reports.rows import (
    BucketRow,
    Comparison,
    ConditionRow,
    GateRow,
    LaneShare,
    Number,
    TopicRow,
)
from benchbook.testing import toy_report

METRICS = ("Success@5", "Success@10", "RR@10", "nDCG@10", "R@10", "Judged@10")
PRIMARY = "nDCG@10"
SHIFTS = {
    "full_deep": 0.0,
    "interactive": -0.02,
    "vector_only": -0.11,
    "keyword_only": -0.16,
    "no_graph": -0.01,
    "confidence_weighted": 0.004,
    "with_citations": 0.06,
    "no_hyde": -0.03,
    "no_community": 0.0,
    "with_rerank": 0.09,
    "no_rerank": 0.0,
    "auto_routed": -0.05,
    "no_retracted": None,
}
BUCKETS = ("single fact", "numeric", "paraphrase", "multi-hop", "author or title")
TOPICS = 50
REASON = "lane hyde skipped: no passages were written for these questions (expansions = …)"
POSITIONS = (13, 16, 17)
FINDINGS = (
    "with_citations is better than full_deep: +0.0422 of nDCG@10 on 50 topics, Holm p 0.0493.",
    "vector_only, keyword_only and auto_routed are worse than full_deep.",
    "no_graph is not distinguishable from full_deep on 50 questions.",
)

Cell = list[float | None]


def ablation_report() -> Report:
    """The report. Its figures are made up but hang together: means, differences, wins."""
    cells = {name: _values(name, shift) for name, shift in SHIFTS.items()}
    plain = toy_report(hostile=False)
    conditions = tuple(_condition(name, cells[name]) for name in cells)
    comparisons = tuple(
        _comparison(name, metric, cells[name][at], cells["full_deep"][at])
        for name in cells
        if name != "full_deep"
        for at, metric in enumerate(METRICS)
    )
    return attrs.evolve(
        plain,
        metrics=METRICS,
        primary=PRIMARY,
        baseline="full_deep",
        head=attrs.evolve(
            plain.head,
            topics=TOPICS,
            instrument=_instrument(),
            warnings=("2 of 50 questions are drafted: no person has reviewed them.",),
        ),
        findings=FINDINGS,
        gates=_gates(conditions[0].numbers[1]),
        conditions=conditions,
        comparisons=comparisons,
        buckets=tuple(_bucket(name, cells) for name in BUCKETS),
        shares=_shares(),
        holes=tuple(
            attrs.evolve(plain.holes[0], condition=row.name, judged=j, condensed=c, at_most="0.97")
            for row, j, c in zip(conditions, ("0.61", "0.58"), ("0.7012", "0.69"), strict=False)
        ),
        topics=tuple(_topic(at, cells) for at in range(TOPICS)),
    )


def _instrument() -> Instrument:
    """The standard one."""
    details = "100,000 flips of 50 topics, drawn by PCG64"
    return attrs.evolve(toy_report().head.instrument, details=details, family=12)


def _values(name: str, shift: float | None) -> list[Cell]:
    """By metric, then by topic."""
    if shift is None:
        return [[None] * TOPICS for _ in METRICS]
    common, own = Random(7), Random(name)  # noqa: S311 - figures for a picture
    spread = 0.12 if shift else 0.0
    base = [common.betavariate(2, 1.2) for _ in range(TOPICS)]
    moved = [min(1.0, max(0.0, one + shift + own.gauss(0, spread))) for one in base]
    moved = [0.0 if one < 0.12 else one for one in moved]
    return [
        [float(one > 0.35) for one in moved],
        [float(one > 0) for one in moved],
        [round(one, 1) for one in moved],
        list(moved),
        [one**0.5 for one in moved],
        [0.3 + 0.4 * one for one in moved],
    ]


def _number(metric: str, cell: Cell, *, tied: bool = False) -> Number:
    """A mean with an interval."""
    values = [one for one in cell if one is not None]
    if not values:
        return Number(value=None, n=0, of=len(cell), positions=POSITIONS[:1], reason=REASON)
    mean = math.fsum(values) / len(values)
    spread = 2.01 * _error(values)
    method = "wilson" if metric.startswith("Success") else "student-t"
    note = "covers 91 % at n = 50" if metric == "RR@10" else ""
    span = TieBounds(low=_text(mean - 0.01), high=_text(mean + 0.02), topics=3, open=1)
    return Number(
        value=_text(mean),
        n=len(values),
        of=len(cell),
        positions=POSITIONS,
        bounds=_bounds(max(0, mean - spread), min(1, mean + spread), method, note),
        tied=span if tied else None,
    )


def _error(values: list[float]) -> float:
    """The standard error of the mean."""
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((one - mean) ** 2 for one in values) / len(values) ** 2)


def _text(value: float) -> str:
    """A decimal of ten places."""
    return f"{value:.10f}"


def _condition(name: str, cells: list[Cell]) -> ConditionRow:
    """A row of the ablation."""
    is_measured = cells[0][0] is not None
    return ConditionRow(
        name=name,
        lanes=("vector", "keyword", "graph"),
        weights=("1.5", "1.0", "0.8"),
        left_out=(),
        fuser="benchbook:rrf(k = 60)",
        reranker="",
        choices=(),
        state="measured" if is_measured else "not measured",
        reason="" if is_measured else REASON,
        numbers=tuple(
            _number(metric, cell, tied=name == "interactive" and metric == PRIMARY)
            for metric, cell in zip(METRICS, cells, strict=True)
        ),
    )


def _comparison(name: str, metric: str, cell: Cell, base: Cell) -> Comparison:
    """A condition against the baseline: its p by the normal curve, times 12 for the family."""
    gaps = [a - b for a, b in zip(cell, base, strict=True) if a is not None and b is not None]
    if not gaps:
        plain = next(one for one in toy_report().comparisons if one.verdict == "not compared")
        return attrs.evolve(
            plain,
            condition=name,
            baseline="full_deep",
            metric=metric,
            declared=metric == PRIMARY,
            reason=REASON,
            positions=(*POSITIONS, 40),
        )
    p, mean, error = _p_of(gaps), math.fsum(gaps) / len(gaps), 1.96 * _error(gaps)
    corrected = min(1.0, p * 12) if metric == PRIMARY else None
    word, reason = _word(p if corrected is None else corrected, mean, is_declared=metric == PRIMARY)
    if name == "interactive" and corrected is not None:
        word, reason = "ties decide", "another order of equal scores could turn the difference"
    return Comparison(
        condition=name,
        baseline="full_deep",
        metric=metric,
        declared=metric == PRIMARY,
        difference=_text(mean),
        bounds=_bounds(mean - error, mean + error, "sign-flip inversion"),
        p=_text(p),
        corrected=None if corrected is None else _text(corrected),
        smallest="0.0000099999",
        detectable=_text(error * 1.4),
        n=len(gaps),
        wins=sum(one > 0 for one in gaps),
        ties=sum(one == 0 for one in gaps),
        losses=sum(one < 0 for one in gaps),
        verdict=word,
        reason=reason,
        positions=(*POSITIONS, 40),
    )


def _word(p: float, mean: float, *, is_declared: bool) -> tuple[str, str]:
    """A verdict and its reason."""
    words = ("worse", "better") if is_declared else ("lower", "higher")
    return (words[mean > 0], "") if p <= 0.05 else ("not distinguished", "the p is above 0.05")


def _bounds(low: float, high: float, method: str, note: str = "") -> Bounds:
    """An interval."""
    return Bounds(low=_text(low), high=_text(high), method=method, note=note)


def _p_of(gaps: list[float]) -> float:
    """Two-sided, by the normal curve; never 0."""
    error = _error(gaps) if gaps else 0.0
    if not error:
        return 1.0
    z = abs(math.fsum(gaps) / len(gaps)) / error
    return max(0.00001, math.erfc(z / math.sqrt(2)))


def _bucket(name: str, cells: dict[str, list[Cell]]) -> BucketRow:
    """The topics of one bucket: every fifth."""
    places = range(BUCKETS.index(name), TOPICS, len(BUCKETS))
    return BucketRow(
        name=name,
        topics=len(places),
        numbers=tuple(
            tuple(
                _number(metric, [cell[at] for at in places])
                for metric, cell in zip(METRICS, rows, strict=True)
            )
            for rows in cells.values()
        ),
    )


def _shares() -> tuple[LaneShare, ...]:
    """Three lanes of the baseline, and a condition that has another one besides."""
    rows = (("vector", 88, 61, 14), ("keyword", 70, 52, 5), ("graph", 41, 33, 0))
    more, plain = (*rows, ("citations", 30, 21, 7)), toy_report().shares[0]
    return tuple(
        attrs.evolve(
            plain, condition=name, lane=lane, found=a, kept=b, alone=c, topics=c // 2, of=131
        )
        for name, lanes in (("with_citations", more), ("full_deep", rows))
        for lane, a, b, c in lanes
    )


def _gates(number: Number) -> tuple[GateRow, ...]:
    """One that passes and one that nobody can tell."""
    plain = attrs.evolve(
        toy_report().gates[0],
        name="smoke",
        condition="full_deep",
        metric="Success@10",
        statistic="mean",
        number=number,
        note="",
        declared=12,
        prior_runs=2,
        positions=(12, 41),
    )
    release = attrs.evolve(
        plain,
        name="release",
        rule="at least 0.9",
        statistic="interval",
        verdict="inconclusive",
        reason="the interval holds 0.9",
        is_post_hoc=True,
    )
    return plain, release


def _topic(at: int, cells: dict[str, list[Cell]]) -> TopicRow:
    """One topic with its values."""
    return TopicRow(
        id=f"q{at + 1:03}",
        text=f"What does question {at + 1} ask?",
        state=("drafted", "signed")[at % 2],
        bucket=BUCKETS[at % len(BUCKETS)],
        relevant=1 + at % 4,
        found=tuple(_found(rows[3][at], 1 + at % 4) for rows in cells.values()),
        documents=(),
        first=(),
        values=tuple(
            tuple(None if cell[at] is None else _text(cell[at] or 0.0) for cell in rows)
            for rows in cells.values()
        ),
    )


def _found(value: float | None, relevant: int) -> int | None:
    """How many of the relevant documents are returned: none where the value is 0."""
    return None if value is None else math.ceil(value * relevant)
