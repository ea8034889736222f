"""The credit of lanes as a page: what each is worth, in numbers and bars."""

from __future__ import annotations

from collections.abc import Iterator

from ..counting import counted
from ..crediting.credited import Credited
from ..decimals import fixed_text, signed_text
from ..objects.credits import LaneCredit
from .layout import Page, Section, Table
from .layout.cells import (
    ABSENT,
    NOT_MEASURED,
    difference_text,
    interval_text,
    listed,
    p_text,
    verdict_text,
)
from .layout.page import Cell

HEADER = ("lane", "topic", "shapley", "low", "high", "alone", "without", "lost", "p", "verdict")
PLACES, BAR = 4, 40


def credit_page(done: Credited) -> Page:
    """The page of a credit."""
    credit = done.credit
    return Page(
        title=f"{credit.condition}: what its lanes are worth by {credit.metric}, run {done.run}",
        sections=(
            _worth_section(done),
            _without_section(done),
            _overlap_section(done),
            _made_section(done),
        ),
        header=HEADER,
        rows=tuple(_rows(done)),
    )


def _worth_section(done: Credited) -> Section:
    """Shapley's values, which sum to the whole."""
    credit = done.credit
    rows = tuple(
        (
            one.lane,
            _signed(one.shapley),
            interval_text(one.bounds),
            _value(one.alone),
            f"{one.unique} of {one.found}",
        )
        for one in credit.lanes
    )
    whole = _value(credit.whole)
    return Section(
        title=f"{credit.metric} {whole} of {credit.condition}, by lane, over "
        f"{credit.n} of {counted(credit.of, 'topic')}",
        warnings=tuple(_warned(done)),
        picture=_bars(credit.lanes),
        table=Table(
            header=("lane", "Shapley", "interval", "alone", "only here"), rows=rows, align="lrlrr"
        ),
        below=(
            (
                "Shapley: what the lane adds to the lanes that are there already, averaged over "
                "all orders in which they may join; the values of all lanes sum to the whole"
            ),
            (
                "alone: the condition with this lane and no other; only here: relevant documents "
                f"that the lane has in its first {credit.depth} and no other has, of those it has"
            ),
        ),
    )


def _warned(done: Credited) -> Iterator[str]:
    """What nobody should overlook."""
    for names, why in done.credit.unfused:
        yield f"{names} cannot be fused ({why}): no Shapley value is measured"
    if done.credit.left_out:
        yield f"the condition went without {listed(done.credit.left_out)}"


def _bars(lanes: tuple[LaneCredit, ...]) -> tuple[str, ...]:
    """A bar for each lane, from zero to its Shapley value."""
    values = [(one.lane, float(one.shapley)) for one in lanes if one.shapley is not None]
    most = max((abs(value) for _, value in values), default=0.0)
    if not most:
        return ()
    width = max(len(lane) for lane, _ in values)
    return tuple(
        f"{lane:<{width}}  {'█' * round(abs(value) / most * BAR) or '▏'}"
        f"{' (below zero)' if value < 0 else ''}"
        for lane, value in values
    )


def _without_section(done: Credited) -> Section:
    """What is lost without each lane."""
    rows = tuple(
        (
            one.lane,
            _value(one.without),
            ABSENT if one.lost is None else difference_text(one.lost),
            ABSENT if one.lost is None else p_text(one.lost.p),
            NOT_MEASURED if one.lost is None else verdict_text(one.lost),
        )
        for one in done.credit.lanes
    )
    return Section(
        title="With all lanes, against all but one",
        table=Table(
            header=("without", done.credit.metric, "with it", "p", "verdict"),
            rows=rows if len(rows) > 1 else (),
            align="lrlrl",
        ),
        below=(
            (
                "with it: all lanes minus all but this one, paired by topic; ° nothing of this was "
                "declared: higher and lower follow the uncorrected p, a hint and no finding"
            ),
        ),
    )


def _overlap_section(done: Credited) -> Section:
    """How far lanes agree."""
    rows = tuple(
        (
            f"{one.first}, {one.second}",
            str(one.topics),
            *(ABSENT if p is None else fixed_text(p, 2) for p in (one.p50, one.p90, one.p99)),
            str(one.empty),
        )
        for one in done.credit.overlaps
    )
    return Section(
        title=f"How far lanes differ in their first {done.credit.depth}",
        table=Table(
            header=("lanes", "topics", "p50", "p90", "p99", "both empty"), rows=rows, align="lrrrrr"
        ),
        below=(
            (
                "1 less the share of units that both have, of those that either has (Jaccard); "
                "topics for which both returned nothing say nothing, and are counted apart"
            ),
        ),
    )


def _made_section(done: Credited) -> Section:
    """Where it comes from."""
    return Section(
        title="Where this comes from",
        facts=(
            ("run", f"{done.run}: every set of lanes was fused from what it recorded"),
            ("recorded", f"at position {done.position}"),
            ("reranker", "none: credit is of the fusion before it"),
        ),
    )


def _rows(done: Credited) -> Iterator[tuple[Cell, ...]]:
    """A row for each lane, then one for each lane and topic."""
    for one in done.credit.lanes:
        bounds, lost = one.bounds, one.lost
        yield (
            *(one.lane, None, one.shapley),
            *((bounds.low, bounds.high) if bounds else (None, None)),
            *(one.alone, one.without),
            *((lost.difference, lost.p, lost.verdict) if lost else (None,) * 3),
        )
    for one in done.credit.lanes:
        for topic, value in zip(done.credit.topics, one.values, strict=False):
            yield (one.lane, topic, value, *(None,) * 7)


def _value(value: str | None) -> str:
    """A mean."""
    return NOT_MEASURED if value is None else fixed_text(value, PLACES)


def _signed(value: str | None) -> str:
    """A Shapley value, its sign shown."""
    return NOT_MEASURED if value is None else signed_text(value, PLACES)
