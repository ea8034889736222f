"""How long conditions took, as gates about time read it: the object of a recorded profile."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ..codec import structure
from ..event_store import canonical_json, read_json
from ..plain import to_plain

TIMES = "application/vnd.benchbook.times+json"

TOTAL = "total"
"""The stage that a person waits for: all lanes one after another, fusing, reranking."""

WARM = "warm"


@attrs.frozen(kw_only=True)
class StageTimes:
    """How long one stage took for one topic.

    Attributes:
        stage: `total`, `fuse`, `rerank`, `measure`, or `lane NAME`.
        passes: `cold` or `warm`.
        p50, p95: milliseconds as decimals; None where there are too few samples.
        n: samples.
    """

    stage: str
    passes: str
    p50: str | None
    p95: str | None
    n: int


@attrs.frozen(kw_only=True)
class ConditionTimes:
    """How long one condition took.

    Attributes:
        work: digest over what can change its time but the machine: lanes, parameters, code.
        state: `timed`, `skipped` or `failed`; reason: why it is not timed, else empty.
    """

    condition: str
    work: str
    state: str
    reason: str
    stages: tuple[StageTimes, ...]

    def of(self, stage: str) -> StageTimes | None:
        """The warm passes of a stage; None where it has none."""
        return next(
            (one for one in self.stages if (one.stage, one.passes) == (stage, WARM)),
            None,
        )

    @property
    def warm_stages(self) -> tuple[str, ...]:
        """The stages that were timed."""
        return tuple(one.stage for one in self.stages if one.passes == WARM)


@attrs.frozen(kw_only=True)
class Times:
    """How long the conditions of an experiment took.

    Attributes:
        manifest, questions: corpus and gold digests.
        topics: how many were asked, each once in each of `runs` passes; the first pass is cold.
        code: digest over Benchbook's own module files.
        platform: system and machine, as `Linux x86_64`.
    """

    experiment: str
    corpus: str
    manifest: str
    gold: str
    questions: str
    topics: int
    runs: int
    code: str
    platform: str
    conditions: tuple[ConditionTimes, ...]

    @property
    def by_condition(self) -> Mapping[str, ConditionTimes]:
        """The conditions by name."""
        return {one.condition: one for one in self.conditions}


def pack_times(times: Times) -> bytes:
    """The canonical JSON of an object."""
    return canonical_json(to_plain(times))


def unpack_times(data: bytes, where: str) -> Times:
    """What an object holds.

    Raises:
        BadData: it is no such object.
    """
    return structure(Times, read_json(data), where)
