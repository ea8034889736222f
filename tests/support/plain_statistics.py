"""Intervals and tests by plain loops and from formulas; of scipy, Student's quantiles alone."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import numpy as np
import pytest

Bounds = tuple[float, float]

PLACES = 10**14
"""Differences become whole numbers of this fineness, so that sums of them are exact."""

CLOSE = PLACES // 10**11
"""Sums that lie so close are equal: thirds are no exact floats."""

EXACT_UP_TO = 20


def mean(values: Sequence[float]) -> float:
    """Their mean."""
    return math.fsum(values) / len(values)


def wilson(hits: int, n: int) -> Bounds:
    """The score interval of a proportion, as its formula stands in textbooks."""
    z, share = 1.959963984540054, hits / n
    middle = share + z * z / (2 * n)
    width = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    below = 1 + z * z / n
    return max(0.0, (middle - width) / below), min(1.0, (middle + width) / below)


def student(values: Sequence[float]) -> Bounds:
    """The t interval of a mean from 0 to 1."""
    n = len(values)
    width = _t(0.975, n - 1) * statistics.stdev(values) / math.sqrt(n)
    return max(0.0, mean(values) - width), min(1.0, mean(values) + width)


def detectable(differences: Sequence[float], family: int = 1) -> float:
    """The smallest mean that a paired t-test finds four times in five, at a part of 0.05."""
    n = len(differences)
    wide = _t(1 - 0.025 / family, n - 1) + _t(0.8, n - 1)
    return wide * statistics.stdev(differences) / math.sqrt(n)


def _t(probability: float, df: int) -> float:
    """A quantile of Student's t."""
    stats = pytest.importorskip("scipy.stats", reason="scipy is the oracle of quantiles")
    return float(stats.t.ppf(probability, df))


class Flips:
    """A sign-flip test: the differences of topics, and sets of topics whose signs are flipped.

    Up to twenty topics every set is looked at; beyond, they are drawn from the recorded seed: bit
    by bit from the raw words of PCG64, the lowest bit first, each set from a word of its own.
    """

    def __init__(self, differences: Sequence[float], seed: str, draws: int) -> None:
        self._whole = [round(one * PLACES) for one in differences]
        n = len(differences)
        self._sets = list(range(2**n)) if n <= EXACT_UP_TO else [0, *_drawn(seed, n, draws)]

    @property
    def p(self) -> float:
        """The share of sets that leave a sum at least as far from 0 as the observed one."""
        total = sum(self._whole)
        hits = sum(abs(total - 2 * flipped) >= abs(total) - CLOSE for flipped, _ in self._sums())
        return hits / len(self._sets)

    @property
    def interval(self) -> Bounds:
        """All shifts of the differences that more than one in twenty sets does not reject."""
        total, n = sum(self._whole), len(self._whole)
        lower, upper = [], []
        for flipped, size in self._sums():
            ends = [-math.inf, math.inf]
            if 0 < size < n:
                ends = sorted((flipped / size, (total - flipped) / (n - size)))
            lower.append(ends[0])
            upper.append(ends[1])
        needed = len(self._sets) // 20  # so many reject; one more does not
        low, high = sorted(lower)[needed], sorted(upper, reverse=True)[needed]
        return min(low, total / n) / PLACES, max(high, total / n) / PLACES

    def _sums(self) -> list[tuple[int, int]]:
        """Of each set of topics, the sum of its differences and its size."""
        found = []
        for flips in self._sets:
            total = 0
            for at, one in enumerate(self._whole):
                if flips >> at & 1:
                    total += one
            found.append((total, (flips & (1 << len(self._whole)) - 1).bit_count()))
        return found


def _drawn(seed: str, topics: int, draws: int) -> list[int]:
    """Sets of topics as whole numbers, a bit for each topic."""
    words = -(-topics // 64)
    raw = np.random.PCG64(int.from_bytes(bytes.fromhex(seed), "little"))
    return [
        sum(int(word) << (64 * at) for at, word in enumerate(raw.random_raw(words)))
        for _ in range(draws)
    ]


def holm(p_values: Sequence[float]) -> list[float]:
    """Each p corrected over the family, in the order given."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, before = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        before = max(before, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = before
    return corrected
