"""Bars of what each lane brought: found, of these kept, of these brought by no other lane."""

from __future__ import annotations

import attrs

from benchbook import LaneShare, Report

from .order import best_first


@attrs.frozen(kw_only=True)
class LaneBar:
    """One lane of one condition; widths are per cent of all relevant pairs, as text."""

    share: LaneShare
    found: str
    kept: str
    alone: str


@attrs.frozen(kw_only=True)
class LaneBars:
    """The lanes of one condition, the one that brought most first."""

    condition: str
    of: int
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


def _width(part: int, whole: int) -> str:
    """Per cent, with one place."""
    return f"{100 * part / whole:.1f}" if whole else "0"
