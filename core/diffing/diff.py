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
from .instruments import INVALIDATES, Unlike
from .likeness import DIFFERENT, Likeness
from .paired import PairedCondition, PairedDifference
from .side import Side


@attrs.frozen(kw_only=True, eq=False)
class Diff:
    """Two sides held against each other.

    Attributes:
        unlike: what differs in their making, the gravest first.
        conditions: what is compared.
        changes: by condition, every topic; by_rank: whether ranks decide, likewise.
        differences: by metric; empty where something invalidates them.
        lost, new: documents; None and empty where a side does not hold its corpus.
        likeness: by condition, where both sides hold rankings.
        left_out: conditions of one side alone.
    """

    first: Side
    second: Side
    unlike: tuple[Unlike, ...]
    conditions: tuple[PairedCondition, ...]
    changes: Mapping[str, tuple[Change, ...]]
    by_rank: Mapping[str, bool]
    differences: tuple[PairedDifference, ...]
    rules: Rules
    lost: LostDocuments | None
    new: tuple[NewDocuments, ...]
    likeness: tuple[Likeness, ...]
    left_out: tuple[str, ...]

    @property
    def invalid(self) -> tuple[Unlike, ...]:
        """What makes the numbers ones about different things."""
        return tuple(one for one in self.unlike if one.kind == INVALIDATES)

    @property
    def is_reproduced(self) -> bool:
        """Whether the rankings of every condition are known and alike, values within tolerance."""
        alike = [one.name for one in self.likeness if one.state != DIFFERENT]
        return alike == [one.name for one in self.conditions] and not self.left_out

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
            "left_out": list(self.left_out),
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
        }

    @property
    def is_executed_again(self) -> bool:
        """Whether both sides are runs of the same on the same."""
        return bool(self.first.fingerprint) and self.first.fingerprint == self.second.fingerprint


_TOLD = ("difference", "bounds", "p", "corrected", "n", "wins", "ties", "losses", "reason")


def _plain(change: Change) -> dict[str, object]:
    """A topic as JSON knows it."""
    ends = {"a": change.first, "b": change.second}
    texts = {key: None if end is None else decimal_text(end) for key, end in ends.items()}
    return {"topic": change.topic, "state": change.state, **texts}


def _likeness_plain(one: Likeness) -> dict[str, object]:
    """How like two rankings are, as JSON knows it."""
    told = {key: getattr(one, key) for key in ("name", "state", "topics", "equal", "tau_topics")}
    numbers = {"overlap": one.overlap, "least": one.least, "rbo": one.rbo}
    return {
        **told,
        **{key: decimal_text(value) for key, value in numbers.items()},
        "tau": None if one.tau is None else decimal_text(one.tau),
        "rmse": {metric: decimal_text(value) for metric, value in one.deviations.items()},
    }
