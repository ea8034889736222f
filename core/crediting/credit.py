"""The credit of each lane of a condition, from what the lanes returned: nothing is asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs
import numpy as np

from ..comparing.contributions import contributions
from ..comparing.rules import Rules
from ..comparing.scored import Flags
from ..comparing.systems import System, scale_of
from ..decimals import decimal_text
from ..errors import UsageError
from ..measuring.criteria import Criteria
from ..measuring.judged import Values
from ..measuring.scoring import Measured, ReadyMetric, summarise
from ..objects.comparisons import LaneCounts
from ..objects.credits import (
    WHOLE,
    Credit,
    LaneCredit,
    alone_of,
    shapley_of,
    without_of,
)
from ..ranking.rankings import Rankings
from ..topics import Topics
from .losses import Lost, interval_of, losses
from .overlaps import overlaps_of
from .shapley import MOST_PLAYERS, Coalition, Floats, coalitions, shapley_values

Fuse = Callable[[Mapping[str, Rankings]], Rankings | str]
"""Fuses some of a condition's lanes as the condition does; or says why its fuser cannot."""


@attrs.frozen(kw_only=True, eq=False)
class Crediting:
    """What the credit of lanes is made from.

    Attributes:
        metric: by which they are credited; beside: the share of judged rows that it looks at, or
            None where nobody says what is relevant.
        lanes: what each returned, in the unit that is measured.
        left_out: lanes that the condition went without.
        is_reranked: whether the condition reranks what is credited.
        depth: rows of a lane and of the condition that count.
    """

    condition: str
    metric: ReadyMetric
    beside: ReadyMetric | None
    lanes: Mapping[str, Rankings]
    left_out: tuple[str, ...]
    is_reranked: bool
    topics: Topics
    criteria: Criteria
    depth: int


@attrs.frozen(kw_only=True, eq=False)
class Reckoned:
    """A credit with the values of topics that its means are of.

    Attributes:
        values: by name: of the whole, and of each lane alone, without it, and its Shapley value;
            those that could not be measured are left out.
    """

    credit: Credit
    values: Mapping[str, Values]


