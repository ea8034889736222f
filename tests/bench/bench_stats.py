"""How fast differences are tested, means resampled: `python tests/bench/bench_stats.py [--json]`.

The work is 55 columns (eleven differences in five metrics) of 1,200 topics, 10,000 draws each: our
sign-flip test, with the interval that comes of the same draws, against
`scipy.stats.permutation_test`, and our bootstrap of means against `scipy.stats.bootstrap`, each of
these vectorised and in the form (columns and draws at a time) that was fastest here just before.
CPU time is compared, the median of five turns. A ratio is printed only where both sides gave the
same, within what draws differ by; the exact test, of few topics, to twelve digits.

Of scipy's permutation test only some columns are timed, and its time is scaled to 55 by their
number: 10,000 draws of all of them would take a minute each turn. Nothing else is scaled.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import stats
from turns import Case, run

from benchbook.core.statistics.draws import seed_of
from benchbook.core.statistics.interval import Interval
from benchbook.core.statistics.resampling import bootstrap_intervals
from benchbook.core.statistics.sign_flip import SignFlip, sign_flip

COLUMNS, TOPICS, FEW_TOPICS, DRAWS = 55, 1_200, 12, 10_000
SEED, ALPHA = seed_of("bench"), Decimal("0.05")
TRIED_DRAWS = 2_000
PERMUTATION_FORMS = ((1, None), (1, 1_000), (5, 100), (5, 300), (5, 1_000))
BOOTSTRAP_FORMS = tuple((axis, batch) for axis in (0, 1) for batch in (1, 2, 5, 20))
STANDARD_DEVIATIONS = 6

Floats = npt.NDArray[np.float64]


def draw() -> Floats:
    """Differences of which some columns are significant and others are not."""
    rng = np.random.default_rng(2026)
    shifts = np.linspace(-0.02, 0.02, COLUMNS)
    return np.clip(rng.normal(shifts, 0.25, (TOPICS, COLUMNS)), -1, 1)


def fastest(forms: Sequence[Any], peer: Callable[..., object]) -> Any:  # noqa: ANN401 - of any peer
    """The form of the peer that takes the least CPU time for its share of a fifth of the draws."""
    spent = {}
    for form in forms:
        start = time.process_time()
        columns = peer(*form, draws=TRIED_DRAWS)
        spent[form] = (time.process_time() - start) / len(columns)  # type: ignore[arg-type]  # arrays
    return min(spent, key=lambda form: spent[form])


def permutation_p(differences: Floats, columns: int, batch: int | None, draws: int) -> Floats:
    """The two-sided p of the first columns, by scipy."""
    tested = stats.permutation_test(
        (differences[:, :columns],),
        np.mean,
        permutation_type="samples",
        vectorized=True,
        n_resamples=draws,
        batch=batch,
        rng=np.random.default_rng(1),
    )
    return np.atleast_1d(tested.pvalue)


def bootstrap_bounds(differences: Floats, axis: int, batch: int, draws: int) -> Floats:
    """The percentile bounds of every column, [columns, 2], by scipy."""
    found = stats.bootstrap(
        (differences if axis == 0 else np.ascontiguousarray(differences.T),),
        np.mean,
        axis=axis,
        vectorized=True,
        n_resamples=draws,
        batch=batch,
        method="percentile",
        rng=np.random.default_rng(1),
    ).confidence_interval
    return np.stack([found.low, found.high], axis=1)


def is_near(ours: Sequence[SignFlip], peer: Floats) -> bool:
    """Whether each p is within what two sets of draws differ by (scipy doubles one tail)."""
    p = np.array([float(flip.p) for flip in ours[: len(peer)]])
    scatter = np.sqrt((p * (1 - p) + 2 * p) / DRAWS) + 1 / DRAWS
    return bool((np.abs(p - peer) <= STANDARD_DEVIATIONS * scatter).all())


def is_exactly(ours: Sequence[SignFlip], peer: Floats) -> bool:
    """Whether each p is the same to twelve digits."""
    return np.allclose([float(flip.p) for flip in ours], peer, rtol=1e-12, atol=0)


def are_bounds(differences: Floats) -> Callable[[Sequence[Interval], Floats], bool]:
    """Whether each bound is within what two sets of draws differ by.

    A quantile of 2.5 % of 10,000 normal means scatters by 0.027 of their standard deviation.
    """
    scatter = 0.027 * np.sqrt(2) * differences.std(axis=0) / np.sqrt(TOPICS)

    def is_same(ours: Sequence[Interval], peer: Floats) -> bool:
        found = np.array([(one.low, one.high) for one in ours])
        return bool((np.abs(found - peer).max(axis=1) <= STANDARD_DEVIATIONS * scatter).all())

    return is_same


def cases() -> Iterator[Case]:
    """The drawn test, the exact one, and the bootstrap."""
    differences = draw()
    size = f"{COLUMNS} columns, {DRAWS:,} draws, {TOPICS:,} topics"

    def permute(columns: int, batch: int | None, draws: int = DRAWS) -> Floats:
        return permutation_p(differences, columns, batch, draws)

    columns, batch = fastest(PERMUTATION_FORMS, permute)
    yield Case(
        f"sign-flip test with interval, {size}",
        f"scipy.stats.permutation_test, {columns} columns, batch {batch}",
        lambda: sign_flip(differences, seed=SEED, alpha=ALPHA, draws=DRAWS),
        lambda: permute(columns, batch),
        is_near,
        100.0,
        COLUMNS / columns,
    )
    few = differences[:FEW_TOPICS]
    yield Case(
        f"exact sign-flip test with interval, {COLUMNS} columns, {FEW_TOPICS} topics",
        "scipy.stats.permutation_test, all columns, exact",
        lambda: sign_flip(few, seed=SEED, alpha=ALPHA),
        lambda: permutation_p(few, COLUMNS, None, 2**FEW_TOPICS),
        is_exactly,
        0.0,
    )
    yield _bootstrap_case(size, differences)


def _bootstrap_case(size: str, differences: Floats) -> Case:
    """The bootstrap against scipy's, all columns in one call."""

    def resample(axis: int, batch: int, draws: int = DRAWS) -> Floats:
        return bootstrap_bounds(differences, axis, batch, draws)

    axis, batch = fastest(BOOTSTRAP_FORMS, resample)
    return Case(
        f"bootstrap of means, {size}",
        f"scipy.stats.bootstrap, percentile, axis {axis}, batch {batch}",
        lambda: bootstrap_intervals(differences, seed=SEED, alpha=ALPHA, draws=DRAWS),
        lambda: resample(axis, batch),
        are_bounds(differences),
        2.0,
    )


if __name__ == "__main__":
    run(__doc__, cases())
