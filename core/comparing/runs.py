"""Runs against one baseline over one population of topics: no workspace, no ledger."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cached_property

import attrs
import numpy as np

from ..counting import counted
from ..decimals import decimal_text
from ..errors import UsageError
from ..event_store import canonical_json, digest
from ..measuring.criteria import Criteria
from ..measuring.judged import Values
from ..measuring.scoring import ReadyMetric, ready_metrics
from ..objects.comparisons import Comparisons
from ..plain import to_plain
from ..plugging.quiet import quiet
from ..plugging.registry import Registry
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..statistics.draws import seed_of
from ..topics import Topics
from .pairs import without_noise
from .rules import CORRECTIONS, HOLM, INTERVALS, SIGN_FLIP, STANDARD, TESTS, Rules
from .scored import HOLES
from .systems import Field, System, compare_systems, scale_of


@attrs.frozen(kw_only=True)
class CompareOptions:
    """How runs are compared.

    Raises:
        UsageError: a test, correction or interval that there is not, or an alpha outside 0 to 1.

    Attributes:
        baseline: the run that the others are compared with; the first where it is empty.
        primary: the metric of the declared family, runs × primary; the first where it is empty.
        test, correction, interval: as an experiment names them.
        alpha: of the family.
        topics: the population; all topics of the qrels when None.
    """

    baseline: str = ""
    primary: str = ""
    test: str = SIGN_FLIP
    correction: str = HOLM
    interval: str = STANDARD
    alpha: Decimal = Decimal("0.05")
    topics: Topics | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse what there is not."""
        named = (("test", TESTS), ("correction", CORRECTIONS), ("interval", INTERVALS))
        for key, known in named:
            given = getattr(self, key)
            if given not in known:
                message = f"{key} {given!r}; expected one of {', '.join(known)}"
                raise UsageError(message)
        if not (self.alpha.is_finite() and 0 < self.alpha < 1):
            message = f"alpha {self.alpha}; expected a number between 0 and 1, as 0.05"
            raise UsageError(message)


@attrs.frozen(kw_only=True)
class RunFacts:
    """What a run holds, beside its numbers.

    Attributes:
        answered: topics of the population that it has rows for; of: topics of the population.
        unjudged: topics of the run outside the population, sorted; they are left out.
        rows: of the population's topics.
        tied: of these rows, the ones whose score a neighbour has too.
        depth: the most rows that a topic has.
        same_as: an earlier run with the same units in the same order for every topic; else empty.
    """

    name: str
    answered: int
    of: int
    unjudged: tuple[str, ...]
    rows: int
    tied: int
    depth: int
    same_as: str


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Compared:
    """Runs that were compared.

    Attributes:
        baseline: a run's name; primary, metrics: canonical names, the share of judged rows at each
            of their cut-offs behind those that were asked for.
        topics: the population, sorted; judged_topics: how many topics the qrels hold.
        runs: in the order given.
        comparisons: means, differences, ties and holes, as a ledger records them.
        values: by run, then metric: one per topic.
    """

    baseline: str
    primary: str
    metrics: tuple[str, ...]
    topics: Topics
    judged_topics: int
    runs: tuple[RunFacts, ...]
    comparisons: Comparisons
    values: Mapping[str, Mapping[str, Values]]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The runs, in the order given."""
        return tuple(run.name for run in self.runs)

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it, values of topics included."""
        return {
            "baseline": self.baseline,
            "primary": self.primary,
            "metrics": list(self.metrics),
            "topics": list(self.topics.ids),
            "judged_topics": self.judged_topics,
            "runs": to_plain(self.runs),
            "comparisons": to_plain(self.comparisons),
            "d_z": {
                run: {metric: self.effect(run, metric) for metric in self.metrics}
                for run in self.names
                if run != self.baseline
            },
            "values": {
                run: {metric: self.texts(run, metric) for metric in self.metrics}
                for run in self.names
            },
        }

    def texts(self, run: str, metric: str) -> list[str | None]:
        """The value of each topic as a decimal; None where it is not defined."""
        one = self.values[run][metric]
        return [
            decimal_text(value) if is_defined else None
            for value, is_defined in zip(one.values.tolist(), one.defined.tolist(), strict=True)
        ]

    def effect(self, run: str, metric: str) -> str | None:
        """Cohen's d_z of a run against the baseline: mean difference by its standard deviation.

        The deviation is of the paired differences, with n - 1. None where there are fewer than two,
        or all are the same.

        Source: Cohen 1988, Statistical Power Analysis, section 2.3.5; Lakens 2013,
        doi:10.3389/fpsyg.2013.00863, equation 6.
        """
        mine, its = self.values[run][metric], self.values[self.baseline][metric]
        both = mine.defined & its.defined
        differences = without_noise(mine.values[both] - its.values[both], 1.0).tolist()
        if len(set(differences)) < 2:  # noqa: PLR2004 - one value has no spread
            return None
        mean = math.fsum(differences) / len(differences)
        squares = math.fsum((one - mean) ** 2 for one in differences)
        return decimal_text(mean / math.sqrt(squares / (len(differences) - 1)))


