"""The numbers of a diff: B minus A by each metric, and the rows for those who calculate."""

from __future__ import annotations

from collections.abc import Iterator

from ..comparing.rules import BOOTSTRAP
from ..decimals import decimal_text, signed_text
from ..diffing.diff import Diff
from ..diffing.paired import HINTS, PairedDifference
from ..objects.comparisons import Difference
from .change_plot import change_plot
from .layout import Section, Table
from .layout.cells import ABSENT, NOTED, difference_text, listed, p_text
from .layout.comparing import instrument_text
from .layout.page import Cell
from .likeness_section import fixed

HEADER = (
    *("scope", "condition", "topic", "metric", "state", "a", "b", "difference"),
    *("low", "high", "p", "p_corrected", "n", "verdict"),
)
KIT_PLACES = 3
"""Of differences, bounds and p where the kit's test was asked for, as the kit writes them."""

_NO_FINDING = (
    "higher and lower are no findings: nothing shows that these comparisons were chosen before the "
    "numbers were seen"
)


def metrics_section(diff: Diff) -> Section:
    """B minus A by each metric that differs for some topic; the others in one sentence."""
    moved = [one for one in diff.differences if _has_moved(one)]
    is_kits = diff.rules.test == BOOTSTRAP
    rows = tuple(_metric(one, is_kits=is_kits) for one in moved)
    header = ("condition", "metric", "n", "A", "B", "difference", "p", "Holm p", "verdict")
    return Section(
        title="B minus A, paired by topic",
        lines=tuple(_still(diff)),
        picture=change_plot(diff),
        table=Table(header=header, rows=rows, align="llrrrlrrl"),
        below=(*_notes(moved), *(_tested(diff) if moved else ())),
    )


def _has_moved(one: PairedDifference) -> bool:
    """Whether there is anything to tell of it: a topic that differs, or why nothing is compared."""
    return bool(one.found.wins or one.found.losses or not one.found.n or one.found.p is None)


def _still(diff: Diff) -> Iterator[str]:
    """The metrics of which every topic has the same value in both, by condition."""
    still: dict[str, list[str]] = {}
    for one in diff.differences:
        if not _has_moved(one):
            still.setdefault(one.name, []).append(one.metric)
    names: dict[tuple[str, ...], list[str]] = {}
    for name, found in still.items():
        names.setdefault(tuple(found), []).append(name)
    for metrics, conditions in names.items():
        yield f"the same value for every topic: {listed(metrics)} of {listed(conditions)}"


def _notes(shown: list[PairedDifference]) -> Iterator[str]:
    """What must be known of intervals, and why there is no word where there is none."""
    notes: dict[str, None] = {}
    for one in shown:
        if one.found.bounds and one.found.bounds.note:
            notes[f"{NOTED} {one.found.bounds.note}"] = None
        if one.found.reason:
            notes[f"{one.verdict}: {one.found.reason}"] = None
    yield from notes


def _tested(diff: Diff) -> Iterator[str]:
    """How it was tested, and what the words are worth."""
    yield instrument_text(diff.instrument, "comparison")
    if any(one.verdict in HINTS for one in diff.differences):
        yield _NO_FINDING


def _metric(one: PairedDifference, *, is_kits: bool) -> tuple[str, ...]:
    """One metric of one condition."""
    return (
        one.name,
        one.metric,
        str(one.found.n),
        *(fixed(mean, 4) for mean in one.means),
        _as_kit(one.found) if is_kits else difference_text(one.found),
        *(_p(p, is_kits=is_kits) for p in (one.found.p, one.found.corrected)),
        one.verdict,
    )


def _as_kit(found: Difference) -> str:
    """`−0.100 [−0.300, 0.000]`: the kit's three places, with signs."""
    bounds = found.bounds
    if found.difference is None or bounds is None or bounds.low is None or bounds.high is None:
        return difference_text(found)
    low, high = signed_text(bounds.low, KIT_PLACES), signed_text(bounds.high, KIT_PLACES)
    noted = f" {NOTED}" if bounds.note else ""
    return f"{signed_text(found.difference, KIT_PLACES)} [{low}, {high}]{noted}"


def _p(p: str | None, *, is_kits: bool) -> str:
    """A p; the kit's can be 0, which only says that none of its resamples went so far."""
    if p is None:
        return ABSENT
    return fixed(float(p), KIT_PLACES) if is_kits else p_text(p)


def number_rows(diff: Diff) -> Iterator[tuple[Cell, ...]]:
    """Metrics, then topics."""
    for one in diff.differences:
        bounds = one.found.bounds
        yield (
            *("metric", one.name, None, one.metric, None),
            *(decimal_text(mean) for mean in one.means),
            one.found.difference,
            *((bounds.low, bounds.high) if bounds else (None, None)),
            *(one.found.p, one.found.corrected, one.found.n, one.verdict),
        )
    for name, changes in diff.changes.items():
        for change in changes:
            ends = (change.first, change.second)
            texts = tuple(None if end is None else decimal_text(end) for end in ends)
            yield ("topic", name, change.topic, None, change.state, *texts, *(None,) * 7)
