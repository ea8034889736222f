"""Lanes planned: what each is built from, and the digest that says which of them are the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..event_store import canonical_json, digest
from ..expansions import read_expansions
from ..hookspec import LanePlugin
from ..plugging.parameter_values import resolved_text
from ..plugging.pins import made_by
from ..plugging.registry import Registered, Registry
from ..scopes import Scope
from .binding import bind_parameters, find_file, in_table, refusal
from .exclusions import Exclusions
from .plan import PlannedEmbedder, PlannedLane
from .specification import ConditionSpec, Experiment, LaneSpec

PartOf = Callable[[Scope], str]
"""The digest of the part of a corpus in a scope; that of the corpus where nothing is left out."""

EMBEDDER, EXPANSIONS, CORPUS = "embedder", "expansions", "corpus"


def plan_lane(
    experiment: Experiment,
    registry: Registry,
    name: str,
    condition: ConditionSpec,
    part_of: PartOf,
    topics: str,
    exclusions: Exclusions | None = None,
) -> PlannedLane:
    """The instance of a lane in a condition.

    A scope that leaves nothing out makes no other lane of it.

    Args:
        part_of: the digest of the part of the corpus in a scope.
        topics: the digest of what lanes are asked.
        exclusions: documents that are left out of what lanes return.

    Raises:
        UsageError: no such plugin, or something that it needs is missing or does not fit.
    """
    spec = experiment.lanes[name]
    at = ("lanes", name)
    override = condition.override.get(name, {})
    with in_table(experiment, ".".join(at)):
        registered = registry.find("lane", spec.plugin)
    arguments, texts = bind_parameters(experiment, at, registered, {**spec.parameters, **override})
    scope = spec.scope if condition.scope is None else condition.scope
    if scope.stated:
        _refuse_unscoped(experiment, name, registered, scope)
    corpus = part_of(scope)
    if corpus == part_of(Scope()):
        scope = Scope()
    else:
        texts["scope"] = str(scope)
    _add_expansions(experiment, name, registered, arguments, texts)
    embedder = _plan_embedder(experiment, registry, name, registered, corpus)
    if embedder is not None:
        texts[EMBEDDER] = embedder.label
    retrieve = condition.retrieve or spec.retrieve
    instance = [registered.qualified, registered.record.version, texts, retrieve, corpus, topics]
    if embedder is not None:
        instance.append(embedder.instance)
    if exclusions is not None:
        instance.append({"exclude": exclusions.digest})
    return PlannedLane(
        name=_label(name, override, spec, condition, scope),
        instance=digest(canonical_json(instance)),
        registered=registered,
        made_by=made_by(registered, texts),
        arguments=arguments,
        retrieve=retrieve,
        scope=scope,
        embedder=embedder,
        exclusions=exclusions,
    )


def _refuse_unscoped(
    experiment: Experiment, name: str, registered: Registered, scope: Scope
) -> None:
    """A lane that brings rankings from elsewhere cannot be built on a part of the corpus.

    Raises:
        UsageError: this is one.
    """
    record = registered.record
    if isinstance(record, LanePlugin) and not record.scoped:
        reason = (
            f"{registered.qualified} searches on its own and cannot be restricted to the scope "
            f"{scope}; leave it out of the conditions that have one"
        )
        raise refusal(experiment, ("lanes", name), reason)


def _add_expansions(
    experiment: Experiment,
    name: str,
    registered: Registered,
    arguments: dict[str, Any],
    texts: dict[str, str],
) -> None:
    """Read the passages that a lane searches with; None where the experiment names no file.

    Raises:
        UsageError: the lane takes none.
        BadData: the file cannot be read.
    """
    given = experiment.lanes[name].expansions
    if EXPANSIONS not in registered.record.needs:
        if given is not None:
            at = ("lanes", name, EXPANSIONS)
            raise refusal(experiment, at, f"lane {registered.qualified} searches with no passages")
        return
    arguments[EXPANSIONS] = None
    if given is not None:
        path, texts[EXPANSIONS] = find_file(experiment, given)
        arguments[EXPANSIONS] = read_expansions(path)


def _plan_embedder(
    experiment: Experiment, registry: Registry, name: str, lane: Registered, corpus: str
) -> PlannedEmbedder | None:
    """What turns a lane's texts into vectors; None where it needs no such thing.

    Raises:
        UsageError: it needs one and has none, or has one and needs none; no such embedder.
    """
    spec = experiment.lanes[name].embedder
    at = ("lanes", name, EMBEDDER)
    if EMBEDDER not in lane.record.needs:
        if spec is not None:
            raise refusal(experiment, at, f"lane {lane.qualified} takes no embedder")
        return None
    if spec is None:
        raise refusal(experiment, at, 'there is none; name an embedder, as embedder = "lsa"')
    with in_table(experiment, ".".join(at)):
        registered = registry.find("embedder", spec.plugin)
    arguments, texts = bind_parameters(experiment, at, registered, spec.parameters)
    is_fitted = CORPUS in registered.record.needs
    identity = [registered.qualified, registered.record.version, texts, corpus if is_fitted else ""]
    return PlannedEmbedder(
        instance=digest(canonical_json(identity)),
        registered=registered,
        made_by=made_by(registered, texts),
        arguments=arguments,
        is_fitted=is_fitted,
    )


def _label(
    name: str,
    override: Mapping[str, object],
    spec: LaneSpec,
    condition: ConditionSpec,
    scope: Scope,
) -> str:
    """A lane's name, with what a condition changes in it.

    Args:
        scope: what it is built on, where that is a part.
    """
    changes = [f"{key}={resolved_text(value)}" for key, value in sorted(override.items())]
    if condition.retrieve not in (None, spec.retrieve):
        changes.append(f"retrieve={condition.retrieve}")
    if condition.scope is not None and scope.stated:
        changes.append(str(scope))
    return f"{name}[{', '.join(changes)}]" if changes else name
