"""Lanes that place the relevant document of each topic at a rank that the test chooses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from benchbook import Corpus, Rankings, Topics
from benchbook.core.events import ComparisonsComputed
from benchbook.core.hookspec import Plugin
from benchbook.core.objects.comparisons import Comparisons, unpack_comparisons
from benchbook.core.streams import run_stream
from book import lane, make_store, open_store, registry, run

MISSED, SILENT = 0, -1
"""Stand for ranks: other documents alone are returned, and nothing at all is."""

HEAD = """\
[experiment]
name = "placed"
retrieve = 20
depth = 10
metrics = [{metrics}]
primary = "RR@10"
baseline = "base"
{settings}
"""


class Placed:
    """Ranks topic q007's document d007 where it is told to, other documents around it."""

    def __init__(self, corpus: Corpus, *, ranks: Sequence[int]) -> None:
        self._ranks, self._units = ranks, corpus.unit_ids

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """`depth` units for each topic."""
        return Rankings.of(topics, (self._row(topic.id, depth) for topic in topics))

    def _row(self, topic: str, depth: int) -> Iterator[tuple[str, float]]:
        number = int(topic.removeprefix("q"))
        wanted, count = self._ranks[number], len(self._units)
        for rank in range(1, depth + 1) if wanted != SILENT else ():
            step = 0 if rank == wanted else 5 + rank
            yield self._units[(number + step) % count], 1.0 / rank


def placed(name: str, ranks: Sequence[int]) -> Plugin:
    """A lane that has the relevant document of each topic at these ranks."""
    return lane(name, partial(Placed, ranks=tuple(ranks)))


def compare(
    folder: Path,
    ranks: Mapping[str, Sequence[int]],
    settings: str = "",
    metrics: Sequence[str] = ("RR@10", "Success@1"),
) -> Comparisons:
    """Run an experiment of conditions that are one such lane each, and give its comparisons."""
    folder.mkdir(parents=True, exist_ok=True)
    topics = len(next(iter(ranks.values())))
    head = HEAD.format(metrics=", ".join(f'"{one}"' for one in metrics), settings=settings)
    lanes = "".join(f'[lanes.{name}]\nplugin = "placed-{name}"\n' for name in ranks)
    conditions = "".join(
        f'[conditions.{name}]\nfuser = "single"\nlanes = ["{name}"]\n' for name in ranks
    )
    plugins = registry(*(placed(f"placed-{name}", row) for name, row in ranks.items()))
    with open_store(make_store(folder, topics)) as store:
        outcome = run(store, head + lanes + conditions, plugins)
        events, _ = store.read(run_stream(outcome.run))
        (compared,) = (
            one.event.comparisons for one in events if isinstance(one.event, ComparisonsComputed)
        )
        return unpack_comparisons(store.get(compared), "comparisons")
