"""The keys of an experiment file, from the classes that it is read into and the parser itself."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, get_type_hints

import attrs

from benchbook.core.gating.decision import DecisionRule
from benchbook.core.gating.gate import Gate
from benchbook.core.plugging.admission import (
    CONDITION_KEYS,
    EMBEDDER_KEYS,
    LANE_KEYS,
    RERANK_KEYS,
)
from benchbook.core.plugging.parameter_values import resolved_text
from benchbook.core.running.experiment import parse_experiment
from benchbook.core.running.experiment_gates import KEYS as GATE_KEYS
from benchbook.core.running.specification import (
    ConditionSpec,
    Experiment,
    LaneSpec,
    PluginSpec,
    RerankSpec,
    Settings,
)
from benchbook.core.scopes import Scope
from benchbook.core.sweeping.rule import KEYS as SWEEP_KEYS
from benchbook.core.sweeping.rule import SweepRule
from benchbook.core.sweeping.strategies import Grid

from .annotations import in_words
from .docstrings import parse
from .markdown import blocks, kind_and_default, literal, table

LEAST = """\
[experiment]
metrics = ["{name}@10"]
[lanes.{name}]
plugin = "bm25"
[conditions.{name}]
fuser = "single"
rerank = "lexical"
[[gates]]
name = "{name}"
condition = "{name}"
metric = "{name}@10"
at_least = 0.5
[decision]
"""
"""The shortest experiment with a reranker, a gate and a rule: what is not said has its default."""


@attrs.frozen(kw_only=True)
class Table:
    """A table of the file.

    Attributes:
        title: as it is written.
        spec: the class that it is read into, whose docstring says what its keys are.
        keys: all that may stand there, but for what goes to a plugin.
        required: of these, those without a default.
        kept: gives what an experiment with one lane and one condition made of this table.
        more: what else may stand there.
    """

    title: str
    spec: type
    keys: Collection[str]
    required: Collection[str] = ()
    kept: Callable[[Experiment], object]
    more: str = ""


def _only(named: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a lane or a condition
    """The one value of a mapping."""
    (value,) = named.values()
    return value


TABLES = (
    Table(
        title="[experiment]",
        spec=Settings,
        keys=[*(field.name for field in attrs.fields(Settings)), "scope"],
        required=["metrics"],
        kept=lambda one: one.settings,
    ),
    Table(
        title="[lanes.NAME]",
        spec=LaneSpec,
        keys=LANE_KEYS,
        required=["plugin"],
        kept=lambda one: _only(one.lanes),
        more="All other keys are parameters of the plugin.",
    ),
    Table(
        title="[conditions.NAME]",
        spec=ConditionSpec,
        keys=CONDITION_KEYS,
        required=["fuser"],
        kept=lambda one: _only(one.conditions),
        more="All other keys are parameters of the fuser.",
    ),
    Table(
        title="[strategies.NAME]",
        spec=Grid,
        keys=[field.name for field in attrs.fields(Grid)],
        required=["grid"],
        kept=lambda _: Grid(grid={}),
        more="All other keys are those of a condition. See [sweeping](../sweep.md).",
    ),
    Table(
        title="[sweep]",
        spec=SweepRule,
        keys=SWEEP_KEYS,
        required=["premise"],
        kept=lambda _: SweepRule(
            baseline="",
            premise="",
            hybrids=(),
            salt="",
            coverage=Decimal(1),
            known_documents=False,
        ),
    ),
    Table(
        title="[[gates]]",
        spec=Gate,
        keys=GATE_KEYS,
        required=["name", "condition", "metric"],
        kept=lambda one: one.gates[0],
        more=(
            "`latency` or `cost` may stand in place of `metric`. A gate has one of `at_least`, "
            "`at_most`, `above` and `below`. See [gates in CI](../gates.md)."
        ),
    ),
    Table(
        title="[decision]",
        spec=DecisionRule,
        keys=[field.name for field in attrs.fields(DecisionRule)],
        kept=lambda one: one.decision,
        more="Without `gates` all of them. See [decisions](../decisions.md).",
    ),
    Table(
        title="scope = { … }",
        spec=Scope,
        keys=[field.name for field in attrs.fields(Scope)],
        kept=lambda one: _only(one.lanes).scope,
        more="A unit whose metadata lacks what is asked for does not belong to the part.",
    ),
    Table(
        title="embedder = { … }",
        spec=PluginSpec,
        keys=EMBEDDER_KEYS,
        required=["plugin"],
        kept=lambda _: None,
        more="All other keys are parameters of the embedder.",
    ),
    Table(
        title="rerank = { … }",
        spec=RerankSpec,
        keys=RERANK_KEYS,
        required=["plugin"],
        kept=lambda one: _only(one.conditions).rerank,
        more="All other keys are parameters of the reranker.",
    ),
)

LINKS: Mapping[str, str] = types.MappingProxyType(
    {
        "above": "number",
        "at_least": "number",
        "at_most": "number",
        "below": "number",
        "client": "",
        "cost": "text",
        "extends": "text",
        "fail_above": "number",
        "fail_below": "number",
        "lane": "text",
        "latency": "text",
        "scope": "table",
        "with": "list of text",
        "without": "list of text",
    }
)
"""The types of keys that the parser resolves, so that no class keeps them."""

UNSAID: Mapping[str, str] = types.MappingProxyType(
    {
        "above": "what a value must exceed to pass; itself it does not pass.",
        "at_least": "the least value that passes, itself included.",
        "at_most": "the greatest value that passes, itself included.",
        "below": "what a value must stay under to pass; itself it does not pass.",
        "client": "kept for a later version: refused.",
        "cost": "a column of the file of costs, as `prompt_tokens`: its mean per topic.",
        "extends": "the condition whose keys hold where this one says nothing.",
        "fail_above": "with `at_most` or `below`: a value up to this one is no failure yet.",
        "fail_below": "with `at_least` or `above`: a value from this one on is no failure yet.",
        "fuser": "what makes one ranking of those of the lanes.",
        "lane": "of a latency: this lane alone, in place of `stage`.",
        "latency": "`p50` or `p95`, in milliseconds, of a profile.",
        "name": "what the run is called; the file's name without its ending where there is none.",
        "plugin": "its name, or `distribution:name`.",
        "scope": "the part of the corpus that lanes are built on, see below; `{}` lifts one.",
        "with": "lanes to add to those of what is extended.",
        "without": "lanes to take out of those of what is extended.",
    }
)
"""What these keys are, and others that their class takes as known."""


WRITTEN: Mapping[object, str] = types.MappingProxyType(
    {
        Scope: "table",
        PluginSpec: "name or table",
        RerankSpec: "name or table",
        Mapping[str, Mapping[str, object]]: "table of tables",
    }
)
"""How values of these types are written."""


def page() -> str:
    """One section for each table."""
    return blocks(*map(_section, TABLES))


def _section(one: Table) -> str:
    """A table of the file, key by key."""
    rows = []
    for key in _in_order(one):
        kind, default, meaning = described(one, key)
        rows.append((literal(key), kind_and_default(kind, default), meaning))
    return blocks(f"## `{one.title}`", table(["key", "type, default", ""], rows), one.more)


def _in_order(one: Table) -> list[str]:
    """The keys in the order of the class, what is required first and what it does not keep last."""
    order = [*one.required, *(field.name for field in attrs.fields(one.spec)), *sorted(one.keys)]
    return sorted(one.keys, key=order.index)


def described(one: Table, key: str) -> tuple[str, str, str]:
    """Type, default and meaning of a key."""
    is_kept = key in {field.name for field in attrs.fields(one.spec)}
    kind = _kind(one.spec, key) if is_kept else LINKS[key]
    meaning = meanings(one.spec).get(key) or UNSAID.get(key, "")
    return kind, _default(one, key) if is_kept else "", meaning


def meanings(spec: type) -> dict[str, str]:
    """What the docstrings of a class and of those that it is made of say of its fields."""
    names = [field.name for field in attrs.fields(spec)]
    said: dict[str, str] = {}
    for base in reversed(spec.__mro__):
        said |= parse(base.__doc__, names).section("Attributes")
    return said


def _kind(spec: type, key: str) -> str:
    """The type of a key; that it may be left out stands beside it."""
    annotation: Any = get_type_hints(spec)[key]
    kept = [one for one in typing.get_args(annotation) if one is not type(None)]
    is_optional = typing.get_origin(annotation) in {typing.Union, types.UnionType}
    kind = kept[0] if is_optional else annotation
    return WRITTEN.get(kind) or in_words(kind)


def _default(one: Table, key: str) -> str:
    """A default that hangs on nothing else in the file."""
    if key in one.required:
        return "required"
    if (one.spec, key) == (LaneSpec, "retrieve"):
        return "that of the experiment"
    first, second = (getattr(one.kept(_least(name)), key) for name in ("P", "R"))
    is_told = isinstance(first, str | int | Decimal) and first == second != ""
    return literal(resolved_text(first)) if is_told else ""


def _least(name: str) -> Experiment:
    """The shortest experiment, with this name for all that it names."""
    return parse_experiment(LEAST.format(name=name), f"{name}.toml", Path())
