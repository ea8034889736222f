"""Retrieving: every distinct lane instance once, block by block, each block a fact."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property

import attrs

from ..corpus import Corpus
from ..errors import Inapplicable
from ..event_store import NewEvent
from ..events import LaneFailed, LaneRanked, LaneSkipped
from ..hookspec import Lane
from ..objects.frames import FRAME, pack_rankings
from ..plugging.contracts import check_rankings
from ..plugging.plugin_faults import RAISED, kind_of, text_of
from ..plugging.quiet import quiet
from ..progress import Progress
from ..ranking.rankings import Rankings
from ..scrub import scrub
from ..topics import Topics
from .book import RunBook
from .plan import PlannedLane

MOST_NOTES = 5
GROUP_SECONDS = 1.0
"""Blocks ranked within this time are made durable together: one wait for the disk, not many."""


Ranked = tuple[int, Rankings]
"""A block's number with its rankings."""


@attrs.define(kw_only=True, eq=False, slots=False)
class Retrieval:
    """One run's retrieving.

    Attributes:
        group_seconds: how long finished blocks may wait to be made durable.
        timer: seconds, for that alone; no time of it is recorded.
        retrieved: what lanes returned as a whole in this sitting, by instance.
    """

    book: RunBook
    corpus: Corpus
    topics: Topics
    progress: Progress
    group_seconds: float = GROUP_SECONDS
    timer: Callable[[], float] = time.monotonic
    retrieved: dict[str, Rankings] = attrs.field(factory=dict, init=False)

    @cached_property
    def _known(self) -> frozenset[str]:
        """The units that may be ranked."""
        return frozenset(self.corpus.unit_ids)

    def rank(self, lane: PlannedLane) -> None:
        """Retrieve what is not yet recorded of a lane; one that breaks becomes a fact, no crash."""
        blocks = self.topics.blocks
        done = {block for instance, block in self.book.view.frames if instance == lane.instance}
        missing = [number for number in range(len(blocks)) if number not in done]
        if lane.instance in self.book.view.stopped or not missing:
            return
        self.progress(lane.name, len(done), len(blocks))
        working = self._build(lane)
        if working is not None:
            self._rank_blocks(lane, working, missing)

    def _build(self, lane: PlannedLane) -> Lane | None:
        """Build the lane, or record why it cannot be."""
        try:
            with quiet():
                return lane.registered.record.build(self.corpus, **lane.arguments)  # type: ignore[return-value]  # a lane's record builds lanes
        except Inapplicable as error:
            self.book.append([_skipped(self.book.id, lane, error.reason)])
        except RAISED as error:
            self.book.append([_failed(self.book.id, lane, None, error)])
        return None

    def _rank_blocks(self, lane: PlannedLane, working: Lane, missing: list[int]) -> None:
        """Retrieve blocks in order, and make them durable in groups."""
        blocks = self.topics.blocks
        whole: list[Rankings] = []
        pending: list[Ranked] = []
        since = self.timer()
        for number in missing:
            try:
                ranked = self._retrieve(lane, working, blocks[number])
            except RAISED as error:
                self._record(lane, working, pending)
                self.book.append([_failed(self.book.id, lane, number, error)])
                return
            whole.append(ranked)
            pending.append((number, ranked))
            if self.timer() - since >= self.group_seconds:
                self._record(lane, working, pending)
                pending, since = [], self.timer()
            self.progress(lane.name, number + 1, len(blocks))
        self._record(lane, working, pending)
        if len(whole) == len(blocks):
            self.retrieved[lane.instance] = Rankings.concatenate(whole)

    def _retrieve(self, lane: PlannedLane, working: Lane, block: Topics) -> Rankings:
        """One block, checked."""
        with quiet():
            made = working.retrieve(block, lane.retrieve)
        # A lane that codes in the corpus's own table can only name its units.
        own = self.corpus.unit_ids
        known = own if getattr(made, "table", None) is own else self._known
        return check_rankings(lane.registered.qualified, made, block, lane.retrieve, known)

    def _record(self, lane: PlannedLane, working: Lane, pending: list[Ranked]) -> None:
        """Store frames, then append the facts that make them reachable."""
        notes = _notes_of(working)
        frames = self.book.store.put_all([(pack_rankings(ranked), FRAME) for _, ranked in pending])
        self.book.append(
            [
                NewEvent(
                    event=LaneRanked(
                        run=self.book.id,
                        lane=lane.name,
                        instance=lane.instance,
                        block=number,
                        topics=len(ranked),
                        rows=len(ranked.codes),
                        frame=frame,
                        notes=notes,
                        made_by=lane.made_by,
                    ),
                    key=(lane.instance, number),
                    objects=(frame,),
                )
                for (number, ranked), frame in zip(pending, frames, strict=True)
            ]
        )


def _notes_of(working: Lane) -> tuple[str, ...]:
    """What a lane says of itself, as text that the ledger may keep."""
    notes = getattr(working, "notes", ())
    if not isinstance(notes, tuple | list):
        return ()
    return tuple(scrub(str(note)) for note in notes[:MOST_NOTES])


def _skipped(run: str, lane: PlannedLane, reason: str) -> NewEvent:
    """The fact that a lane cannot be fed."""
    return NewEvent(
        event=LaneSkipped(
            run=run,
            lane=lane.name,
            instance=lane.instance,
            reason=scrub(reason),
            made_by=lane.made_by,
        ),
        key=(lane.instance,),
    )


def _failed(run: str, lane: PlannedLane, block: int | None, error: BaseException) -> NewEvent:
    """The fact that a lane broke."""
    return NewEvent(
        event=LaneFailed(
            run=run,
            lane=lane.name,
            instance=lane.instance,
            block=block,
            fault=kind_of(error),
            reason=text_of(error),
            made_by=lane.made_by,
        ),
        key=(lane.instance,),
    )
