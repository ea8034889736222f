"""The rows of a report: numbers, lanes, conditions, topics, comparisons, gates."""

from __future__ import annotations

import attrs

from ..objects.comparisons import Bounds, Difference, HoleBounds, LaneCounts, TieBounds

MOST_DOCUMENTS = 20
"""Relevant documents of a topic that a report names."""

MOST_RETURNED = 5
"""Units of the baseline that a report shows of a topic."""


@attrs.frozen(kw_only=True)
class Number:
    """One mean, with its denominators and its sources.

    Attributes:
        value: a decimal in plain notation, ten places; None where it is not measured.
        n: topics that the metric is defined for, which the mean is over.
        of: topics of the population.
        positions: ledger positions that the number comes from, rising.
        reason: why there is no value; empty where there is one.
        bounds: its interval; None where it is not measured.
        tied: what another order of equal scores could make of it; None where it could do nothing.
    """

    value: str | None
    n: int
    of: int
    positions: tuple[int, ...]
    reason: str = ""
    bounds: Bounds | None = None
    tied: TieBounds | None = None


@attrs.frozen(kw_only=True)
class LaneRow:
    """A lane of the instrument: what ran, with which parameters, as which code.

    Attributes:
        plugin: `distribution:name`.
        parameters: as they were resolved, one `key = value` each, sorted by key.
        pin: digest over the plugin's module files; empty when the lane was never loaded.
        state: `ranked`, `skipped` or `failed`.
        positions: ledger positions of the lane's facts, rising.
    """

    name: str
    plugin: str
    version: str
    parameters: tuple[str, ...]
    instance: str
    pin: str
    local: bool
    state: str
    reason: str
    positions: tuple[int, ...]


@attrs.frozen(kw_only=True)
class ConditionRow:
    """A row of the ablation.

    Attributes:
        lanes: the lanes fused, with the weight of each as text (empty where the fuser takes none).
        left_out: lanes that it went without, since the corpus could not feed them, with why.
        fuser: `distribution:name` with its parameters.
        reranker: likewise what ordered its best units anew; empty where nothing did.
        choices: what the fuser chose to do, and for how many topics; empty where it has no choice.
        state: `measured` or `not measured`.
        numbers: aligned with the report's metrics.
    """

    name: str
    lanes: tuple[str, ...]
    weights: tuple[str, ...]
    left_out: tuple[str, ...]
    fuser: str
    reranker: str
    choices: tuple[tuple[str, int], ...]
    state: str
    reason: str
    numbers: tuple[Number, ...]


@attrs.frozen(kw_only=True)
class Comparison(Difference):
    """A condition against the baseline by one metric.

    Attributes:
        positions: ledger positions that it comes from, rising.
    """

    positions: tuple[int, ...]


@attrs.frozen(kw_only=True)
class LaneShare(LaneCounts):
    """What one lane brought to one condition, in pairs of a topic and a relevant document.

    Attributes:
        positions: ledger positions that it comes from, rising.
    """

    positions: tuple[int, ...]


@attrs.frozen(kw_only=True)
class HolesRow(HoleBounds):
    """What unjudged documents can do to a mean.

    Attributes:
        positions: ledger positions that it comes from, rising.
    """

    positions: tuple[int, ...]


@attrs.frozen(kw_only=True)
class BucketRow:
    """The topics that are counted together.

    Attributes:
        topics: how many.
        numbers: by condition, then by metric.
    """

    name: str
    topics: int
    numbers: tuple[tuple[Number, ...], ...]


@attrs.frozen(kw_only=True)
class GateRow:
    """A threshold that was declared before the run, and what came of it.

    Attributes:
        kind: `metric`, `latency` or `cost`.
        metric: what is measured, as `nDCG@10`, `total p95` (in milliseconds) or `tokens per topic`.
        bucket: the topics that are counted; empty for all.
        baseline: what the number is a difference to, as `no_graph`; empty where it is none.
        rule: as `at least 0.65` or `not worse than no_graph by more than 0.02`.
        needs: what there must be for anything to be decided, as `40 topics`; empty where one will
            do.
        statistic: what is held against it: `mean`, or `interval` (all of it).
        number: what was measured; None where nothing was.
        verdict: `pass`, `fail`, `inconclusive`, `unattainable` or `not measured`.
        declared: position of the declaration; prior_runs: completed runs on this gold before it.
        reason: why the verdict is no clear one; note: what must be known of a clear one.
        is_post_hoc: whether it was changed after such a run.
        positions: of the declaration and the decision.
    """

    name: str
    kind: str
    condition: str
    metric: str
    bucket: str
    baseline: str
    rule: str
    needs: str
    statistic: str
    number: Number | None
    verdict: str
    reason: str
    note: str
    declared: int
    prior_runs: int
    is_post_hoc: bool
    positions: tuple[int, ...]


@attrs.frozen(kw_only=True)
class DecisionRow:
    """What the rule that was written down before the run came to.

    Attributes:
        rule: in words; because: the gates that decided it.
        decision: `adopt`, `keep`, `collect-more` or `not measured`.
        positions: of the start of the run, which froze the rule, and of the decision.
    """

    name: str
    rule: str
    decision: str
    because: str
    positions: tuple[int, ...]


@attrs.frozen(kw_only=True)
class RelevantDocument:
    """A document that answers a topic.

    Attributes:
        ranks: by condition; None where the condition did not return it.
    """

    id: str
    title: str
    grade: int
    ranks: tuple[int | None, ...]


@attrs.frozen(kw_only=True)
class ReturnedUnit:
    """What the baseline returned near the top.

    Attributes:
        grade: None where nobody judged it.
    """

    id: str
    title: str
    grade: int | None


@attrs.frozen(kw_only=True)
class TopicRow:
    """One topic.

    Attributes:
        state: `drafted`, `signed` or `as published`; bucket: what it is counted with, or empty.
        relevant: documents of grade 1 or more in its frozen qrels.
        found: how many of these each condition returned; None where it is not measured.
        documents: the first of these, best grade first, then in the order of the baseline; at most
            `MOST_DOCUMENTS`.
        first: the first rows of the baseline, at most `MOST_RETURNED`.
        values: by condition, then by metric; None where undefined or not measured. They come, as
            the ranks do, from the positions of the condition's numbers.
    """

    id: str
    text: str
    state: str
    bucket: str
    relevant: int
    found: tuple[int | None, ...]
    documents: tuple[RelevantDocument, ...]
    first: tuple[ReturnedUnit, ...]
    values: tuple[tuple[str | None, ...], ...]
