"""What a retrieval report is folded from: everything below its basis that concerns its run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar

import attrs

from ..codec import Event
from ..comparing.buckets import buckets_of
from ..errors import BadData, UsageError
from ..event_store import EventStore, Recorded, read_json
from ..events import (
    CorpusDeclared,
    CorpusIngested,
    EnvironmentSealed,
    GoldSetImported,
    MadeBy,
    MergeApplied,
    RunStarted,
)
from ..gold import Gold
from ..matching.evidence import Tally
from ..measuring.judged import Values
from ..objects.comparisons import Comparisons, Mean, unpack_comparisons
from ..objects.evidence import load_tally
from ..objects.frozen_gold import load_topics
from ..objects.gold_sets import load_gold
from ..projections.corpora import CORPORA
from ..projections.gates import GATES, Gates
from ..projections.projection import fold
from ..projections.run import RUN, Run
from ..projections.runs import RUNS, Runs
from ..running.book import load_scores
from ..streams import run_stream
from ..topics import Topics
from .at_hand import NOTHING, AtHand

Kind = TypeVar("Kind", bound=Event)
Scores = Mapping[str, Mapping[str, tuple[MadeBy, Values]]]


@attrs.frozen(kw_only=True, slots=False)
class Facts:
    """What the report is folded from: everything below the basis that concerns the run.

    Attributes:
        position: of `run-started`; completed: of `run-completed`; compared_at: of
            `comparisons-computed`.
        runs, gates: of the whole log up to there.
        experiment: as it was resolved when the run started.
        merges: of entities' names in the corpus, the last one last.
        tally: over the titles and phrases of the gold set; None where it has none.
        questions: the gold set; gold: the fact that it was imported.
        scores: by condition that was measured, then by metric: who measured, and the values.
        choices: by condition whose fuser chooses, what it chose and for how many topics.
    """

    run: Run
    started: RunStarted
    position: int
    completed: int
    runs: Runs
    corpus: CorpusIngested | CorpusDeclared
    merges: tuple[MergeApplied, ...]
    gold: GoldSetImported
    environment: EnvironmentSealed
    experiment: Mapping[str, Any]
    topics: Topics
    tally: Tally | None
    questions: Gold
    scores: Scores
    choices: Mapping[str, tuple[tuple[str, int], ...]]
    compared_at: int
    comparisons: Comparisons
    gates: Gates

    @cached_property
    def means(self) -> Mapping[tuple[str, str, str], Mean]:
        """What is known of each mean, by condition, metric and bucket."""
        means = self.comparisons.means
        return {(mean.condition, mean.metric, mean.bucket): mean for mean in means}

    @cached_property
    def bucket_sizes(self) -> Mapping[str, int]:
        """How many topics each bucket has; the empty one has all."""
        sizes = {name: len(places) for name, places in buckets_of(self.questions).items()}
        return {"": len(self.topics), **sizes}

    @property
    def qrels(self) -> str:
        """The object with what counted as relevant."""
        return self.started.qrels if self.run.sought is None else self.run.sought[1].qrels

    @property
    def judgments(self) -> int:
        """How many judgments these are."""
        return self.started.judgments if self.run.sought is None else self.run.sought[1].judgments


def gather(store: EventStore, run_id: str, at_hand: AtHand = NOTHING) -> Facts:
    """Take the basis first, then fold each view up to it.

    Args:
        at_hand: what need not be loaded again.

    Raises:
        UsageError: the run does not exist, or has no end.
    """
    run = fold(RUN, store.read(run_stream(run_id))[0]) if at_hand.run is None else at_hand.run
    position, started, completed = _ended(run, run_id)
    types = (*RUNS.handles, *CORPORA.handles, *GATES.handles, GoldSetImported, EnvironmentSealed)
    before = tuple(store.events(stop=completed + 1, types=types))
    merges = _merges(before, started)
    evidence = started.evidence if run.sought is None else run.sought[1].evidence
    compared_at, compared = _compared(run)
    questions, comparisons = at_hand.gold, at_hand.comparisons
    if questions is None:
        questions = load_gold(started.questions, store.get)
    if comparisons is None:
        where = f"comparisons at position {compared_at}"
        comparisons = unpack_comparisons(store.get(compared), where)
    return Facts(
        run=run,
        started=started,
        position=position,
        completed=completed,
        runs=fold(RUNS, before),
        corpus=_corpus(before, started, merges[0].before if merges else started.manifest),
        merges=merges,
        gold=_last(before, GoldSetImported, gold=started.gold, questions=started.questions),
        environment=_last([one for one in before if one.id == run.env], EnvironmentSealed),
        experiment=read_json(store.get(started.experiment)),
        topics=load_topics(store, started.topics),
        tally=None if evidence is None else load_tally(evidence, store.get),
        gates=fold(GATES, before),
        questions=questions,
        compared_at=compared_at,
        comparisons=comparisons,
        scores={name: load_scores(store, run, name) for name in run.scored},
        choices={
            name: _counted(store, fact.choices)
            for name, (_, fact) in run.fused.items()
            if fact.choices is not None
        },
    )


def _compared(run: Run) -> tuple[int, str]:
    """Where a run's numbers were compared, and the object with what came of it.

    Raises:
        BadData: nowhere, although the run ended: a column was tampered with.
    """
    if run.compared is None:
        raise tampered("a run that ended uncompared", "its comparisons")
    at, event = run.compared
    return at, event.comparisons


def _counted(store: EventStore, choices: str) -> tuple[tuple[str, int], ...]:
    """What a fuser chose to do and for how many topics, the most frequent first."""
    chosen = Counter(choice for _, choice in read_json(store.get(choices)))
    return tuple(sorted(chosen.items(), key=lambda pair: (-pair[1], pair[0])))


def _ended(run: Run, run_id: str) -> tuple[int, RunStarted, int]:
    """Where a run began, with what, and where it ended.

    Raises:
        UsageError: the run does not exist, or has no end.
    """
    if run.started is None:
        message = f"there is no run {run_id!r}; `benchbook run list` shows those of this workspace"
        raise UsageError(message)
    if run.completed is None:
        message = f"run {run_id} has no end; finish it with `benchbook eval retrieval --resume`"
        raise UsageError(message)
    return *run.started, run.completed


def _merges(before: Iterable[Recorded], started: RunStarted) -> tuple[MergeApplied, ...]:
    """What was merged in the state of the corpus that the run stands on, in order."""
    made = {
        one.event.manifest: one.event
        for one in before
        if isinstance(one.event, MergeApplied) and one.event.corpus == started.corpus
    }
    merges: list[MergeApplied] = []
    manifest = started.manifest
    while manifest in made:
        merges.append(made[manifest])
        manifest = made[manifest].before
    return tuple(reversed(merges))


def _corpus(
    before: Iterable[Recorded], started: RunStarted, manifest: str
) -> CorpusIngested | CorpusDeclared:
    """The fact that the run's corpus stands on, with this digest before any merge."""
    kind: type[CorpusIngested | CorpusDeclared] = CorpusIngested
    if any(
        isinstance(one.event, CorpusDeclared) and one.event.manifest == manifest for one in before
    ):
        kind = CorpusDeclared
    return _last(before, kind, corpus=started.corpus, manifest=manifest)


def _last(events: Iterable[Recorded], kind: type[Kind], **fields: str) -> Kind:
    """The last event of a kind with these values.

    Raises:
        BadData: there is none, although `run-started` vouches for it: a column was tampered with.
    """
    found = [
        one.event
        for one in events
        if isinstance(one.event, kind)
        and all(getattr(one.event, name) == value for name, value in fields.items())
    ]
    if not found:
        raise tampered(f"no {kind.TYPE} before the run", "the run's own")
    return found[-1]


def tampered(found: str, expected: str) -> BadData:
    """The error that a fact is missing which others vouch for: a column was tampered with."""
    hint = "`benchbook ledger verify` lists what was changed"
    return BadData("the ledger", None, found, expected, hint)
