"""The conclusion of a sweep, drawn and recorded once all configurations are measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..comparing.buckets import REST
from ..comparing.scored import Places
from ..comparing.systems import scale_of
from ..event_store import NewEvent, digest
from ..events import SweepConcluded
from ..gold import Gold, Question
from ..objects.sweeps import SWEEP, pack_sweep
from ..ranking.rankings import Rankings
from ..sweeping.conclude import Swept, conclude
from .book import RunBook
from .conditions import Conditions
from .plan import Plan
from .start import Inputs
from .summing_up import rules_of

DECILE = "decile"
_UNKNOWN = Question()


def conclude_sweep(book: RunBook, plan: Plan, inputs: Inputs, conditions: Conditions) -> None:
    """Record what a sweep came to, once; nothing where the experiment is no sweep."""
    rule = plan.experiment.sweep
    if rule is None or book.view.swept is not None:
        return
    swept = _swept(book, plan, inputs, conditions)
    found = conclude(rule, swept, rules_of(plan, inputs, conditions.criteria))
    content = pack_sweep(found)
    book.store.put_all([(content, SWEEP)])
    event = SweepConcluded(
        run=book.id,
        sweep=digest(content),
        headline=None if found.headline is None else found.headline.configuration,
        verdict=found.verdict,
    )
    book.append([NewEvent(event=event, key=(book.id,), objects=(event.sweep,))])


def _swept(book: RunBook, plan: Plan, inputs: Inputs, conditions: Conditions) -> Swept:
    """What the sweep concludes from."""
    settled = {one.name: conditions.settled(one) for one in plan.conditions}
    place = [metric.name for metric in plan.metrics].index(plan.primary)
    measured = {name: one for name, one in settled.items() if one is not None}
    lanes: dict[str, Rankings] = {}
    for one in measured.values():
        lanes |= one.lanes
    return Swept(
        topics=inputs.topics.ids,
        strata=strata_of(inputs.gold),
        scale=scale_of(plan.metrics[place].ready),
        values={name: one.measured[place].values for name, one in measured.items()},
        silent=_silent(lanes, inputs.topics.ids),
        unmeasured={
            name: book.view.why_failed(name) or "one of its lanes ranked nothing at all"
            for name, one in settled.items()
            if one is None
        },
    )


def strata_of(gold: Gold) -> Mapping[str, Places]:
    """The places of each stratum's topics, by name, sorted: buckets, parted by decile."""
    names = [_stratum(gold.questions.get(topic, _UNKNOWN)) for topic in gold.topics.ids]
    found = np.asarray(names)
    return {name: np.flatnonzero(found == name) for name in sorted(set(names))}


def _stratum(question: Question) -> str:
    """The bucket of a question, with its decile where it has one."""
    decile = question.metadata.get(DECILE)
    bucket = question.bucket or REST
    return bucket if decile is None else f"{bucket}, decile {decile}"


def _silent(lanes: Mapping[str, Rankings], topics: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each topic that a lane ranked nothing for, these lanes."""
    silent: dict[str, tuple[str, ...]] = {}
    for name, rankings in lanes.items():
        sizes = np.diff(rankings.offsets).tolist()
        for topic, size in zip(rankings.topics.ids, sizes, strict=True):
            if not size:
                silent[topic] = (*silent.get(topic, ()), name)
    return {topic: silent[topic] for topic in topics if topic in silent}
