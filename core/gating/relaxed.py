"""What a change of a file of gates lets pass that the file before it did not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

import attrs

from .decision import DecisionRule
from .gate import INTERVAL, Gate
from .words import bound_text, number_text, rule_text

_SUBJECT = ("kind", "condition", "metric", "stage", "costs", "relative_to", "against")
"""What a gate is about: with another one of these it is another gate."""


@attrs.frozen(kw_only=True)
class Gates:
    """A file of gates.

    Attributes:
        experiment: the name that they are kept under; gold: the gold set, empty where none is
            named.
        alpha: of the intervals; None where the file does not say.
    """

    experiment: str
    gold: str
    gates: tuple[Gate, ...]
    decision: DecisionRule | None
    alpha: Decimal | None

    @property
    def by_name(self) -> Mapping[str, Gate]:
        """The gates by name."""
        return {gate.name: gate for gate in self.gates}


def relaxed(before: Gates, after: Gates) -> tuple[str, ...]:
    """Each way in which a file asks for less than it did, as a sentence; none where it does not.

    Metrics are compared as they are written.
    """
    return tuple(_relaxed(before, after))


def _relaxed(before: Gates, after: Gates) -> Iterator[str]:
    """The ways, file first, then gate by gate, then the decision."""
    if before.gates and before.experiment != after.experiment:
        yield f"the experiment was called {before.experiment}, so its gates begin anew"
    if before.gold != after.gold:
        yield f"the gold set is {after.gold or 'not named'}, was {before.gold or 'not named'}"
    yield from _narrower(before, after)
    for name, gate in before.by_name.items():
        now = after.by_name.get(name)
        if now is None:
            yield f"{name} is gone; it asked for {number_text(gate)} of {_asked(gate)}"
        elif _about(gate) != _about(now):
            yield f"{name} was about {_subject(gate)}, and is about {_subject(now)}"
        else:
            yield from (f"{name}: {way}" for way in _weaker(gate, now))
    yield from _decides_less(before.decision, after.decision)


def _narrower(before: Gates, after: Gates) -> Iterator[str]:
    """Whether intervals became narrower, where one decides."""
    one, other = before.alpha, after.alpha
    by_interval = any(gate.statistic == INTERVAL for gate in before.gates)
    if by_interval and one is not None and other is not None and other > one:
        yield f"alpha is {other:f}, was {one:f}: intervals are narrower"


def _about(gate: Gate) -> tuple[object, ...]:
    """What a gate is about, and on which side it bounds that."""
    return (*(getattr(gate, field) for field in _SUBJECT), gate.is_floor)


def _subject(gate: Gate) -> str:
    """What a gate is about, in words."""
    side = "from below" if gate.is_floor else "from above"
    base = f" against {gate.relative_to} {gate.against}" if gate.is_relative else ""
    return f"{gate.condition} {number_text(gate)}{base}, {side}"


def _asked(gate: Gate) -> str:
    """What a gate asked for, in words."""
    return f"{gate.condition} {gate.statistic} {rule_text(gate)}"


def _weaker(before: Gate, now: Gate) -> Iterator[str]:
    """The ways in which a gate about the same number asks for less."""
    if _is_lower(before, now):
        margin = "the margin is wider" if before.is_relative else "the threshold is weaker"
        yield f"{margin}: {bound_text(now)}, was {bound_text(before)}"
    if before.statistic == INTERVAL != now.statistic:
        yield f"the {now.statistic} decides, the whole interval did"
    if before.per_bucket and not now.per_bucket:
        yield f"it is about {_topics(now)}, was about every bucket by itself"
    elif before.bucket != now.bucket and not now.per_bucket:
        yield f"it is about {_topics(now)}, was about {_topics(before)}"
    for field in ("min_topics", "min_signed"):
        was, is_now = getattr(before, field), getattr(now, field)
        if is_now < was:
            yield f"{field} is {is_now}, was {was}"
    if now.fails is not None and _band_grew(before, now):
        yield f"it fails {_fails(now)}, was {_fails(before)}"


def _is_lower(before: Gate, now: Gate) -> bool:
    """Whether the threshold lets more pass."""
    if before.threshold == now.threshold:
        return not before.holds(before.threshold) and now.holds(now.threshold)
    return (now.threshold < before.threshold) == before.is_floor


def _topics(gate: Gate) -> str:
    """Which topics a gate is about."""
    if gate.per_bucket:
        return "every bucket"
    return f"bucket {gate.bucket!r}" if gate.bucket else "all topics"


def _band_grew(before: Gate, now: Gate) -> bool:
    """Whether numbers that failed now decide nothing."""
    was = before.threshold if before.fails is None else before.fails
    assert now.fails is not None  # noqa: S101 - as the caller promises
    return now.fails < was if now.is_floor else now.fails > was


def _fails(gate: Gate) -> str:
    """Where a gate fails, in words."""
    end = gate.threshold if gate.fails is None else gate.fails
    return f"{'below' if gate.is_floor else 'above'} {format(end, 'f')}"


def _decides_less(before: DecisionRule | None, now: DecisionRule | None) -> Iterator[str]:
    """The ways in which a rule adopts more easily."""
    if before is None:
        return
    if now is None:
        yield f"the decision {before.name} is gone"
        return
    for gate in before.gates:
        if gate not in now.gates:
            yield f"the decision {now.name} no longer needs {gate}"
