"""One lane asked for everything: what it can return at all."""

from __future__ import annotations

import attrs

from ..corpus import Corpus
from ..errors import RunFailed
from ..event_store import digest
from ..objects.frozen_gold import topics_bytes
from ..plugging.registry import Registry
from ..progress import Progress
from ..ranking.rankings import Rankings
from ..topics import Topics
from .asking import Asking, Failed, Ranked, Skipped
from .lane_planning import plan_lane
from .specification import ConditionSpec, Experiment


@attrs.frozen(kw_only=True)
class Everything:
    """What a lane returned.

    Attributes:
        notes: what it says of itself.
    """

    rankings: Rankings
    notes: tuple[str, ...]


def ask_for_everything(
    experiment: Experiment,
    registry: Registry,
    lane: str,
    corpus: Corpus,
    topics: Topics,
    progress: Progress,
) -> Everything:
    """Ask a lane of an experiment for as many units as there are, for each topic.

    Raises:
        UsageError: the lane's plugin is unknown, or something that it needs is missing.
        RunFailed: the lane broke, or the corpus cannot feed it.
    """
    condition = _alone(lane, len(corpus))
    asked = digest(topics_bytes(topics))
    planned = plan_lane(
        experiment, registry, lane, condition, lambda scope: scope.part_of(corpus).digest, asked
    )
    parts, notes = [], dict[str, None]()
    blocks = range(len(topics.blocks))
    for answer in Asking(corpus=corpus, topics=topics).ask(planned, blocks):
        if not isinstance(answer, Ranked):
            raise _stopped(lane, answer)
        parts.append(answer.rankings)
        notes.update(dict.fromkeys(answer.notes))
        progress(lane, sum(map(len, parts)), len(topics))
    return Everything(rankings=Rankings.concatenate(parts), notes=tuple(notes))


def _alone(lane: str, retrieve: int) -> ConditionSpec:
    """A condition of this lane alone, which changes nothing in it but how much is asked for."""
    return ConditionSpec(
        fuser="",
        lanes=(lane,),
        optional=(),
        weights=None,
        retrieve=retrieve,
        scope=None,
        override={},
        rerank=None,
        needs_merge=False,
        parameters={},
    )


def _stopped(lane: str, answer: Skipped | Failed) -> RunFailed:
    """The error for a lane that returned nothing at all."""
    if isinstance(answer, Skipped):
        return RunFailed(f"lane {lane}: this corpus cannot feed it: {answer.reason}")
    return RunFailed(f"lane {lane} broke: {answer.fault}: {answer.reason}")
