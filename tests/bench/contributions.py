"""What only one lane finds: `python tests/bench/contributions.py [COLLECTION ...]`.

Each built-in lane ranks 100 documents for each topic of a collection in `../shared/data`, in one
run on a ledger of its own, as a condition that fuses nothing. Printed for each: R@100, how many
relevant documents it found (pairs of topic and document), how many of these bm25 did not find, and
how many no other lane of the table found. A lane of which that is 0 is said to add nothing. A lane
that a collection cannot feed is there too, with the reason.

The table is Markdown; `--into docs/lanes.md` puts it between the two marks of that page.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import attrs
from lane_tables import (
    VARIANTS,
    chosen,
    experiment_of,
    is_registered,
    measured_on,
    put_into,
    unlisted,
)

from benchbook import Rankings
from benchbook.core.commands.export_run import condition_rankings
from benchbook.core.commands.find import find_report, find_run
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.commands.render_report import load_report
from benchbook.core.commands.retrieve import run_retrieval
from benchbook.core.event_store import EventStore
from benchbook.core.plugging.loading import load_registry
from benchbook.core.reports.rows import ConditionRow
from benchbook.plugins.readers.beir import BeirReader

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
COLLECTIONS = ("scifact", "cranfield")
DEPTH = 100
METRIC = f"R@{DEPTH}"
BESIDE = "bm25"
SAME_WORDS = ("bm25", "fts5", "whoosh")
"""Lanes that rank by the same words: what one finds, the others find."""
Pairs = frozenset[tuple[str, str]]


@attrs.frozen(kw_only=True)
class Found:
    """What a lane found in a collection.

    Attributes:
        recall: R@100 as the report has it; empty where it is not measured.
        relevant: pairs of topic and relevant document; None where it is not measured.
        reason: why not.
    """

    recall: str = ""
    relevant: Pairs | None = None
    reason: str = ""


def measured(folder: Path, collection: Path, lanes: Sequence[str]) -> dict[str, Found]:
    """Run the lanes on a collection, and give what each found."""
    registry = load_registry(external=False)
    here = [lane for lane in lanes if is_registered(registry, lane)]
    lines = f'metrics = ["{METRIC}"]\nunit = "document"'
    experiment = experiment_of(here, collection, retrieve=DEPTH, lines=lines)
    with EventStore.create(folder / "bench.ledger", name="bench", entropy=os.urandom) as store:
        ingest(store, registry, collection, collection.name, reader="beir", progress=unwatched)
        import_gold(store, registry, collection, collection.name, reader="beir")
        run_retrieval(store, experiment, registry, entropy=os.urandom, progress=unwatched)
        made = load_report(store, find_report(store, "latest"))
        at, judged = made.metrics.index(METRIC), relevant_pairs(collection)
        found = {row.name: found_by(store, row, at, judged) for row in made.conditions}
    missing = Found(reason="not in this installation")
    return {lane: found.get(lane, missing) for lane in lanes}


def found_by(store: EventStore, row: ConditionRow, at: int, judged: Pairs) -> Found:
    """Give what the lane of a condition found; its recall is the number at a place."""
    number = row.numbers[at]
    if number.value is None:
        reason = number.reason or row.reason
        return Found(reason=reason.removeprefix(f"lane {row.name} "))
    rankings = condition_rankings(store, find_run(store, "latest"), row.name)
    return Found(recall=number.value, relevant=pairs_of(rankings) & judged)


def relevant_pairs(collection: Path) -> Pairs:
    """Give the pairs of topic and relevant document of a collection."""
    grades = BeirReader().gold(collection).qrels.grades
    return frozenset(
        (topic, document)
        for topic, row in grades.items()
        for document, grade in row.items()
        if grade > 0
    )


def pairs_of(rankings: Rankings) -> Pairs:
    """Give the pairs of topic and document of rankings."""
    return frozenset((topic, unit) for topic, row in rankings for unit, _ in row)


def unwatched(label: str, done: int, total: int) -> None:
    """Nobody watches."""


def union(found: Iterable[Found]) -> Pairs:
    """Give what some lanes found together."""
    return frozenset(itertools.chain.from_iterable(one.relevant or () for one in found))


def without(found: Mapping[str, Found], lanes: Sequence[str]) -> list[Found]:
    """Give what the other lanes found."""
    return [one for name, one in found.items() if name not in lanes]


def table(found: Mapping[str, Found]) -> str:
    """Give what the lanes found as a Markdown table."""
    heads = f"| lane | R@{DEPTH} | relevant found | of these not by {BESIDE} | by no other lane | |"
    lines = [heads, "|---|--:|--:|--:|--:|---|"]
    beside = found[BESIDE].relevant if BESIDE in found else None
    for lane, one in found.items():
        if one.relevant is None:
            lines.append(f"| {lane} | – | – | – | – | {one.reason} |")
            continue
        alone = len(one.relevant - union(without(found, [lane])))
        beyond = "–" if beside is None or lane == BESIDE else f"{len(one.relevant - beside):,}"
        figures = f"{float(one.recall):.4f} | {len(one.relevant):,} | {beyond} | {alone:,}"
        lines.append(f"| {lane} | {figures} | {'' if alone else 'adds nothing'} |")
    return "\n".join(lines)


def sums(found: Mapping[str, Found], judged: int) -> str:
    """Say what all lanes found together, and what those that rank by the same words found alone."""
    together = len(union(found.values()))
    lines = [f"All lanes together found {together:,} of {judged:,} relevant documents."]
    same = [lane for lane in SAME_WORDS if lane in found and found[lane].relevant is not None]
    if len(same) > 1:
        theirs = union(found[lane] for lane in same)
        alone = len(theirs - union(without(found, same)))
        lines.append(
            f"{', '.join(same)} rank by the same words, so that each alone adds little; relevant "
            f"documents that only these {len(same)} found: {alone:,}."
        )
    return "\n".join(lines)


def page(names: Sequence[str], lanes: Sequence[str]) -> str:
    """Give the tables of some collections, with the day and the versions."""
    parts = [measured_on()]
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            found = measured(Path(folder), DATA / name, lanes)
        judged = len(relevant_pairs(DATA / name))
        parts += [f"### On {name}", table(found), sums(found, judged)]
    return "\n\n".join(parts)


def main() -> int:
    """Measure, and print or write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("collections", nargs="*", default=COLLECTIONS, metavar="COLLECTION")
    options.add_argument("--lanes", nargs="+", default=(), metavar="LANE", help="all by default")
    options.add_argument("--into", type=Path, metavar="PAGE", help="put the tables there")
    given = options.parse_args()
    lanes = [lane for lane in chosen(given.lanes) if given.lanes or lane not in VARIANTS]
    if not DATA.is_dir():
        print("skipped: no test collections at ../shared/data")
        return 0
    text = page(given.collections, lanes)
    for name in unlisted(load_registry(external=False)):
        text += f"\n\nNot measured, for no table names it: {name}."
    if given.into:
        put_into(given.into, "contributions", text)
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
