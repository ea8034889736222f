"""Taking what the lanes of an earlier run returned, in place of asking them again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from ..errors import UsageError
from ..event_store import EventStore, NewEvent
from ..events import LaneRanked, LaneSkipped, MadeBy
from ..projections.projection import fold
from ..projections.run import RUN, Run
from ..streams import run_stream
from .book import RunBook
from .plan import PlannedLane

TAKEN = "taken from run"


def takeable(store: EventStore, run_id: str, lanes: Sequence[PlannedLane], blocks: int) -> Run:
    """The run that rankings are taken from, once every lane is known to stand in it.

    A lane is the same where its instance is (plugin, version, parameters, corpus, topics, depth)
    and its code too.

    Args:
        blocks: of 64 topics, that each lane must have ranked.

    Raises:
        UsageError: a lane is not there, or not as a whole, or ran as other code.
    """
    run = fold(RUN, store.read(run_stream(run_id))[0])
    for lane in lanes:
        problem = _problem(run, lane, blocks)
        if problem:
            there = ", ".join(dict.fromkeys(_told(run))) or "none"
            message = f"run {run_id} has no lane {lane.name} to take: {problem}; it has {there}"
            raise UsageError(f"{message}. Leave --on out, and it is asked again")
    return run


def take(book: RunBook, source: Run, run_id: str, lanes: Sequence[PlannedLane]) -> None:
    """Record what the lanes returned in an earlier run: the same objects, and where they stand.

    Args:
        source: the earlier run; run_id: of it.
    """
    for lane in lanes:
        if lane.instance in source.stopped:
            stop = source.stopped[lane.instance][1]
            skipped = attrs.evolve(stop, run=book.id, lane=lane.name)
            book.append([NewEvent(event=skipped, key=(lane.instance,))])
            continue
        book.append(
            [
                _taken(book.id, lane, fact, f"{TAKEN} {run_id}: the same lane on the same topics")
                for _, fact in source.frames_of(lane.instance)
            ]
        )


def _problem(run: Run, lane: PlannedLane, blocks: int) -> str:
    """Why a lane cannot be taken; empty where it can."""
    stop = run.stopped.get(lane.instance)
    if stop is not None:
        return "" if isinstance(stop[1], LaneSkipped) else "it failed there"
    facts = [fact for _, fact in run.frames_of(lane.instance)]
    if not facts:
        return "plugin, parameters, corpus, topics or depth differ"
    if len(facts) < blocks:
        return f"{len(facts)} of {blocks} blocks are ranked there"
    return "" if all(_is_same(fact.made_by, lane.made_by) for fact in facts) else "its code differs"


def _is_same(first: MadeBy, second: MadeBy) -> bool:
    """Whether the same code of the same plugin made two facts."""
    return (first.qualified, first.digest) == (second.qualified, second.digest)


def _told(run: Run) -> Iterator[str]:
    """The lanes of a run."""
    for _, fact in run.frames.values():
        yield fact.lane


def _taken(run_id: str, lane: PlannedLane, fact: LaneRanked, note: str) -> NewEvent:
    """A block as this run has it."""
    notes = (*(one for one in fact.notes if not one.startswith(TAKEN)), note)
    event = attrs.evolve(fact, run=run_id, lane=lane.name, notes=notes)
    reachable = tuple(filter(None, (event.frame, event.texts)))
    return NewEvent(event=event, key=(lane.instance, event.block), objects=reachable)
