"""A run's stream while it is being written: what is there, and the one way to add to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import attrs

from ..event_store import EventStore, NewEvent, as_recorded, read_json
from ..events import MadeBy
from ..measuring.judged import Values
from ..objects.frames import unpack_rankings, unpack_scores
from ..projections.projection import fold
from ..projections.run import RUN, Run
from ..ranking.rankings import Rankings
from ..streams import run_stream
from ..topics import Topics


@attrs.define(kw_only=True, eq=False)
class RunBook:
    """One run's stream.

    The view and the version come from one read; whoever else appends to the stream meanwhile makes
    the next append fail instead of slipping in between.

    Attributes:
        view: the run as far as it has come.
    """

    store: EventStore
    id: str
    env: str
    view: Run

    @classmethod
    def open(cls, store: EventStore, run_id: str, env: str) -> RunBook:
        """Read a run's stream; a new run has an empty one."""
        events, _ = store.read(run_stream(run_id))
        return cls(store=store, id=run_id, env=env, view=fold(RUN, events))

    def append(self, events: Sequence[NewEvent]) -> None:
        """Append facts in one transaction and take them into the view."""
        if not events:
            return
        stream = run_stream(self.id)
        sealed = [attrs.evolve(event, env=self.env) for event in events]
        receipts = self.store.append(stream, sealed, expected_version=self.view.version)
        added = (as_recorded(stream, *pair) for pair in zip(sealed, receipts, strict=True))
        self.view = fold(RUN, added, self.view)


def load_lane(store: EventStore, run: Run, instance: str, topics: Topics) -> Rankings:
    """What a lane instance returned, put together from its frames."""
    return _joined(store, tuple(fact.frame for _, fact in run.frames_of(instance)), topics)


def load_condition(store: EventStore, run: Run, condition: str, topics: Topics) -> Rankings:
    """What a condition returned, put together from its frames."""
    _, fused = run.fused[condition]
    frames = cast("list[str]", read_json(store.get(fused.ranking)))
    return _joined(store, tuple(frames), topics)


def load_scores(store: EventStore, run: Run, condition: str) -> dict[str, tuple[MadeBy, Values]]:
    """What a condition scored by each metric, with the metric's pin."""
    _, fact = run.scored[condition]
    return unpack_scores(store.get(fact.scores), f"scores of {condition}")


def _joined(store: EventStore, frames: tuple[str, ...], topics: Topics) -> Rankings:
    """Frames of all blocks as one."""
    return Rankings.concatenate(
        [
            unpack_rankings(store.get(frame), block, f"object {frame[:12]}")
            for frame, block in zip(frames, topics.blocks, strict=True)
        ]
    )
