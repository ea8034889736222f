"""The rest of the big report: comparisons, what lanes brought, holes, gates, findings, the head."""

from __future__ import annotations

import math
from random import Random
from statistics import NormalDist, fmean, stdev

import attrs

from benchbook.core.decimals import decimal_text
from benchbook.core.objects.comparisons import Bounds
from benchbook.core.reports.report import Head
from benchbook.core.reports.rows import (
    Comparison,
    ConditionRow,
    GateRow,
    HolesRow,
    LaneRow,
    LaneShare,
    Number,
    TopicRow,
)
from benchbook.testing import toy_report
from big_report_words import CONDITIONS, LANES

METRICS = ("nDCG@10", "Success@5", "RR@10", "R@10", "Judged@10")
PLAIN = toy_report(hostile=False)
NORMAL = NormalDist()


def column(rows: tuple[TopicRow, ...], condition: int, metric: int) -> list[float]:
    """The values of one condition by one metric, where there is one."""
    values = (row.values[condition][metric] for row in rows)
    return [float(value) for value in values if value is not None]


def comparisons_made(rows: tuple[TopicRow, ...]) -> tuple[Comparison, ...]:
    """Each condition against the first by each metric."""
    return tuple(
        _comparison(rows, condition, metric)
        for metric in range(len(METRICS) - 1)
        for condition in range(1, len(CONDITIONS))
    )


def _comparison(rows: tuple[TopicRow, ...], condition: int, metric: int) -> Comparison:
    """One of them, by a normal approximation."""
    name = CONDITIONS[condition][0]
    pairs = list(zip(column(rows, 0, metric), column(rows, condition, metric), strict=False))
    gaps = [other - base for base, other in pairs]
    difference = fmean(gaps) if gaps else 0.0
    error = stdev(gaps) / math.sqrt(len(gaps)) if len(gaps) > 1 else 1.0
    p = max(1e-5, 2 * NORMAL.cdf(-abs(difference) / (error or 1.0)))
    corrected = min(1.0, p * (len(CONDITIONS) - 1))
    verdict, reason = _verdict(
        name, difference, corrected if metric == 0 else p, is_declared=metric == 0
    )
    is_measured = bool(gaps)
    low, high = (decimal_text(difference + sign * 1.96 * error) for sign in (-1, 1))
    return Comparison(
        condition=name,
        baseline="full_deep",
        metric=METRICS[metric],
        declared=metric == 0,
        difference=decimal_text(difference) if is_measured else None,
        bounds=Bounds(low=low, high=high, method="sign-flip inversion", note="")
        if is_measured
        else None,
        p=decimal_text(p) if is_measured else None,
        corrected=decimal_text(corrected) if metric == 0 and is_measured else None,
        smallest="0.00001" if is_measured else None,
        detectable=decimal_text(2.8 * error) if is_measured else None,
        n=len(gaps),
        wins=sum(gap > 0 for gap in gaps),
        ties=sum(gap == 0 for gap in gaps),
        losses=sum(gap < 0 for gap in gaps),
        verdict=verdict,
        reason=reason,
        positions=(40, 40 + condition, 90),
    )


def _verdict(name: str, difference: float, p: float, *, is_declared: bool) -> tuple[str, str]:
    """Every verdict that there is occurs."""
    special = {
        "with_citations": ("not compared", "with_citations is not measured"),
        "graph_only": ("ties decide", "another order of equal scores could turn the difference"),
        "reranked": ("cannot tell", "no outcome with 4 unequal pairs could reach 0.05"),
    }
    if name in special:
        return special[name]
    if p >= 0.05:
        return "not distinguished", ""
    up, down = ("better", "worse") if is_declared else ("higher", "lower")
    return (up if difference > 0 else down), ""


def shares_made(draw: Random, pairs: int) -> tuple[LaneShare, ...]:
    """What each lane brought to each condition."""
    shares = []
    for name, lanes, strength in CONDITIONS:
        for lane in lanes if name != "with_citations" else ():
            found = int(pairs * min(0.9, LANES[lane] * strength))
            kept = int(found * (0.7 + 0.2 * draw.random()))
            alone = int(kept * 0.25 * draw.random()) if len(lanes) > 1 else kept
            shares.append(
                LaneShare(
                    condition=name,
                    lane=lane,
                    found=found,
                    kept=kept,
                    alone=alone,
                    topics=min(alone, 44),
                    of=pairs,
                    rows=2000,
                    tied=alone,
                    positions=(1, 40, 90),
                )
            )
    return tuple(shares)


