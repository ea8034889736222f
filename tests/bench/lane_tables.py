"""The built-in lanes as an experiment names them: what the benches of lanes measure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from benchbook import LanePlugin, UsageError
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