def compare_rankings(
    qrels: Qrels,
    runs: Mapping[str, Rankings],
    metrics: Sequence[str],
    registry: Registry,
    options: CompareOptions = CompareOptions(),
) -> Compared:
    """Compare runs with one of them.

    Every topic of the population counts for every run: one that a run does not answer has 0, and
    one for which a metric is not defined is left out of its mean, visibly. So runs over different
    topics are compared over the same ones.

    Args:
        runs: by name, in the order in which they are told of.
        metrics: names, each once; the first is the primary one unless `options` names another.

    Raises:
        UsageError: no run or an unknown baseline, a metric that there is not or that asks for more
            than qrels, a population that the qrels or a run have nothing of.
    """
    if not runs:
        message = "no run to compare; give at least one"
        raise UsageError(message)
    baseline = options.baseline or next(iter(runs))
    if baseline not in runs:
        message = f"baseline {baseline!r} is none of the runs: {', '.join(runs)}"
        raise UsageError(message)
    topics = _population(qrels, options.topics)
    ready = _ready(metrics, registry)
    primary = _primary(ready, options.primary, registry)
    criteria = Criteria(qrels=qrels, alone={}, sought=None)
    aligned = {name: rankings.for_topics(topics) for name, rankings in runs.items()}
    facts = [_facts(name, runs, aligned, topics) for name in runs]
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
        primary=primary,
        metrics=tuple(one.name.canonical for one in ready),
        topics=topics,
        judged_topics=len(qrels.grades),
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
        message = f"the qrels do not judge topic {strange[0]!r}{more} of the declared ones"
        raise UsageError(message)
    return declared


def _ready(metrics: Sequence[str], registry: Registry) -> tuple[ReadyMetric, ...]:
    """The metrics asked for, and behind them the share of judged rows at each of their cut-offs."""
    asked = ready_metrics(metrics, registry)
    beside = sorted({one.name.cutoff for one in asked if one.name.cutoff is not None})
    holes = [*(f"{HOLES}@{cutoff}" for cutoff in beside), HOLES]
    is_whole = any(one.name.cutoff is None for one in asked)
    texts = [*(str(one.name) for one in asked), *(holes if is_whole else holes[:-1])]
    return ready_metrics(texts, registry)


def _primary(ready: Sequence[ReadyMetric], text: str, registry: Registry) -> str:
    """The canonical name of the primary metric.

    Raises:
        UsageError: it is none of those measured, or it says how much is judged.
    """
    name = ready_metrics([text], registry)[0].name.canonical if text else str(ready[0].name)
    measured = {one.name.canonical: one for one in ready}
    if name not in measured:
        message = f"primary metric {name} is none of the metrics: {', '.join(measured)}"
        raise UsageError(message)
    if scale_of(measured[name]).is_holes:
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
        tied=_tied(counted_rows),
        depth=int(sizes.max(initial=0)),
        same_as=_same_as(name, aligned),
    )


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


def _tied(rankings: Rankings) -> int:
    """How many rows have the score of a neighbour in their topic."""
    same = rankings.scores[1:] == rankings.scores[:-1]
    inner = rankings.offsets[(rankings.offsets > 0) & (rankings.offsets < len(rankings.codes))]
    same[inner - 1] = False
    tied = np.zeros(len(rankings.codes), np.bool_)
    tied[1:] |= same
    tied[:-1] |= same
    return int(tied.sum())


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
    for run in compared.runs:
        if run.answered < run.of:
            told = f"{run.name} answers {run.answered} of {run.of} topics"
            yield f"{told}: what it does not answer counts 0"
        if run.unjudged:
            outside = counted(len(run.unjudged), "topic")
            yield f"{run.name}: left out, since they are not in the population: {outside}"
        if run.same_as:
            yield f"{run.name} ranks as {run.same_as} does, for every topic"
