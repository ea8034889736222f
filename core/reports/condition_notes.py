"""Notes about the conditions of a report: what they chose, or have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..counting import counted
from ..projections.run import Run
from .rows import ConditionRow


def write(
    run: Run, rows: Sequence[ConditionRow], idle_scopes: Mapping[str, str]
) -> tuple[str, ...]:
    """Every note that applies, in a fixed order.

    Args:
        idle_scopes: by condition, the scope that leaves nothing out of the corpus.
    """
    idle = [
        f"The scope of {name}, {scope}, leaves out nothing of this corpus."
        for name, scope in idle_scopes.items()
    ]
    return (*idle, *_odd(run), *_choices(rows), *_alike(run, rows))


def _odd(run: Run) -> list[str]:
    """What is odd about lanes that were fused, each once."""
    said = (note for _, fact in run.fused.values() for note in fact.notes)
    return [f"{note[:1].upper()}{note[1:]}." for note in dict.fromkeys(said)]


def _choices(rows: Sequence[ConditionRow]) -> list[str]:
    """What fusers chose, and how often."""
    told = {
        row.name: "; ".join(f"{choice}: {counted(count, 'topic')}" for choice, count in row.choices)
        for row in rows
        if row.choices
    }
    return [f"{name} chose by its rule {choices}." for name, choices in told.items()]


def _alike(run: Run, rows: Sequence[ConditionRow]) -> list[str]:
    """Conditions with the very same rankings: comparing them can show nothing."""
    groups: dict[str, list[str]] = {}
    for row in rows:
        if row.name in run.fused:
            groups.setdefault(run.fused[row.name][1].ranking, []).append(row.name)
    return [
        f"The same rankings, byte for byte: {', '.join(names)}."
        for names in groups.values()
        if len(names) > 1
    ]
