"""How often 95 % intervals hold the true mean: `python tests/bench/coverage.py [--write]`.

Values of topics are drawn from populations whose mean is known, an interval is made from each
sample, and those that hold the mean are counted. Shapes of values: `hits` (0 or 1, four of five
hit), `rare` (0 or 1, one of twenty hits; the mirror image of one of twenty missing), `sparse` (four
of five 0, the rest reciprocal ranks), `ceiling` (four of five 1, the rest lower), `spread` (Beta
with parameters 2 and 3). Shapes of paired differences: `turns` (-1, 0 or 1), `few` (seven of ten 0,
the rest on both sides), `one-sided` (four of five 0, the rest losses), `shifts` (continuous).

Samples without spread count like any other: an interval of 0–0 that does not hold the mean fails.
What is fast is computed for all samples at once, and compared with the product's own functions on
some of them first. The bootstrap's figures are those of `percentile`: they differ by draws alone.
`--write` puts the figures into core/statistics/coverage_table.py, for `simulated_coverage`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import attrs
import numpy as np
import numpy.typing as npt

from benchbook.core.statistics.draws import seed_of
from benchbook.core.statistics.interval import Interval
from benchbook.core.statistics.percentile import RESAMPLES, percentile_interval, resampled_places
from benchbook.core.statistics.sign_flip import sign_flip
from benchbook.core.statistics.student import mean_interval, quantile
from benchbook.core.statistics.wilson import wilson

Floats = npt.NDArray[np.float64]
Bounds = tuple[Floats, Floats]

SEED = 20_260
SIZES = (9, 20, 40, 300)
SAMPLES, FEWER = 10_000, 2_000
"""Samples of each cell; fewer where the sign-flip test takes all flips of 20 topics."""
DRAWS = 1_999
CHECKED = 5
NOISE = 1e-9
TARGET = Path(__file__).parents[2] / "core" / "statistics" / "coverage_table.py"


@attrs.frozen
class Discrete:
    """A population of a few values, each with its weight; weights add up to 1."""

    values: tuple[float, ...]
    weights: tuple[float, ...]

    @property
    def mean(self) -> float:
        return float(np.dot(self.values, self.weights))

    def draw(self, rng: np.random.Generator, samples: int, n: int) -> Floats:
        return rng.choice(self.values, (samples, n), p=self.weights)


@attrs.frozen
class Beta:
    """A continuous population from 0 to 1; as a difference, less another one of the kind."""

    a: float
    b: float
    less: Beta | None = None

    @property
    def mean(self) -> float:
        return self.a / (self.a + self.b) - (self.less.mean if self.less else 0.0)

    def draw(self, rng: np.random.Generator, samples: int, n: int) -> Floats:
        drawn: Floats = rng.beta(self.a, self.b, (samples, n))
        return drawn - self.less.draw(rng, samples, n) if self.less else drawn


LOWER = (1 / 2, 1 / 3, 1 / 4, 1 / 5, 0.0)
VALUES: dict[str, Discrete | Beta] = {
    "hits": Discrete((0.0, 1.0), (0.2, 0.8)),
    "rare": Discrete((0.0, 1.0), (0.95, 0.05)),
    "sparse": Discrete((0.0, 1.0, *LOWER[:4]), (0.8, *[0.04] * 5)),
    "ceiling": Discrete((1.0, *LOWER), (0.8, *[0.04] * 5)),
    "spread": Beta(2, 3),
}
DIFFERENCES: dict[str, Discrete | Beta] = {
    "turns": Discrete((-1.0, 0.0, 1.0), (0.05, 0.8, 0.15)),
    "few": Discrete((-0.5, -0.2, 0.0, 0.1, 0.3, 0.6), (0.05, 0.05, 0.7, 0.1, 0.05, 0.05)),
    "one-sided": Discrete((0.0, -0.1, -0.2, -0.5, -1.0), (0.8, *[0.05] * 4)),
    "shifts": Beta(2.5, 3, less=Beta(2, 3)),
}


def checked(bounds: Bounds, product: list[Interval]) -> Bounds:
    """The bounds, of which the first must be the product's own."""
    for low, high, one in zip(*bounds, product, strict=False):
        if not np.allclose([low, high], np.array([one.low, one.high], np.float64), atol=NOISE):
            message = f"{low}–{high} here, {one.low}–{one.high} by the product ({one.method})"
            raise SystemExit(message)
    return bounds


def by_wilson(columns: Floats) -> Bounds:
    """The bounds of each row's proportion, one interval for each number of hits."""
    n = columns.shape[1]
    made = [wilson(hits, n) for hits in range(n + 1)]
    ends = np.array([[one.low, one.high] for one in made], np.float64)[columns.sum(1).astype(int)]
    return ends[:, 0], ends[:, 1]


