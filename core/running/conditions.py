"""Fusing and scoring: each condition of a run, offline, from what the lanes returned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, partial

import attrs

from ..corpus import Corpus
from ..event_store import NewEvent, canonical_json, digest
from ..events import ConditionFailed, ConditionFused, ScoresComputed
from ..measuring.criteria import Criteria
from ..measuring.judged import Judged
from ..measuring.scoring import Measured, measure_each, summarise
from ..objects.frames import FRAME, SCORES, pack_rankings, pack_scores
from ..ranking.rankings import Rankings
from ..ranking.units import collapse
from ..scrub import scrub
from ..topics import Topics
from .book import RunBook, load_condition, load_lane, load_scores
from .breaking import MEASURE, ConditionBroke, breaking
from .declared import ReturnedUnits
from .fusing import Fusing
from .overlap import silences, strangers
from .plan import Plan, PlannedCondition, PlannedMetric
from .reranking import readable_texts

FRAMES = "application/vnd.benchbook.frames+json"
CHOICES = "application/vnd.benchbook.choices+json"


@attrs.frozen(kw_only=True, eq=False)
class Settled:
    """A condition that was fused and measured.

    Attributes:
        fused: its rankings, in the unit that is measured.
        lanes: what its lanes returned, in the same unit, but those that it went without.
        measured: by each metric of the plan, in its order.
    """

    fused: Rankings
    lanes: Mapping[str, Rankings]
    measured: tuple[Measured, ...]


@attrs.define(kw_only=True, eq=False, slots=False)
class Conditions:
    """The conditions of one run.

    Attributes:
        corpus: on a declared one, what lanes returned of it.
        retrieved: what lanes returned in this sitting, by instance; the rest is loaded.
        returned: how that came together on a declared corpus; None on any other.
    """

    book: RunBook
    plan: Plan
    corpus: Corpus
    topics: Topics
    criteria: Criteria
    retrieved: Mapping[str, Rankings]
    returned: ReturnedUnits | None = None

    _raw: dict[str, Rankings] = attrs.field(init=False)
    # What lanes returned as conditions see it: in the unit that is measured.
    _lanes: dict[str, Rankings] = attrs.field(factory=dict, init=False)
    _measured: dict[str, tuple[Rankings, tuple[Measured, ...]]] = attrs.field(
        factory=dict, init=False
    )

    def __attrs_post_init__(self) -> None:
        """Start from what this sitting retrieved; what an earlier one did is loaded when asked."""
        self._raw = dict(self.retrieved)

    def settle(self, condition: PlannedCondition) -> None:
        """Fuse and measure a condition as far as it is not recorded.

        A condition that needs a stopped lane stays not measured; so does one of which a plugin
        breaks, which is recorded and not tried again. Objects become durable together, then all
        facts do: the disk is waited for twice, not five times.
        """
        view = self.book.view
        is_done = condition.name in view.scored or condition.name in view.failed
        if is_done or self._lacks(condition)[0]:
            return
        objects: list[tuple[bytes, str]] = []
        events: list[NewEvent] = []
        try:
            fused = self._fuse(condition, objects, events)
            measured = self._measure(fused)
        except ConditionBroke as broke:
            events.append(self._failure(condition, broke))
        else:
            self._measured[condition.name] = (fused, measured)
            events.append(self._scores(condition, measured, objects))
        self.book.store.put_all(objects)
        self.book.append(events)

    def settled(self, condition: PlannedCondition) -> Settled | None:
        """A condition as it was fused and measured; None where it is not measured.

        What an earlier sitting did is loaded.
        """
        view, store = self.book.view, self.book.store
        if condition.name not in view.scored:
            return None
        if condition.name not in self._measured:
            fused = load_condition(store, view, condition.name, self.topics)
            scores = load_scores(store, view, condition.name)
            measured = tuple(
                summarise(metric.name, scores[metric.name][1]) for metric in self.plan.metrics
            )
            self._measured[condition.name] = fused, measured
        fused, measured = self._measured[condition.name]
        gone = self._lacks(condition)[1]
        lanes = {
            lane: rankings
            for lane, rankings in self._lanes_of(condition).items()
            if lane not in gone
        }
        return Settled(fused=fused, lanes=lanes, measured=measured)

    @property
    def fused(self) -> dict[str, Rankings]:
        """The rankings of the conditions that this sitting has seen, by name."""
        return {name: fused for name, (fused, _) in self._measured.items()}

    def _fuse(
        self,
        condition: PlannedCondition,
        objects: list[tuple[bytes, str]],
        events: list[NewEvent],
    ) -> Rankings:
        """The rankings of a condition; what is to be recorded of them goes to the two lists.

        Raises:
            ConditionBroke: its fuser or its reranker broke.
        """
        view = self.book.view
        if condition.name in view.fused:
            return load_condition(self.book.store, view, condition.name, self.topics)
        lanes = self._lanes_of(condition)
        texts = self._texts if condition.rerank else {}
        fusing = Fusing.of(condition, self.plan.experiment.settings.depth, texts)
        fused = fusing.fuse(self.topics, lanes)
        choices = self._choices(fusing, objects)
        notes = (*fusing.notes_on(lanes), *self._notes(condition, lanes))
        events.append(self._fusion(condition, notes, fused, choices, objects))
        return fused

    def _measure(self, fused: Rankings) -> tuple[Measured, ...]:
        """What the metrics of the plan say of a condition.

        Raises:
            ConditionBroke: one of them broke.
        """
        judged_by = cache(partial(self.criteria.judged, fused, self.topics))
        return tuple(_measured_by(metric, judged_by) for metric in self.plan.metrics)

    def _failure(self, condition: PlannedCondition, broke: ConditionBroke) -> NewEvent:
        """The fact that a plugin of a condition broke."""
        event = ConditionFailed(
            run=self.book.id,
            condition=condition.name,
            stage=broke.stage,
            fault=broke.fault,
            reason=broke.reason,
            made_by=broke.made_by,
        )
        return NewEvent(event=event, key=(condition.name,))

    def _fusion(
        self,
        condition: PlannedCondition,
        notes: tuple[str, ...],
        fused: Rankings,
        choices: str | None,
        objects: list[tuple[bytes, str]],
    ) -> NewEvent:
        """The fact that a condition was fused; what it makes reachable goes to `objects`."""
        frames = self._frames(condition, fused, objects)
        content = canonical_json(list(frames))
        objects.append((content, FRAMES))
        event = ConditionFused(
            run=self.book.id,
            condition=condition.name,
            ranking=digest(content),
            rows=len(fused.codes),
            choices=choices,
            notes=notes,
            made_by=condition.made_by,
            reranked_by=None if condition.rerank is None else condition.rerank.made_by,
        )
        reachable = tuple(filter(None, (event.ranking, event.choices)))
        return NewEvent(event=event, key=(condition.name,), objects=reachable)

    def _notes(self, condition: PlannedCondition, lanes: Mapping[str, Rankings]) -> tuple[str, ...]:
        """What is odd about the lanes that are fused."""
        missing = self._lacks(condition)[1]
        working = {name: one for name, one in lanes.items() if name not in missing}
        odd = (*strangers(working), *silences(working))
        if self.returned is None:
            return odd
        return (*odd, *self.returned.notes(is_reranked=condition.rerank is not None))

    def _choices(self, fusing: Fusing, objects: list[tuple[bytes, str]]) -> str | None:
        """What the fuser chose to do for each topic, as an object; None where it does not choose.

        Raises:
            ConditionBroke: it broke, or gave other than one text per topic.
        """
        chosen = fusing.choose(self.topics)
        if chosen is None:
            return None
        told = [scrub(one) for one in chosen]
        content = canonical_json([list(pair) for pair in zip(self.topics.ids, told, strict=True)])
        objects.append((content, CHOICES))
        return digest(content)

    def _lacks(self, condition: PlannedCondition) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The lanes without which a condition is not measured, and those it goes without."""
        return self.book.view.lacks(condition.instances, condition.optional)

    def _scores(
        self,
        condition: PlannedCondition,
        measured: Sequence[Measured],
        objects: list[tuple[bytes, str]],
    ) -> NewEvent:
        """The fact that a condition was measured; what it makes reachable goes to `objects`."""
        metrics = self.plan.metrics
        content = pack_scores(
            {
                metric.name: (metric.made_by, one.values)
                for metric, one in zip(metrics, measured, strict=True)
            }
        )
        objects.append((content, SCORES))
        event = ScoresComputed(
            run=self.book.id,
            condition=condition.name,
            scores=digest(content),
            metrics=len(metrics),
        )
        return NewEvent(event=event, key=(condition.name,), objects=(event.scores,))

    def _lane(self, instance: str) -> Rankings:
        """What a lane returned, in the unit of this experiment."""
        if instance not in self._raw:
            self._raw[instance] = load_lane(self.book.store, self.book.view, instance, self.topics)
        if instance not in self._lanes:
            raw, unit = self._raw[instance], self.plan.experiment.settings.unit
            if self.returned is not None:
                raw = self.returned.permitted(raw, self.plan.exclusions)
            self._lanes[instance] = collapse(raw, self.corpus) if unit == "document" else raw
        return self._lanes[instance]

    def _lanes_of(self, condition: PlannedCondition) -> dict[str, Rankings]:
        """What the lanes of a condition returned; nothing at all from one that it goes without."""
        gone = self._lacks(condition)[1]
        return {
            lane: self._nothing if lane in gone else self._lane(instance)
            for lane, instance in condition.instances.items()
        }

    @cached_property
    def _nothing(self) -> Rankings:
        """Rankings without a row."""
        return Rankings.of(self.topics, ([] for _ in self.topics))

    @cached_property
    def _texts(self) -> Mapping[str, str]:
        """What rerankers read: title and text of what is ranked."""
        return readable_texts(self.corpus, self.plan.experiment.settings.unit)

    def _frames(
        self, condition: PlannedCondition, fused: Rankings, objects: list[tuple[bytes, str]]
    ) -> tuple[str, ...]:
        """The frames of a fused ranking; a lane's ranking that was left untouched has its own."""
        for instance in condition.instances.values():
            if fused is self._raw.get(instance):
                return tuple(fact.frame for _, fact in self.book.view.frames_of(instance))
        packed = [pack_rankings(fused.block(n)) for n in range(len(self.topics.blocks))]
        objects += [(data, FRAME) for data in packed]
        return tuple(map(digest, packed))


def _measured_by(metric: PlannedMetric, judged_by: Callable[[str], Judged]) -> Measured:
    """What a metric says of rankings, joined with the qrels of the criterion in its name.

    Raises:
        ConditionBroke: it broke.
    """
    judged = judged_by(metric.ready.name.by)  # our own work: no fault of the metric
    with breaking(MEASURE, metric.made_by):
        (measured,) = measure_each(lambda _: judged, [metric.ready])
    return measured
