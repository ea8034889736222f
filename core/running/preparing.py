"""What comes before any work: what an experiment stands on, and the plan of what it will do."""

from __future__ import annotations

from functools import cache

import attrs

from ..event_store import EventStore
from ..matching.relevance import UNKNOWN
from ..plugging.registry import Registry
from .declared import refuse_what_needs_units
from .exclusions import Exclusions
from .merged_state import refuse_unmerged
from .plan import Plan
from .planning import Known, plan_run
from .settling import Views, load_inputs, read_views, settle, settle_relevance
from .specification import Experiment
from .start import Inputs


@attrs.frozen(kw_only=True)
class Prepared:
    """An experiment that can be run; nothing is recorded yet."""

    views: Views
    inputs: Inputs
    plan: Plan


def prepare(
    store: EventStore, experiment: Experiment, registry: Registry, snapshot: str | None
) -> Prepared:
    """Settle what an experiment names, load it, and plan the work.

    Args:
        snapshot: the named state of the corpus; its newest when None.

    Raises:
        UsageError: an unknown corpus, gold set, snapshot or plugin, or something that the plan asks
            of the corpus and nobody has.
    """
    views = read_views(store)
    experiment = settle(experiment, views)
    inputs = load_inputs(store, experiment, views, snapshot)
    refuse_unmerged(experiment, inputs.corpus, snapshot)
    plan = plan_run(
        settle_relevance(experiment, inputs),
        registry,
        cache(lambda scope: scope.part_of(inputs.corpus).digest),  # asked for every lane of a row
        inputs.topics_digest,
        known=Known(
            has_evidence=inputs.relevance.found is not None or inputs.relevance.awaits_texts,
            has_axes=inputs.relevance.criteria.axes is not None,
            has_documents=inputs.relevance.criteria.documents is not None,
            is_judged=inputs.relevance.rule != UNKNOWN,
        ),
        exclusions=Exclusions.of(inputs.gold),
    )
    if inputs.corpus.is_declared:
        refuse_what_needs_units(plan.experiment, plan, inputs.relevance)
    return Prepared(views=views, inputs=inputs, plan=plan)
