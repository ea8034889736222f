"""Find what a person names: a run or report by id or `latest`, a corpus or gold set by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from ..errors import UsageError
from ..event_store import EventStore
from ..projections.corpora import CORPORA, CorpusView
from ..projections.gold_sets import GOLD_SETS, GoldSetView
from ..projections.projection import view_at
from ..projections.reports import REPORTS, ReportView
from ..projections.runs import RUNS, RunSummary
from ..running.experiment import read_experiment
from ..running.specification import Experiment

View = TypeVar("View")
LATEST = "latest"
SHORTEST = 4
ABLATION = "ablation.toml"
FUSION_SWEEP, THREE_MODES = "fusion_sweep.toml", "three_modes.toml"
SPECS = Path(__file__).parents[2] / "specs"


def find_run(store: EventStore, name: str) -> RunSummary:
    """A completed run; `latest` is the one whose end stands highest in the log.

    Raises:
        UsageError: there is none, several begin like this, or it has no end.
    """
    runs = view_at(RUNS, store)
    if name == LATEST:
        ended = [run for run in runs.values() if run.completed is not None]
        if not ended:
            message = (
                "no run is completed yet; start one with `benchbook eval retrieval EXPERIMENT`"
            )
            raise UsageError(message)
        return max(ended, key=lambda run: run.completed or 0)
    run = runs[_match("run", name, runs)]
    if run.completed is None:
        message = f"run {run.id} has no end; finish it with `benchbook eval retrieval --resume`"
        raise UsageError(message)
    return run


def find_started(store: EventStore, name: str) -> str:
    """The id of a run, whether it has ended or not; `latest` is the last that began.

    Raises:
        UsageError: there is none, or several begin like this.
    """
    runs = view_at(RUNS, store)
    if name == LATEST and runs:
        return max(runs.values(), key=lambda run: run.position).id
    return _match("run", name, runs)


def find_report(store: EventStore, name: str) -> ReportView:
    """A report, by its id or its run's; `latest` is the one built highest in the log.

    Raises:
        UsageError: there is none, or several begin like this.
    """
    reports = view_at(REPORTS, store)
    if name == LATEST:
        if not reports:
            message = "there is no report yet; `benchbook eval retrieval EXPERIMENT` makes one"
            raise UsageError(message)
        return max(reports.values(), key=lambda report: report.position)
    by_name = {report.built.run: id_ for id_, report in reports.items()}
    by_name |= {id_: id_ for id_ in reports}
    return reports[by_name[_match("report", name, by_name)]]


def find_checked(store: EventStore, name: str) -> str:
    """The id of a completed run, named by its own id or by its report's; `latest` is the last run.

    Raises:
        UsageError: there is none, several begin like this, or it has no end.
    """
    if name == LATEST:
        return find_run(store, name).id
    runs, reports = view_at(RUNS, store), view_at(REPORTS, store)
    by_name = {id_: one.built.run for id_, one in reports.items()} | {id_: id_ for id_ in runs}
    return find_run(store, by_name[_match("run or report", name, by_name)]).id


def find_corpus(store: EventStore, name: str) -> CorpusView:
    """A corpus by its name.

    Raises:
        UsageError: there is none of that name.
    """
    return pick("corpus", name, view_at(CORPORA, store))


def find_gold_set(store: EventStore, name: str) -> GoldSetView:
    """A gold set by its name.

    Raises:
        UsageError: there is none of that name.
    """
    return pick("gold set", name, view_at(GOLD_SETS, store))


def pick(kind: str, name: str, views: Mapping[str, View]) -> View:
    """The view under a name, given in full, among views that are read already.

    Args:
        kind: `corpus` or `gold set`, for the message.

    Raises:
        UsageError: there is none.
    """
    if name not in views:
        there = f"there are {', '.join(sorted(views))}" if views else "this workspace has none"
        message = f"there is no {kind} {name!r}; {there}"
        raise UsageError(message)
    return views[name]


def find_experiment(folder: Path, given: Path | None) -> Path:
    """The experiment file that is meant: as given, under a folder, shipped, or the only one there.

    Args:
        folder: the workspace's folder of experiments.

    Raises:
        UsageError: there is no such file; or none is named, and there is none or more than one.
    """
    if given is not None:
        places: list[Path] = [given, folder / given]
        if given == Path(given.name):
            places.append(SPECS / given)
        for path in places:
            if path.is_file():
                return path
    found = sorted(folder.glob("*.toml"))
    if given is None and len(found) == 1:
        return found[0]
    there = f"there are {', '.join(path.name for path in found)}" if found else "there is none"
    wanted = "name an experiment" if given is None else f"no experiment file {str(given)!r}"
    message = f"{wanted}; under {folder.name}/ {there}"
    raise UsageError(message)


def find_meant(folder: Path, given: Path | None, conditions: tuple[str, ...]) -> Path:
    """The experiment file that is meant by some of its conditions too.

    Without a file, conditions that need a merge mean the ablation's, unless the only experiment
    there has them all.

    Args:
        folder: the workspace's folder of experiments.
        conditions: those that are asked for; none for all.

    Raises:
        UsageError: as `find_experiment` does.
    """
    if given is None and conditions:
        found = sorted(folder.glob("*.toml"))
        own = set(read_experiment(found[0]).conditions) if len(found) == 1 else set()
        ablation = find_ablation(folder)
        if not own.issuperset(conditions) and {*conditions} <= {*read_experiment(ablation).merged}:
            return ablation
    return find_experiment(folder, given)


def find_ablation(folder: Path) -> Path:
    """The workspace's own `ablation.toml`, else the one that is shipped.

    Args:
        folder: the workspace's folder of experiments.
    """
    own = folder / ABLATION
    return own if own.exists() else SPECS / ABLATION


def find_sweep(folder: Path, given: Path | None) -> Path:
    """The file of a sweep: the one that is named, else `fusion_sweep.toml`.

    Args:
        folder: the workspace's folder of experiments.

    Raises:
        UsageError: there is no file of the name.
    """
    return _own_or_shipped(folder, given, FUSION_SWEEP)


def find_modes(folder: Path, given: Path | None) -> Path:
    """The file of modes: the one that is named, else `three_modes.toml`.

    Raises:
        UsageError: there is no file of the name.
    """
    return _own_or_shipped(folder, given, THREE_MODES)


def _own_or_shipped(folder: Path, given: Path | None, default: str) -> Path:
    """A file that is named, or of the workspace, or shipped."""
    name = default if given is None else str(given)
    if given is not None and (given.exists() or not (SPECS / given).is_file()):
        return find_experiment(folder, given)
    own = folder / name
    return own if own.exists() else SPECS / name


def find_conditions(experiment: Experiment, names: tuple[str, ...]) -> Experiment:
    """An experiment with some of its conditions.

    Raises:
        UsageError: it has no condition of a name.
    """
    for name in names:
        if name not in experiment.conditions:
            there = ", ".join(experiment.conditions)
            message = f"{experiment.file} has no condition {name!r}; it has {there}"
            raise UsageError(message)
    return experiment.only(names)


def _match(kind: str, name: str, ids: Iterable[str]) -> str:
    """The one id that is `name` or begins with it.

    Raises:
        UsageError: none or several do.
    """
    known = sorted(ids)
    if name in known:
        return name
    found = [id_ for id_ in known if len(name) >= SHORTEST and id_.startswith(name)]
    if len(found) == 1:
        return found[0]
    if found:
        message = (
            f"{len(found)} {kind}s begin with {name!r}: {', '.join(found[:5])}; type more of it"
        )
        raise UsageError(message)
    message = f"there is no {kind} {name!r}; `benchbook {kind} list` shows those of this workspace"
    raise UsageError(message)
