"""What a grid costs: `python tests/bench/bench_sweep.py [--json]`.

Seventeen fusions of the same three lanes over 500 topics at depth 100, as one run, against
seventeen runs of one fusion each, and against one run of two. Lanes give rankings that were made
before, so that only what Benchbook does itself is timed: fusing, measuring, comparing, recording
and the report. The means are compared before a ratio is printed.
"""

from __future__ import annotations

from collections.abc import Iterator

from grown_runs import Book
from turns import Case, run

TOPICS, DEPTH, GRID = 500, 100, 17
Means = dict[str, str | None]


def cases() -> Iterator[Case]:
    """The grid against single runs, and against few conditions."""
    names = [f"c{number}" for number in range(GRID)]
    book = Book(TOPICS, DEPTH, GRID)

    def one_by_one() -> Means:
        """A run for each configuration."""
        return {name: mean for one in names for name, mean in book.means(one).items()}

    yield Case(
        f"{GRID} configurations in one run",
        f"{GRID} runs of one each",
        book.means,
        one_by_one,
        lambda ours, peer: ours == peer,
        3.0,
    )
    yield Case(
        f"{GRID} configurations in one run, against two",
        f"one run of two, times {GRID / 2:g}",
        book.means,
        lambda: book.means(*names[:2]),
        lambda ours, peer: all(ours[name] == mean for name, mean in peer.items()),
        1.5,
        GRID / 2,
    )


if __name__ == "__main__":
    run(__doc__, cases())
