"""A merge in words, the same wherever one is shown."""

from __future__ import annotations

from ..counting import counted
from ..events import MergeApplied


def tell_merge(event: MergeApplied) -> str:
    """What was merged, by which methods, and who vouches for it."""
    methods = ", ".join(f"{method}: {count:,}" for method, count in event.methods.items())
    by = event.attested_by or "nobody"
    return f"{count_names(event.aliases, event.entities)} ({methods}), attested by {by}"


def count_names(names: int, entities: int) -> str:
    """Counts of other names and of the entities they stand for."""
    return f"{counted(names, 'name')} of {counted(entities, 'entity', 'entities')}"
