"""Hold two reports against each other: what differs in their making, by topic, and by metric."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from ..diffing.effects import Effect, effects_of
from ..diffing.files import file_named, read_file
from ..diffing.gains import unlike_gains
from ..diffing.instruments import INVALIDATES, Unlike, by_gravity, unlike_parts
from ..diffing.kit_report import BEST_GRADE, GRADES, TOKENS
from ..diffing.likeness import IDENTICAL, Likeness, likeness
from ..diffing.paired import PairedCondition, paired_differences
from ..diffing.pairing import (
    deciding_metric,
    paired_conditions,
    unpaired_conditions,
    unpaired_metrics,
)
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
    pairs = paired_conditions(first, second, options.renamed, options.conditions)
    rules = _rules(options, first, second)
    alike = tuple(_likeness(one, options.tolerance) for one in pairs if _has_both(one))
    unlike = _unlike(first, second, pairs, registry, alike)
    by = deciding_metric(first, pairs)
    changes = {one.name: changes_of(one.first, one.second, by) for one in pairs}
    lost, new = _documents(first, second, pairs, open_store)
    held = Diff(
        first=first,
        second=second,
        unlike=unlike,
        conditions=pairs,
        changes={name: found for name, (found, _) in changes.items()},
        by_rank={name: by_rank for name, (_, by_rank) in changes.items()},
        by=by,
        differences=(),
        rules=rules,
        lost=lost,
        new=new,
        likeness=alike,
        effects=tuple(_effects(first, pairs, by)),
        left_out=() if options.conditions else tuple(unpaired_conditions(first, second, pairs)),
        left_out_metrics=tuple(
            one for one in unpaired_metrics(pairs) if not _scale(registry, one[1]).is_holes
        ),
    )
    if held.invalid:
        return held
    without = [one.metric for one in unlike if one.kind == INVALIDATES]
    found = paired_differences(pairs, partial(_scale, registry), rules, without)
    return attrs.evolve(held, differences=found)


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


def _unlike(
    first: Side,
    second: Side,
    pairs: Sequence[PairedCondition],
    registry: Registry,
    alike: Sequence[Likeness],
) -> tuple[Unlike, ...]:
    """Everything that the two differ in, the gravest first."""
    is_same = len(alike) == len(pairs) and all(one.state == IDENTICAL for one in alike)
    sides = [(one.first, one.second) for one in pairs]
    parts = unlike_parts(first, second, sides, is_same=is_same)
    return by_gravity((*parts, *unlike_gains(first, second, pairs, registry)))


def _effects(first: Side, pairs: Sequence[PairedCondition], metric: str) -> Iterator[Effect]:
    """The effects over the baseline of A, where it is compared."""
    base = first.conditions.get(first.baseline)
    for one in pairs:
        if one.first is base:
            yield from effects_of(pairs, one, metric)


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
