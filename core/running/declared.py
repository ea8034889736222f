"""Runs on a corpus that is only declared: who may take part, and what its lanes returned of it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import numpy as np

from ..corpus import Corpus, Unit
from ..errors import BadExperiment, UsageError
from ..hookspec import LanePlugin
from ..objects.returned_texts import load_texts
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..topics import Topics
from .book import RunBook, load_lane
from .plan import Plan
from .specification import Experiment


@attrs.frozen(kw_only=True)
class ReturnedUnits:
    """What is known of a declared corpus after its lanes have ranked.

    Attributes:
        corpus: every unit that a lane returned, with what was told of it; a unit of which nothing
            was told is a document of its own without text.
        untold: how many of these there are.
        conflicts: units of which lanes, or blocks, told different things.
    """

    corpus: Corpus
    untold: int
    conflicts: int

    def notes(self, *, is_reranked: bool) -> tuple[str, ...]:
        """What a report must say of a condition that was made with it."""
        said = []
        if self.conflicts:
            said.append(
                f"lanes told different things of {self.conflicts:,} units: what the first one told "
                "counts, in the order of the experiment"
            )
        if is_reranked and self.untold:
            said.append(
                f"{self.untold:,} of {len(self.corpus):,} units that lanes returned came without a "
                "text to rerank by"
            )
        return tuple(said)


def refuse_what_needs_units(experiment: Experiment, plan: Plan) -> None:
    """Refuse lanes and scopes that need units which nobody has here.

    Raises:
        UsageError: naming the lane, or the condition and its lane.
    """
    corpus = experiment.settings.corpus
    for lane in plan.lanes:
        record = lane.registered.record
        if not (isinstance(record, LanePlugin) and record.declared):
            message = (
                f"{experiment.file}: lane {lane.name} ({lane.registered.qualified}) searches the "
                f"units that it is given, and corpus {corpus!r} is only declared; take a lane that "
                "reaches its engine (http, command) or brings its rankings (run-file), or ingest it"
            )
            raise UsageError(message)
    for name, condition in experiment.conditions.items():
        for used in condition.lanes:
            own = experiment.lanes[used].scope
            scope = own if condition.scope is None else condition.scope
            if scope.stated:
                found = f"conditions.{name}: scope {scope} for lane {used}"
                expected = f"no scope: corpus {corpus!r} is only declared"
                raise BadExperiment(experiment.file, None, found, expected)


def refuse_unjudged(gold: str, qrels: Qrels) -> None:
    """Refuse a gold set without a relevant document: nothing else says what is relevant.

    Raises:
        UsageError: it has none.
    """
    if not any(grade > 0 for row in qrels.grades.values() for grade in row.values()):
        raise UsageError(f"gold set {gold!r} judges no document relevant, so nothing can be found")


def gather_returned(
    book: RunBook, plan: Plan, declared: Corpus, topics: Topics, retrieved: Mapping[str, Rankings]
) -> ReturnedUnits:
    """Put together what the lanes of a run returned of a declared corpus.

    Args:
        retrieved: rankings of this sitting, by instance; those of an earlier one are loaded.
    """
    told: dict[str, Unit] = {}
    conflicts: set[str] = set()
    ranked: set[str] = set()
    for lane in plan.lanes:
        if lane.instance in book.view.stopped:
            continue
        for _, fact in book.view.frames_of(lane.instance):
            for unit in load_texts(fact.texts, book.store.get) if fact.texts else ():
                if told.setdefault(unit.unit_id, unit) != unit:
                    conflicts.add(unit.unit_id)
        rankings = retrieved.get(lane.instance)
        if rankings is None:
            rankings = load_lane(book.store, book.view, lane.instance, topics)
        ranked |= {rankings.table[code] for code in np.unique(rankings.codes).tolist()}
    untold = ranked - told.keys()
    for id_ in untold:
        told[id_] = Unit(unit_id=id_, doc_id=id_, title="", text="")
    units = tuple(told[id_] for id_ in sorted(told))
    return ReturnedUnits(
        corpus=attrs.evolve(declared, units=units), untold=len(untold), conflicts=len(conflicts)
    )
