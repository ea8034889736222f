"""Runs on a corpus that is only declared: who may take part, and what its lanes returned of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs
import numpy as np

from ..corpus import Corpus, Unit
from ..counting import counted
from ..errors import BadExperiment, UsageError
from ..event_store import NewEvent, digest
from ..events import EvidenceSought
from ..gold import Gold
from ..hookspec import LanePlugin, MetricPlugin
from ..matching.relevance import UNRETURNED, Judging, Relevance
from ..objects.evidence import pack_evidence
from ..objects.frozen_gold import QRELS, qrels_bytes
from ..objects.returned_texts import load_texts
from ..ranking.rankings import Rankings
from ..topics import Topics
from .book import RunBook, load_lane
from .exclusions import Exclusions
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

    def permitted(self, rankings: Rankings, exclusions: Exclusions | None) -> Rankings:
        """What a lane returned, without units of excluded documents.

        Nobody knew these units when the lane was asked; of any other corpus they are left out
        before a ranking is cut.
        """
        return rankings if exclusions is None else exclusions.units(self.corpus).without(rankings)

    def notes(self, *, is_reranked: bool) -> tuple[str, ...]:
        """What a report must say of a condition that was made with it."""
        said = []
        if self.conflicts:
            said.append(
                f"lanes told different things of {counted(self.conflicts, 'unit')}: what the first "
                "one told counts, in the order of the experiment"
            )
        if is_reranked and self.untold:
            said.append(
                f"{self.untold:,} of {counted(len(self.corpus), 'unit')} that lanes returned came "
                "without a text to rerank by"
            )
        return tuple(said)


def refuse_what_needs_units(experiment: Experiment, plan: Plan, relevance: Relevance) -> None:
    """Refuse lanes, scopes and metrics that need units which nobody has here.

    Raises:
        UsageError: naming the lane, the condition and its lane, or the metric.
    """
    corpus = experiment.settings.corpus
    if not relevance.is_enumerated:
        _refuse_enumerating(experiment, plan)
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


def _refuse_enumerating(experiment: Experiment, plan: Plan) -> None:
    """Refuse metrics that need to know all that is relevant.

    Raises:
        UsageError: naming the first of them.
    """
    for metric in plan.metrics:
        record = metric.ready.plugin.record
        if isinstance(record, MetricPlugin) and record.enumerates:
            rule, corpus = experiment.settings.relevance, experiment.settings.corpus
            message = (
                f"{experiment.file}: metric {metric.name} needs to know all that is relevant; by "
                f'relevance = "{rule}" on corpus {corpus!r}, which is only declared, nobody does; '
                "Success, RR, P, kit-nDCG, EvidenceRecall and AllEvidence need not"
            )
            raise UsageError(message)


def refuse_unjudged(gold: str, relevance: Relevance) -> None:
    """Refuse a gold set without evidence or a relevant document: nothing says what is relevant.

    Raises:
        UsageError: it has none.
    """
    qrels = relevance.criteria.qrels
    if relevance.awaits_texts:
        return
    if not any(grade > 0 for row in qrels.grades.values() for grade in row.values()):
        raise UsageError(
            f"gold set {gold!r} judges no document relevant and has no evidence, so nothing can be "
            "found; import one that does or has"
        )


def seek_evidence(
    book: RunBook, gold: Gold, judging: Judging, returned: ReturnedUnits
) -> Relevance:
    """What is relevant by titles and phrases among what lanes returned, recorded once.

    Args:
        gold: the gold set of the run; judging: how it is judged.
    """
    relevance = judging.judge_returned(gold, returned.corpus)
    found, qrels = relevance.found, relevance.criteria.qrels
    assert found is not None  # noqa: S101 - a gold set without evidence awaits no texts
    if book.view.sought is not None:
        return relevance
    evidence, objects = pack_evidence(found, relevance.rule)
    frozen = qrels_bytes(qrels)
    book.store.put_all([*objects, (frozen, QRELS)])
    unreturned = sum(UNRETURNED in row for row in qrels.grades.values())
    event = EvidenceSought(
        run=book.id,
        evidence=evidence,
        qrels=digest(frozen),
        judgments=len(qrels) - unreturned,
        units=len(returned.corpus),
        unreturned=unreturned,
    )
    reachable = (event.evidence, event.qrels)
    book.append([NewEvent(event=event, key=(book.id,), objects=reachable)])
    return relevance


def gather_returned(
    book: RunBook, plan: Plan, declared: Corpus, topics: Topics, retrieved: Mapping[str, Rankings]
) -> ReturnedUnits:
    """Put together what the lanes of a run returned of a declared corpus.

    Args:
        retrieved: rankings of this sitting, by instance; those of an earlier one are loaded.
    """
    ranking = [lane.instance for lane in plan.lanes if lane.instance not in book.view.stopped]
    told = (
        unit
        for instance in ranking
        for _, fact in book.view.frames_of(instance)
        for unit in (load_texts(fact.texts, book.store.get) if fact.texts else ())
    )
    ranked = (
        retrieved[instance]
        if instance in retrieved
        else load_lane(book.store, book.view, instance, topics)
        for instance in ranking
    )
    return put_together(declared, ranked, told)


def put_together(
    declared: Corpus, ranked: Iterable[Rankings], told: Iterable[Unit]
) -> ReturnedUnits:
    """What is known of a declared corpus from what lanes ranked and told.

    Args:
        told: units with their texts, one of them as often as it was told; the first one counts.
    """
    known: dict[str, Unit] = {}
    conflicts: set[str] = set()
    for unit in told:
        if known.setdefault(unit.unit_id, unit) != unit:
            conflicts.add(unit.unit_id)
    named: set[str] = set()
    for rankings in ranked:
        codes: list[int] = np.unique(rankings.codes).tolist()
        named |= {rankings.table[code] for code in codes}
    untold = named - known.keys()
    for id_ in untold:
        known[id_] = Unit(unit_id=id_, doc_id=id_, title="", text="")
    units = tuple(known[id_] for id_ in sorted(known))
    return ReturnedUnits(
        corpus=attrs.evolve(declared, units=units), untold=len(untold), conflicts=len(conflicts)
    )
