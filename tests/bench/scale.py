"""What a lane costs on many documents: `python tests/bench/scale.py [LANE ...]`.

Each lane is built over 50,000 made documents and asked 64 topics at depth 100, in a process of its
own: CPU and wall seconds of both, documents built per CPU second, memory at its peak beyond what
the corpus takes. `--documents N` takes another number, `--json` prints for a program. A lane that
takes longer than `--limit` seconds is stopped, and its row says so.

The documents are made (`made_documents.py`). Real text is dearer to tokenize and has fewer distinct
words; so compare lanes here, and take what a lane costs you from your own corpus.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from lane_tables import (
    EXPANSIONS,
    FROM_ELSEWHERE,
    built,
    chosen,
    is_registered,
    measured_on,
    put_into,
    unlisted,
)
from made_documents import made_topics, made_units

from benchbook import Corpus, Inapplicable, Topics, Unit
from benchbook.core.plugging.loading import load_registry
from benchbook.testing import corpus_of

DOCUMENTS, TOPICS, DEPTH, LIMIT = 50_000, 64, 100, 900
CORPUS, ASKED = "corpus.jsonl", "topics.jsonl"


def write_collection(folder: Path, documents: int) -> None:
    """Write documents, topics, and a passage for each topic to search with in its place."""
    write(folder / CORPUS, made_units(documents))
    topics = made_topics(TOPICS)
    write(folder / ASKED, topics)
    passages = (
        {"id": one["id"], "passages": [f"{one['text']} {one['text']}"], "written_by": "arithmetic"}
        for one in topics
    )
    write(folder / EXPANSIONS, passages)


def write(path: Path, lines: Iterator[dict[str, Any]] | Sequence[dict[str, Any]]) -> None:
    """Write JSON lines."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(line)}\n" for line in lines)


def read_corpus(folder: Path) -> Corpus:
    """Read the documents."""
    with (folder / CORPUS).open(encoding="utf-8") as file:
        rows = map(json.loads, file)
        return corpus_of(
            Unit(
                unit_id=row["id"],
                doc_id=row["id"],
                title=row["title"],
                text=row["text"],
                metadata=row["metadata"],
            )
            for row in rows
        )


class Spent(NamedTuple):
    """CPU and wall seconds."""

    cpu: float
    wall: float

    @classmethod
    def since(cls, start: Spent) -> Spent:
        """Give what was spent since."""
        now = cls.now()
        return cls(now.cpu - start.cpu, now.wall - start.wall)

    @classmethod
    def now(cls) -> Spent:
        """Give the clocks."""
        return cls(time.process_time(), time.perf_counter())


