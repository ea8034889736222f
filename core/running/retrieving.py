"""Asking one lane: build it, put each block of topics to it, check what it gives.

Nothing here is recorded. What a lane answers is plain data, so that it may come from this process
or from another one and is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import attrs

from ..corpus import Corpus
from ..errors import Inapplicable
from ..hookspec import Lane
from ..plugging.contracts import check_rankings
from ..plugging.plugin_faults import RAISED, kind_of, text_of
from ..plugging.quiet import quiet
from ..ranking.rankings import Rankings
from ..scrub import scrub
from ..topics import Topics
from .plan import PlannedLane

MOST_NOTES = 5


@attrs.frozen(kw_only=True)
class Ranked:
    """A lane ranked a block.

    Attributes:
        block: its number, from 0.
        notes: what the lane says of itself, as text that the ledger may keep.
    """

    block: int
    rankings: Rankings
    notes: tuple[str, ...]


@attrs.frozen(kw_only=True)
class Skipped:
    """A corpus cannot feed a lane."""

    reason: str


@attrs.frozen(kw_only=True)
class Failed:
    """A lane broke.

    Attributes:
        block: the block it broke in, or None where it could not be built.
        fault: the class of the error; reason: its message, without paths of the machine.
    """

    block: int | None
    fault: str
    reason: str


Answer = Ranked | Skipped | Failed


@attrs.define(kw_only=True, eq=False, slots=False)
class Asking:
    """The lanes of a run, and what they are asked."""

    corpus: Corpus
    topics: Topics

    @cached_property
    def _known(self) -> frozenset[str]:
        """The units that may be ranked."""
        return frozenset(self.corpus.unit_ids)

    def ask(self, lane: PlannedLane, missing: Sequence[int]) -> Iterator[Answer]:
        """What a lane answers to some blocks, in their order; nothing comes after a failure."""
        try:
            with quiet():
                working: Lane = lane.registered.record.build(self.corpus, **lane.arguments)  # type: ignore[assignment]  # a lane's record builds lanes
        except Inapplicable as error:
            yield Skipped(reason=scrub(error.reason))
            return
        except RAISED as error:
            yield _failed(None, error)
            return
        for number in missing:
            try:
                ranked = self._retrieve(lane, working, self.topics.blocks[number])
            except RAISED as error:
                yield _failed(number, error)
                return
            yield Ranked(block=number, rankings=ranked, notes=_notes_of(working))

    def _retrieve(self, lane: PlannedLane, working: Lane, block: Topics) -> Rankings:
        """One block, checked."""
        with quiet():
            made = working.retrieve(block, lane.retrieve)
        # A lane that codes in the corpus's own table can only name its units.
        own = self.corpus.unit_ids
        known = own if getattr(made, "table", None) is own else self._known
        return check_rankings(lane.registered.qualified, made, block, lane.retrieve, known)


def _notes_of(working: Lane) -> tuple[str, ...]:
    """What a lane says of itself, as text that the ledger may keep."""
    notes = getattr(working, "notes", ())
    if not isinstance(notes, tuple | list):
        return ()
    return tuple(scrub(str(note)) for note in notes[:MOST_NOTES])


def _failed(block: int | None, error: BaseException) -> Failed:
    """What became of a lane that raised."""
    return Failed(block=block, fault=kind_of(error), reason=text_of(error))
