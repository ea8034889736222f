"""Raw scores that are added: what a reader must know of their scales."""

from __future__ import annotations

from collections.abc import Mapping

from .fusing import Floats
from .rankings import Rankings

_LARGEST_OF_UNIT_SCALE = 1.0
_SHOWN = 5
"""Lanes that a note names, at most."""


def note_raw_scales(lanes: Mapping[str, Rankings]) -> tuple[str, ...]:
    """A note that raw scores of these lanes were added, with the range of each; none for one lane.

    It says which lanes stay within 0 to 1, as a cosine does, beside others that go beyond, as a
    BM25 sum does: such scores are of different kinds, and the sum follows the larger ones.

    Args:
        lanes: those whose scores were added, by name; one without rows is passed over.
    """
    speaking = {name: lanes[name].scores for name in sorted(lanes) if len(lanes[name].scores)}
    if len(speaking) <= 1:
        return ()
    shown = [
        f"{name} {scores.min():.3g} to {scores.max():.3g}" for name, scores in speaking.items()
    ]
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    note = f"raw scores were added as they are: {', '.join(shown[:_SHOWN])}{more}"
    within = [name for name, scores in speaking.items() if _is_unit_scale(scores)]
    beyond = [name for name in speaking if name not in within]
    if within and beyond:
        note += (
            f"; within 0 to 1: {', '.join(within[:_SHOWN])}; beyond: {', '.join(beyond[:_SHOWN])}: "
            "scores of different kinds, whose sum follows the larger ones"
        )
    return (note,)


def _is_unit_scale(scores: Floats) -> bool:
    """Whether all scores lie within 0 to 1."""
    return bool(scores.min() >= 0 and scores.max() <= _LARGEST_OF_UNIT_SCALE)
