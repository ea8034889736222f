"""Asking one lane: build it, put each block of topics to it, check what it gives.

Nothing here is recorded. What a lane answers is plain data, so that it may come from this process
or from another one and is the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import cast

import attrs

from ..corpus import Corpus
from ..counting import counted
from ..errors import Inapplicable
from ..expansions import Expansions
from ..hookspec import Embedder, Lane
from ..importing.returned_checks import Lines, check_returned
from ..plugging.contracts import check_rankings
from ..plugging.plugin_faults import kind_of, text_of
from ..plugging.quiet import quiet
from ..plugging.vectors import CheckedEmbedder
from ..ranking.rankings import Rankings
from ..scopes import Scope
from ..scrub import scrub
from ..topics import BLOCK, Topics
from .exclusions import ExcludedUnits, Exclusions
from .plan import PlannedEmbedder, PlannedLane
from .stopwatch import Watch, unwatched

MOST_NOTES = 5


@attrs.frozen(kw_only=True)
class Ranked:
    """A lane ranked a block.

    Attributes:
        block: its number, from 0.
        notes: what the lane says of itself, as text that the ledger may keep.
        told: on a declared corpus, what the lane tells of the units that it ranked, as lines; of no
            unit else.
    """

    block: int
    rankings: Rankings
    notes: tuple[str, ...]
    told: Lines


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
    """The lanes of a run, and what they are asked.

    Attributes:
        size: topics in a block.
        watch: entered as `build` and `retrieve` while a lane does its work; the checks of what it
            gives are not its work.
    """

    corpus: Corpus
    topics: Topics
    size: int = BLOCK
    watch: Watch = unwatched

    # What several lanes share: parts of the corpus by scope, embedders by instance, units by part.
    _parts: dict[Scope, Corpus] = attrs.field(factory=dict, init=False)
    _embedders: dict[str, CheckedEmbedder] = attrs.field(factory=dict, init=False)
    _known: dict[str, frozenset[str]] = attrs.field(factory=dict, init=False)
    _excluded: dict[str, ExcludedUnits] = attrs.field(factory=dict, init=False)

    def ask(self, lane: PlannedLane, missing: Sequence[int]) -> Iterator[Answer]:
        """What a lane answers to some blocks, in their order; nothing comes after a failure."""
        part = self._part(lane.scope)
        if len(self.corpus) and not len(part):
            reason = f"the scope {lane.scope} leaves none of {counted(len(self.corpus), 'unit')}"
            yield Skipped(reason=scrub(reason))
            return
        try:
            working = self._build(lane, part)
        except Inapplicable as error:
            yield Skipped(reason=scrub(error.reason))
            return
        except BaseException as error:  # noqa: BLE001 - whatever a plugin raises is its own fault
            yield _failed(None, _blamed(error))
            return
        blocks, stated = self.topics.in_blocks(self.size), self._notes_on(lane)
        for number in missing:
            try:
                ranked = self._retrieve(lane, working, part, blocks[number])
                told = self._told(lane, working, ranked)
                notes = (*stated, *_notes_of(working))
            except BaseException as error:  # noqa: BLE001 - whatever a plugin raises is its own fault
                yield _failed(number, _blamed(error))
                return
            yield Ranked(block=number, rankings=ranked, notes=notes, told=told)

    def _part(self, scope: Scope) -> Corpus:
        """The part of the corpus in a scope."""
        if scope not in self._parts:
            self._parts[scope] = scope.part_of(self.corpus)
        return self._parts[scope]

    def _build(self, lane: PlannedLane, part: Corpus) -> Lane:
        """A lane that can be asked, built on a part of the corpus."""
        arguments = dict(lane.arguments)
        with quiet(), self.watch("build"):
            if lane.embedder is not None:
                arguments["embedder"] = self._embedder(lane.embedder, part)
            working: Lane = lane.registered.record.build(part, **arguments)  # type: ignore[assignment]  # a lane's record builds lanes
        return working

    def _embedder(self, planned: PlannedEmbedder, part: Corpus) -> CheckedEmbedder:
        """The embedder of some lanes, built once."""
        if planned.instance not in self._embedders:
            arguments = dict(planned.arguments)
            if planned.is_fitted:
                arguments["corpus"] = part
            built = cast("Embedder", planned.registered.record.build(**arguments))
            self._embedders[planned.instance] = CheckedEmbedder(planned.registered.qualified, built)
        return self._embedders[planned.instance]

    def _retrieve(self, lane: PlannedLane, working: Lane, part: Corpus, block: Topics) -> Rankings:
        """One block, checked, without what its questions exclude.

        As many more units are asked for as any question excludes, whichever block it is in, so that
        neither a cut-off nor a tie decides what moves up.
        """
        excluded = None if lane.exclusions is None else self._excluded_by(lane.exclusions)
        depth = lane.retrieve + (excluded.most if excluded else 0)
        with quiet(), self.watch("retrieve"):
            made = working.retrieve(block, depth)
        # A lane that codes in the corpus's own table can only name its units.
        own = part.unit_ids
        known: Collection[str] | None = own
        if part.is_declared:
            known = None
        elif getattr(made, "table", None) is not own:
            known = self._units_of(part)
        checked = check_rankings(lane.registered.qualified, made, block, depth, known)
        return checked if excluded is None else excluded.without(checked, lane.retrieve)

    def _excluded_by(self, exclusions: Exclusions) -> ExcludedUnits:
        """What is left out of rankings, as units of the corpus."""
        if exclusions.digest not in self._excluded:
            self._excluded[exclusions.digest] = exclusions.units(self.corpus)
        return self._excluded[exclusions.digest]

    def _told(self, lane: PlannedLane, working: Lane, ranked: Rankings) -> Lines:
        """What a lane tells of the units of a declared corpus: nothing else has their texts."""
        if not self.corpus.is_declared:
            return ()
        with quiet():
            told = getattr(working, "units", None)
            return check_returned(lane.registered.qualified, told, ranked)

    def _units_of(self, part: Corpus) -> frozenset[str]:
        """The units that may be ranked."""
        if part.digest not in self._known:
            self._known[part.digest] = frozenset(part.unit_ids)
        return self._known[part.digest]

    def _notes_on(self, lane: PlannedLane) -> tuple[str, ...]:
        """What was left out of the corpus for a lane, and who wrote what it searches with."""
        notes = []
        if lane.scope.stated:
            units = len(self.corpus)
            left_out = units - len(self._part(lane.scope))
            notes.append(f"scope {lane.scope}: left out {left_out:,} of {counted(units, 'unit')}")
        if lane.exclusions is not None:
            notes.append(lane.exclusions.note)
        expansions = lane.arguments.get("expansions")
        if isinstance(expansions, Expansions):
            notes.append(scrub(expansions.told(self.topics)))
        return tuple(notes)


def _blamed(error: BaseException) -> BaseException:
    """An error that is a plugin's fault, given back.

    Raises:
        KeyboardInterrupt: it is the user's.
    """
    if isinstance(error, KeyboardInterrupt):
        raise error
    return error


def _notes_of(working: Lane) -> tuple[str, ...]:
    """What a lane says of itself, as text that the ledger may keep."""
    notes = getattr(working, "notes", ())
    if not isinstance(notes, tuple | list):
        return ()
    return tuple(scrub(str(note)) for note in notes[:MOST_NOTES])


def _failed(block: int | None, error: BaseException) -> Failed:
    """What became of a lane that raised."""
    return Failed(block=block, fault=kind_of(error), reason=text_of(error))
