"""A completed run of which more is asked: its lanes, qrels and conditions as they were."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import attrs

from ..corpus import Corpus
from ..errors import UsageError
from ..event_store import EventStore, digest, read_json
from ..events import RunStarted
from ..gold import Gold
from ..matching.relevance import Judging, Relevance
from ..objects.corpora import load_corpus
from ..objects.frozen_gold import qrels_bytes
from ..objects.gold_sets import load_gold
from ..objects.returned_texts import load_texts
from ..plugging.parameter_values import Misfit, resolved_text, value_of_text
from ..plugging.parameters import BadParameter, bind, passed_by_core
from ..plugging.pins import made_by
from ..plugging.registry import Registered, Registry
from ..projections.projection import fold
from ..projections.run import RUN, Run
from ..ranking.rankings import Rankings
from ..ranking.units import collapse
from ..streams import run_stream
from ..topics import Topics
from .book import load_lane
from .declared import ReturnedUnits, put_together
from .exclusions import Exclusions
from .plan import PlannedCondition
from .start import with_documents


@attrs.define(kw_only=True, eq=False, slots=False)
class RecordedRun:
    """A completed run.

    Attributes:
        view: all facts of it; started: the first of them.
        resolved: the experiment, defaults filled in.
    """

    store: EventStore
    view: Run
    started: RunStarted
    resolved: Mapping[str, Any]

    @classmethod
    def load(cls, store: EventStore, run_id: str) -> RecordedRun:
        """Read a completed run."""
        view = fold(RUN, store.read(run_stream(run_id))[0])
        assert view.started is not None  # noqa: S101 - whoever found it knows that it ended
        started = view.started[1]
        resolved = read_json(store.get(started.experiment))
        return cls(store=store, view=view, started=started, resolved=resolved)

    @property
    def settings(self) -> Mapping[str, Any]:
        """The table `[experiment]`."""
        table: Mapping[str, Any] = self.resolved["experiment"]
        return table

    @property
    def topics(self) -> Topics:
        """What lanes were asked."""
        return self._gold.topics

    @cached_property
    def relevance(self) -> Relevance:
        """What is relevant, found again as it was found when the run began.

        Raises:
            UsageError: this Benchbook finds something else.
        """
        started, returned = self.started, self._returned
        judging = Judging(
            name=started.gold,
            digest=started.questions,
            relevance=started.relevance,
            match=started.match.partition("/")[0],
            unit=self.settings["unit"],
        )
        if self.view.sought is not None and returned is not None:
            found, wanted = judging.judge_returned(self._gold, returned.corpus), self.view.sought[1]
            qrels = wanted.qrels
        else:
            judged = judging.judge(self._gold, self._ingested)
            found = with_documents(judged, self._ingested, judging.unit)
            qrels = started.qrels
        if digest(qrels_bytes(found.criteria.qrels)) != qrels:
            message = (
                f"run {started.run}: other units are relevant by relevance = "
                f'"{started.relevance}" now than when it ran; take the version of Benchbook that '
                "made it, or run the experiment again"
            )
            raise UsageError(message)
        return found

    def lane(self, instance: str) -> Rankings:
        """What a lane returned, in the unit that is measured."""
        ranked = load_lane(self.store, self.view, instance, self.topics)
        corpus = self._ingested
        if self._returned is not None:
            corpus = self._returned.corpus
            ranked = self._returned.permitted(ranked, Exclusions.of(self._gold))
        return collapse(ranked, corpus) if self.settings["unit"] == "document" else ranked

    def condition(self, name: str, registry: Registry) -> PlannedCondition:
        """A condition that was measured, with its fuser as it was; its reranker is left out.

        Raises:
            UsageError: there is none of the name, it was not measured, or its fuser is not
                installed as it was.
        """
        entries = {one["name"]: one for one in self.resolved["conditions"]}
        if name not in entries:
            there = ", ".join(entries)
            message = f"run {self.started.run} has no condition {name!r}; it has {there}"
            raise UsageError(message)
        if name not in self.view.scored:
            why = self.view.why_failed(name) or "a lane that it needs gave nothing"
            message = f"run {self.started.run} did not measure condition {name!r}: {why}"
            raise UsageError(message)
        return self._rebuilt(entries[name], registry)

    def _rebuilt(self, entry: Mapping[str, Any], registry: Registry) -> PlannedCondition:
        """A condition of its entry in the frozen experiment."""
        registered = registry.find("fuser", entry["fuser"])
        weights = None
        if entry["weights"] is not None:
            weights = {lane: float(weight) for lane, weight in entry["weights"]}
        _, fused = self.view.fused[entry["name"]]
        texts = {key: text for key, text in entry["parameters"].items() if key != "weights"}
        arguments = _arguments_of(registered, texts)
        made = made_by(registered, entry["parameters"])
        then = fused.made_by
        if arguments is None or (made.digest, made.version) != (then.digest, then.version):
            message = (
                f"fuser {entry['fuser']} is not installed as run {self.started.run} had it; "
                "install that version, or run the experiment again"
            )
            raise UsageError(message)
        if weights is not None:
            arguments["weights"] = weights
        return PlannedCondition(
            name=entry["name"],
            instances=dict(entry["lanes"]),
            weights=weights,
            registered=registered,
            made_by=fused.made_by,
            arguments=arguments,
            optional=frozenset(entry["optional"]),
            rerank=None,
            idle_scope=entry["idle_scope"],
        )

    @cached_property
    def _gold(self) -> Gold:
        """The gold set."""
        return load_gold(self.started.questions, self.store.get)

    @cached_property
    def _ingested(self) -> Corpus:
        """The corpus as its manifest has it."""
        return load_corpus(self.started.manifest, self.store.get)

    @cached_property
    def _returned(self) -> ReturnedUnits | None:
        """What lanes returned of a corpus that is only declared; None of any other."""
        if not self._ingested.is_declared:
            return None
        instances = [one["instance"] for one in self.resolved["lanes"]]
        facts = [fact for one in instances for _, fact in self.view.frames_of(one)]
        ranking = [one for one in instances if one not in self.view.stopped]
        return put_together(
            self._ingested,
            (load_lane(self.store, self.view, one, self.topics) for one in ranking),
            (
                unit
                for fact in facts
                if fact.instance in ranking and fact.texts
                for unit in load_texts(fact.texts, self.store.get)
            ),
        )


def _arguments_of(registered: Registered, texts: Mapping[str, str]) -> dict[str, object] | None:
    """What a plugin is built with, of the texts that were recorded; None where it takes others."""
    record = registered.record
    try:
        given = {key: value_of_text(text) for key, text in texts.items()}
        arguments = bind(record.build, given, extra=passed_by_core(record))
    except (Misfit, BadParameter):
        return None
    recorded = {key: resolved_text(one) for key, one in arguments.items()}
    return arguments if recorded == texts else None
