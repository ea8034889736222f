"""Times of a stage, and the two figures that sum them up: exact, from nanoseconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

import attrs

FEWEST_FOR_P95 = 100
"""Samples under which no 95th percentile is given: of 20 it is the slowest one, whatever it was."""

PERCENTILES = "linear interpolation"


@attrs.frozen(kw_only=True)
class Timing:
    """How long one stage took for one topic, in the cold pass or in the warm ones.

    Attributes:
        stage: `retrieve`, `fuse`, `rerank` or `measure`.
        passes: `cold` or `warm`.
        runs: how often it was to be done.
        samples: nanoseconds, in the order in which they were taken; none where it was not done.
        empty: of these, how many gave nothing at all.
        state: `timed`, or what became of the stage instead.
    """

    stage: str
    passes: str
    runs: int
    samples: tuple[int, ...]
    empty: int
    state: str

    @property
    def p50(self) -> Fraction | None:
        """The median in nanoseconds; None without a sample."""
        return percentile(self.samples, 50) if self.samples else None

    @property
    def p95(self) -> Fraction | None:
        """The 95th percentile in nanoseconds; None under 100 samples."""
        return percentile(self.samples, 95) if len(self.samples) >= FEWEST_FOR_P95 else None

    @property
    def statuses(self) -> Mapping[str, int]:
        """How often it ended in which way; together `runs`."""
        ran = len(self.samples)
        ways = {"success": ran - self.empty, "empty": self.empty, self.state: self.runs - ran}
        return {way: count for way, count in ways.items() if count}

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it."""
        return {
            "stage": self.stage,
            "passes": self.passes,
            "p50_ms": milliseconds(self.p50),
            "p95_ms": milliseconds(self.p95),
            "runs": self.runs,
            "ran": len(self.samples),
            "statuses": dict(self.statuses),
        }


def percentile(samples: Sequence[int], percent: int) -> Fraction:
    """A percentile of at least one sample, by linear interpolation between order statistics.

    Definition 7 of Hyndman and Fan, Sample Quantiles in Statistical Packages, The American
    Statistician 50 (1996): the one of numpy and R where nothing is said.

    Args:
        percent: 0 to 100.
    """
    ordered = sorted(samples)
    place, rest = divmod((len(ordered) - 1) * percent, 100)
    above = ordered[min(place + 1, len(ordered) - 1)]
    return Fraction(ordered[place] * (100 - rest) + above * rest, 100)


def milliseconds(nanoseconds: Fraction | int | None) -> float | None:
    """Milliseconds with three decimals, a half to the even one; None stays None."""
    return None if nanoseconds is None else round(Fraction(nanoseconds, 1000)) / 1000


def decimal_milliseconds(nanoseconds: Fraction | int | None) -> str | None:
    """The same as a decimal in plain notation."""
    if nanoseconds is None:
        return None
    text = format(Decimal(round(Fraction(nanoseconds, 1000))).scaleb(-3), "f")
    return text.rstrip("0").rstrip(".")


def timings(
    stage: str,
    samples: Sequence[int],
    empty: Sequence[bool],
    topics: int,
    runs: int,
    state: str = "timed",
) -> tuple[Timing, Timing]:
    """The cold pass of a stage and the warm ones, apart.

    Args:
        samples: nanoseconds of each topic in each pass, pass by pass; none where it was not done.
        empty: whether it gave nothing at all, aligned.
        topics: in a pass; runs: passes.
        state: what became of the stage where there is no sample.
    """
    parts = {"cold": (slice(topics), topics), "warm": (slice(topics, None), topics * (runs - 1))}
    cold, warm = (
        Timing(
            stage=stage,
            passes=name,
            runs=due,
            samples=tuple(samples[part]),
            empty=sum(empty[part]),
            state=state,
        )
        for name, (part, due) in parts.items()
    )
    return cold, warm