def holes_made(conditions: tuple[ConditionRow, ...]) -> tuple[HolesRow, ...]:
    """What unjudged documents could do."""
    return tuple(
        HolesRow(
            condition=row.name,
            metric="nDCG@10",
            judged=decimal_text(0.8 - place / 100),
            condensed=decimal_text(float(row.numbers[0].value) + 0.04),
            at_most=decimal_text(min(1.0, float(row.numbers[0].value) + 0.2)),
            positions=(1, 40 + place, 60 + place, 90),
        )
        for place, row in enumerate(conditions)
        if row.numbers[0].value is not None
    )


def gates_made(number: Number) -> tuple[GateRow, ...]:
    """A gate of each verdict."""
    made = (
        ("floor", "at least 0.30", "pass", "", 0),
        ("ambition", "at least 0.70", "fail", "0.70 is above the mean", 3),
        ("all of it", "at least 0.50", "inconclusive", "the interval holds the threshold", 0),
        ("numeric only", "at least 0.50", "not measured", "no question is in that bucket", 0),
    )
    return tuple(
        GateRow(
            name=name,
            kind="metric",
            condition="full_deep",
            metric="nDCG@10",
            bucket="numeric" if name == "numeric only" else "",
            baseline="",
            rule=rule,
            needs="",
            statistic="interval" if verdict == "inconclusive" else "mean",
            number=None if verdict == "not measured" else number,
            verdict=verdict,
            reason=reason,
            note="",
            declared=12,
            prior_runs=prior,
            is_post_hoc=prior > 0,
            positions=(12, 301),
        )
        for name, rule, verdict, reason, prior in made
    )


def findings_made(topics: int) -> tuple[str, ...]:
    """Sentences such as a rule makes."""
    on = f"on {topics} questions"
    return (
        f"vector_only is worse than full_deep {on}: nDCG@10 lower by 0.1512.",
        f"no_graph is not distinguishable from full_deep {on}; the smallest seen is 0.0314.",
        "Lane vector alone brought 61 of 598 relevant documents that no other lane returned.",
        "with_citations is not measured: the corpus has no citations.",
    )


def head_made(topics: int) -> Head:
    """A head with lanes of each state."""
    lanes = tuple(_lane(place, name) for place, name in enumerate((*LANES, "citations")))
    return attrs.evolve(
        PLAIN.head,
        disclaimer="Retrieval measured on one gold set and one corpus. The numbers say how these "
        "lanes ranked these documents for these questions; they do not say how well a system "
        "answers in general.",
        experiment_name="ablation of a hybrid retriever",
        corpus="estuaries",
        gold="estuaries-gold",
        documents=1840,
        units=1840,
        topics=topics,
        probes=4,
        judgments=topics * 6,
        states={"as published": 0, "drafted": topics * 2 // 3, "signed": topics // 3},
        lanes=lanes,
        environment={
            "benchbook": "0.1.0",
            "numpy": "2.3.1",
            "platform": "posix",
            "python": "3.11",
        },
        warnings=(
            f"{topics * 2 // 3} of {topics} questions are drafted: no person has reviewed them.",
            "lane hyde: passages were written by hand, and recorded before the run.",
        ),
        notes=("The same rankings, byte for byte: no_community, no_hyde.",),
    )


def _lane(place: int, name: str) -> LaneRow:
    """A lane of the instrument."""
    is_skipped = name == "citations"
    return LaneRow(
        name=name,
        plugin="benchbook:dense" if name in {"vector", "hyde"} else f"benchbook:{name}",
        version="1",
        parameters=("b = 0.75", "k1 = 1.2", "stemmer = english"),
        instance=PLAIN.run * 2,
        pin=f"{place}a7c55e01d2f" * 4,
        local=False,
        state="skipped" if is_skipped else "ranked",
        reason="the corpus has no citations" if is_skipped else "",
        positions=(19,) if is_skipped else (20 + place, 30 + place),
    )
