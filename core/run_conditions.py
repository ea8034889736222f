"""Fusing and scoring: each condition of a run, offline, from what the lanes returned."""

from __future__ import annotations

from functools import cached_property
from typing import cast

import attrs

from .contracts import PluginFault, check_rankings, quiet
from .corpus import Corpus
from .errors import BenchbookError
from .event_store import NewEvent, canonical_json
from .events import ConditionFused, ScoresComputed
from .frames import FRAME, SCORES, pack_rankings, pack_scores
from .hookspec import Fuser
from .join import join
from .measuring import measure
from .plan import Plan, PlannedCondition
from .qrels import Qrels
from .rankings import Rankings
from .run_book import RunBook, load_condition, load_lane
from .scrub import scrub
from .topics import Topics
from .units import collapse

FRAMES = "application/vnd.benchbook.frames+json"


@attrs.define(kw_only=True, eq=False, slots=False)
class Conditions:
    """The conditions of one run.

    Attributes:
        unit: `document` collapses each lane to documents before fusion; `passage` does not.
    """

    book: RunBook
    plan: Plan
    corpus: Corpus
    topics: Topics
    qrels: Qrels

    @cached_property
    def _lanes(self) -> dict[str, Rankings]:
        """Rankings by instance, loaded once, as conditions see them."""
        return {}

    @cached_property
    def _rankings(self) -> dict[str, Rankings]:
        """What was fused here, by condition; a resumed run loads what was fused before."""
        return {}

    def fuse(self, condition: PlannedCondition) -> None:
        """Fuse what is not yet fused; a condition that needs a stopped lane stays not measured."""
        view = self.book.view
        if condition.name in view.fused or view.stopped.keys() & set(condition.instances.values()):
            return
        lanes = {lane: self._lane(instance) for lane, instance in condition.instances.items()}
        fused = self._rankings[condition.name] = self._fused(condition, lanes)
        store = self.book.store
        blocks = range(len(self.topics.blocks))
        frames = store.put_all([(pack_rankings(fused.block(number)), FRAME) for number in blocks])
        ranking = store.put(canonical_json(list(frames)), FRAMES)
        event = ConditionFused(
            run=self.book.id,
            condition=condition.name,
            lanes=condition.lanes,
            ranking=ranking,
            rows=len(fused.codes),
            made_by=condition.made_by,
        )
        self.book.append([NewEvent(event=event, key=(condition.name,), objects=(ranking,))])

    def score(self, condition: PlannedCondition) -> None:
        """Measure a fused condition that is not yet measured."""
        view = self.book.view
        if condition.name in view.scored or condition.name not in view.fused:
            return
        store, metrics = self.book.store, self.plan.metrics
        rankings = self._rankings.get(condition.name) or load_condition(
            store, view, condition.name, self.topics
        )
        judged = join(rankings, self.qrels, self.topics)
        with quiet():
            measured = measure(judged, [metric.ready for metric in metrics])
        names = tuple(metric.name for metric in metrics)
        values = [one.values for one in measured]
        scores = store.put(pack_scores(names, values), SCORES)
        event = ScoresComputed(
            run=self.book.id,
            condition=condition.name,
            scores=scores,
            metrics=names,
            made_by=tuple(metric.made_by for metric in metrics),
        )
        self.book.append([NewEvent(event=event, key=(condition.name,), objects=(scores,))])

    def _lane(self, instance: str) -> Rankings:
        """What a lane returned, in the unit of this experiment."""
        if instance not in self._lanes:
            loaded = load_lane(self.book.store, self.book.view, instance, self.topics)
            unit = self.plan.experiment.settings.unit
            self._lanes[instance] = collapse(loaded, self.corpus) if unit == "document" else loaded
        return self._lanes[instance]

    def _fused(self, condition: PlannedCondition, lanes: dict[str, Rankings]) -> Rankings:
        """One checked ranking per topic.

        Raises:
            PluginFault: the fuser broke; the run stays unfinished and can be resumed.
        """
        name, depth = condition.registered.qualified, self.plan.experiment.settings.depth
        try:
            with quiet():
                fuser = cast("Fuser", condition.registered.record.build(**condition.arguments))
                made = fuser.fuse(self.topics, lanes, depth)
        except BenchbookError:
            raise
        except Exception as error:
            fault = f"{type(error).__name__}: {scrub(str(error))}"
            raise PluginFault(name, "fuses", fault, "rankings") from error
        units = {unit for ranking in lanes.values() for unit in ranking.table}
        return check_rankings(name, made, self.topics, depth, units)