def credit_of(crediting: Crediting, fuse: Fuse, rules: Rules) -> Reckoned:
    """What each lane of a condition is worth by one metric.

    Every set of its lanes is fused by the same fuser with the same parameters, and measured. A set
    that the fuser refuses is not measured: what depends on it has no value, and is never 0. A topic
    counts for Shapley's values where each set has a value.

    Args:
        fuse: fuses some of the lanes.
        rules: how what is lost without a lane is tested.

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
    made = _made(crediting, fuse)
    defined = np.ones(len(crediting.topics), np.bool_)
    for one in made.measured.values():
        defined &= one.values.defined
    values: dict[str, Floats] = {}
    if made.unfused or not defined.any():
        defined[:] = False
    else:
        worth = {names: one.values.values[defined] for names, one in made.measured.items()}
        values = shapley_values(players, worth)
    shared = _Shared(defined, values)
    return Reckoned(
        credit=_credit(made, shared, crediting, rules), values=_of_topics(made, shared, players)
    )


@attrs.frozen(eq=False)
class _Made:
    """What was fused and measured.

    Attributes:
        measured: by set of lanes; systems: of these all lanes, and all but one, with their
            rankings: those of every set would not fit in memory.
        unfused: sets that the fuser refused, with why.
    """

    players: Coalition
    measured: Mapping[Coalition, Measured]
    systems: Mapping[Coalition, System]
    unfused: tuple[tuple[str, str], ...]

    @property
    def whole(self) -> System | None:
        """All lanes; None where the fuser refused them."""
        return self.systems.get(self.players)

    def without(self, lane: str) -> Measured | None:
        """All lanes but one; None where the fuser refused them, and where it is the only one."""
        return self.measured.get(self.players - {lane})

    def alone(self, lane: str) -> Measured | None:
        """One lane; None where the fuser refused it."""
        return self.measured.get(frozenset((lane,)))


@attrs.frozen(eq=False)
class _Shared:
    """What is shared out.

    Attributes:
        defined: topics for which each set has a value; none where a set was refused.
        values: Shapley's, of these topics, by lane; empty where there are none.
    """

    defined: Flags
    values: Mapping[str, Floats]


def _made(crediting: Crediting, fuse: Fuse) -> _Made:
    """Fuse and measure every set of lanes."""
    metrics = [crediting.metric, *filter(None, (crediting.beside,))]
    players = frozenset(crediting.lanes)
    measured: dict[Coalition, Measured] = {}
    systems: dict[Coalition, System] = {}
    unfused: list[tuple[str, str]] = []
    for names in coalitions(tuple(crediting.lanes)):
        fused = fuse({name: crediting.lanes[name] for name in names})
        if isinstance(fused, str):
            unfused.append((" + ".join(names), fused))
            continue
        found = crediting.criteria.measure(fused, crediting.topics, metrics)
        measured[frozenset(names)] = found[0]
        if len(names) >= len(players) - 1:
            systems[frozenset(names)] = System(
                rankings=fused, measured=found, depth=crediting.depth
            )
    return _Made(players, measured, systems, tuple(unfused))


def _credit(made: _Made, shared: _Shared, crediting: Crediting, rules: Rules) -> Credit:
    """The credit as it is recorded."""
    whole = None if made.whole is None else made.whole.measured[0]
    mean = None
    if whole is not None:
        mean = summarise("", Values.over(whole.values.values, shared.defined)).mean
    return Credit(
        condition=crediting.condition,
        metric=crediting.metric.name.canonical,
        whole=_text(whole),
        whole_n=0 if whole is None else whole.defined,
        shared=None if mean is None else decimal_text(mean),
        n=int(shared.defined.sum()),
        of=len(crediting.topics),
        depth=crediting.depth,
        reranked=crediting.is_reranked,
        correction=rules.correction,
        lanes=tuple(_lanes(made, shared, crediting, rules)),
        left_out=crediting.left_out,
        unfused=made.unfused,
        overlaps=tuple(overlaps_of(crediting.lanes, crediting.depth)),
    )


def _lanes(
    made: _Made, shared: _Shared, crediting: Crediting, rules: Rules
) -> Iterator[LaneCredit]:
    """One for each lane."""
    scale = scale_of(crediting.metric)
    without = {lane: made.systems.get(made.players - {lane}) for lane in crediting.lanes}
    lost = losses(
        Lost(
            metric=crediting.metric,
            beside=crediting.beside,
            criteria=crediting.criteria,
            topics=crediting.topics,
            whole=made.whole,
            without=without,
        ),
        rules,
    )
    counts = _counts(made, crediting)
    for lane in crediting.lanes:
        found, count = shared.values.get(lane), counts.get(lane)
        yield LaneCredit(
            lane=lane,
            alone=_text(made.alone(lane)),
            without=_text(made.without(lane)),
            lost=lost.get(lane),
            shapley=None if found is None else _text(summarise("", Values.everywhere(found))),
            bounds=None if found is None else interval_of(lane, found, scale, rules),
            unique=None if count is None else count.alone,
            found=None if count is None else count.found,
        )


def _counts(made: _Made, crediting: Crediting) -> dict[str, LaneCounts]:
    """What each lane had of what is relevant; nothing where nobody says what that is."""
    if made.whole is None or crediting.beside is None:
        return {}
    rows = contributions(
        crediting.condition,
        made.whole.rankings,
        crediting.lanes,
        crediting.criteria.qrels,
        crediting.depth,
    )
    return {row.lane: row for row in rows}


def _of_topics(made: _Made, shared: _Shared, players: Sequence[str]) -> dict[str, Values]:
    """The values of topics behind the means."""
    named = {WHOLE: made.measured.get(made.players)}
    for lane in players:
        named |= {alone_of(lane): made.alone(lane), without_of(lane): made.without(lane)}
    found = {name: one.values for name, one in named.items() if one is not None}
    for lane, values in shared.values.items():
        everywhere = np.zeros(len(shared.defined))
        everywhere[shared.defined] = values
        found[shapley_of(lane)] = Values.over(everywhere, shared.defined)
    return found


def _text(measured: Measured | None) -> str | None:
    """A mean as it is recorded; None where there is none."""
    return None if measured is None or measured.mean is None else decimal_text(measured.mean)
