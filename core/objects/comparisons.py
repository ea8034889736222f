"""What is known about the numbers of a run beyond their means: the object that is recorded.

Decimals are text in plain notation with at most ten places; see `decimals`.
"""

from __future__ import annotations

import attrs

from ..codec import structure
from ..event_store import canonical_json, read_json
from ..plain import to_plain

COMPARISONS = "application/vnd.benchbook.comparisons+json"


@attrs.frozen(kw_only=True)
class Bounds:
    """An interval around a number.

    Attributes:
        low, high: decimals; None where the method gives no bound on that side.
        method: `wilson`, `student-t`, `percentile`, `bootstrap`, `sign-flip inversion`; empty
            where there is no interval.
        note: what a reader must know of it, as that it is degenerate, or how often such an interval
            really covers; empty where there is nothing.
    """

    low: str | None
    high: str | None
    method: str
    note: str


@attrs.frozen(kw_only=True)
class TieBounds:
    """The lowest and the highest mean over all orders of equally scored units.

    Attributes:
        topics: whose value can change.
        open: topics whose last delivered row is tied with the one before it: the tie may go on
            below the depth, where nobody looked.
        expected: the mean over all these orders, each as likely as any other; None where no closed
            form is known for the metric.
    """

    low: str
    high: str
    topics: int
    open: int
    expected: str | None = None


@attrs.frozen(kw_only=True)
class Mean:
    """What is known of one mean: of a condition by a metric, over all topics or those of a bucket.

    Attributes:
        bucket: empty for all topics.
        value: the mean; None where no topic has a value.
        n: topics that have one; of: topics of the bucket, or all.
        tied: None where no order of equal scores can change it, and in buckets.
    """

    condition: str
    metric: str
    bucket: str
    value: str | None
    n: int
    of: int
    bounds: Bounds | None
    tied: TieBounds | None


@attrs.frozen(kw_only=True)
class Difference:
    """A condition against the baseline by one metric, paired per topic.

    Attributes:
        declared: whether it belongs to the family that was declared before the run; all else is
            exploratory.
        difference: the mean of condition minus baseline; None where there is nothing to pair.
        bounds: of the difference; p: of the test, uncorrected; corrected: over the declared family,
            None outside it.
        smallest: the smallest p that the test can give with these pairs.
        detectable: the smallest true difference that the test would find four times in five, at an
            equal part of alpha where it is declared and corrected.
        n: pairs; wins, ties, losses: topics where the condition is better, equal, worse.
        verdict: one of `comparing.verdicts`; reason: why it is no more than that.
    """

    condition: str
    baseline: str
    metric: str
    declared: bool
    difference: str | None
    bounds: Bounds | None
    p: str | None
    corrected: str | None
    smallest: str | None
    detectable: str | None
    n: int
    wins: int
    ties: int
    losses: int
    verdict: str
    reason: str


@attrs.frozen(kw_only=True)
class LaneCounts:
    """What one lane brought to one condition, in pairs of a topic and a relevant document.

    Attributes:
        found: pairs that the lane itself has within the depth of the condition: what it would show
            alone.
        kept: of these, the ones that the condition has within its depth too.
        alone: of these, the ones that no other of its lanes has within that depth.
        topics: topics that have one of those.
        of: pairs that the qrels hold for the topics, returned or not.
        rows: of the lane within that depth, relevant or not.
        tied: of these rows, the ones whose score a neighbour has too, so that a rule orders them.
    """

    condition: str
    lane: str
    found: int
    kept: int
    alone: int
    topics: int
    of: int
    rows: int
    tied: int


@attrs.frozen(kw_only=True)
class HoleBounds:
    """What unjudged documents can do to a mean.

    Attributes:
        judged: the mean share of judged rows within the cut-off.
        condensed: the mean with unjudged rows taken out; at_most: if each of them had the best
            grade.
    """

    condition: str
    metric: str
    judged: str
    condensed: str
    at_most: str


@attrs.frozen(kw_only=True)
class Instrument:
    """How differences are tested.

    Attributes:
        test: `sign-flip`, `t`, `wilcoxon` or `bootstrap`; details: the rest of its definition.
        correction: `holm`, `bonferroni` or `none`; family: how many tests were declared.
        interval: of means: `standard` (Wilson, Student), `percentile` or `bootstrap`.
        alpha: of the family.
        seed: hex digest that draws come from; empty where nothing is drawn.
        places: nothing finer than this many decimals is recorded.
    """

    test: str
    details: str
    correction: str
    family: int
    interval: str
    alpha: str
    seed: str
    places: int


@attrs.frozen(kw_only=True)
class Comparisons:
    """Everything that `comparisons-computed` vouches for."""

    instrument: Instrument
    means: tuple[Mean, ...]
    differences: tuple[Difference, ...]
    shares: tuple[LaneCounts, ...]
    holes: tuple[HoleBounds, ...]


def pack_comparisons(comparisons: Comparisons) -> bytes:
    """The canonical JSON of an object."""
    return canonical_json(to_plain(comparisons))


def unpack_comparisons(data: bytes, where: str) -> Comparisons:
    """What an object holds.

    Raises:
        BadData: it is no such object.
    """
    return structure(Comparisons, read_json(data), where)
