"""One side of a diff: the numbers of a report by topic, and what they were made with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType

import attrs

from ..qrels import Qrels
from ..ranking.rankings import Rankings

Measured = Mapping[str, float | None]
"""A value by topic; None where it is not defined."""

RETRIEVAL, KIT_RETRIEVAL, KIT_ANSWERS = "retrieval", "kit retrieval", "kit answers"


@attrs.frozen(kw_only=True)
class Part:
    """Something that numbers were made with.

    Attributes:
        name: as `corpus`; key: what makes it the same (a digest, a setting); shown: for a person.
    """

    name: str
    key: str
    shown: str


@attrs.frozen(kw_only=True)
class SideCondition:
    """A condition of one side.

    Attributes:
        parts: what it is made of.
        values: by metric, then topic.
        firsts: the rank of the first relevant unit by topic, None where none was returned; None as
            a whole where ranks are not known.
        rankings: None where the side holds none.
        ties: by metric, how far the sum over topics could fall, and rise, with equal scores in
            another order; nothing of a metric that no order changes, or of which that is not known.
    """

    parts: tuple[Part, ...]
    values: Mapping[str, Measured]
    firsts: Mapping[str, int | None] | None
    rankings: Rankings | None
    ties: Mapping[str, tuple[float, float]] = MappingProxyType({})


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Side:
    """One side of a diff.

    Attributes:
        label: what it is, for a person.
        kind: `retrieval`, `kit retrieval` or `kit answers`.
        fingerprint: over everything that can change a number; empty where there is none.
        parts: what all of its numbers were made with.
        conditions: those that were measured, by name, in order; unmeasured: the others.
        primary: the metric that topics are held against each other by.
        baseline: the condition that the others were compared with; empty where there is none.
        texts: what each topic asks, by id; empty where the side does not tell.
        qrels: what counted as relevant; None where the side does not hold it.
        manifest: the corpus digest; empty where there is none. lacks: what the side cannot tell.
    """

    label: str
    kind: str
    fingerprint: str
    parts: tuple[Part, ...]
    conditions: Mapping[str, SideCondition]
    unmeasured: tuple[str, ...]
    primary: str
    baseline: str
    texts: Mapping[str, str]
    qrels: Qrels | None
    manifest: str
    lacks: tuple[str, ...]

    @cached_property
    def part(self) -> Mapping[str, Part]:
        """The parts by name."""
        return {one.name: one for one in self.parts}
