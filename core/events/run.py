"""Events of the streams `run/<id>`."""

from __future__ import annotations

from typing import ClassVar

import attrs

from .values import MadeBy


@attrs.frozen(kw_only=True)
class RunStarted:
    """A run was declared, before any work: an unfinished run stays visible.

    Attributes:
        experiment: object with the resolved experiment, defaults filled in.
        manifest, questions: corpus and gold digests.
        topics: object with the topics; qrels: object with the frozen qrels.
        evidence: object with every title and phrase and what matches it, or None where the gold set
            has none.
        relevance: the rule that made the qrels: `document`, `evidence`, `either` or `both`.
        match: the rule of matching with its version, as `fold/1`; empty where nothing is matched.
        fingerprint: digest over everything that can change a number.
        unknown_documents: judged documents that the corpus does not hold; None where it is only
            declared, so that nobody knows.
        snapshot: the name of the corpus's state that was asked for, or None for its newest.
        gates: the positions of the declarations that it is held to, in the experiment's order.
    """

    TYPE: ClassVar[str] = "run-started"
    SCHEMA: ClassVar[int] = 1

    run: str
    experiment: str
    experiment_name: str
    corpus: str
    manifest: str
    gold: str
    questions: str
    topics: str
    topics_count: int
    qrels: str
    evidence: str | None
    relevance: str
    match: str
    judgments: int
    fingerprint: str
    unknown_documents: int | None
    snapshot: str | None
    gates: tuple[int, ...]


@attrs.frozen(kw_only=True)
class LaneRanked:
    """A lane instance ranked one block of 64 topics.

    Attributes:
        block: counted from 0; topics: in this block; rows: units ranked.
        frame: object with the rankings as they were delivered.
        texts: object that names what the lane told of these units, on a corpus that is only
            declared; None where it told nothing, and where the corpus itself has their texts.
        notes: what the lane says that it left out or changed; a few sentences.
    """

    TYPE: ClassVar[str] = "lane-ranked"
    SCHEMA: ClassVar[int] = 1

    run: str
    lane: str
    instance: str
    block: int
    topics: int
    rows: int
    frame: str
    texts: str | None
    notes: tuple[str, ...]
    made_by: MadeBy


@attrs.frozen(kw_only=True)
class EvidenceSought:
    """Titles and phrases were sought in what the lanes returned of a corpus only declared.

    It stands after the last lane and before the first condition: what it found is what counted as
    relevant, in place of what `run-started` names.

    Attributes:
        evidence: object with every title and phrase and what matches it.
        qrels: object with the frozen qrels.
        judgments: in these qrels; units: sought in.
        unreturned: topics that something answers which no lane returned.
    """

    TYPE: ClassVar[str] = "evidence-sought"
    SCHEMA: ClassVar[int] = 1

    run: str
    evidence: str
    qrels: str
    judgments: int
    units: int
    unreturned: int


@attrs.frozen(kw_only=True)
class LaneSkipped:
    """A lane cannot be fed by this corpus; what needs it is not measured."""

    TYPE: ClassVar[str] = "lane-skipped"
    SCHEMA: ClassVar[int] = 1

    run: str
    lane: str
    instance: str
    reason: str
    made_by: MadeBy


@attrs.frozen(kw_only=True)
class LaneFailed:
    """A lane broke; what needs it is not measured.

    Attributes:
        block: the block it broke in, or None where it could not be built.
        fault: the class of the error; reason: its message, without paths of the machine.
    """

    TYPE: ClassVar[str] = "lane-failed"
    SCHEMA: ClassVar[int] = 1

    run: str
    lane: str
    instance: str
    block: int | None
    fault: str
    reason: str
    made_by: MadeBy


@attrs.frozen(kw_only=True)
class ConditionFused:
    """The lanes of a condition became one ranking per topic.

    Attributes:
        ranking: object that names the frames, one per block of 64 topics.
        notes: what is odd about the lanes that were fused; a few sentences.
        choices: object with what the fuser chose to do for each topic, or None where it does not
            choose.
        made_by: the fuser; reranked_by: what ordered its best units anew, or None.
    """

    TYPE: ClassVar[str] = "condition-fused"
    SCHEMA: ClassVar[int] = 1

    run: str
    condition: str
    ranking: str
    rows: int
    choices: str | None
    notes: tuple[str, ...]
    made_by: MadeBy
    reranked_by: MadeBy | None


@attrs.frozen(kw_only=True)
class ConditionFailed:
    """A plugin of a condition broke; the condition is not measured, the others are.

    Attributes:
        stage: what the plugin was asked to do: `fuse`, `rerank` or `measure`. What was measured
            has its `condition-fused` before this; else there is none.
        fault: the class of the error; reason: its message, without paths of the machine.
        made_by: the plugin that broke.
    """

    TYPE: ClassVar[str] = "condition-failed"
    SCHEMA: ClassVar[int] = 1

    run: str
    condition: str
    stage: str
    fault: str
    reason: str
    made_by: MadeBy


@attrs.frozen(kw_only=True)
class ScoresComputed:
    """A condition was measured.

    Attributes:
        scores: object with, per metric, its pin, one float64 vector over the topics, and where it
            is defined.
        metrics: how many.
    """

    TYPE: ClassVar[str] = "scores-computed"
    SCHEMA: ClassVar[int] = 1

    run: str
    condition: str
    scores: str
    metrics: int


@attrs.frozen(kw_only=True)
class ComparisonsComputed:
    """What can be said of a run's numbers was computed: intervals, tests, ties, holes, lanes.

    Attributes:
        comparisons: object with all of it; differences: how many are in it.
        declared: of these, the ones of the family that was declared before the run.
    """

    TYPE: ClassVar[str] = "comparisons-computed"
    SCHEMA: ClassVar[int] = 1

    run: str
    comparisons: str
    differences: int
    declared: int


@attrs.frozen(kw_only=True)
class DecisionReached:
    """The rule that was written down before a run came to a decision.

    Attributes:
        name: of the decision, as the experiment calls it; rule: in words.
        decision: `adopt`, `keep`, `collect-more` or `not measured`.
        because: the gates that decided it.
    """

    TYPE: ClassVar[str] = "decision-reached"
    SCHEMA: ClassVar[int] = 1

    run: str
    name: str
    rule: str
    decision: str
    because: str


@attrs.frozen(kw_only=True)
class SweepConcluded:
    """What a sweep of fusions came to, by the rule that was frozen with its run.

    Attributes:
        sweep: object with all of it; headline: the configuration that was chosen, or None.
        verdict: `highest mean`, `no fusion above the baseline`, `premise does not reproduce` or
            `not measured`.
    """

    TYPE: ClassVar[str] = "sweep-concluded"
    SCHEMA: ClassVar[int] = 1

    run: str
    sweep: str
    headline: str | None
    verdict: str


@attrs.frozen(kw_only=True)
class CreditComputed:
    """What each lane of a condition is worth was computed, from what a completed run recorded.

    Attributes:
        credit: object with all of it; values: object with the values of topics behind it.
        made_by: the fuser that every set of lanes was fused by.
    """

    TYPE: ClassVar[str] = "credit-computed"
    SCHEMA: ClassVar[int] = 1

    run: str
    condition: str
    metric: str
    credit: str
    values: str
    made_by: MadeBy


@attrs.frozen(kw_only=True)
class RunCompleted:
    """Every part of a run ended: measured, or not measured with its reason recorded."""

    TYPE: ClassVar[str] = "run-completed"
    SCHEMA: ClassVar[int] = 1

    run: str
    measured: int
    not_measured: int
