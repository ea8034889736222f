"""What the ledger knows of a condition of a run, as ir_metadata: for whoever gets the run alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..event_store import EventStore, read_json, tool
from ..events import EnvironmentSealed, RunStarted
from ..files.ir_metadata import SCHEMA
from ..projections.log import LOG_VIEW
from ..projections.projection import fold, view_at
from ..projections.run import RUN, Run
from ..projections.runs import RunSummary
from ..streams import run_stream


def describe_run(store: EventStore, run: RunSummary, condition: str, tag: str) -> dict[str, object]:
    """A condition of a completed run by the parts of PRIMAD, and where it is on record.

    Nothing of it names a person, a machine or a folder: the ledger holds no such thing, and the
    actor is the tool.

    Args:
        condition: one that is measured.
        tag: the name of the run in its file.
    """
    events, _ = store.read(run_stream(run.id))
    view = fold(RUN, events)
    experiment: Mapping[str, Any] = read_json(store.get(run.started.experiment))
    settings = experiment["experiment"]
    environment = view_at(LOG_VIEW, store).sealed[run.env]
    actor = tool()
    return {
        "schema-version": SCHEMA,
        "tag": tag,
        "platform": _platform(environment),
        "research goal": {
            "evaluation": {
                "reported measures": settings["metrics"],
                "baseline": [settings["baseline"]],
                "significance test": [
                    {"name": settings["test"], "correction method": settings["correction"]}
                ],
            }
        },
        "implementation": {"source": {"lang": ["python"], "code digest": environment.code}},
        "method": {"automatic": True, "retrieval": list(_stages(view, experiment, condition))},
        "actor": {"name": f"{actor.kind}:{actor.id}", "role": "experimenter"},
        "data": {"test collection": _collection(run.started, view)},
        "benchbook": {
            "ledger": store.origin,
            "run": run.id,
            "condition": condition,
            "reports": list(run.reports),
            "fingerprint": run.started.fingerprint,
        },
    }


def _platform(environment: EnvironmentSealed) -> dict[str, object]:
    """What the run was executed in."""
    libraries = [f"{name}=={version}" for name, version in sorted(environment.libraries.items())]
    return {
        "operating system": {"kernel": environment.platform},
        "software": {
            "libraries": {
                "python": [f"{environment.implementation}=={environment.python}", *libraries]
            },
            "retrieval toolkit": [f"benchbook=={environment.benchbook}"],
        },
    }


def _collection(started: RunStarted, view: Run) -> dict[str, object]:
    """What was searched, asked and judged, by name and by digest."""
    return {
        "name": started.corpus,
        "gold set": started.gold,
        "corpus digest": started.manifest,
        "topics digest": started.topics,
        "qrels digest": started.qrels if view.sought is None else view.sought[1].qrels,
        **({"snapshot": started.snapshot} if started.snapshot else {}),
    }


def _stages(
    view: Run, experiment: Mapping[str, Any], condition: str
) -> Iterator[dict[str, object]]:
    """The stages of a ranking: lanes that had anything to give, what fused and reranked them."""
    (planned,) = [one for one in experiment["conditions"] if one["name"] == condition]
    lanes = {lane["instance"]: lane for lane in experiment["lanes"]}
    used = [lanes[instance] for _, instance in planned["lanes"] if instance not in view.stopped]
    for lane in used:
        yield {"name": lane["name"], "retrieved": lane["retrieve"], **_method(lane, "plugin")}
    fused = {
        "name": condition,
        **_method(planned, "fuser"),
        "interpolates": [lane["name"] for lane in used],
    }
    rerank = planned["rerank"]
    if rerank is None:
        yield fused
        return
    yield {**fused, "name": f"{condition}: fused"}
    yield {"name": condition, **_method(rerank, "plugin"), "reranks": f"{condition}: fused"}


def _method(planned: Mapping[str, Any], kind: str) -> dict[str, object]:
    """A plugin with its version and parameters.

    Args:
        kind: the key that its name stands under.
    """
    parameters = dict(sorted(planned["parameters"].items()))
    method = f"{planned[kind]} {planned['version']}"
    return {"method": method, **({"params": parameters} if parameters else {})}
