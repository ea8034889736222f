"""What a lane tells of the units that it returned, checked as what a reader gives is."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..errors import BadData
from ..ids import id_fault
from ..objects.corpora import unit_line
from ..places import Place
from ..plugging.contracts import PluginFault, check_unit
from ..ranking.rankings import Rankings
from .reader_checks import check_kept

Lines = tuple[tuple[str, bytes], ...]
"""Unit ids, sorted, each with the unit as one line of a chunk."""


def check_returned(plugin: str, told: object, rankings: Rankings) -> Lines:
    """What is told of the units that occur in rankings, and that their ids can be kept.

    For a corpus that is only declared: no reader has checked its units, and nothing else has their
    texts.

    Args:
        plugin: qualified name of the lane, for messages.
        told: its `units`, or None where it has none. It may hold more than what was ranked, and
            need not hold all of that.
        rankings: what it returned, checked.

    Raises:
        PluginFault: it is no mapping, a unit is none or under another id, or is such as no reader
            may give: an id that is not composed, metadata of another kind, half a character.
    """
    if told is not None and not isinstance(told, Mapping):
        found = f"a value of type {type(told).__name__}"
        raise PluginFault(plugin, "units is a mapping", found, "unit ids with benchbook.Unit each")
    lines = []
    codes: list[int] = np.unique(rankings.codes).tolist()
    for code in codes:
        id_ = rankings.table[code]
        unit = None if told is None else told.get(id_)
        if unit is None:
            _check_id(plugin, id_)
        else:
            lines.append((id_, _line(plugin, id_, unit)))
    return tuple(lines)


def _check_id(plugin: str, id_: str) -> None:
    """Refuse an id that the ledger cannot keep."""
    fault = id_fault("unit", id_)
    if fault is not None:
        raise PluginFault(plugin, "ids that can be kept", fault.found, fault.expected)


def _line(plugin: str, id_: str, unit: object) -> bytes:
    """A unit as its line, which it can be."""
    _, checked = check_unit(plugin, (Place(plugin, 1), unit))
    if checked.unit_id != id_:
        found = f"unit {checked.unit_id!r} under {id_!r}"
        raise PluginFault(plugin, "units by their ids", found, "each unit under its own id")
    try:
        check_kept(Place(plugin, 0), checked)
        return unit_line(checked)
    except (BadData, UnicodeEncodeError) as error:
        found = getattr(error, "found", f"half of a surrogate pair in unit {id_!r}")
        expected = getattr(error, "expected", "whole characters")
        raise PluginFault(plugin, "units that can be kept", found, expected) from error
