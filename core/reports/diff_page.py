"""A diff as a page: first what differs in the making, then what was found, topics, and metrics."""

from __future__ import annotations

from collections.abc import Iterator

from ..counting import counted
from ..decimals import signed_text
from ..diffing.changes import UNCHANGED, count_states
from ..diffing.diff import Diff
from ..diffing.documents import NewDocuments
from ..diffing.instruments import CONFOUNDS
from ..diffing.likeness import TOP
from ..diffing.paired import HINTS, unmatched
from ..diffing.pairing import LETTERS
from .diff_numbers import HEADER, metrics_section, number_rows
from .layout import Page, Section, Table
from .layout.cells import ABSENT, listed, p_text
from .likeness_section import effects_section, fixed, likeness_section

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
            _sides_section(diff),
            _making_section(diff),
            _found_section(diff),
            likeness_section(diff),
            effects_section(diff),
            _counts_section(diff),
            *_topic_sections(diff, most_topics),
            metrics_section(diff),
            _documents_section(diff),
        ),
        header=HEADER,
        rows=tuple(number_rows(diff)),
    )


def _sides_section(diff: Diff) -> Section:
    """What the two sides are, and what stands between them and a comparison."""
    return Section(
        title="A and B",
        facts=(("A", diff.first.label), ("B", diff.second.label)),
        warnings=tuple(_warned(diff)),
    )


def _warned(diff: Diff) -> Iterator[str]:
    """What nobody should overlook."""
    if diff.invalid:
        names = listed(dict.fromkeys(one.name for one in diff.invalid))
        yield (
            f"not comparable: they differ in {names}, so the numbers are about different things; "
            "--rescore-with GOLD scores the rankings of both under one gold set"
        )
    confounds = [one.name for one in diff.unlike if one.kind == CONFOUNDS]
    if len(confounds) == 1:
        yield f"they differ in {confounds[0]}: a difference may be due to that, or to chance"
    elif confounds:
        yield (
            f"they differ in {listed(confounds)}: which of them a difference is due to cannot be "
            "told"
        )
    for side, letter in ((diff.first, "A"), (diff.second, "B")):
        yield from (f"{letter}: {told}" for told in side.lacks)
    yield from _unmatched(diff)
    for what, alone in (("conditions", diff.left_out), ("metrics", diff.left_out_metrics)):
        if alone:
            yield f"{what} not compared: {listed(f'{name} (in {side})' for side, name in alone)}"


def _unmatched(diff: Diff) -> Iterator[str]:
    """Topics that are in no pair, once for all conditions that lack the same."""
    names: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for one in unmatched(diff.conditions, diff.by):
        for letter, topics in zip(LETTERS, (one.first, one.second), strict=True):
            if topics:
                names.setdefault((letter, topics), []).append(one.name)
    for (letter, topics), conditions in names.items():
        has = "has" if len(topics) == 1 else "have"
        yield (
            f"not paired: {counted(len(topics), 'topic')} of {listed(conditions)} {has} a value of "
            f"{diff.by} in {letter} alone: {listed(topics, MOST_TOPICS)}"
        )


def _making_section(diff: Diff) -> Section:
    """What differs in how the two were made, the gravest first."""
    rows = tuple((one.name, one.kind, one.first, one.second, one.why) for one in diff.unlike)
    classes = (
        "invalidates: the numbers are about different things; confounds: a difference may be due "
        "to that; harmless: no number follows from it"
    )
    return Section(
        title="What differs in their making",
        lines=() if rows else ("nothing that both of them tell of",),
        table=Table(header=("what", "class", "A", "B", "why"), rows=rows, align="llllp"),
        below=(classes,) if rows else (),
    )


def _found_section(diff: Diff) -> Section:
    """What was found, no stronger than the rules behind it."""
    return Section(title="What was found", lines=tuple(_found(diff)))


def _found(diff: Diff) -> Iterator[str]:
    """The sentences."""
    if diff.is_identical:
        yield "every ranking, score and value of B is that of A"
        return
    clear = [one for one in diff.differences if one.verdict in HINTS]
    for one in clear:
        size = signed_text(one.found.difference or "0", 3).lstrip("+−")
        tests = sum(other.found.corrected is not None for other in diff.differences)
        yield (
            f"{one.name}: {one.metric} is {one.verdict} in B by {size} on "
            f"{counted(one.found.n, 'topic')}, p = {p_text(one.found.corrected)} after Holm over "
            f"{counted(tests, 'comparison')}"
        )
    if diff.differences and not any(one.found.wins or one.found.losses for one in diff.differences):
        yield "every value of every topic that both have is the same"
    elif diff.differences and not clear:
        yield (
            f"no difference was found in any of {counted(len(diff.differences), 'comparison')}, "
            "which does not show that there is none"
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
    return rank if diff.by_rank[name] else f"the value of {diff.by}"


def _topic_sections(diff: Diff, most: int | None) -> Iterator[Section]:
    """Each condition's topics, all but those that stayed as they were.

    Nothing is listed of what was reproduced to the last bit.
    """
    for name, changes in diff.changes.items() if not diff.is_identical else ():
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


def _documents_section(diff: Diff) -> Section:
    """What another corpus does."""
    facts = []
    if diff.lost is not None:
        gone = f"{len(diff.lost.lost)} of {diff.lost.of} relevant documents of A"
        topics = counted(len(diff.lost.topics), "topic")
        shown = f": {listed(diff.lost.lost)}" if diff.lost.lost else ""
        facts.append(("gone from B's corpus", f"{gone}, of {topics}{shown}"))
    facts += [
        (f"new in the first {TOP} of {one.name}", f"{one.new} of {one.rows} rows{_share(one)}")
        for one in diff.new
    ]
    return Section(title="Documents", facts=tuple(facts))


def _share(one: NewDocuments) -> str:
    """How much of the rows that is; nothing where there are none."""
    return f", {fixed(100 * one.new / one.rows, 1)} %" if one.rows else ""
