"""The built-in lanes as an experiment names them: what the benches of lanes measure."""

from __future__ import annotations

import platform
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

from benchbook import Corpus, Lane, LanePlugin, UsageError, __version__
from benchbook.core.expansions import read_expansions
from benchbook.core.hookspec import Plugin
from benchbook.core.plugging.parameters import bind, passed_by_core
from benchbook.core.plugging.registry import Registry
from benchbook.core.running.experiment import parse_experiment
from benchbook.core.running.specification import Experiment

EXPANSIONS = "hyde.jsonl"
TABLES = {
    "bm25": 'plugin = "bm25"',
    "fts5": 'plugin = "fts5"',
    "fts5-unicode61": """
        plugin = "fts5"
        tokenizer = "unicode61"
        stop_words = "none"
        stemmer = "none"
    """,
    "whoosh": 'plugin = "whoosh"',
    "dense-hash": 'plugin = "dense"\nembedder = "hash"',
    "dense-lsa": 'plugin = "dense"\nembedder = "lsa"',
    "dense-lsa-hnsw": 'plugin = "dense"\nembedder = "lsa"\nindex = "hnsw"',
    "graph": 'plugin = "graph"',
    "graph-confidence": 'plugin = "graph"\nconfidence_weighted = true',
    "community": 'plugin = "community"',
    "citations": 'plugin = "citations"',
    "hyde": f'plugin = "hyde"\nembedder = "lsa"\nexpansions = "{EXPANSIONS}"',
}
"""What stands in the table of each lane."""

VARIANTS = frozenset(("fts5-unicode61", "dense-lsa-hnsw", "graph-confidence"))
"""Lanes that are another one with other parameters: beside it they find nothing of their own."""

FROM_ELSEWHERE = frozenset(("command", "http", "run-file"))
"""Plugins whose rankings another program makes: there is nothing of ours to measure."""


def chosen(names: Sequence[str]) -> list[str]:
    """Give the lanes to measure, all where none is named.

    Raises:
        SystemExit: one is unknown.
    """
    unknown = sorted(set(names).difference(TABLES))
    if unknown:
        raise SystemExit(f"no lane {unknown[0]!r}; there are {', '.join(TABLES)}")
    return list(names or TABLES)


def unlisted(registry: Registry) -> list[str]:
    """Give the built-in lanes that no table here names, so that a bench says it."""
    listed = {part.split('"')[1] for part in TABLES.values()}
    built_in = (one.record for one in registry.registered if isinstance(one.record, LanePlugin))
    return sorted({record.name for record in built_in} - listed - FROM_ELSEWHERE)


def is_registered(registry: Registry, lane: str) -> bool:
    """Say whether the plugin of a lane is in this installation."""
    try:
        registry.find("lane", TABLES[lane].split('"')[1])
    except UsageError:
        return False
    return True


def built(lane: str, registry: Registry, corpus: Corpus, folder: Path) -> Lane:
    """Give a lane that can be asked, built as a run builds it.

    Args:
        folder: where the file of expansions is.
    """
    given: dict[str, object] = tomllib.loads(TABLES[lane], parse_float=Decimal)
    record = registry.find("lane", str(given.pop("plugin"))).record
    embedder, expansions = given.pop("embedder", None), given.pop("expansions", None)
    arguments = bound(record, given)
    if embedder is not None:
        maker = registry.find("embedder", str(embedder)).record
        fitted = {"corpus": corpus} if "corpus" in maker.needs else {}
        arguments["embedder"] = maker.build(**bound(maker, {}), **fitted)
    if expansions is not None:
        arguments["expansions"] = read_expansions(folder / str(expansions))
    working: Lane = record.build(corpus, **arguments)  # type: ignore[assignment]  # a lane's record builds lanes
    return working


def bound(record: Plugin, given: Mapping[str, object]) -> dict[str, object]:
    """Give the arguments of a plugin's `build`, defaults filled in."""
    return bind(record.build, given, extra=passed_by_core(record))


def experiment_of(lanes: Iterable[str], folder: Path, *, retrieve: int, lines: str) -> Experiment:
    """Give an experiment that ranks by each of some lanes alone.

    Args:
        lanes: keys of `TABLES`.
        folder: where the file of expansions is.
        lines: the rest of the table `[experiment]`.
    """
    parts = [f"[experiment]\nretrieve = {retrieve}\ndepth = {retrieve}\n{lines}"]
    for lane in lanes:
        parts += [
            f"[lanes.{lane}]\n{_without(lane, folder)}",
            f'[conditions.{lane}]\nfuser = "single"\nlanes = ["{lane}"]',
        ]
    return parse_experiment("\n".join(parts), "lanes of the bench", folder)


def _without(lane: str, folder: Path) -> str:
    """Give a lane's table, without expansions where there is no file of them."""
    lines = [line.strip() for line in TABLES[lane].splitlines()]
    missing: Collection[str] = () if (folder / EXPANSIONS).is_file() else ("expansions",)
    return "\n".join(line for line in lines if not line.startswith(tuple(missing) or "\0"))


def measured_on() -> str:
    """Say on which day and with which versions figures were measured."""
    day = datetime.now(UTC).date().isoformat()
    return f"Measured on {day} with Benchbook {__version__}, Python {platform.python_version()}."


def put_into(path: Path, name: str, text: str) -> None:
    """Put a text between the two marks of that name in a page.

    Raises:
        SystemExit: the page has no such marks.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    marked = re.compile(f"{begin}.*?{end}", re.DOTALL)
    old = path.read_text("utf-8")
    if not marked.search(old):
        raise SystemExit(f"{path}: found no {begin} … {end}")
    path.write_text(marked.sub(lambda _: f"{begin}\n\n{text}\n\n{end}", old), "utf-8")
