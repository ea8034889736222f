"""What a condition does, as a digest: what can change its time, but for the machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..event_store import canonical_json, digest
from ..events import EnvironmentSealed
from ..plain import to_plain
from ..projections.run import Run
from .environment import python_minor
from .plan import Plan


def work_of_plan(
    plan: Plan, resolved: Mapping[str, Any], sealed: EnvironmentSealed
) -> dict[str, str]:
    """The work of each condition of a plan.

    Args:
        resolved: the plan's own experiment, as it is frozen.
    """
    pins = {lane.instance: lane.made_by.digest for lane in plan.lanes}
    works = {}
    for planned, entry in zip(plan.conditions, resolved["conditions"], strict=True):
        used = [pins[instance] for instance in planned.instances.values()]
        used.append(planned.made_by.digest)
        if planned.rerank is not None:
            used.append(planned.rerank.made_by.digest)
        works[planned.name] = _digest(entry, used, sealed)
    return works


def work_of_run(run: Run, resolved: Mapping[str, Any], sealed: EnvironmentSealed) -> dict[str, str]:
    """The work of each condition of a run that was fused."""
    works = {}
    for entry in resolved["conditions"]:
        if entry["name"] not in run.fused:
            continue
        _, fused = run.fused[entry["name"]]
        used = [_pin(run, instance) for _, instance in entry["lanes"]]
        used.append(fused.made_by.digest)
        if fused.reranked_by is not None:
            used.append(fused.reranked_by.digest)
        works[entry["name"]] = _digest(entry, used, sealed)
    return works


def _pin(run: Run, instance: str) -> str:
    """The digest of the code of a lane that ranked, or that the corpus could not feed."""
    frames = run.frames_of(instance)
    return frames[0][1].made_by.digest if frames else run.stopped[instance][1].made_by.digest


def _digest(entry: Mapping[str, Any], pins: Sequence[str], sealed: EnvironmentSealed) -> str:
    """The digest of a condition, the code of its plugins, and what they run in."""
    return digest(
        canonical_json(
            {
                "condition": dict(entry),
                "plugins": list(pins),
                "code": sealed.code,
                "python": python_minor(sealed.python),
                "libraries": to_plain(sealed.libraries),
            }
        )
    )
