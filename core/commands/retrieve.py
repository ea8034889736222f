"""Run an experiment: retrieve each lane once, fuse each condition, measure it, and report."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from ..errors import UsageError
from ..event_store import EventStore, NewEvent, digest
from ..events import LaneFailed, RunCompleted
from ..objects.corpora import load_corpus
from ..objects.gold_sets import load_gold
from ..plugging.registry import Registry
from ..progress import Progress
from ..projections.corpora import CORPORA, Corpora
from ..projections.gold_sets import GOLD_SETS, GoldSets
from ..projections.log import LOG_VIEW, LogView
from ..projections.projection import fold
from ..projections.runs import RUNS, Runs, RunSummary
from ..running.book import RunBook
from ..running.conditions import Conditions
from ..running.environment import differs_for_resuming
from ..running.experiment import Experiment
from ..running.lanes import GROUP_SECONDS, Retrieval
from ..running.plan import Plan
from ..running.planning import plan_run
from ..running.start import (
    Inputs,
    current_environment,
    fingerprint,
    freeze_inputs,
    register_plugins,
    seal,
    start,
)
from .build_report import build_report


@attrs.frozen(kw_only=True)
class Views:
    """The log as it stood when the command began, from one read."""

    corpora: Corpora
    gold_sets: GoldSets
    runs: Runs
    log: LogView


@attrs.frozen(kw_only=True)
class Outcome:
    """What a run came to.

    Attributes:
        failed: lanes that broke, with why; what needs them is not measured.
        skipped: lanes that the corpus cannot feed, with why.
    """

    run: str
    report: str
    failed: tuple[str, ...]
    skipped: tuple[str, ...]


def run_retrieval(
    store: EventStore,
    experiment: Experiment,
    registry: Registry,
    *,
    entropy: Callable[[int], bytes],
    progress: Progress,
    resume: bool = False,
    unfinished: str | None = None,
    group_seconds: float = GROUP_SECONDS,
) -> Outcome:
    """Run an experiment, or go on with the unfinished run of it.

    Args:
        entropy: gives random bytes, for the run's id.
        resume: go on instead of starting; nothing that is recorded is done or declared again.
        unfinished: the beginning of the id of the run to go on with, where there are several.

    Raises:
        UsageError: an unknown corpus, gold set or plugin; nothing to resume, or more than one run.
        LedgerError: the ledger cannot be written; the run stays unfinished and can be resumed.
    """
    views = _read(store)
    experiment = _settle(experiment, views)
    inputs = _load_inputs(store, experiment, views)
    plan = plan_run(experiment, registry, inputs.corpus.digest, inputs.topics_digest)
    if resume:
        run_id, env = _find_unfinished(store, views, plan, inputs, unfinished)
    else:
        env, sealed = seal(store, views.log)
        register_plugins(store, views.log, plan)
        run_id = start(store, plan, inputs, (env, sealed), entropy)
    book = RunBook.open(store, run_id, env)
    _work(book, plan, inputs, progress, group_seconds)
    return _outcome(book, build_report(store, run_id).id)


def _work(
    book: RunBook, plan: Plan, inputs: Inputs, progress: Progress, group_seconds: float
) -> None:
    """Do whatever is not yet recorded, in the one order that a run has."""
    retrieval = Retrieval(
        book=book,
        corpus=inputs.corpus,
        topics=inputs.topics,
        progress=progress,
        group_seconds=group_seconds,
    )
    retrieval.rank(plan.lanes)
    conditions = Conditions(
        book=book,
        plan=plan,
        corpus=inputs.corpus,
        topics=inputs.topics,
        qrels=inputs.qrels,
        retrieved=retrieval.retrieved,
    )
    for condition in plan.conditions:
        conditions.settle(condition)
    if book.view.completed is None:
        measured = len(book.view.scored)
        event = RunCompleted(
            run=book.id, measured=measured, not_measured=len(plan.conditions) - measured
        )
        book.append([NewEvent(event=event, key=(book.id,))])


def _read(store: EventStore) -> Views:
    """Every view that the command needs, from one pass over the log."""
    projections = (CORPORA, GOLD_SETS, RUNS, LOG_VIEW)
    types = {kind for projection in projections for kind in projection.handles}
    events = tuple(store.events(types=types))
    return Views(
        corpora=fold(CORPORA, events),
        gold_sets=fold(GOLD_SETS, events),
        runs=fold(RUNS, events),
        log=fold(LOG_VIEW, events),
    )


def _settle(experiment: Experiment, views: Views) -> Experiment:
    """The experiment with its corpus and gold set settled.

    Raises:
        UsageError: the workspace does not have them, or has several where none is named.
    """
    settings = experiment.settings
    corpus = _named(
        experiment.file,
        "corpus",
        settings.corpus,
        views.corpora,
        "benchbook ingest PATH --corpus NAME",
    )
    gold = _named(
        experiment.file,
        "gold",
        settings.gold,
        views.gold_sets,
        "benchbook gold import PATH --gold NAME",
    )
    return attrs.evolve(experiment, settings=attrs.evolve(settings, corpus=corpus, gold=gold))


def _named(file: str, key: str, name: str, known: Corpora | GoldSets, command: str) -> str:
    """The name given, or the only one there is."""
    if name in known:
        return name
    if not name and len(known) == 1:
        return next(iter(known))
    there = f"it has {', '.join(sorted(known))}" if known else f"it has none: `{command}`"
    asked = f"experiment.{key} = {name!r}" if name else f"experiment.{key} is not named"
    message = f"{file}: {asked}, and this workspace does not settle it; {there}"
    raise UsageError(message)


def _load_inputs(store: EventStore, experiment: Experiment, views: Views) -> Inputs:
    """The corpus and the gold set of an experiment."""
    settings = experiment.settings
    corpus = load_corpus(views.corpora[settings.corpus].event.manifest, store.get)
    questions = views.gold_sets[settings.gold].event.questions
    gold = load_gold(questions, store.get)
    return freeze_inputs(store, experiment, corpus, questions, (gold.topics, gold.qrels))


def _find_unfinished(
    store: EventStore, views: Views, plan: Plan, inputs: Inputs, unfinished: str | None
) -> tuple[str, str]:
    """The one unfinished run of this experiment, with the environment it was sealed in.

    Raises:
        UsageError: there is none, there are several, or it was started with other code or data.
    """
    experiment = digest(plan.resolved)
    found = [
        run
        for run in views.runs.values()
        if run.started.experiment == experiment and not run.is_finished
    ]
    meant = [run for run in found if run.id.startswith(unfinished or "")]
    if not found:
        message = (
            "there is no unfinished run of this experiment to resume; start one without --resume"
        )
        raise UsageError(message)
    ids = ", ".join(run.id for run in found)
    if not meant:
        message = f"no unfinished run of this experiment is called {unfinished!r}; there is {ids}"
        raise UsageError(message)
    if len(meant) > 1:
        message = (
            f"there are {len(meant)} unfinished runs of this experiment ({ids}); "
            "name one with --run, or start a new one without --resume"
        )
        raise UsageError(message)
    return meant[0].id, _check_equal(store, views.log, meant[0], plan, inputs)


def _check_equal(
    store: EventStore, log: LogView, run: RunSummary, plan: Plan, inputs: Inputs
) -> str:
    """The environment id of a run that may be resumed here.

    Raises:
        UsageError: something that can change a number differs from when the run was started.
    """
    env = run.env
    now = current_environment(store)
    if fingerprint(plan, inputs, now) != run.started.fingerprint:
        differs = differs_for_resuming(log.sealed[env], now) if env in log.sealed else ()
        why = ", ".join(differs) or "the data or a plugin's code"
        message = (
            f"run {run.id} cannot be resumed: it was started with other {why}; "
            "start a new run without --resume"
        )
        raise UsageError(message)
    return env


def _outcome(book: RunBook, report: str) -> Outcome:
    """What the run came to, from its own facts."""
    stopped = [fact for _, fact in book.view.stopped.values()]
    return Outcome(
        run=book.id,
        report=report,
        failed=tuple(
            f"{one.lane}: {one.fault}: {one.reason}"
            for one in stopped
            if isinstance(one, LaneFailed)
        ),
        skipped=tuple(
            f"{one.lane}: {one.reason}" for one in stopped if not isinstance(one, LaneFailed)
        ),
    )
