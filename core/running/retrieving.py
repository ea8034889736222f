"""Retrieving: every distinct lane instance once, block by block, each block a fact."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import attrs

from ..corpus import Corpus
from ..event_store import NewEvent, digest
from ..events import LaneFailed, LaneRanked, LaneSkipped
from ..objects.frames import FRAME, pack_rankings
from ..objects.returned_texts import pack_texts
from ..progress import Progress
from ..ranking.rankings import Rankings
from ..topics import Topics
from .asking import Answer, Asking, Failed, Ranked, Skipped
from .book import RunBook
from .plan import PlannedLane
from .workers import ask_in_workers

GROUP_SECONDS = 1.0
"""Blocks ranked within this time are made durable together: one wait for the disk, not many."""


@attrs.define(kw_only=True, eq=False)
class Retrieval:
    """One run's retrieving.

    Attributes:
        group_seconds: how long finished blocks may wait to be made durable.
        timer: seconds, for that alone; no time of it is recorded.
        jobs: processes that lanes are asked in.
        retrieved: what lanes returned as a whole in this sitting, by instance.
    """

    book: RunBook
    corpus: Corpus
    topics: Topics
    progress: Progress
    group_seconds: float = GROUP_SECONDS
    jobs: int = 1
    timer: Callable[[], float] = time.monotonic
    retrieved: dict[str, Rankings] = attrs.field(factory=dict, init=False)

    def rank(self, lanes: Iterable[PlannedLane]) -> None:
        """Retrieve what is not yet recorded; a lane that breaks becomes a fact, no crash."""
        asking = Asking(corpus=self.corpus, topics=self.topics)
        wanted = [(lane, missing) for lane in lanes if (missing := self._missing(lane))]
        if self.jobs > 1 and len(wanted) > 1:
            for lane, answers in ask_in_workers(asking, wanted, self.jobs):
                self._take(lane, answers)
        else:
            for lane, missing in wanted:
                self._take(lane, asking.ask(lane, missing))

    def _missing(self, lane: PlannedLane) -> list[int]:
        """The blocks of a lane that are not recorded; none of one that was skipped or failed."""
        if lane.instance in self.book.view.stopped:
            return []
        done = {block for instance, block in self.book.view.frames if instance == lane.instance}
        return [number for number in range(len(self.topics.blocks)) if number not in done]

    def _take(self, lane: PlannedLane, answers: Iterable[Answer]) -> None:
        """Record what a lane answers, its blocks in groups."""
        blocks = self.topics.blocks
        whole: list[Rankings] = []
        pending: list[Ranked] = []
        since = self.timer()
        done = len(self.topics) - sum(len(blocks[number]) for number in self._missing(lane))
        self.progress(lane.name, done, len(self.topics))
        for answer in answers:
            if not isinstance(answer, Ranked):
                self._record(lane, pending)
                stop = stopped(self.book.id, lane, answer)
                self.book.append([NewEvent(event=stop, key=(lane.instance,))])
                state = "skipped" if isinstance(answer, Skipped) else "failed"
                self.progress(f"{lane.name} {state}", 1, 1)
                return
            whole.append(answer.rankings)
            pending.append(answer)
            if self.timer() - since >= self.group_seconds:
                self._record(lane, pending)
                pending, since = [], self.timer()
            done += len(answer.rankings)
            self.progress(lane.name, done, len(self.topics))
        self._record(lane, pending)
        if len(whole) == len(blocks):
            self.retrieved[lane.instance] = Rankings.concatenate(whole)

    def _record(self, lane: PlannedLane, pending: list[Ranked]) -> None:
        """Store frames and texts, then append the facts that make them reachable."""
        objects: list[tuple[bytes, str]] = []
        facts = [self._fact(lane, one, objects) for one in pending]
        self.book.store.put_all(objects)
        self.book.append(facts)

    def _fact(self, lane: PlannedLane, one: Ranked, objects: list[tuple[bytes, str]]) -> NewEvent:
        """The fact that a block was ranked; what it makes reachable goes to `objects`."""
        frame, texts = pack_rankings(one.rankings), None
        objects.append((frame, FRAME))
        if one.told:
            texts, packed = pack_texts(one.told)
            objects += packed
        event = LaneRanked(
            run=self.book.id,
            lane=lane.name,
            instance=lane.instance,
            block=one.block,
            topics=len(one.rankings),
            rows=len(one.rankings.codes),
            frame=digest(frame),
            texts=texts,
            notes=one.notes,
            made_by=lane.made_by,
        )
        reachable = tuple(filter(None, (event.frame, event.texts)))
        return NewEvent(event=event, key=(lane.instance, one.block), objects=reachable)


def stopped(run: str, lane: PlannedLane, answer: Skipped | Failed) -> LaneSkipped | LaneFailed:
    """The fact that a lane cannot be fed, or broke."""
    if isinstance(answer, Skipped):
        return LaneSkipped(
            run=run,
            lane=lane.name,
            instance=lane.instance,
            reason=answer.reason,
            made_by=lane.made_by,
        )
    return LaneFailed(
        run=run,
        lane=lane.name,
        instance=lane.instance,
        block=answer.block,
        fault=answer.fault,
        reason=answer.reason,
        made_by=lane.made_by,
    )
