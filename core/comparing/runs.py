"""Runs against one baseline over one population of topics: no workspace, no ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs
import numpy as np

from ..counting import counted
from ..errors import UsageError
from ..event_store import canonical_json, digest
from ..measuring.axes import Axes
from ..measuring.criteria import Criteria
from ..measuring.scoring import (
    ReadyMetric,
    ready_metrics,
    refuse_without_axes,
    refuse_without_documents,
    refuse_without_evidence,
)
from ..plugging.quiet import quiet
from ..plugging.registry import Registry
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..statistics.draws import seed_of
from ..topics import Topics
from .compared import Compared, CompareOptions, RunFacts
from .rules import Rules
from .scored import HOLES
from .systems import Field, System, compare_systems, scale_of


def compare_rankings(
    qrels: Qrels,
    runs: Mapping[str, Rankings],
    metrics: Sequence[str],
    registry: Registry,
    options: CompareOptions | None = None,
    axes: Axes | None = None,
) -> Compared:
    """Compare runs with one of them.

    Every topic of the population counts for every run: one that a run does not answer has 0, and
    one for which a metric is not defined is left out of its mean, visibly. So runs over different
    topics are compared over the same ones.

    Args:
        runs: by name, in the order in which they are told of.
        metrics: names, each once; the first is the primary one unless `options` names another.
        options: those of `CompareOptions` as they stand when None.
        axes: the subtopics of the qrels, which a metric may ask for.

    Raises:
        UsageError: no run or an unknown baseline, a metric that there is not or that asks for more
            than qrels, a population that the qrels or a run have nothing of.
    """
    if not runs:
        message = "no run to compare; give at least one"
        raise UsageError(message)
    options = options or CompareOptions()
    baseline = options.baseline or next(iter(runs))
    if baseline not in runs:
        message = f"baseline {baseline!r} is none of the runs: {', '.join(runs)}"
        raise UsageError(message)
    topics = _population(qrels, options.topics)
    ready = _ready(metrics, registry, axes)
    primary = _primary(ready, options.primary, registry, is_tested=len(runs) > 1)
    criteria = Criteria(qrels=qrels, alone={}, sought=None, axes=axes)
    aligned = {name: rankings.for_topics(topics) for name, rankings in runs.items()}
    facts = _seen_by([_facts(name, runs, aligned, topics) for name in runs], ready)
    with quiet():
        systems = {
            one.name: System(
                rankings=aligned[one.name],
                measured=criteria.measure(aligned[one.name], topics, ready),
                depth=one.depth,
            )
            for one in facts
        }
    field = Field(systems=systems, metrics=ready, criteria=criteria, topics=topics, buckets={})
    return Compared(
        baseline=baseline,
        is_first=not options.baseline,
        primary=primary,
        metrics=tuple(one.name.canonical for one in ready),
        topics=topics,
        judged_topics=len(qrels.grades),
        twins=qrels.twins,
        runs=tuple(facts),
        comparisons=compare_systems(field, _rules(options, baseline, primary, topics)),
        values={
            name: {one.name: one.values for one in system.measured}
            for name, system in systems.items()
        },
    )


def _population(qrels: Qrels, declared: Topics | None) -> Topics:
    """The topics that count; those of the qrels where none are declared.

    Raises:
        UsageError: one of the declared is not judged.
    """
    if declared is None:
        return qrels.population
    strange = [id_ for id_ in declared.ids if id_ not in qrels.grades]
    if strange:
        more = f" and {len(strange) - 1} more" if len(strange) > 1 else ""
        message = (
            f"the qrels do not judge topic {strange[0]!r}{more} of the declared ones: not measured "
            "is not 0; take out what is not judged"
        )
        raise UsageError(message)
    return declared


def _ready(
    metrics: Sequence[str], registry: Registry, axes: Axes | None
) -> tuple[ReadyMetric, ...]:
    """The metrics asked for, and behind them the share of judged rows at each of their cut-offs.

    Raises:
        UsageError: one that there is not, or that asks for more than is known here.
    """
    asked = ready_metrics(metrics, registry)
    refuse_without_evidence(asked, "what is known here, qrels,")
    if axes is None:
        refuse_without_axes(asked, "what is known here, qrels,")
    refuse_without_documents(asked, "a file of a run")
    beside = sorted({one.name.cutoff for one in asked if one.name.cutoff is not None})
    holes = [*(f"{HOLES}@{cutoff}" for cutoff in beside), HOLES]
    is_whole = any(one.name.cutoff is None for one in asked)
    texts = [*(str(one.name) for one in asked), *(holes if is_whole else holes[:-1])]
    return ready_metrics(texts, registry)


def _primary(
    ready: Sequence[ReadyMetric], text: str, registry: Registry, *, is_tested: bool
) -> str:
    """The canonical name of the primary metric.

    Args:
        is_tested: whether anything is compared by it.

    Raises:
        UsageError: it is none of those measured, or it is tested and says how much is judged.
    """
    name = ready_metrics([text], registry)[0].name.canonical if text else str(ready[0].name)
    measured = {one.name.canonical: one for one in ready}
    if name not in measured:
        message = f"primary metric {name} is none of the metrics: {', '.join(measured)}"
        raise UsageError(message)
    if is_tested and scale_of(measured[name]).is_holes:
        message = f"primary metric {name} says how much is judged, which no test is about"
        raise UsageError(message)
    return name


def _facts(
    name: str, runs: Mapping[str, Rankings], aligned: Mapping[str, Rankings], topics: Topics
) -> RunFacts:
    """What a run holds.

    Args:
        aligned: the runs' rankings of the topics that count.

    Raises:
        UsageError: it has no topic of the population.
    """
    known, rankings, counted_rows = set(topics.ids), runs[name], aligned[name]
    sizes = np.diff(counted_rows.offsets)
    if not sizes.any():
        found = f"topics such as {rankings.topics.ids[0]!r}" if len(rankings) else "no topic"
        message = f"run {name!r} has {found}, and none such as {topics.ids[0]!r}, which is judged"
        raise UsageError(message)
    return RunFacts(
        name=name,
        answered=int((sizes > 0).sum()),
        of=len(topics),
        unjudged=tuple(id_ for id_ in rankings.topics.ids if id_ not in known),
        rows=len(counted_rows.codes),
        tied=int(counted_rows.tied.sum()),
        depth=int(sizes.max(initial=0)),
        unseen=(),
        same_as=_same_as(name, aligned),
    )


def _seen_by(facts: Sequence[RunFacts], metrics: Sequence[ReadyMetric]) -> list[RunFacts]:
    """The same, with the metrics that look deeper than a run goes, where another goes deeper."""
    deepest = max(one.depth for one in facts)
    looks = {scale.name: scale for scale in map(scale_of, metrics) if not scale.is_holes}
    return [
        attrs.evolve(
            one,
            unseen=tuple(
                name
                for name, scale in looks.items()
                if one.depth < min(scale.cutoff or deepest, deepest)
            ),
        )
        for one in facts
    ]


def _same_as(name: str, aligned: Mapping[str, Rankings]) -> str:
    """The first run that ranks as this one does, if it stands before it; else the empty text."""
    mine = aligned[name]
    for other, its in aligned.items():
        if other == name:
            return ""
        is_like = np.array_equal(mine.offsets, its.offsets) and len(mine.table) == len(its.table)
        if is_like and all(mine.units(id_) == its.units(id_) for id_ in mine.topics.ids):
            return other
    return ""


def _rules(options: CompareOptions, baseline: str, primary: str, topics: Topics) -> Rules:
    """How differences are tested; draws come from the topics alone, as in a run."""
    return Rules(
        baseline=baseline,
        primary=primary,
        test=options.test,
        correction=options.correction,
        interval=options.interval,
        alpha=options.alpha,
        seed=seed_of("comparisons/1", digest(canonical_json(list(topics.ids)))),
        judged_by_rule=False,
    )


def oddities(compared: Compared) -> Iterator[str]:
    """What a reader must know of the runs, in sentences."""
    if compared.twins:
        repeated = counted(compared.twins, "judgment")
        yield f"{repeated} repeated in the qrels: counted once"
    for run in compared.runs:
        if run.answered < run.of:
            told = f"{run.name} answers {run.answered} of {run.of} topics"
            yield f"{told}: what it does not answer counts 0"
        if run.unjudged:
            outside = counted(len(run.unjudged), "topic")
            yield f"{run.name}: left out, since they are not in the population: {outside}"
        if run.unseen:
            deepest = max(one.depth for one in compared.runs)
            yield (
                f"{run.name} ends at rank {run.depth:,}, others go to {deepest:,}: what it may "
                f"have below counts as missed by {', '.join(run.unseen)}"
            )
        if run.same_as:
            yield f"{run.name} ranks as {run.same_as} does, for every topic"
