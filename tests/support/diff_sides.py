"""Sides of a diff as tests make them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchbook.core.diffing.side import RETRIEVAL, Part, Side, SideCondition

Values = Mapping[str, Mapping[str, float | None]]


def part(name: str, key: str) -> Part:
    """A part that is shown as its key."""
    return Part(name=name, key=key, shown=key)


def condition(values: Values, **more: Any) -> SideCondition:  # noqa: ANN401 - of any attribute
    """A condition by its values, no ranks known."""
    return SideCondition(**{"parts": (), "values": values, "firsts": None, "rankings": None} | more)


def side(conditions: Mapping[str, SideCondition], **more: Any) -> Side:  # noqa: ANN401 - likewise
    """A side of a report that tells nothing else."""
    plain: dict[str, Any] = {
        "label": "a report",
        "kind": RETRIEVAL,
        "fingerprint": "",
        "parts": (),
        "conditions": conditions,
        "unmeasured": (),
        "primary": "nDCG@10",
        "baseline": "",
        "texts": {},
        "qrels": None,
        "manifest": "",
        "lacks": (),
    }
    return Side(**plain | more)
