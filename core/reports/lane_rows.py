"""The lanes of a run as they ran."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..events import LaneFailed, LaneSkipped
from ..projections.run import Run
from .rows import LaneRow


def lane_row(run: Run, planned: Mapping[str, Any]) -> LaneRow:
    """One lane instance as it ran."""
    instance = planned["instance"]
    frames = run.frames_of(instance)
    positions = [position for position, _ in frames]
    state, reason = "ranked", ""
    if instance in run.stopped:
        position, stopped = run.stopped[instance]
        positions.append(position)
        state, reason = why_stopped(stopped)
        made_by = stopped.made_by
    else:
        made_by = frames[0][1].made_by
    return LaneRow(
        name=planned["name"],
        plugin=planned["plugin"],
        version=planned["version"],
        parameters=tuple(f"{key} = {value}" for key, value in planned["parameters"].items()),
        instance=instance,
        pin=made_by.digest,
        local=made_by.local,
        state=state,
        reason=reason,
        positions=tuple(positions),
    )


def why_stopped(fact: LaneSkipped | LaneFailed) -> tuple[str, str]:
    """State and reason of a lane that did not rank."""
    if isinstance(fact, LaneSkipped):
        return "skipped", fact.reason
    where = "while it was built" if fact.block is None else f"in block {fact.block}"
    return "failed", f"{fact.fault} {where}: {fact.reason}"
