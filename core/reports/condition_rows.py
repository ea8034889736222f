"""The rows of the ablation: what each condition is made of, and its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..projections.run import Run
from .lane_rows import why_stopped
from .retrieval_facts import Facts
from .rows import BucketRow, ConditionRow, Number


def condition_row(facts: Facts, planned: Mapping[str, Any], metrics: Sequence[str]) -> ConditionRow:
    """One row of the ablation, or why it is not measured."""
    name = planned["name"]
    lacking, left_out = _lacking(facts.run, planned)
    reason = lacking or facts.run.why_failed(name)
    numbers = tuple(number_of(facts, name, metric, "", reason) for metric in metrics)
    named = {lane["instance"]: lane["name"] for lane in facts.experiment["lanes"]}
    fused = [at for at, (lane, _) in enumerate(planned["lanes"]) if lane not in left_out]
    return ConditionRow(
        name=name,
        # as its row in the table of lanes is called: an override makes another lane of it
        lanes=tuple(named[planned["lanes"][at][1]] for at in fused),
        weights=tuple(planned["weights"][at][1] for at in fused) if planned["weights"] else (),
        left_out=tuple(f"{lane}: {why}" for lane, why in left_out.items()),
        fuser=_spelt(planned["fuser"], planned["parameters"]),
        reranker=_spelt_reranker(planned["rerank"]),
        choices=facts.choices.get(name, ()),
        state="not measured" if reason else "measured",
        reason=reason,
        numbers=numbers,
    )


def _spelt(plugin: str, parameters: Mapping[str, str]) -> str:
    """A plugin with its parameters, the weights aside: they stand beside their lanes."""
    inside = ", ".join(f"{key} = {value}" for key, value in parameters.items() if key != "weights")
    return f"{plugin}({inside})" if inside else plugin


def _spelt_reranker(planned: Mapping[str, Any] | None) -> str:
    """A reranker with its parameters; empty where there is none."""
    return "" if planned is None else _spelt(planned["plugin"], planned["parameters"])


def _lacking(run: Run, planned: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Why a condition has no lanes to fuse, empty where it has; and what it goes without."""
    instances = dict(planned["lanes"])
    needed, gone = run.lacks(instances, planned["optional"])
    why = {}
    for lane in (*needed, *gone):
        state, reason = why_stopped(run.stopped[instances[lane]][1])
        why[lane] = f"{state}: {reason}"
    reason = "; ".join(f"lane {lane} {why[lane]}" for lane in needed)
    return reason, {lane: why[lane] for lane in gone}


def number_of(facts: Facts, condition: str, metric: str, bucket: str, reason: str) -> Number:
    """One mean with its denominators, over a bucket or, where that is empty, all topics."""
    at, means = facts.compared_at, facts.means
    if reason:
        of, failed = facts.bucket_sizes[bucket], facts.run.failed.get(condition)
        told = () if failed is None else (failed[0],)
        return Number(value=None, n=0, of=of, positions=(facts.position, *told), reason=reason)
    mean = means[condition, metric, bucket]
    positions = (facts.position, facts.run.fused[condition][0], facts.run.scored[condition][0], at)
    return Number(
        value=mean.value,
        n=mean.n,
        of=mean.of,
        positions=positions,
        reason="no topic has a value for this metric" if mean.value is None else "",
        bounds=mean.bounds,
        tied=mean.tied,
    )


def bucket_rows(
    facts: Facts, conditions: Sequence[ConditionRow], metrics: Sequence[str]
) -> tuple[BucketRow, ...]:
    """The same numbers over the topics of each bucket."""
    return tuple(
        BucketRow(
            name=bucket,
            topics=size,
            numbers=tuple(
                tuple(number_of(facts, row.name, metric, bucket, row.reason) for metric in metrics)
                for row in conditions
            ),
        )
        for bucket, size in facts.bucket_sizes.items()
        if bucket
    )
