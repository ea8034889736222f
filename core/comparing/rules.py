"""How the differences of a run are tested: declared in its experiment, before any work."""

from __future__ import annotations

from decimal import Decimal

import attrs

SIGN_FLIP, STUDENT, WILCOXON, BOOTSTRAP = "sign-flip", "t", "wilcoxon", "bootstrap"
TESTS = (SIGN_FLIP, STUDENT, WILCOXON, BOOTSTRAP)

HOLM, BONFERRONI, NONE = "holm", "bonferroni", "none"
CORRECTIONS = (HOLM, BONFERRONI, NONE)

STANDARD, PERCENTILE, RESAMPLED = "standard", "percentile", "bootstrap"
INTERVALS = (STANDARD, PERCENTILE, RESAMPLED)


@attrs.frozen(kw_only=True)
class Rules:
    """The declared part of every comparison.

    Attributes:
        baseline: what conditions are compared with; primary: the metric of the declared family.
        test: one of `TESTS`; correction: of `CORRECTIONS`; interval: of `INTERVALS`.
        alpha: of the family.
        seed: 32 bytes that every draw comes from.
        judged_by_rule: whether the rule of relevance decides every unit, so that none is a hole.
    """

    baseline: str
    primary: str
    test: str
    correction: str
    interval: str
    alpha: Decimal
    seed: bytes
    judged_by_rule: bool
