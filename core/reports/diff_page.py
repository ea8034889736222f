"""A diff as a page: first what differs in the making, then topics, then metrics."""

from __future__ import annotations

from collections.abc import Iterator

from ..counting import counted
from ..decimals import decimal_text, signed_text
from ..diffing.changes import UNCHANGED, count_states
from ..diffing.diff import Diff
from ..diffing.instruments import CONFOUNDS
from ..diffing.likeness import TOP
from ..diffing.paired import PairedDifference, unmatched
from .layout import Page, Section, Table
from .layout.cells import ABSENT, NOTED, difference_text, listed, p_text
from .layout.comparing import instrument_text
from .layout.page import Cell
from .likeness_section import fixed, likeness_section

HEADER = (
    *("scope", "condition", "topic", "metric", "state", "a", "b", "difference"),
    *("low", "high", "p", "p_corrected", "n", "verdict"),
)
MOST_TOPICS = 40
_SIDE = {"improved": "better", "appeared": "better", "regressed": "worse", "disappeared": "worse"}


def diff_page(diff: Diff, *, most_topics: int | None = MOST_TOPICS) -> Page:
    """The page of a diff.

    Args:
        most_topics: rows of topics that each condition shows; all when None.
    """
    return Page(
        title=f"{diff.first.label} → {diff.second.label}",
        sections=(
            _verdict_section(diff),
            _making_section(diff),
            likeness_section(diff),
            _counts_section(diff),
            *_topic_sections(diff, most_topics),
            _metrics_section(diff),
            _documents_section(diff),
        ),
        header=HEADER,
        rows=tuple(_rows(diff)),
    )


def _verdict_section(diff: Diff) -> Section:
    """What the two sides are, and what may be said of them at all."""
    return Section(
        title="A and B",
        facts=(("A", diff.first.label), ("B", diff.second.label)),
        lines=tuple(_said(diff)),
        warnings=tuple(_warned(diff)),
    )


def _said(diff: Diff) -> Iterator[str]:
    """What was found, no stronger than the rules behind it."""
    clear = [one for one in diff.differences if one.verdict in {"higher", "lower"}]
    for one in clear:
        yield (
            f"{one.name}: {one.metric} is {one.verdict} in B by "
            f"{signed_text(one.found.difference or '0', 3).lstrip('+−')} on "
            f"{counted(one.found.n, 'topic')}, p = {p_text(one.found.corrected)} after Holm over "
            f"{_family(diff)}"
        )
    if diff.differences and not any(one.found.wins or one.found.losses for one in diff.differences):
        yield "every value of every topic that both have is the same"
    elif diff.differences and not clear:
        yield (
            f"no difference was found in any of {counted(len(diff.differences), 'comparison')}, "
            "which does not show that there is none"
        )


def _family(diff: Diff) -> str:
    """How many tests were corrected together."""
    return counted(sum(one.found.corrected is not None for one in diff.differences), "comparison")


def _warned(diff: Diff) -> Iterator[str]:
    """What nobody should overlook."""
    if diff.invalid:
        names = listed(one.name for one in diff.invalid)
        yield (
            f"not comparable: {names} differ, so the numbers are about different things; "
            "--rescore-with GOLD scores both under one gold set"
        )
    confounds = [one.name for one in diff.unlike if one.kind == CONFOUNDS]
    if len(confounds) == 1:
        yield f"{confounds[0]} differs: a difference may be due to it, or to chance"
    elif confounds:
        yield f"{listed(confounds)} differ: which of them a difference is due to cannot be told"
    for side, letter in ((diff.first, "A"), (diff.second, "B")):
        for told in side.lacks:
            yield f"{letter}: {told}"
    for name, left, right in unmatched(diff.conditions, diff.first.primary):
        yield (
            f"{name}: left out of what is paired, since one side alone has them: "
            f"{counted(left, 'topic')} of A and {counted(right, 'topic')} of B"
        )
    if diff.left_out:
        yield f"not compared: {listed(diff.left_out)}"


