"""What a sweep came to: the object that is recorded. Decimals are text; see `decimals`."""

from __future__ import annotations

import attrs

from ..codec import structure
from ..event_store import canonical_json, read_json
from ..plain import to_plain
from .comparisons import Difference

SWEEP = "application/vnd.benchbook.sweep+json"


@attrs.frozen(kw_only=True)
class Covered:
    """Of how many topics every lane ranked something.

    Attributes:
        topics: of the population; answered: by every lane.
        missing: topics that a lane ranked nothing for, sorted by id: topic, stratum and lanes.
    """

    topics: int
    answered: int
    missing: tuple[tuple[str, str, tuple[str, ...]], ...]


@attrs.frozen(kw_only=True)
class SweptMean:
    """A configuration over some topics by the primary metric.

    Attributes:
        value: the mean; None where no topic has one; n: topics that have one.
    """

    configuration: str
    value: str | None
    n: int


@attrs.frozen(kw_only=True)
class Stratum:
    """The headline and the baseline over the topics of a stratum that the verdict is about."""

    name: str
    topics: int
    baseline: str | None
    headline: str | None


@attrs.frozen(kw_only=True)
class SweepFound:
    """What a sweep came to.

    Attributes:
        metric: the primary one.
        tuning: topics that the headline was chosen on, and its means there, the best first; empty
            without a split.
        confirming: topics that the verdict is about: all of them without a split.
        premise, baseline, headline: over these topics; the headline is the hybrid that was chosen.
        verdict: `premise does not reproduce`, `highest mean`, `no fusion above the baseline`, or
            `not measured`; reason: why it is no more than that.
        difference: headline minus baseline over these topics; None where nothing was chosen.
        strata: by bucket, and decile where the topics have one.
    """

    metric: str
    covered: Covered
    tuning: int
    tuned: tuple[SweptMean, ...]
    confirming: int
    premise: SweptMean | None
    baseline: SweptMean | None
    headline: SweptMean | None
    verdict: str
    reason: str
    difference: Difference | None
    strata: tuple[Stratum, ...]


def pack_sweep(found: SweepFound) -> bytes:
    """The canonical JSON of an object."""
    return canonical_json(to_plain(found))


def unpack_sweep(data: bytes, where: str) -> SweepFound:
    """What an object holds.

    Raises:
        BadData: it is no such object.
    """
    return structure(SweepFound, read_json(data), where)
