"""What an experiment stands on: the corpus, the gold set and the state that its names mean."""

from __future__ import annotations

import attrs

from ..errors import UsageError
from ..event_store import EventStore
from ..objects.corpora import load_corpus
from ..objects.gold_sets import load_gold
from ..projections.corpora import CORPORA, Corpora
from ..projections.gold_sets import GOLD_SETS, GoldSets
from ..projections.log import LOG_VIEW, LogView
from ..projections.projection import fold
from ..projections.runs import RUNS, Runs
from ..projections.snapshots import SNAPSHOTS, Snapshots
from .specification import Experiment
from .start import Inputs, freeze_inputs


@attrs.frozen(kw_only=True)
class Views:
    """The log as it stood when the command began, from one read."""

    corpora: Corpora
    snapshots: Snapshots
    gold_sets: GoldSets
    runs: Runs
    log: LogView


def read_views(store: EventStore) -> Views:
    """Every view that the command needs, from one pass over the log."""
    projections = (CORPORA, SNAPSHOTS, GOLD_SETS, RUNS, LOG_VIEW)
    types = {kind for projection in projections for kind in projection.handles}
    events = tuple(store.events(types=types))
    return Views(
        corpora=fold(CORPORA, events),
        snapshots=fold(SNAPSHOTS, events),
        gold_sets=fold(GOLD_SETS, events),
        runs=fold(RUNS, events),
        log=fold(LOG_VIEW, events),
    )


def settle(experiment: Experiment, views: Views) -> Experiment:
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
    message = (
        f"{file}: {asked}, and this workspace does not settle it; {there}; "
        f"name one there or with --{key}"
    )
    raise UsageError(message)


def load_inputs(
    store: EventStore, experiment: Experiment, views: Views, snapshot: str | None
) -> Inputs:
    """The corpus and the gold set of an experiment.

    Args:
        snapshot: the named state of the corpus; its newest when None.

    Raises:
        UsageError: the corpus has no such snapshot, or there is nothing to measure.
    """
    settings = experiment.settings
    corpus = load_corpus(_manifest(views, settings.corpus, snapshot), store.get)
    questions = views.gold_sets[settings.gold].event.questions
    gold = load_gold(questions, store.get)
    return freeze_inputs(experiment, corpus, questions, gold, snapshot)


def settle_relevance(experiment: Experiment, inputs: Inputs) -> Experiment:
    """The experiment with the rules of relevance and matching that are in force."""
    rule, match = inputs.relevance.rule, inputs.relevance.match.partition("/")[0]
    settings = attrs.evolve(experiment.settings, relevance=rule, match=match)
    return attrs.evolve(experiment, settings=settings)


def _manifest(views: Views, corpus: str, snapshot: str | None) -> str:
    """The digest of the state of a corpus.

    Raises:
        UsageError: it has no such snapshot.
    """
    if snapshot is None:
        return views.corpora[corpus].manifest
    known = sorted(name for one, name in views.snapshots if one == corpus)
    if snapshot not in known:
        there = f"it has {', '.join(known)}" if known else "it has none"
        message = (
            f"corpus {corpus!r} has no snapshot {snapshot!r}; {there}; "
            f"`benchbook corpus snapshot {corpus} --name {snapshot}` names its newest state"
        )
        raise UsageError(message)
    return views.snapshots[corpus, snapshot].manifest
