"""Compare TREC runs with one of them: no workspace, no ledger."""

from __future__ import annotations

import os
from collections.abc import Sequence
from glob import glob, has_magic
from pathlib import Path

import attrs

from ..comparing.compared import Compared, CompareOptions
from ..comparing.runs import compare_rankings
from ..errors import UsageError
from ..files.run_forms import read_run
from ..files.trec import Compat, read_qrels
from ..files.trec_subtopics import read_subtopics
from ..measuring.scoring import ready_metrics
from ..plugging.registry import Registry
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from .measure import no_common_topic

DEFAULT_METRICS = ("nDCG@10", "RR@10", "R@100", "AP", "Bpref")
"""What is measured when nobody says what; the first is the primary one."""

_ENDINGS = (".gz", ".run", ".txt", ".trec", ".res")


@attrs.frozen(kw_only=True)
class NamedFile:
    """A file of a run, and what the run is called."""

    name: str
    path: Path


def named_files(given: Sequence[str]) -> tuple[NamedFile, ...]:
    """The files of paths and patterns, each with the shortest name that tells it from the others.

    A pattern (`runs/*.run.gz`) stands for the files that it matches, in alphabetical order.

    Raises:
        UsageError: a pattern that matches nothing, or a file that is given twice.
    """
    paths = [path for one in given for path in _expanded(one)]
    seen: dict[str, Path] = {}
    for path in paths:
        real = os.path.realpath(path)
        if real in seen:
            message = f"{str(path)!r} is given twice (as {str(seen[real])!r}); leave one out"
            raise UsageError(message)
        seen[real] = path
    return tuple(
        NamedFile(name=name, path=path) for name, path in zip(_names(paths), paths, strict=True)
    )


def compare_files(
    qrels_file: Path,
    runs: Sequence[NamedFile],
    metrics: Sequence[str],
    registry: Registry,
    *,
    options: CompareOptions,
    compat: Compat | None = None,
) -> Compared:
    """Compare TREC runs.

    Args:
        metrics: names; `DEFAULT_METRICS` when empty.
        options: the baseline may be the name of a run, its path, or its file.
        compat: whose order of equal scores; see `read_run`.

    Raises:
        BadData: a file is not what it should be, or a run has no topic of the qrels.
        UsageError: as `compare_rankings` does.
    """
    metrics = metrics or DEFAULT_METRICS
    by_axes = any(one.needs_axes for one in ready_metrics(metrics, registry))
    qrels, axes = read_subtopics(qrels_file) if by_axes else (read_qrels(qrels_file), None)
    rankings = {one.name: _read(one.path, qrels, compat) for one in runs}
    baseline = _meant(options.baseline, runs)
    options = attrs.evolve(options, baseline=baseline)
    return compare_rankings(qrels, rankings, metrics, registry, options, axes)


def _read(path: Path, qrels: Qrels, compat: Compat | None) -> Rankings:
    """A run that has something to do with the qrels.

    Raises:
        BadData: it is no run, or it has no topic of the qrels.
    """
    rankings = read_run(path, compat=compat)
    if not any(id_ in qrels.grades for id_ in rankings.topics.ids):
        raise no_common_topic(path, rankings, qrels)
    return rankings


def _expanded(given: str) -> Sequence[Path]:
    """The files that a text stands for: one that is there, whatever its name, or what matches."""
    if Path(given).exists() or not has_magic(given):
        return [Path(given)]
    found = sorted(glob(given, recursive=True))  # noqa: PTH207 - the pattern may be absolute
    if not found:
        message = f"no file matches {given!r}"
        raise UsageError(message)
    return [Path(one) for one in found]


def _names(paths: Sequence[Path]) -> list[str]:
    """A name for each path: its file's, without endings, and as many folders as tell it apart."""
    parts = [(*path.absolute().parts[1:-1], _stem(path.name)) for path in paths]
    most = max((len(one) for one in parts), default=1)
    for count in range(1, most + 1):
        names = ["/".join(one[-count:]) for one in parts]
        if len(set(names)) == len(names):
            return names
    return [str(path) for path in paths]


def _stem(name: str) -> str:
    """A file's name without the endings of runs."""
    for ending in _ENDINGS:
        name = name.removesuffix(ending) or name
    return name


def _meant(baseline: str, runs: Sequence[NamedFile]) -> str:
    """The name of the baseline, which may be given as a path, or as a file that only one has."""
    if not baseline or any(one.name == baseline for one in runs):
        return baseline
    real = os.path.realpath(baseline)
    by_path = [one.name for one in runs if os.path.realpath(one.path) == real]
    by_file = [one.name for one in runs if one.path.name == baseline]
    found = by_path or by_file
    return found[0] if len(found) == 1 else baseline
