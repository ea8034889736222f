"""Every condition against the baseline, by each metric, paired per topic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import numpy as np

from ..decimals import PLACES, decimal_text
from ..objects.comparisons import Bounds, Difference
from ..statistics.corrections import Corrected, bonferroni, holm
from ..statistics.detectable import smallest_detectable
from .means import bounds_of, coverage_note
from .paired_tests import Tested, run_test
from .pairs import Pair
from .rules import BONFERRONI, HOLM, NONE, Rules
from .scored import Scored
from .verdicts import FEWEST, judge

_LEAST_P = 10.0**-PLACES
"""What a test without draws may fall below, as the t-test does."""

_CORRECTIONS: dict[str, Callable[[Sequence[Fraction | None]], Corrected]] = {
    HOLM: holm,
    BONFERRONI: bonferroni,
}


def differences_of(scored: Scored, rules: Rules) -> tuple[Difference, ...]:
    """One difference for each condition but the baseline and each metric that can be tested.

    In the order of conditions, then metrics. Nothing where the baseline was not measured.
    """
    if rules.baseline not in scored.values:
        return ()
    return compare_pairs(list(_pairs(scored, rules)), rules)


def compare_pairs(pairs: Sequence[Pair], rules: Rules) -> tuple[Difference, ...]:
    """Test pairs, correct the p of those that are declared, and judge each; one for each pair."""
    tested = _test(pairs, rules)
    corrected = _corrected(pairs, tested, rules)
    family = sum(p is not None for p in corrected)
    return tuple(
        _difference(pair, one, p, rules, family)
        for pair, one, p in zip(pairs, tested, corrected, strict=True)
    )


def _pairs(scored: Scored, rules: Rules) -> Iterator[Pair]:
    """What is to be compared."""
    for condition in scored.values:
        if condition == rules.baseline:
            continue
        for scale in scored.metrics:
            if not scale.is_holes:
                yield Pair.of(scored, rules, condition, scale)


def _test(pairs: Sequence[Pair], rules: Rules) -> list[Tested | None]:
    """What the test says of each pair; None where there are too few topics for any.

    Pairs that are over the same topics are tested in one block, from the same draws.
    """
    blocks: dict[tuple[bytes, float], list[int]] = {}
    for at, pair in enumerate(pairs):
        if pair.n >= FEWEST:
            blocks.setdefault((pair.both.tobytes(), pair.scale.span), []).append(at)
    tested: list[Tested | None] = [None] * len(pairs)
    for (_, span), places in blocks.items():
        block = np.stack([pairs[at].differences for at in places], axis=1)
        for at, one in zip(places, run_test(block, rules, span), strict=True):
            tested[at] = one
    return tested


def _corrected(
    pairs: Sequence[Pair], tested: Sequence[Tested | None], rules: Rules
) -> list[Fraction | None]:
    """The corrected p of each pair of the declared family; None outside it."""
    family = [
        one.p if pair.declared and one is not None else None
        for pair, one in zip(pairs, tested, strict=True)
    ]
    return (
        list(_CORRECTIONS[rules.correction](family)) if rules.correction in _CORRECTIONS else family
    )


def _difference(
    pair: Pair, tested: Tested | None, corrected: Fraction | None, rules: Rules, family: int
) -> Difference:
    """One comparison as it is recorded.

    Args:
        family: how many declared comparisons share alpha.
    """
    differences = pair.differences
    verdict, reason = judge(pair, tested, corrected, rules, family)
    detectable = None if tested is None else _detectable(pair, rules, family)
    return Difference(
        condition=pair.condition,
        baseline=rules.baseline,
        metric=pair.scale.name,
        declared=pair.declared,
        difference=None if pair.mean is None else decimal_text(pair.mean),
        bounds=None if tested is None else _bounds(pair, tested, rules),
        p=None if tested is None else _text(tested.p),
        corrected=_text(corrected),
        smallest=None if tested is None else _text(tested.smallest),
        detectable=None if detectable is None else decimal_text(detectable),
        n=pair.n,
        wins=int((differences > 0).sum()),
        ties=int((differences == 0).sum()),
        losses=int((differences < 0).sum()),
        verdict=verdict,
        reason=reason,
    )


def _bounds(pair: Pair, tested: Tested, rules: Rules) -> Bounds | None:
    """The interval of a difference, with what must be known of it."""
    interval = tested.interval
    if interval is None:
        return None
    covered = coverage_note(interval, pair.differences, rules, is_difference=True)
    return bounds_of(interval, "; ".join(filter(None, (*tested.notes, covered))))


def _detectable(pair: Pair, rules: Rules, family: int) -> float | None:
    """The smallest true difference that such a test finds four times in five.

    A declared comparison shares alpha with its family: it gets what the first step of Holm leaves
    it, an equal part, so that no correction can make the promise too large.
    """
    parts = max(family, 1) if pair.declared and rules.correction != NONE else 1
    column = pair.differences[:, None]
    return smallest_detectable(column, alpha=rules.alpha / parts, span=pair.scale.span)[0]


def _text(p: Fraction | None) -> str | None:
    """A p with ten places; one that is less than the last of them is that, and never 0."""
    return None if p is None else decimal_text(max(p.numerator / p.denominator, _LEAST_P))
