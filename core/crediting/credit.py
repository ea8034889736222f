"""The credit of each lane of a condition, from what the lanes returned: nothing is asked again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs
import numpy as np

from ..comparing.contributions import contributions
from ..comparing.differences import compare_pairs
from ..comparing.means import bounds_of
from ..comparing.pairs import Pair, without_noise
from ..comparing.rules import Rules
from ..comparing.scored import Floats, MetricScale
from ..decimals import decimal_text
from ..errors import UsageError
from ..measuring.judged import Values
from ..measuring.scoring import summarise
from ..objects.comparisons import Difference
from ..objects.credits import Credit, LaneCredit
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..statistics.means import interval_of_mean
from .overlaps import overlaps_of
from .shapley import MOST_PLAYERS, Coalition, coalitions, shapley_values

Measure = Callable[[Mapping[str, Rankings]], Values | str]
"""What a condition is worth with some of its lanes; or why its fuser cannot do with these."""


@attrs.frozen(kw_only=True, eq=False)
class Crediting:
    """What the credit of lanes is made from.

    Attributes:
        lanes: what each returned, in the unit that is measured.
        left_out: lanes that the condition went without.
        fused: the condition's own rankings.
        depth: rows of a lane and of the condition that count.
    """

    condition: str
    scale: MetricScale
    lanes: Mapping[str, Rankings]
    left_out: tuple[str, ...]
    fused: Rankings
    qrels: Qrels
    depth: int


def credit_of(crediting: Crediting, measure: Measure, rules: Rules) -> Credit:
    """What each lane of a condition is worth by one metric.

    Every set of its lanes is fused by the same fuser with the same parameters, and measured. A set
    that the fuser refuses is not measured: what depends on it has no value, and is never 0.

    Args:
        measure: fuses and measures some of the lanes.

    Raises:
        UsageError: there are more than `MOST_PLAYERS` lanes.
    """
    players = tuple(crediting.lanes)
    if len(players) > MOST_PLAYERS:
        message = (
            f"condition {crediting.condition!r} fuses {len(players)} lanes, which is "
            f"{2 ** len(players):,} sets of them; at most {MOST_PLAYERS} lanes are credited"
        )
        raise UsageError(message)
    measured: dict[Coalition, Values] = {}
    unfused: list[tuple[str, str]] = []
    for names in coalitions(players):
        got = measure({name: crediting.lanes[name] for name in names})
        if isinstance(got, str):
            unfused.append((" + ".join(names), got))
        else:
            measured[frozenset(names)] = got
    whole = measured.get(frozenset(players))
    topics = crediting.fused.topics.ids
    defined = np.zeros(len(topics), np.bool_) if whole is None else whole.defined
    worth = {names: one.values[defined] for names, one in measured.items()}
    values = {} if unfused or whole is None else shapley_values(players, worth)
    return Credit(
        condition=crediting.condition,
        metric=crediting.scale.name,
        whole=_mean(crediting.scale, whole),
        n=int(defined.sum()),
        of=len(topics),
        depth=crediting.depth,
        topics=tuple(topic for topic, has in zip(topics, defined.tolist(), strict=True) if has),
        lanes=tuple(_credits(crediting, players, measured, values, rules)),
        left_out=crediting.left_out,
        unfused=tuple(unfused),
        overlaps=tuple(overlaps_of(crediting.lanes, crediting.depth)),
    )


def _credits(
    crediting: Crediting,
    players: Sequence[str],
    measured: Mapping[Coalition, Values],
    values: Mapping[str, Floats],
    rules: Rules,
) -> list[LaneCredit]:
    """One for each lane."""
    counts = contributions(
        crediting.condition, crediting.fused, crediting.lanes, crediting.qrels, crediting.depth
    )
    whole = measured.get(frozenset(players))
    made = []
    for lane, count in zip(players, counts, strict=True):
        without = measured.get(frozenset(players) - {lane})
        found = values.get(lane)
        bounds = None
        if found is not None and len(found):
            span = crediting.scale.span
            interval = interval_of_mean(
                found, low=-span, high=span, is_proportion=False, alpha=float(rules.alpha)
            )
            bounds = bounds_of(interval)
        made.append(
            LaneCredit(
                lane=lane,
                alone=_mean(crediting.scale, measured.get(frozenset({lane}))),
                without=_mean(crediting.scale, without),
                lost=_lost(lane, crediting.scale, whole, without, rules),
                shapley=None if found is None or not len(found) else _of(found),
                bounds=bounds,
                values=() if found is None else tuple(map(decimal_text, found.tolist())),
                unique=count.alone,
                found=count.found,
            )
        )
    return made


def _of(values: Floats) -> str:
    """The mean of some values, which is exact before it is rounded once."""
    mean = summarise("", Values.everywhere(values)).mean
    assert mean is not None  # noqa: S101 - asked of values alone
    return decimal_text(mean)


def _mean(scale: MetricScale, values: Values | None) -> str | None:
    """The mean of a set of lanes; None where it was not measured."""
    if values is None:
        return None
    mean = summarise(scale.name, values).mean
    return None if mean is None else decimal_text(mean)


def _lost(
    lane: str, scale: MetricScale, whole: Values | None, without: Values | None, rules: Rules
) -> Difference | None:
    """What is lost without a lane: whole minus without, paired per topic. It was not declared."""
    if whole is None or without is None:
        return None
    both = whole.defined & without.defined
    pair = Pair(
        condition=f"with {lane}",
        scale=scale,
        both=both,
        differences=without_noise(whole.values[both] - without.values[both], scale.span),
        declared=False,
        apart=0.0,
        tied=None,
    )
    (found,) = compare_pairs([pair], attrs.evolve(rules, baseline=f"without {lane}"))
    return found
