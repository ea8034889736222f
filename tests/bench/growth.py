"""How cost grows: `python tests/bench/growth.py [--json] [WORK ...]`.

Each piece of work is done at several sizes, one of topics, depth, conditions or runs at a time, the
others held. CPU seconds are printed, the least of five turns, and the exponent of a power of the
size that fits them best (least squares of the logarithms): 1 says in proportion, 2 that twice the
size takes four times as long, and less than 1 that a fixed part is still felt: it is felt least in
the last two sizes, whose exponent stands beside, with all the chance of two timings. The script
ends with 1 where an exponent over all sizes exceeds `AT_MOST`.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from grown_runs import Book, Drawn

from benchbook import join
from benchbook.core.comparing.runs import compare_rankings
from benchbook.core.measuring.scoring import measure, ready_metrics
from benchbook.core.plugging.loading import load_registry
from benchbook.plugins.fusers.rrf import RrfFuser

METRICS = ("nDCG@10", "R@100", "RR@10", "AP", "P@10")
TURNS = 5
AT_MOST = 1.25
"""Sorting and the caches of the processor make a little more than proportion of large sizes."""


class Work(NamedTuple):
    """Something that is done at several sizes.

    Attributes:
        of: what grows; held: what does not.
        at: gives, for a size, what to call and time; what it prepares is not timed.
    """

    name: str
    of: str
    held: str
    sizes: Sequence[int]
    at: Callable[[int], Callable[[], float | None]]


class Growth(NamedTuple):
    """CPU seconds at each size."""

    work: Work
    seconds: list[float]

    @property
    def exponent(self) -> float:
        """Over all sizes."""
        return slope(self.work.sizes, self.seconds)

    @property
    def last(self) -> float:
        """Over the two largest sizes."""
        return slope(self.work.sizes[-2:], self.seconds[-2:])

    @property
    def plain(self) -> dict[str, object]:
        """The figures for a program."""
        return {
            "case": self.work.name,
            "of": self.work.of,
            "held": self.work.held,
            "sizes": list(self.work.sizes),
            "cpu_s": [round(one, 5) for one in self.seconds],
            "exponent": round(self.exponent, 3),
            "exponent_of_last_two": round(self.last, 3),
        }

    def __str__(self) -> str:
        points = zip(self.work.sizes, self.seconds, strict=True)
        shown = ", ".join(f"{size:,}: {spent:.4f} s" for size, spent in points)
        fitted = f"exponent {self.exponent:.2f}, of the last two {self.last:.2f}"
        return f"{self.work.name}, {self.work.of} ({self.work.held}): {shown}; {fitted}"


def slope(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """The exponent of the power that fits best."""
    fitted = np.polyfit([math.log(one) for one in sizes], [math.log(one) for one in seconds], 1)
    return float(fitted[0])


def grown(work: Work) -> Growth:
    """Do some work at each of its sizes."""
    return Growth(work, [least(work.at(size)) for size in work.sizes])


def least(call: Callable[[], float | None]) -> float:
    """CPU seconds of the quickest of some turns; what a call gives counts instead, if it does."""
    spent = []
    for _ in range(TURNS):
        began = time.process_time()
        told = call()
        spent.append(time.process_time() - began if told is None else told)
    return min(spent)


def measured(topics: int, depth: int) -> Callable[[], None]:
    """Five metrics of one run, from columns."""
    drawn = Drawn(topics, depth, runs=1)
    metrics = ready_metrics(METRICS, load_registry(external=False))

    def call() -> None:
        measure(join(drawn.runs["a"], drawn.qrels), metrics)

    return call


def fused(topics: int, depth: int) -> Callable[[], None]:
    """Three lanes by their ranks."""
    drawn = Drawn(topics, depth, runs=3)
    fuser = RrfFuser()

    def call() -> None:
        fuser.fuse(drawn.topics, drawn.runs, depth)

    return call


def compared(topics: int, runs: int) -> Callable[[], None]:
    """Runs against the first of them, from columns."""
    drawn, registry = Drawn(topics, 100, runs), load_registry(external=False)

    def call() -> None:
        compare_rankings(drawn.qrels, drawn.runs, METRICS, registry)

    return call


def run_outside_lanes(topics: int, depth: int, conditions: int) -> Callable[[], float]:
    """A run of an experiment without its lanes: fused, measured, compared, recorded, reported."""
    return Book(topics, depth, conditions).run


def every_work() -> Iterator[Work]:
    """What is done."""
    yield Work(
        *("measure", "topics", "depth 100"), (2000, 4000, 8000, 16_000), lambda n: measured(n, 100)
    )
    yield Work(
        *("measure", "depth", "1,000 topics"), (100, 200, 400, 800), lambda n: measured(1000, n)
    )
    yield Work(
        *("fuse, rrf", "topics", "3 lanes, depth 100"),
        (1000, 2000, 4000, 8000),
        lambda n: fused(n, 100),
    )
    yield Work(
        *("fuse, rrf", "depth", "3 lanes, 1,000 topics"),
        (100, 200, 400, 800),
        lambda n: fused(1000, n),
    )
    yield Work(
        *("compare", "topics", "4 runs, depth 100"),
        (500, 1000, 2000, 4000),
        lambda n: compared(n, 4),
    )
    yield Work(
        *("compare", "runs", "1,000 topics, depth 100"), (2, 4, 8, 14), lambda n: compared(1000, n)
    )
    run = "a run outside its lanes"
    yield Work(
        *(run, "topics", "4 conditions, depth 50"),
        (250, 500, 1000, 2000),
        lambda n: run_outside_lanes(n, 50, 4),
    )
    yield Work(
        *(run, "depth", "4 conditions, 250 topics"),
        (50, 100, 200, 400),
        lambda n: run_outside_lanes(250, n, 4),
    )
    yield Work(
        *(run, "conditions", "250 topics, depth 50"),
        (4, 8, 16, 32),
        lambda n: run_outside_lanes(250, 50, n),
    )


def main() -> int:
    """Do the work, print how it grew, and say whether anything grew too fast."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("works", nargs="*", metavar="WORK", help="only what begins like this")
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    done = []
    for work in every_work():
        if given.works and not work.name.startswith(tuple(given.works)):
            continue
        done.append(grown(work))
        if not given.json:
            print(done[-1], flush=True)
    if given.json:
        print(json.dumps([one.plain for one in done], indent=2))
    return int(any(one.exponent > AT_MOST for one in done))


if __name__ == "__main__":
    sys.exit(main())
