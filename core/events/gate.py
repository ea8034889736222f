"""Events of the streams `gate/<experiment>/<name>`."""

from __future__ import annotations

from typing import ClassVar

import attrs


@attrs.frozen(kw_only=True)
class GateDeclared:
    """A threshold was declared, before the run that it is for.

    Attributes:
        gate: `<experiment>/<name>`.
        questions: the gold digest of the run that it was declared for.
        bound: `at_least` or `at_most`; threshold: a decimal; statistic: `mean` or `interval`.
        min_topics: fewer topics with a value, and nothing is decided.
    """

    TYPE: ClassVar[str] = "gate-declared"
    SCHEMA: ClassVar[int] = 1

    gate: str
    questions: str
    condition: str
    metric: str
    bound: str
    threshold: str
    statistic: str
    min_topics: int


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
    condition: str
    metric: str
    bound: str
    threshold: str
    statistic: str
    min_topics: int
    supersedes: int


@attrs.frozen(kw_only=True)
class GateDecided:
    """A gate was held against a run.

    Attributes:
        declared: position of the declaration in force.
        prior_runs: completed runs on the same gold set in this log before that declaration.
        is_post_hoc: whether it was changed after one of them.
        verdict: `pass`, `fail`, `inconclusive`, `unattainable` or `not measured`.
        observed: the mean that was held against it, or None.
    """

    TYPE: ClassVar[str] = "gate-decided"
    SCHEMA: ClassVar[int] = 1

    gate: str
    run: str
    declared: int
    prior_runs: int
    is_post_hoc: bool
    verdict: str
    reason: str
    observed: str | None
