"""Run an experiment: retrieve each lane once, fuse each condition, measure it, and report."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ..event_store import EventStore, NewEvent
from ..events import LaneFailed, RunCompleted
from ..plugging.registry import Registry
from ..progress import Progress
from ..reports.at_hand import AtHand
from ..running.baselines import pin_baselines
from ..running.book import RunBook
from ..running.conditions import Conditions
from ..running.declared import gather_returned, seek_evidence
from ..running.gates import decide_gates, declare_gates
from ..running.plan import Plan
from ..running.preparing import prepare
from ..running.resuming import find_unfinished
from ..running.retrieving import GROUP_SECONDS, Retrieval
from ..running.specification import Experiment
from ..running.start import Inputs, register_plugins, seal, start
from ..running.summing_up import sum_up
from ..running.sweeping_up import conclude_sweep
from ..running.taking import take, takeable
from .build_report import build_report


@attrs.frozen(kw_only=True)
class RunOptions:
    """How a run is gone about; of all this only the snapshot can change a number.

    Attributes:
        resume: go on instead of starting; nothing that is recorded is done or declared again.
        unfinished: the beginning of the id of the run to go on with, where there are several.
        snapshot: the named state of the corpus to run on; its newest when None.
        on: the id of a run whose lanes' rankings are taken, so that none is asked; None asks them.
        jobs: processes that lanes are asked in.
        group_seconds: how long finished blocks may wait to be made durable together.
    """

    resume: bool = False
    unfinished: str | None = None
    snapshot: str | None = None
    on: str | None = None
    jobs: int = 1
    group_seconds: float = GROUP_SECONDS


@attrs.frozen(kw_only=True)
class Outcome:
    """What a run came to.

    Attributes:
        failed_lanes: those that broke, with why; what needs them is not measured.
        failed_conditions: those of which a plugin broke, with why; they are not measured.
        skipped: lanes that the corpus cannot feed, with why.
    """

    run: str
    report: str
    failed_lanes: tuple[str, ...]
    failed_conditions: tuple[str, ...]
    skipped: tuple[str, ...]

    @property
    def failed(self) -> tuple[str, ...]:
        """Whatever broke, with why: lanes, then conditions."""
        return self.failed_lanes + self.failed_conditions


def run_retrieval(
    store: EventStore,
    experiment: Experiment,
    registry: Registry,
    *,
    entropy: Callable[[int], bytes],
    progress: Progress,
    options: RunOptions = RunOptions(),
) -> Outcome:
    """Run an experiment, or go on with the unfinished run of it.

    Args:
        entropy: gives random bytes, for the run's id.

    Raises:
        UsageError: an unknown corpus, gold set or plugin; nothing to resume, or more than one run.
        LedgerError: the ledger cannot be written; the run stays unfinished and can be resumed.
    """
    prepared = prepare(store, experiment, registry, options.snapshot)
    views, inputs, plan = prepared.views, prepared.inputs, prepared.plan
    source = None
    if options.on is not None and not options.resume:
        source = takeable(store, options.on, plan.lanes, len(inputs.topics.blocks))
    if options.resume:
        run_id, env = find_unfinished(store, views, plan, inputs, options.unfinished)
    else:
        meant = plan.experiment
        baselines = pin_baselines(store, plan.gates, meant.file, meant.folder)
        env, sealed = seal(store, views.log)
        register_plugins(store, views.log, plan)
        name = meant.settings.name
        gates = declare_gates(store, name, plan.gates, inputs.questions, baselines)
        run_id = start(store, plan, inputs, (env, sealed), gates, entropy)
    book = RunBook.open(store, run_id, env)
    if source is not None and options.on is not None:
        take(book, source, options.on, plan.lanes)
    retrieval = Retrieval(
        book=book,
        corpus=inputs.corpus,
        topics=inputs.topics,
        progress=progress,
        group_seconds=options.group_seconds,
        jobs=options.jobs,
    )
    retrieval.rank(plan.lanes)
    at_hand = _settle_conditions(book, plan, inputs, retrieval)
    return _outcome(book, build_report(store, run_id, at_hand).id)


def _settle_conditions(book: RunBook, plan: Plan, inputs: Inputs, retrieval: Retrieval) -> AtHand:
    """Fuse and measure whatever is not yet recorded, end the run, and give what a report needs."""
    corpus, relevance, returned = inputs.corpus, inputs.relevance, None
    if corpus.is_declared:
        returned = gather_returned(book, plan, corpus, inputs.topics, retrieval.retrieved)
        if relevance.awaits_texts:
            relevance = seek_evidence(book, inputs.gold, inputs.judging, returned)
    conditions = Conditions(
        book=book,
        plan=plan,
        corpus=returned.corpus if returned else corpus,
        topics=inputs.topics,
        criteria=relevance.criteria,
        retrieved=retrieval.retrieved,
        returned=returned,
    )
    for condition in plan.conditions:
        conditions.settle(condition)
    comparisons = sum_up(book, plan, inputs, conditions)
    conclude_sweep(book, plan, inputs, conditions)
    decide_gates(book, plan, inputs.gold)
    if book.view.completed is None:
        measured = len(book.view.scored)
        event = RunCompleted(
            run=book.id, measured=measured, not_measured=len(plan.conditions) - measured
        )
        book.append([NewEvent(event=event, key=(book.id,))])
    return AtHand(
        run=book.view,
        corpus=corpus,
        gold=inputs.gold,
        rankings=conditions.fused,
        comparisons=comparisons,
    )


def _outcome(book: RunBook, report: str) -> Outcome:
    """What the run came to, from its own facts."""
    view = book.view
    stopped = [fact for _, fact in view.stopped.values()]
    return Outcome(
        run=book.id,
        report=report,
        failed_lanes=tuple(
            f"{one.lane}: {one.fault}: {one.reason}"
            for one in stopped
            if isinstance(one, LaneFailed)
        ),
        failed_conditions=tuple(f"{name}: {view.why_failed(name)}" for name in view.failed),
        skipped=tuple(
            f"{one.lane}: {one.reason}" for one in stopped if not isinstance(one, LaneFailed)
        ),
    )
