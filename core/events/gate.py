"""Events of the streams `gate/<experiment>/<name>`."""

from __future__ import annotations

from typing import ClassVar

import attrs


@attrs.frozen(kw_only=True)
class GateRule:
    """What a gate asks for.

    Attributes:
        kind: `metric`, `latency` or `cost`.
        metric: canonical; of a latency `p50` or `p95`, of a cost the column of its file.
        stage: of a latency: what was timed; else empty. costs: of a cost: the name of its file.
        bound: `at_least`, `at_most`, `above` or `below`; threshold: a decimal.
        fails: the other end of a band as a decimal, or None.
        statistic: `mean` or `interval`.
        bucket: the topics that are counted, empty for all; per_bucket: each bucket by itself.
        relative_to: a condition, `run:ID`, `report:ID`, `file:NAME`, or empty; against: the
            condition of that baseline.
        baseline: the digest of the baseline's numbers; empty where they are the run's own.
        min_topics: fewer topics with a value, and nothing is decided; min_signed: likewise.
    """

    kind: str
    condition: str
    metric: str
    stage: str
    costs: str
    bound: str
    threshold: str
    fails: str | None
    statistic: str
    bucket: str
    per_bucket: bool
    relative_to: str
    against: str
    baseline: str
    min_topics: int
    min_signed: int


@attrs.frozen(kw_only=True)
class GateDeclared:
    """A threshold was declared, before the run that it is for.

    Attributes:
        gate: `<experiment>/<name>`.
        questions: the gold digest that it was declared for.
    """

    TYPE: ClassVar[str] = "gate-declared"
    SCHEMA: ClassVar[int] = 1

    gate: str
    questions: str
    rule: GateRule


@attrs.frozen(kw_only=True)
class GateSuperseded:
    """A gate was declared anew with something changed.

    Attributes:
        supersedes: position of the declaration that was in force until now.
    """

    TYPE: ClassVar[str] = "gate-superseded"
    SCHEMA: ClassVar[int] = 1

    gate: str
    questions: str
    rule: GateRule
    supersedes: int


@attrs.frozen(kw_only=True)
class GateDecided:
    """A gate was held against a run.

    Attributes:
        declared: position of the declaration that the run was started under.
        prior_runs: completed runs on the same gold set in this log before that declaration.
        is_post_hoc: whether it was made, or changed, when numbers could have been seen.
        bucket: the topics that were counted; empty for all.
        verdict: `pass`, `fail`, `inconclusive`, `unattainable` or `not measured`.
        reason: why it is no clear yes or no; note: what a reader must know of a clear one.
        observed: the number that was held against it, or None; low, high: its interval; method: of
            that interval, or empty.
        n: topics that the number is over; of: topics that it is about.
        read: digest of the file or object that it was read from beside the run; empty where nothing
            was.
    """

    TYPE: ClassVar[str] = "gate-decided"
    SCHEMA: ClassVar[int] = 1

    gate: str
    run: str
    declared: int
    prior_runs: int
    is_post_hoc: bool
    bucket: str
    verdict: str
    reason: str
    note: str
    observed: str | None
    low: str | None
    high: str | None
    method: str
    n: int
    of: int
    read: str