def _making_section(diff: Diff) -> Section:
    """What differs in how the two were made, the gravest first."""
    rows = tuple((one.name, one.kind, one.first, one.second, one.why) for one in diff.unlike)
    return Section(
        title="What differs in their making",
        lines=() if rows else ("nothing that either of them tells of",),
        table=Table(header=("what", "class", "A", "B", "why"), rows=rows, align="llllp"),
        below=(
            (
                "invalidates: the numbers are about different things; confounds: a difference may "
                "be due to that; harmless: no number follows from it"
            ),
        )
        if rows
        else (),
    )


def _counts_section(diff: Diff) -> Section:
    """How many topics became what."""
    states: dict[str, None] = {}
    counts = {name: count_states(changes) for name, changes in diff.changes.items()}
    for found in counts.values():
        states |= dict.fromkeys(found)
    rows = tuple(
        (name, *(str(found.get(state, 0)) for state in states)) for name, found in counts.items()
    )
    by = {_by(diff, name) for name in diff.changes}
    return Section(
        title="What became of the topics",
        table=Table(header=("condition", *states), rows=rows, align="l" + "r" * len(states)),
        below=tuple(f"judged by {one}" for one in sorted(by)),
    )


def _by(diff: Diff, name: str) -> str:
    """What decides what became of a topic."""
    rank = "the rank of the first relevant unit"
    return rank if diff.by_rank[name] else f"the value of {diff.first.primary}"


def _topic_sections(diff: Diff, most: int | None) -> Iterator[Section]:
    """Each condition's topics, all but those that stayed as they were."""
    for name, changes in diff.changes.items():
        changed = [one for one in changes if one.state != UNCHANGED]
        rows = tuple(
            (
                one.topic,
                one.state,
                _value(one.first),
                _value(one.second),
                _SIDE.get(one.state, ""),
            )
            for one in changed[:most]
        )
        more = len(changed) - len(rows)
        yield Section(
            title=f"{name}: topics by {_by(diff, name)}",
            table=Table(header=("topic", "state", "A", "B", ""), rows=rows, align="llrrl"),
            below=(f"and {more} more; --topics 0 shows all",) if more else (),
        )


def _value(value: float | None) -> str:
    """A rank or a value; a dash where there is none."""
    if value is None:
        return ABSENT
    return str(int(value)) if float(value).is_integer() else fixed(value, 4)


def _metrics_section(diff: Diff) -> Section:
    """B minus A by each metric."""
    rows = tuple(_metric(one) for one in diff.differences)
    notes: dict[str, None] = {}
    for one in diff.differences:
        if one.found.bounds and one.found.bounds.note:
            notes[one.found.bounds.note] = None
        if one.found.reason:
            notes[f"{one.verdict}: {one.found.reason}"] = None
    tested = (instrument_text(diff.instrument, "comparison"),) if rows else ()
    return Section(
        title="B minus A, paired by topic",
        table=Table(
            header=("condition", "metric", "n", "A", "B", "difference", "Holm p", "verdict"),
            rows=rows,
            align="llrrrlrl",
        ),
        below=(
            *(f"{NOTED} {note}" for note in notes),
            *tested,
            *(
                [
                    (
                        "higher and lower are no findings: nothing shows that these comparisons "
                        "were chosen before the numbers were seen"
                    )
                ]
                if rows
                else []
            ),
        ),
    )


def _metric(one: PairedDifference) -> tuple[str, ...]:
    """One metric of one condition."""
    return (
        one.name,
        one.metric,
        str(one.found.n),
        *(fixed(mean, 4) for mean in one.means),
        difference_text(one.found),
        p_text(one.found.corrected),
        one.verdict,
    )


def _documents_section(diff: Diff) -> Section:
    """What another corpus does."""
    facts = []
    if diff.lost is not None:
        gone = f"{len(diff.lost.lost)} of {diff.lost.of} relevant documents of A"
        topics = counted(len(diff.lost.topics), "topic")
        shown = f": {listed(diff.lost.lost)}" if diff.lost.lost else ""
        facts.append(("gone from B's corpus", f"{gone}, of {topics}{shown}"))
    facts += [
        (f"new in the first {TOP} of {one.name}", f"{one.new} of {one.rows} rows")
        for one in diff.new
    ]
    return Section(title="Documents", facts=tuple(facts))


def _rows(diff: Diff) -> Iterator[tuple[Cell, ...]]:
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
