"""The tests that an experiment can declare, over blocks of paired differences."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import attrs
import numpy as np

from ..counting import counted
from ..statistics.draws import GENERATOR
from ..statistics.interval import Interval
from ..statistics.paired_t import paired_t
from ..statistics.percentile import RESAMPLES, paired_bootstrap
from ..statistics.sign_flip import EXACT_UP_TO, METHOD, sign_flip
from ..statistics.wilcoxon import ZERO_METHOD, signed_ranks
from .rules import BOOTSTRAP, RESAMPLED, SIGN_FLIP, STUDENT, WILCOXON, Rules
from .scored import Floats

DRAWS = 12_499
"""Flips drawn beyond `EXACT_UP_TO` topics.

With the observed one 12,500, so that p is a decimal of five places at most. A p of 0.05 is then
known to 0.002 (one standard deviation; 0.0015 with 20,000), and testing takes two thirds of the
time.
"""

LEAST_OF_RESAMPLES = Fraction(2, RESAMPLES + 1)
"""The least p of the kit's bootstrap, two-sided: where no resample passes 0 it says 0, which no
number of resamples can show (Davison and Hinkley 1997, Bootstrap Methods and their Application,
section 4.2).
"""


@attrs.frozen(kw_only=True)
class Tested:
    """What a test says of one column of differences.

    Attributes:
        p: two-sided, uncorrected; None where the test has none for these pairs.
        smallest: the smallest that it could be with these pairs; None where the test knows none.
        interval: of the mean difference; None where the test gives none.
        notes: what a reader must know of it.
        leans: the side that the test itself is about, 1, 0 or -1; None where it is that of the
            mean.
    """

    p: Fraction | None
    smallest: Fraction | None
    interval: Interval | None
    notes: tuple[str, ...] = ()
    leans: int | None = None


def run_test(block: Floats, rules: Rules, span: float) -> tuple[Tested, ...]:
    """Test every column of a block by the declared test.

    Args:
        block: float64 [topics, columns], topics sorted by id, at least one of them.
        span: the width of the metric's range.
    """
    if rules.test == SIGN_FLIP:
        return _sign_flips(block, rules, span)
    one, alpha = _BY_COLUMN[rules.test], float(rules.alpha)
    return tuple(one(np.ascontiguousarray(column), alpha, span) for column in block.T)


def definition(rules: Rules, topics: int) -> str:
    """The rest of a test's definition, for the report."""
    drawn = f"{DRAWS:,} flips of {counted(topics, 'topic')} drawn by {GENERATOR}"
    every = f"all {2**topics:,} flips of {counted(topics, 'topic')}"
    few = f"{drawn}, or all where {EXACT_UP_TO} or fewer have a value"
    flips = every if topics <= EXACT_UP_TO else few
    return {
        SIGN_FLIP: f"of the mean difference, two-sided, {flips}",
        STUDENT: "paired, two-sided",
        WILCOXON: f"signed ranks, two-sided, zero differences left out (rule {ZERO_METHOD})",
        BOOTSTRAP: (
            f"paired percentile bootstrap, {RESAMPLES:,} resamples, as the sci-rag kit does it"
        ),
    }[rules.test]


def is_drawn(rules: Rules, topics: int) -> bool:
    """Whether anything comes from the seed."""
    return rules.interval == RESAMPLED or (rules.test == SIGN_FLIP and topics > EXACT_UP_TO)


def _sign_flips(block: Floats, rules: Rules, span: float) -> tuple[Tested, ...]:
    """The primary test with its inversion."""
    flips = sign_flip(block, seed=rules.seed, alpha=rules.alpha, draws=DRAWS, span=span)
    return tuple(
        Tested(
            p=max(one.p, one.smallest),  # a drawn p may fall short of what is possible
            smallest=one.smallest,
            interval=Interval(low=one.low, high=one.high, method=METHOD, note=""),
            notes=one.notes,
        )
        for one in flips
    )


def _student(column: Floats, alpha: float, span: float) -> Tested:
    """The paired t-test, with its interval."""
    tested = paired_t(column, alpha=alpha, span=span)
    return Tested(p=_exact(tested.p), smallest=None, interval=tested.interval)


def _wilcoxon(column: Floats, _alpha: float, _span: float) -> Tested:
    """The signed-rank test; it is about ranks, so it has no interval of the mean."""
    tested = signed_ranks(column)
    notes = tuple(filter(None, (tested.note,)))
    return Tested(p=_exact(tested.p), smallest=None, interval=None, notes=notes, leans=tested.side)


def _bootstrap(column: Floats, alpha: float, _span: float) -> Tested:
    """The kit's paired bootstrap, of differences against none."""
    tested = paired_bootstrap(np.zeros(len(column)), column, alpha=alpha)
    p = max(_exact(tested.p) or Fraction(0), LEAST_OF_RESAMPLES)
    return Tested(p=p, smallest=LEAST_OF_RESAMPLES, interval=tested.interval)


def _exact(p: float | None) -> Fraction | None:
    """A p as the shortest decimal that names its float."""
    return None if p is None else Fraction(Decimal(repr(p)))


_BY_COLUMN: dict[str, Callable[[Floats, float, float], Tested]] = {
    STUDENT: _student,
    WILCOXON: _wilcoxon,
    BOOTSTRAP: _bootstrap,
}
