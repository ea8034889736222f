"""Two sides held against each other: everything that was found, and the same as JSON knows it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ..comparing.rules import Rules
from ..comparing.systems import instrument_of
from ..decimals import decimal_text
from ..objects.comparisons import Instrument
from ..plain import to_plain
from .changes import Change, count_states
from .documents import LostDocuments, NewDocuments
from .effects import Effect
from .instruments import INVALIDATES, Unlike
from .likeness import DIFFERENT, IDENTICAL, Likeness
from .paired import PairedCondition, PairedDifference, unmatched
from .side import Side


@attrs.frozen(kw_only=True, eq=False)
class Diff:
    """Two sides held against each other.

    Attributes:
        unlike: what differs in their making, the gravest first.
        conditions: what is compared.
        changes: by condition, every topic; by_rank: whether ranks decide, likewise.
        by: the metric that topics are held against each other by where ranks are not known.
        differences: by metric.
        effects: over the baseline, where both sides have that.
        lost, new: documents; None and empty where a side does not hold its corpus.
            Where something invalidates the numbers, there are neither changes nor differences nor
            effects.
        likeness: by condition, where both sides hold rankings.
        left_out: conditions of one side alone, and metrics: the letter of the side, and the name.
    """

    first: Side
    second: Side
    unlike: tuple[Unlike, ...]
    conditions: tuple[PairedCondition, ...]
    changes: Mapping[str, tuple[Change, ...]]
    by_rank: Mapping[str, bool]
    by: str
    differences: tuple[PairedDifference, ...]
    rules: Rules
    lost: LostDocuments | None
    new: tuple[NewDocuments, ...]
    likeness: tuple[Likeness, ...]
    effects: tuple[Effect, ...]
    left_out: tuple[tuple[str, str], ...]
    left_out_metrics: tuple[tuple[str, str], ...]

    @property
    def invalid(self) -> tuple[Unlike, ...]:
        """What makes the numbers ones about different things.

        What is about one metric alone takes only that one away; all where it leaves none.
        """
        found = tuple(one for one in self.unlike if one.kind == INVALIDATES)
        is_left = any(self.metrics)
        return tuple(one for one in found if not one.metric or not is_left)

    @property
    def metrics(self) -> tuple[str, ...]:
        """What both sides have, defined alike."""
        taken = {one.metric for one in self.unlike if one.kind == INVALIDATES}
        both = dict.fromkeys(
            metric
            for one in self.conditions
            for metric in one.first.values
            if metric in one.second.values
        )
        return tuple(metric for metric in both if metric not in taken)

    @property
    def is_reproduced(self) -> bool:
        """Whether the rankings of every condition are known and alike, within the tolerance."""
        alike = [one.name for one in self.likeness if one.state != DIFFERENT]
        is_whole = not self.left_out and not self.invalid
        return is_whole and alike == [one.name for one in self.conditions]

    @property
    def is_identical(self) -> bool:
        """Whether they are alike to the last unit, score and value."""
        return self.is_reproduced and {one.state for one in self.likeness} == {IDENTICAL}

    @property
    def instrument(self) -> Instrument:
        """How differences were tested."""
        tested = [one.found for one in self.differences if one.found.corrected is not None]
        topics = max((one.n for one in tested), default=0)
        return instrument_of(self.rules, len(tested), topics)

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it."""
        sides = (self.first, self.second)
        return {
            "a": self.first.label,
            "b": self.second.label,
            "kind": self.first.kind,
            "lacks": {letter: list(side.lacks) for letter, side in zip("ab", sides, strict=True)},
            "comparable": not self.invalid,
            "executed_again": self.is_executed_again,
            "unlike": to_plain(self.unlike),
            "reproduced": self.is_reproduced if self.likeness else None,
            "unmatched": to_plain(tuple(unmatched(self.conditions, self.by))),
            "left_out": [list(one) for one in self.left_out],
            "left_out_metrics": [list(one) for one in self.left_out_metrics],
            "counts": {name: dict(count_states(found)) for name, found in self.changes.items()},
            "topics": {
                name: [_plain(change) for change in found] for name, found in self.changes.items()
            },
            "differences": [
                {
                    "condition": one.name,
                    "metric": one.metric,
                    "a": decimal_text(one.means[0]),
                    "b": decimal_text(one.means[1]),
                    **{key: to_plain(getattr(one.found, key)) for key in _TOLD},
                    "verdict": one.verdict,
                }
                for one in self.differences
            ],
            "instrument": to_plain(self.instrument) if self.differences else None,
            "lost": to_plain(self.lost),
            "new": to_plain(self.new),
            "likeness": [_likeness_plain(one) for one in self.likeness],
            "effects": [_effect_plain(one) for one in self.effects],
        }

    @property
    def is_executed_again(self) -> bool:
        """Whether both sides are runs of the same on the same."""
        return bool(self.first.fingerprint) and self.first.fingerprint == self.second.fingerprint


_TOLD = ("difference", "bounds", "p", "corrected", "n", "wins", "ties", "losses", "reason")


def _plain(change: Change) -> dict[str, object]:
    """A topic as JSON knows it."""
    ends = {"a": change.first, "b": change.second}
    texts = {key: _text(end) for key, end in ends.items()}
    return {"topic": change.topic, "state": change.state, **texts}


def _effect_plain(one: Effect) -> dict[str, object]:
    """An effect as JSON knows it."""
    numbers = {"a": one.first, "b": one.second, "ratio": one.ratio, "change": one.change}
    return {"name": one.name, "n": one.n, **{key: _text(value) for key, value in numbers.items()}}


def _text(value: float | None) -> str | None:
    """A decimal; None where there is none."""
    return None if value is None else decimal_text(value)


def _likeness_plain(one: Likeness) -> dict[str, object]:
    """How like two rankings are, as JSON knows it."""
    told = {key: getattr(one, key) for key in ("name", "state", "topics", "equal", "tau_topics")}
    numbers = {"overlap": one.overlap, "least": one.least, "rbo": one.rbo}
    return {
        **told,
        **{key: decimal_text(value) for key, value in numbers.items()},
        "tau": _text(one.tau),
        "apart": _text(one.apart),
        "rmse": {metric: decimal_text(value) for metric, value in one.deviations.items()},
    }
