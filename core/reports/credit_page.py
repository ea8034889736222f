"""The credit of lanes as a page: what each is worth, in numbers and bars."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from ..comparing.rules import NONE
from ..counting import counted
from ..crediting.credited import Credited
from ..decimals import fixed_text, signed_text
from ..objects.comparisons import Bounds
from ..objects.credits import LaneCredit, alone_of, shapley_of, without_of
from ..printable import printable
from .layout import Page, Section, Table
from .layout.cells import (
    ABSENT,
    NOT_MEASURED,
    difference_text,
    listed,
    p_text,
    share_text,
    verdict_text,
)
from .layout.comparing import CORRECTED
from .layout.page import Cell

HEADER = (
    *("lane", "topic", "shapley", "low", "high", "alone", "without"),
    *("lost", "p", "p_corrected", "verdict"),
)
PLACES, BOUND, BAR = 4, 3, 40


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
    is_judged = any(one.found is not None for one in credit.lanes)
    rows = tuple(
        (
            one.lane,
            _signed(one.shapley),
            _interval(one.bounds),
            _value(one.alone),
            *([share_text(one.unique or 0, one.found or 0)] if is_judged else []),
        )
        for one in credit.lanes
    )
    header = ("lane", "Shapley", "interval", "alone", *(["only here"] if is_judged else []))
    return Section(
        title=f"{credit.metric} {_value(credit.whole)} of {credit.condition}, by lane, over "
        f"{credit.whole_n} of {counted(credit.of, 'topic')}",
        warnings=tuple(_warned(done)),
        picture=_bars(credit.lanes),
        table=Table(header=header, rows=rows, align="lrlrr"[: len(header)]),
        below=tuple(_explained(done, is_judged=is_judged)),
    )


def _explained(done: Credited, *, is_judged: bool) -> Iterator[str]:
    """What the columns say."""
    credit = done.credit
    if credit.n:
        yield (
            "Shapley: what the lane adds to the lanes that are there already, averaged over all "
            f"orders in which they may join; the values of all lanes sum to {_value(credit.shared)}"
        )
    only = (
        f"only here: relevant documents in the first {credit.depth} of the lane and of the "
        "condition that no other lane has there, of those the lane has"
    )
    yield (
        "alone: the condition with this lane and no other; "
        + (only if is_judged else "nobody says what is relevant, so nothing is counted of that")
    )


def _warned(done: Credited) -> Iterator[str]:
    """What nobody should overlook."""
    credit = done.credit
    for names, why in credit.unfused:
        yield f"{names} cannot be fused ({why}): no Shapley value is measured"
    if not credit.n and not credit.unfused:
        yield "no topic has a value for every set of lanes: no Shapley value is measured"
    elif credit.n < credit.whole_n and not credit.unfused:
        yield (
            f"Shapley's values are over {credit.n} of {counted(credit.whole_n, 'topic')}: for the "
            "others a set of lanes has no value"
        )
    if credit.left_out:
        yield f"the condition went without {listed(credit.left_out)}"
    if credit.reranked:
        yield "the condition reranks: its own number is another one, and credit is before that"


def _bars(lanes: tuple[LaneCredit, ...]) -> tuple[str, ...]:
    """A bar for each lane from zero to its Shapley value, to the left where that is below."""
    values = [(one.lane, Decimal(one.shapley)) for one in lanes if one.shapley is not None]
    most = max((abs(value) for _, value in values), default=Decimal(0))
    if not most:
        return ()
    width = max(len(printable(lane)) for lane, _ in values)
    lengths = [(lane, round(value / most * BAR)) for lane, value in values]
    left = max((-length for _, length in lengths if length < 0), default=0)
    lines = []
    for lane, length in lengths:
        below, above = "█" * max(-length, 0), "█" * max(length, 0)
        axis = "│" if left or not above else ""
        lines.append(f"{printable(lane):<{width}}  {below:>{left}}{axis}{above}".rstrip())
    return tuple(lines)


def _without_section(done: Credited) -> Section:
    """What is lost without each lane."""
    credit = done.credit
    lost = [one.lost for one in credit.lanes if one.lost is not None]
    tested = sum(one.p is not None for one in lost)
    rows = tuple(
        (
            one.lane,
            _value(one.without),
            ABSENT if one.lost is None else difference_text(one.lost),
            ABSENT if one.lost is None else p_text(one.lost.p),
            *(
                [ABSENT if one.lost is None else p_text(one.lost.corrected)]
                if credit.correction != NONE
                else []
            ),
            NOT_MEASURED if one.lost is None else verdict_text(one.lost),
        )
        for one in credit.lanes
    )
    corrected = [CORRECTED[credit.correction]] if credit.correction != NONE else []
    follows = f"the {corrected[0]} over {counted(tested, 'lane')}" if corrected else "the p"
    return Section(
        title="With all lanes, against all but one",
        table=Table(
            header=("without", credit.metric, "with it", "p", *corrected, "verdict"),
            rows=rows if len(rows) > 1 else (),
            align="lrlr" + "r" * len(corrected) + "l",
        ),
        below=(
            (
                "with it: all lanes minus all but this one, paired by topic; ° nothing of this was "
                f"declared: higher and lower follow {follows}, a hint and no finding; intervals "
                "are uncorrected"
            ),
            *(f"{one.baseline}: {one.verdict}, {one.reason}" for one in lost if one.reason),
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
            ("credit", "of the fusion, before any reranker"),
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
            *((lost.difference, lost.p, lost.corrected, lost.verdict) if lost else (None,) * 4),
        )
    for one in done.credit.lanes:
        columns = [done.texts(name(one.lane)) for name in (shapley_of, alone_of, without_of)]
        for topic, value, alone, without in zip(done.topics, *columns, strict=True):
            yield (one.lane, topic, value, None, None, alone, without, *(None,) * 4)


def _value(value: str | None) -> str:
    """A mean."""
    return NOT_MEASURED if value is None else fixed_text(value, PLACES)


def _interval(bounds: Bounds | None) -> str:
    """The interval of a Shapley value, its signs shown; a dash where there is none."""
    if bounds is None or bounds.low is None or bounds.high is None:
        return ABSENT
    return f"[{signed_text(bounds.low, BOUND)}, {signed_text(bounds.high, BOUND)}]"


def _signed(value: str | None) -> str:
    """A Shapley value, its sign shown."""
    return NOT_MEASURED if value is None else signed_text(value, PLACES)
