"""Hold two reports against each other: what differs in their making, by topic, and by metric."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from decimal import Decimal
from functools import partial

import attrs

from ..comparing.rules import HOLM, SIGN_FLIP, STANDARD, Rules
from ..comparing.scored import MetricScale
from ..comparing.systems import scale_of
from ..diffing.calibration import Calibration, CalibrationDiff
from ..diffing.changes import changes_of
from ..diffing.diff import Diff
from ..diffing.documents import LostDocuments, NewDocuments, lost_documents, new_documents
from ..diffing.files import file_named, read_file
from ..diffing.instruments import INVALIDATES, unlike_parts
from ..diffing.kit_report import BEST_GRADE, GRADES, TOKENS
from ..diffing.likeness import Likeness, likeness
from ..diffing.paired import PairedCondition, paired_differences
from ..diffing.reading import of_ledger
from ..diffing.rescoring import rescored
from ..diffing.side import Side
from ..errors import UsageError
from ..event_store import EventStore, canonical_json, digest
from ..measuring.scoring import ready_metrics
from ..objects.corpora import load_corpus
from ..plugging.registry import Registry
from ..statistics.draws import seed_of
from .find import find_gold_set

TOLERANCE = 1e-9

OpenStore = Callable[[], AbstractContextManager[EventStore]]


@attrs.frozen(kw_only=True)
class DiffOptions:
    """How two reports are held against each other.

    Attributes:
        renamed: conditions of A by the name that they have in B.
        conditions: the only ones, by their name in A; all when empty.
        rescore_with: a gold set that both are scored under; empty for none.
        test: of differences; alpha: of their family.
        tolerance: how far values of a run that was executed again may lie apart.
    """

    renamed: Mapping[str, str]
    conditions: tuple[str, ...] = ()
    rescore_with: str = ""
    test: str = SIGN_FLIP
    alpha: Decimal = Decimal("0.05")
    tolerance: float = TOLERANCE


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
    pairs = _pairs(first, second, options)
    unlike = unlike_parts(first, second, [(one.first, one.second) for one in pairs])
    rules = _rules(options, first, second)
    changes = {one.name: changes_of(one.first, one.second, first.primary) for one in pairs}
    is_valid = not any(one.kind == INVALIDATES for one in unlike)
    lost, new = _documents(first, second, pairs, open_store)
    return Diff(
        first=first,
        second=second,
        unlike=unlike,
        conditions=pairs,
        changes={name: found for name, (found, _) in changes.items()},
        by_rank={name: by_rank for name, (_, by_rank) in changes.items()},
        differences=paired_differences(pairs, partial(_scale, registry), rules) if is_valid else (),
        rules=rules,
        lost=lost,
        new=new,
        likeness=tuple(_likeness(one, options.tolerance) for one in pairs if _has_both(one)),
        left_out=() if options.conditions else _left_out(first, second, pairs),
    )


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
        first, second = (rescored(store, side, view, metrics, registry) for side in sides)
    return first, second


def _metrics(side: Side) -> tuple[str, ...]:
    """The metrics of a side's first condition; all of them have the same."""
    return tuple(next(iter(side.conditions.values())).values) if side.conditions else ()


def _pairs(first: Side, second: Side, options: DiffOptions) -> tuple[PairedCondition, ...]:
    """The conditions that both sides have, as they are called in A and, renamed, in B.

    Raises:
        UsageError: a name is unknown, or there is none in both.
    """
    for mine, its in options.renamed.items():
        _known(mine, first)
        _known(its, second)
    for name in options.conditions:
        _known(name, first)
    wanted = options.conditions or tuple(first.conditions)
    pairs = [(name, options.renamed.get(name, name)) for name in wanted]
    made = tuple(
        PairedCondition(
            name=mine if mine == its else f"{mine} → {its}",
            first=first.conditions[mine],
            second=second.conditions[its],
        )
        for mine, its in pairs
        if its in second.conditions
    )
    if not made:
        there, here = ", ".join(first.conditions), ", ".join(second.conditions)
        message = f"no condition in both: A has {there or 'none'}; B has {here or 'none'}"
        raise UsageError(f"{message}; --map A_NAME=B_NAME compares two that have other names")
    return made


def _known(name: str, side: Side) -> None:
    """Refuse a condition that a side does not have.

    Raises:
        UsageError: it has not.
    """
    if name not in side.conditions:
        unmeasured = " (it is not measured there)" if name in side.unmeasured else ""
        there = ", ".join(side.conditions)
        message = f"{side.label} has no condition {name!r}{unmeasured}; it has {there}"
        raise UsageError(message)


def _left_out(first: Side, second: Side, pairs: Sequence[PairedCondition]) -> tuple[str, ...]:
    """Conditions that only one side has."""
    paired = [id(one.first) for one in pairs] + [id(one.second) for one in pairs]
    sides = (("A", first), ("B", second))
    return tuple(
        f"{name} (in {letter})"
        for letter, side in sides
        for name, one in side.conditions.items()
        if id(one) not in paired
    )


def _rules(options: DiffOptions, first: Side, second: Side) -> Rules:
    """How differences are tested: drawn from the topics alone, as elsewhere."""
    topics = sorted({topic for side in (first, second) for topic in _topics(side)})
    return Rules(
        baseline="A",
        primary=first.primary,
        test=options.test,
        correction=HOLM,
        interval=STANDARD,
        alpha=options.alpha,
        seed=seed_of("diff/1", digest(canonical_json(topics))),
        judged_by_rule=True,
    )


def _topics(side: Side) -> set[str]:
    """Every topic that a side has a value of."""
    every = (found for one in side.conditions.values() for found in one.values.values())
    return {topic for found in every for topic in found}


def _scale(registry: Registry, metric: str) -> MetricScale:
    """What is known of a metric: by its name, or as the kit has it."""
    if metric in GRADES or metric == TOKENS:
        high = float(BEST_GRADE) if metric in GRADES else float(1 << 20)
        return MetricScale(
            name=metric, low=0.0, high=high, is_binary=False, cutoff=None, is_holes=False
        )
    return scale_of(ready_metrics([metric], registry)[0])


def _documents(
    first: Side, second: Side, pairs: Sequence[PairedCondition], open_store: OpenStore
) -> tuple[LostDocuments | None, tuple[NewDocuments, ...]]:
    """What another corpus does, where both are in the workspace and differ."""
    manifests = {first.manifest, second.manifest}
    if first.qrels is None or second.qrels is None or len(manifests) == 1:
        return None, ()
    with open_store() as store:
        corpora = [load_corpus(side.manifest, store.get) for side in (first, second)]
    if any(corpus.is_declared for corpus in corpora):
        return None, ()
    is_passage = first.part["unit"].key == "passage"
    before, after = (
        frozenset(corpus.unit_ids if is_passage else corpus.documents) for corpus in corpora
    )
    found = (new_documents(one, before) for one in pairs)
    return lost_documents(first, after), tuple(one for one in found if one is not None)


def _has_both(one: PairedCondition) -> bool:
    """Whether both sides hold the rankings of a condition."""
    return one.first.rankings is not None and one.second.rankings is not None


def _likeness(one: PairedCondition, tolerance: float) -> Likeness:
    """How like the rankings of a condition are."""
    first, second = one.first.rankings, one.second.rankings
    assert first is not None  # noqa: S101 - `_has_both` asked
    assert second is not None  # noqa: S101 - likewise
    return likeness(one.name, (first, second), (one.first.values, one.second.values), tolerance)
