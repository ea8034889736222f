"""Hold two reports against each other: what differs in their making, by topic, and by metric."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import attrs

from ..diffing.calibration import Calibration, CalibrationDiff
from ..diffing.diff import Diff
from ..diffing.documents import lost_documents, new_documents
from ..diffing.files import file_named, read_file
from ..diffing.holding import DiffOptions, hold
from ..diffing.reading import of_ledger
from ..diffing.rescoring import rescored
from ..diffing.side import Side
from ..errors import UsageError
from ..event_store import EventStore
from ..objects.corpora import load_corpus
from ..plugging.registry import Registry
from .find import find_gold_set

OpenStore = Callable[[], AbstractContextManager[EventStore]]


def diff(
    names: tuple[str, str], open_store: OpenStore, registry: Registry, options: DiffOptions
) -> Diff:
    """Hold two reports against each other.

    Args:
        names: of A and B: a report or run of the workspace, or a file or folder of a report.
        open_store: opens the workspace; called only where a name needs it.

    Raises:
        UsageError: there is no such report, the two are of different kinds or share no condition.
        BadData: a file holds no report.
    """
    first, second = (_read(name, open_store) for name in names)
    if first.kind != second.kind:
        message = f"{first.label} is of kind {first.kind}, {second.label} of {second.kind}"
        raise UsageError(f"{message}; only reports of one kind are compared")
    if options.rescore_with:
        first, second = _rescored((first, second), open_store, registry, options.rescore_with)
    return _with_documents(hold(first, second, registry, options), open_store)


def calibrations(names: tuple[str, str]) -> CalibrationDiff | None:
    """Two calibrations of the kit side by side; None where neither name means one.

    Raises:
        UsageError: only one of them does.
        BadData: a file holds nothing that is known here.
    """
    paths = [file_named(name) for name in names]
    first, second = (None if path is None else read_file(path) for path in paths)
    if isinstance(first, Calibration) and isinstance(second, Calibration):
        return CalibrationDiff(first=first, second=second)
    if isinstance(first, Calibration) or isinstance(second, Calibration):
        message = "one of the two is a calibration; only two calibrations are put side by side"
        raise UsageError(message)
    return None


def _read(name: str, open_store: OpenStore) -> Side:
    """One side, from a file or the ledger."""
    path = file_named(name)
    if path is None:
        with open_store() as store:
            return of_ledger(store, name)
    held = read_file(path)
    assert isinstance(held, Side)  # noqa: S101 - `calibrations` comes first
    return held


def _rescored(
    sides: tuple[Side, Side], open_store: OpenStore, registry: Registry, gold: str
) -> tuple[Side, Side]:
    """Both sides under one gold set of the workspace, by the metrics that both have."""
    metrics = [metric for metric in _metrics(sides[0]) if metric in _metrics(sides[1])]
    with open_store() as store:
        view = find_gold_set(store, gold)
        rules = {side.part["relevance"].key for side in sides}
        first, second = (
            rescored(store, side, view, metrics, registry, is_same_rule=len(rules) == 1)
            for side in sides
        )
    return first, second


def _metrics(side: Side) -> tuple[str, ...]:
    """The metrics of a side's first condition; all of them have the same."""
    return tuple(next(iter(side.conditions.values())).values) if side.conditions else ()


def _with_documents(held: Diff, open_store: OpenStore) -> Diff:
    """The same with what another corpus does, where both are in the workspace and differ."""
    sides = (held.first, held.second)
    manifests = {side.manifest for side in sides}
    if held.first.qrels is None or held.second.qrels is None or len(manifests) == 1:
        return held
    with open_store() as store:
        corpora = [load_corpus(side.manifest, store.get) for side in sides]
    if any(corpus.is_declared for corpus in corpora):
        return held
    is_passage = held.first.part["unit"].key == "passage"
    before, after = (
        frozenset(corpus.unit_ids if is_passage else corpus.documents) for corpus in corpora
    )
    found = (new_documents(one, before) for one in held.conditions)
    return attrs.evolve(
        held,
        lost=lost_documents(held.first, after),
        new=tuple(one for one in found if one is not None),
    )
