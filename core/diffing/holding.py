"""Two sides held against each other: conditions paired, topics told, differences tested."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache, partial

import attrs

from ..comparing.rules import HOLM, SIGN_FLIP, STANDARD, Rules
from ..comparing.scored import MetricScale
from ..comparing.systems import scale_of
from ..errors import UsageError
from ..event_store import canonical_json, digest
from ..matching.relevance import UNKNOWN
from ..measuring.scoring import ready_metrics
from ..plugging.registry import Registry
from ..statistics.draws import seed_of
from .changes import changes_of
from .diff import Diff
from .effects import Effect, effects_of
from .gains import unlike_gains
from .instruments import INVALIDATES, Unlike, by_gravity, unlike_parts
from .kit_report import BEST_GRADE, GRADES, TOKENS
from .likeness import IDENTICAL, Likeness, likeness
from .paired import PairedCondition, paired_differences
from .pairing import (
    LETTERS,
    deciding_metric,
    paired_conditions,
    unpaired_conditions,
    unpaired_metrics,
)
from .side import Side

TOLERANCE = 1e-9


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


def hold(first: Side, second: Side, registry: Registry, options: DiffOptions) -> Diff:
    """Hold two sides of one kind against each other; what their corpora do is not looked for.

    Raises:
        UsageError: they share no condition or no metric, or a name is not there.
    """
    pairs = paired_conditions(first, second, options.renamed, options.conditions)
    scales = cache(partial(_scale, registry))
    alike = tuple(_likeness(one, options.tolerance) for one in pairs if _has_both(one))
    by = deciding_metric(first, pairs)
    is_judged = not any(_is_unjudged(side) for side in (first, second))
    changes = {
        one.name: changes_of(one.first, one.second, by, is_judged=is_judged) for one in pairs
    }
    held = Diff(
        first=first,
        second=second,
        unlike=_unlike(first, second, pairs, registry, alike),
        conditions=pairs,
        changes={name: found for name, (found, _) in changes.items()},
        by_rank={name: by_rank for name, (_, by_rank) in changes.items()},
        by=by,
        differences=(),
        rules=_rules(options, first, second),
        lost=None,
        new=(),
        likeness=alike,
        effects=tuple(_effects(first, pairs, by)),
        left_out=() if options.conditions else tuple(unpaired_conditions(first, second, pairs)),
        left_out_metrics=tuple(
            one for one in unpaired_metrics(pairs) if not scales(one[1]).is_holes
        ),
    )
    if held.invalid:
        return _without_numbers(held)
    _require_something(held)
    return _with_differences(held, scales)


def _is_unjudged(side: Side) -> bool:
    """Whether nobody says what is relevant."""
    return any(part.name == "relevance" and part.key == UNKNOWN for part in side.parts)


def _require_something(held: Diff) -> None:
    """Refuse two sides with neither a metric in common nor ranks on both sides.

    Raises:
        UsageError: naming the metrics of each.
    """
    if held.by or any(held.by_rank.values()):
        return
    names = {
        letter: [name for side, name in held.left_out_metrics if side == letter]
        for letter in LETTERS
    }
    told = "; ".join(
        f"{letter} has {', '.join(every) or 'none'}" for letter, every in names.items()
    )
    message = f"no metric in both: {told}; run one of them anew with the metrics of the other"
    raise UsageError(message)


def _without_numbers(held: Diff) -> Diff:
    """Rankings alone: every value is about something else in each side."""
    alike = tuple(attrs.evolve(one, deviations={}) for one in held.likeness)
    return attrs.evolve(held, changes={}, by_rank={}, effects=(), likeness=alike)


def _with_differences(held: Diff, scales: Callable[[str], MetricScale]) -> Diff:
    """The same with what is tested: metrics that both sides define alike."""
    without = [one.metric for one in held.unlike if one.kind == INVALIDATES]
    found = paired_differences(held.conditions, scales, held.rules, without)
    return attrs.evolve(held, differences=found)


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


def _has_both(one: PairedCondition) -> bool:
    """Whether both sides hold the rankings of a condition."""
    return one.first.rankings is not None and one.second.rankings is not None


def _likeness(one: PairedCondition, tolerance: float) -> Likeness:
    """How like the rankings of a condition are."""
    first, second = one.first.rankings, one.second.rankings
    assert first is not None  # noqa: S101 - `_has_both` asked
    assert second is not None  # noqa: S101 - likewise
    return likeness(one.name, (first, second), (one.first.values, one.second.values), tolerance)
