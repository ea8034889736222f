"""What each condition is made of, and in words how it differs from the baseline."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from benchbook import ConditionRow, Report

from . import words
from .order import baseline_place, best_first

_SCOPE = "scope = "
_POOL = "pool = "


@attrs.frozen(kw_only=True)
class MadeOf:
    """One condition.

    Attributes:
        differs: in words, empty where the baseline is not among the conditions.
        lanes: each with its weight, where the fuser takes any.
        fuser, reranker: without what is Benchbook's own before the name; a dash for none.
        scope: what all its lanes were restricted to, or which of them; a dash for the whole corpus.
    """

    name: str
    is_baseline: bool
    differs: str
    lanes: str
    fuser: str
    reranker: str
    scope: str


@attrs.frozen(kw_only=True)
class ConditionTable:
    """The conditions, best first; a column in which nobody has anything is left out."""

    rows: tuple[MadeOf, ...]
    has_rerankers: bool
    has_scopes: bool


def condition_table(report: Report) -> ConditionTable:
    """What each condition is made of."""
    scopes = {
        lane.name: one.removeprefix(_SCOPE)
        for lane in report.head.lanes
        for one in lane.parameters
        if one.startswith(_SCOPE)
    }
    rows = tuple(
        MadeOf(
            name=row.name,
            is_baseline=row.name == report.baseline,
            differs=differs_words(report, row),
            lanes=_weighted(row),
            fuser=_own(row.fuser),
            reranker=_own(row.reranker) or words.ABSENT,
            scope=_scope(row, scopes),
        )
        for row in (report.conditions[place] for place in best_first(report))
    )
    return ConditionTable(
        rows=rows,
        has_rerankers=any(row.reranker for row in report.conditions),
        has_scopes=any(row.scope != words.ABSENT for row in rows),
    )


def differs_words(report: Report, row: ConditionRow) -> str:
    """How a condition differs from the baseline: `without graph`, `the same lanes, then …`.

    Empty for the baseline itself, and where there is none.
    """
    place = baseline_place(report)
    base = None if place is None else report.conditions[place]
    if base is None or base.name == row.name:
        return ""
    told, other = _lanes_told(base, row), _otherwise(base, row)
    if not told and not other:
        return "in nothing"
    return ", ".join([*(told or ["the same lanes"]), *other])


def _lanes_told(base: ConditionRow, row: ConditionRow) -> list[str]:
    """Lanes that are gone, more, or set otherwise; nothing where they are the same."""
    changed = [lane for lane in row.lanes if lane not in base.lanes and _plain(lane) in base.lanes]
    kept = {*row.lanes, *map(_plain, changed)}
    missing = [lane for lane in base.lanes if lane not in kept]
    more = [lane for lane in row.lanes if lane not in base.lanes and lane not in changed]
    if missing and len(row.lanes) <= max(1, len(missing) - 1):
        return [f"only {', '.join(row.lanes)}"]
    told = [
        f"{word} {', '.join(own)}" for word, own in (("without", missing), ("with", more)) if own
    ]
    return [*told, *_settings(row, changed)]


def _otherwise(base: ConditionRow, row: ConditionRow) -> list[str]:
    """Weights, fuser and reranker that differ; one lane alone has nothing to be fused."""
    told = []
    weights = dict(zip(base.lanes, base.weights, strict=False))
    changed = [
        f"{lane} × {weight}"
        for lane, weight in zip(row.lanes, row.weights, strict=False)
        if weight and weights.get(lane, weight) != weight
    ]
    if changed:
        told.append(f"weighted {', '.join(changed)}")
    if row.fuser != base.fuser and len(row.lanes) > 1:
        told.append(f"fused by {_changed(base.fuser, row.fuser)}")
    if row.reranker != base.reranker:
        told.append(_reranked(row.reranker) if row.reranker else "not reranked")
    return told


def _changed(base: str, spelt: str) -> str:
    """A plugin with the parameters that the baseline's has otherwise, or with all of its own."""
    name, own = _parted(spelt)
    base_name, theirs = _parted(base)
    shown = [one for one in own if name != base_name or one not in theirs]
    return f"{name}({', '.join(shown)})" if shown else name


def _reranked(spelt: str) -> str:
    """`then the best 20 reranked by lexical`."""
    name, parameters = _parted(spelt)
    pool = next((one.removeprefix(_POOL) for one in parameters if one.startswith(_POOL)), "")
    return f"then {f'the best {pool} ' if pool else ''}reranked by {name}"


def _parted(spelt: str) -> tuple[str, list[str]]:
    """The name of a plugin, and its parameters."""
    name, _, inside = _own(spelt).partition("(")
    return name.strip(), inside.removesuffix(")").split(", ") if inside else []


def _own(spelt: str) -> str:
    """A plugin as it is shown: the distribution stands only before what others wrote."""
    return spelt.removeprefix("benchbook:")


def _weighted(row: ConditionRow) -> str:
    """`keyword × 1.5, vector × 1`; settings stand in the other columns."""
    weights: Sequence[str] = row.weights or [""] * len(row.lanes)
    pairs = zip(map(_plain, row.lanes), weights, strict=True)
    return ", ".join(f"{lane} × {weight}" if weight else lane for lane, weight in pairs)


def _scope(row: ConditionRow, scopes: dict[str, str]) -> str:
    """What the lanes of a condition are restricted to; which ones, where not all are."""
    found = {scopes.get(lane, "") for lane in row.lanes}
    if len(found) == 1:
        return found.pop() or words.ABSENT
    told = [f"{_plain(lane)}: {scopes[lane]}" for lane in row.lanes if lane in scopes]
    return ", ".join(told) or words.ABSENT


def _plain(lane: str) -> str:
    """A lane's name without what a condition sets otherwise for it: `graph[weighted = true]`."""
    return lane.partition("[")[0]


def _settings(row: ConditionRow, changed: list[str]) -> list[str]:
    """`graph: weighted = true` for lanes with settings of their own, each setting once."""
    names: dict[str, list[str]] = {}
    for lane in changed:
        names.setdefault(lane.partition("[")[2].removesuffix("]"), []).append(_plain(lane))
    return [
        f"{'all lanes' if len(own) == len(row.lanes) > 1 else ', '.join(own)}: {setting}"
        for setting, own in names.items()
    ]