def forget_peak() -> None:
    """Let the peak of memory count from now, where the system can (Linux)."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def peak_mb() -> float:
    """Give the most memory that this process has had, in megabytes."""
    status = Path("/proc/self/status")
    if status.is_file() and (found := re.search(r"VmHWM:\s+(\d+) kB", status.read_text())):
        return int(found[1]) / 2**10
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def measure_here(lane: str, folder: Path) -> None:
    """Build a lane and ask it, in this process; print one line of figures for each of the two."""
    corpus = read_corpus(folder)
    assert len(corpus.unit_ids) == len(corpus.titles) == len(corpus.texts)
    topics = Topics.of(
        (row["id"], row["text"])
        for row in map(json.loads, (folder / ASKED).read_text("utf-8").splitlines())
    )
    registry = load_registry(external=False)
    forget_peak()
    before, start = peak_mb(), Spent.now()
    try:
        working = built(lane, registry, corpus, folder)
    except Inapplicable as error:
        report({"state": f"skipped: {error.reason}"})
        return
    spent = Spent.since(start)
    report({"build_cpu_s": spent.cpu, "build_wall_s": spent.wall, "state": "built"})
    start = Spent.now()
    made = working.retrieve(topics, DEPTH)
    spent = Spent.since(start)
    report(
        {
            "ask_cpu_s": spent.cpu,
            "ask_wall_s": spent.wall,
            "memory_mb": peak_mb() - before,
            "rows": len(made.codes),
            "state": "measured",
        }
    )


def report(figures: dict[str, object]) -> None:
    """Print figures for the process that waits for them."""
    print(json.dumps(figures), flush=True)


def measure(lane: str, folder: Path, documents: int, limit: float) -> dict[str, Any]:
    """Measure a lane in a new process, and stop it when its time is up."""
    row: dict[str, Any] = {"lane": lane, "documents": documents}
    child = subprocess.Popen(
        [sys.executable, __file__, lane, "--in", folder],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(folder)},  # what a stopped lane leaves goes with the rest
    )
    try:
        out, err = child.communicate(timeout=limit)
        fault = f"failed: {err.strip().splitlines()[-1][:120]}" if child.returncode else ""
    except subprocess.TimeoutExpired:
        child.kill()
        out, _ = child.communicate()
        fault = f"stopped after {limit:g} s"
    for line in out.splitlines():
        row.update(json.loads(line))
    if "build_cpu_s" in row:
        row["documents_per_cpu_s"] = documents / row["build_cpu_s"]
    return {**row, "state": fault or row.get("state", "failed")}


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Give the rows as a Markdown table."""
    heads = "lane | build CPU s | wall s | documents / CPU s | CPU ms / topic | wall ms / topic"
    lines = [f"| {heads} | memory MB | state |", "|---" + "|--:" * 6 + "|---|"]
    for row in rows:
        cells = [
            row["lane"],
            figure(row, "build_cpu_s", 1, 1),
            figure(row, "build_wall_s", 1, 1),
            figure(row, "documents_per_cpu_s", 1, 0),
            figure(row, "ask_cpu_s", 1000 / TOPICS, 2),
            figure(row, "ask_wall_s", 1000 / TOPICS, 2),
            figure(row, "memory_mb", 1, 0),
            row["state"],
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def page(rows: Sequence[dict[str, Any]], documents: int, left_out: Sequence[str]) -> str:
    """Give the table with the day, the versions, and what is not in it."""
    about = f"{documents:,} made documents, {TOPICS} topics at depth {DEPTH}. {measured_on()}"
    elsewhere = ", ".join(sorted(FROM_ELSEWHERE))
    parts = [about, table(rows), f"Not measured, for they bring rankings: {elsewhere}."]
    parts += [f"Not measured, for no table names it: {name}." for name in left_out]
    return "\n\n".join(parts)


def figure(row: dict[str, Any], name: str, times: float, decimals: int) -> str:
    """Give a figure of a row, a dash where there is none."""
    return f"{row[name] * times:,.{decimals}f}" if name in row else "–"


def main() -> int:
    """Measure and print; 1 where a lane failed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("lanes", nargs="*", metavar="LANE", help="all where none is named")
    options.add_argument("--documents", type=int, default=DOCUMENTS)
    options.add_argument("--limit", type=float, default=LIMIT, metavar="SECONDS", help="per lane")
    options.add_argument("--json", action="store_true")
    options.add_argument("--into", type=Path, metavar="PAGE", help="put the table there too")
    options.add_argument("--in", dest="folder", type=Path, help="one lane, in this process")
    given = options.parse_args()
    lanes = chosen(given.lanes)
    if given.folder:
        measure_here(lanes[0], given.folder)
        return 0
    registry = load_registry(external=False)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        write_collection(Path(folder), given.documents)
        for lane in lanes:
            if is_registered(registry, lane):
                rows.append(measure(lane, Path(folder), given.documents, given.limit))
            else:
                rows.append({"lane": lane, "state": "not in this installation"})
            print(f"{lane}: {rows[-1]['state']}", file=sys.stderr)
    text = page(rows, given.documents, unlisted(registry))
    if given.into:
        put_into(given.into, "scale", text)
    print(json.dumps(rows, indent=2) if given.json else text)
    return int(any(row["state"].startswith("failed") for row in rows))


if __name__ == "__main__":
    sys.exit(main())