def by_student(columns: Floats) -> Bounds:
    """The bounds of each row's mean, clipped where the rows are values."""
    n = columns.shape[1]
    least = 0.0 if columns.min() >= 0 else -1.0
    width = quantile(0.975, n - 1) * columns.std(1, ddof=1) / np.sqrt(n)
    means = columns.mean(1)
    low, high = np.maximum(least, means - width), np.minimum(1.0, means + width)
    one_by_one = [mean_interval(row, low=least, high=1.0) for row in columns[:CHECKED]]
    return checked((low, high), one_by_one)


def by_percentile(columns: Floats) -> Bounds:
    """The bounds of each row's mean by the kit's bootstrap, which draws the same places always."""
    n = columns.shape[1]
    places = np.concatenate(list(resampled_places(n)))
    drawn = np.zeros((RESAMPLES, n))
    np.add.at(drawn, (np.arange(RESAMPLES)[:, None], places), 1 / n)
    blocks = np.array_split(columns, max(1, len(columns) // 500))
    low, high = np.concatenate(
        [np.quantile(block @ drawn.T, [0.025, 0.975], axis=1) for block in blocks], axis=1
    )
    return checked((low, high), [percentile_interval(row) for row in columns[:CHECKED]])


def by_sign_flip(columns: Floats) -> Bounds:
    """The bounds of each row's mean by inversion; without bounds every mean is held."""
    seed = seed_of("coverage", str(SEED))
    found = sign_flip(
        np.ascontiguousarray(columns.T), seed=seed, alpha=Decimal("0.05"), draws=DRAWS
    )
    low = [-np.inf if one.low is None else one.low for one in found]
    high = [np.inf if one.high is None else one.high for one in found]
    return np.array(low), np.array(high)


@attrs.frozen
class Method:
    """A method, and the populations that it is for."""

    bounds: Callable[[Floats], Bounds]
    shapes: tuple[str, ...]


METHODS = {
    "wilson": Method(by_wilson, ("hits", "rare")),
    "student-t": Method(by_student, (*VALUES, *DIFFERENCES)),
    "percentile": Method(by_percentile, (*VALUES, *DIFFERENCES)),
    "sign-flip inversion": Method(by_sign_flip, tuple(DIFFERENCES)),
}


def covered(method: str, shape: str, n: int, samples: int) -> float:
    """The share of samples whose interval holds the true mean."""
    population = (VALUES | DIFFERENCES)[shape]
    cell = int.from_bytes(seed_of(shape, str(n)), "big")
    columns = population.draw(np.random.default_rng([SEED, cell]), samples, n)
    low, high = METHODS[method].bounds(columns)
    return float(((low <= population.mean + NOISE) & (high >= population.mean - NOISE)).mean())


def samples_of(method: str, n: int) -> int:
    """How many samples a cell has."""
    return FEWER if (method, n) == ("sign-flip inversion", 20) else SAMPLES


def cells() -> Iterator[tuple[str, str, tuple[float, ...]]]:
    """Each method and shape with its coverage, in per cent, by number of topics."""
    for method, one in METHODS.items():
        for shape in one.shapes:
            by_n = (covered(method, shape, n, samples_of(method, n)) for n in SIZES)
            yield method, shape, tuple(100 * share for share in by_n)


HEAD = '''"""How often 95 % intervals held the true mean, simulated by tests/bench/coverage.py.

{samples:,} samples for each figure ({fewer:,} for the sign-flip inversion at n = 20), seed {seed}.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SIZES = {sizes}
"""Numbers of topics."""

COVERAGE: Mapping[tuple[str, str], tuple[float, ...]] = MappingProxyType(
    {{
'''


def written(table: list[tuple[str, str, tuple[float, ...]]]) -> str:
    """The figures as a module."""
    head = HEAD.format(samples=SAMPLES, fewer=FEWER, seed=SEED, sizes=SIZES)
    rows = [
        f'        ("{method}", "{shape}"): ({", ".join(f"{share:.1f}" for share in by_n)}),\n'
        for method, shape, by_n in table
    ]
    tail = '    }\n)\n"""Per cent of intervals, by method and shape, for each of `SIZES`."""\n'
    return head + "".join(rows) + tail


def main() -> None:
    """Print the table, and write it where that is asked for."""
    print(f"{'method':20} {'shape':10}" + "".join(f"{f'n = {n}':>9}" for n in SIZES))
    table = []
    for method, shape, by_n in cells():
        print(f"{method:20} {shape:10}" + "".join(f"{share:9.1f}" for share in by_n), flush=True)
        table.append((method, shape, by_n))
    if "--write" in sys.argv[1:]:
        TARGET.write_text(written(table), "utf-8")
        print(f"written to {TARGET.name}")


if __name__ == "__main__":
    main()
