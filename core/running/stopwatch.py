"""Time taken: how long the stages of a run keep the one who waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

import attrs

Clock = Callable[[], int]
"""Gives nanoseconds that never run backwards; only differences mean anything."""

Watch = Callable[[str], AbstractContextManager[None]]
"""Entered while a stage, named by one word, does its own work and nothing else is done."""


def unwatched(stage: str) -> AbstractContextManager[None]:  # noqa: ARG001 - the form of every watch
    """Nobody takes the time of a run."""
    return nullcontext()


@attrs.define(kw_only=True)
class Stopwatch:
    """Takes the time of each stage, whenever it is entered.

    Attributes:
        taken: nanoseconds by stage, in the order in which they were taken; a stage that raised took
            no time.
    """

    clock: Clock
    taken: dict[str, list[int]] = attrs.field(factory=dict, init=False)

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        """Take the time of what is done meanwhile."""
        began = self.clock()
        yield
        self.taken.setdefault(stage, []).append(self.clock() - began)
