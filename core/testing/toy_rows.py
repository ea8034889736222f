"""The rows of the toy report: a comparison of each verdict, a gate of each outcome."""

from __future__ import annotations

from ..comparing.verdicts import VERDICTS
from ..objects.comparisons import Bounds, Instrument, TieBounds
from ..reports.rows import (
    BucketRow,
    Comparison,
    DecisionRow,
    GateRow,
    HolesRow,
    LaneShare,
    Number,
    RelevantDocument,
    ReturnedUnit,
    TopicRow,
)

METRICS = ("nDCG@10", "R@10")
OUTCOMES = ("pass", "fail", "inconclusive", "unattainable", "not measured")


def toy_instrument() -> Instrument:
    """The standard one."""
    return Instrument(
        test="sign-flip",
        details="all 4 flips of 2 topics",
        correction="holm",
        family=2,
        interval="standard",
        alpha="0.05",
        seed="0123456789abcdef" * 4,
        places=10,
    )


def toy_number(value: str | None, reason: str = "") -> Number:
    """A number with an interval, or why there is none."""
    if value is None:
        return Number(value=None, n=0, of=2, positions=(8, 9), reason=reason)
    return Number(
        value=value,
        n=2,
        of=2,
        positions=(8, 9, 10),
        bounds=Bounds(low="0.05", high="1", method="student-t", note="covers 87 % at n = 2"),
        tied=TieBounds(low="0.1", high="0.9", topics=1, open=1),
    )


def toy_comparisons(text: str) -> tuple[Comparison, ...]:
    """One of each verdict, the first declared, the others exploratory."""
    return tuple(
        _comparison(place, verdict, text if place % 2 else "keyword")
        for place, verdict in enumerate(VERDICTS)
    )


def _comparison(place: int, verdict: str, condition: str) -> Comparison:
    """A comparison with this verdict."""
    is_compared = verdict != "not compared"
    return Comparison(
        condition=condition,
        baseline="both",
        metric=METRICS[place % 2],
        declared=verdict in {"better", "worse"},
        difference="-0.0125" if is_compared else None,
        bounds=Bounds(low="-0.1", high=None, method="sign-flip inversion", note="")
        if is_compared
        else None,
        p="0.5" if is_compared else None,
        corrected="1" if verdict in {"better", "worse"} else None,
        smallest="0.5" if is_compared else None,
        detectable="0.25" if is_compared else None,
        n=2 if is_compared else 0,
        wins=0,
        ties=1 if is_compared else 0,
        losses=1 if is_compared else 0,
        verdict=verdict,
        reason=""
        if verdict in {"better", "worse", "higher", "lower"}
        else f"because of {condition}",
        positions=(8, 9, 10),
    )


def toy_buckets(text: str) -> tuple[BucketRow, ...]:
    """Two buckets, one with a hostile name."""
    rows = (("0.5", "0.5"), ("0.25", None), (None, None))
    numbers = tuple(tuple(toy_number(value, text) for value in row) for row in rows)
    return (
        BucketRow(name="numeric", topics=1, numbers=numbers),
        BucketRow(name=text, topics=1, numbers=numbers),
    )


def toy_shares() -> tuple[LaneShare, ...]:
    """What two lanes brought."""
    return (_share("keyword", 3, 2, 1), _share("vector", 1, 1, 0))


def _share(lane: str, found: int, kept: int, alone: int) -> LaneShare:
    """What one lane brought of four."""
    return LaneShare(
        condition="both",
        lane=lane,
        found=found,
        kept=kept,
        alone=alone,
        topics=alone,
        of=4,
        rows=10,
        tied=2 * alone,
        positions=(1, 8, 10),
    )


def toy_holes() -> tuple[HolesRow, ...]:
    """Holes of one condition."""
    return (
        HolesRow(
            condition="both",
            metric="nDCG@10",
            judged="0.25",
            condensed="0.9",
            at_most="1",
            positions=(1, 8, 9, 10),
        ),
    )


def toy_gates(text: str) -> tuple[GateRow, ...]:
    """A gate of each outcome."""
    return tuple(
        GateRow(
            name=f"gate {place}",
            kind="metric",
            condition="both",
            metric="nDCG@10",
            bucket="numeric" if outcome == "inconclusive" else "",
            baseline="",
            rule="at least 0.65",
            needs="40 topics" if place == 1 else "",
            statistic="mean" if place % 2 else "interval",
            number=None if outcome == "not measured" else toy_number("0.8125"),
            verdict=outcome,
            reason="" if outcome == "pass" else text,
            note=text if outcome == "pass" else "",
            declared=4,
            prior_runs=place,
            is_post_hoc=place == 1,
            positions=(4, 11),
        )
        for place, outcome in enumerate(OUTCOMES)
    )


def toy_decision(text: str) -> DecisionRow:
    """What those gates come to."""
    return DecisionRow(
        name="release",
        rule="adopt when all of gate 0, gate 1 pass, keep when one fails",
        decision="keep",
        because=text,
        positions=(1, 12),
    )


def toy_topics(text: str) -> tuple[TopicRow, ...]:
    """Two topics, one with hostile text, with values by condition and metric."""
    undefined = (None, None)
    return (
        TopicRow(
            id="007",
            text=text,
            state="drafted",
            bucket="numeric",
            relevant=3,
            found=(1, 1, None),
            documents=(RelevantDocument(id="d1", title=text, grade=2, ranks=(1, 3, None)),),
            first=(
                ReturnedUnit(id="d1", title=text, grade=2),
                ReturnedUnit(id="d2", title="", grade=None),
            ),
            values=(("1.0", "0.5"), ("0.25", None), undefined),
        ),
        TopicRow(
            id="7",
            text="Größe",
            state="as published",
            bucket=text,
            relevant=0,
            found=(0, 0, None),
            documents=(),
            first=(),
            values=(("0.625", "0.5"), ("0.0", None), undefined),
        ),
    )
