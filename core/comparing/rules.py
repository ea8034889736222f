"""How the differences of a run are tested: declared in its experiment, before any work."""

from __future__ import annotations

from decimal import Decimal

import attrs

from ..objects.comparisons import Instrument

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

    @classmethod
    def recorded(cls, used: Instrument, baseline: str, primary: str) -> Rules:
        """Those that numbers were recorded with, to test more of them alike."""
        return cls(
            baseline=baseline,
            primary=primary,
            test=used.test,
            correction=used.correction,
            interval=used.interval,
            alpha=Decimal(used.alpha),
            seed=bytes.fromhex(used.seed) or bytes(32),
            judged_by_rule=False,
        )
