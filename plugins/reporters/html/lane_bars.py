"""Bars of what each lane brought: found, of these kept, of these brought by no other lane."""

from __future__ import annotations

import attrs

from benchbook import LaneShare, Report

from .order import baseline_place, best_first


@attrs.frozen(kw_only=True)
class LaneBar:
    """One lane of one condition; widths are per cent of all relevant pairs, as text."""

    share: LaneShare
    found: str
    kept: str
    alone: str


@attrs.frozen(kw_only=True)
class LaneBars:
    """The lanes of one condition, the one that brought most first.

    Attributes:
        has_one: whether it has one lane only, which is alone in all that it brings.
    """

    condition: str
    of: int
    has_one: bool
    bars: tuple[LaneBar, ...]


def lane_bars(report: Report) -> tuple[LaneBars, ...]:
    """The lanes of every condition that has shares: the baseline first, then as everywhere."""
    names = [report.conditions[place].name for place in best_first(report)]
    names.sort(key=lambda name: name != report.baseline)
    by_name = {
        name: [share for share in report.shares if share.condition == name] for name in names
    }
    return tuple(_bars(name, shares) for name, shares in by_name.items() if shares)


def _bars(condition: str, shares: list[LaneShare]) -> LaneBars:
    """The bars of one condition."""
    ordered = sorted(shares, key=lambda share: (-share.kept, -share.found))
    return LaneBars(
        condition=condition,
        of=shares[0].of,
        has_one=len(shares) == 1,
        bars=tuple(
            LaneBar(
                share=share,
                found=_width(share.found, share.of),
                kept=_width(share.kept, share.of),
                alone=_width(share.alone, share.of),
            )
            for share in ordered
        ),
    )


def brought_words(report: Report) -> str:
    """How many relevant documents the baseline has, and the lane that alone has most of them.

    Empty where the baseline is not measured.
    """
    place = baseline_place(report)
    found = [] if place is None else [topic.found[place] for topic in report.topics]
    known = [count for count in found if count is not None]
    if not known or not report.shares:
        return ""
    head, of = report.head, report.shares[0].of
    best = max(report.shares, key=lambda share: share.found)
    return (
        f"Counted over all questions together, {report.baseline} has {sum(known):,} of {of:,} "
        f"relevant {head.unit}s in its first {head.depth}; the lane that has most in a first "
        f"{head.depth} of its own, {best.lane}, has {best.found:,}."
    )


def _width(part: int, whole: int) -> str:
    """Per cent, with one place."""
    return f"{100 * part / whole:.1f}" if whole else "0"
