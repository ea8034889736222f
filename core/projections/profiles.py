"""The profiles of a log, in its order."""

from __future__ import annotations

from ..event_store import Recorded
from ..events import ProfileRecorded
from .projection import Projection

Profiles = tuple[tuple[int, ProfileRecorded], ...]


def _apply(view: Profiles, recorded: Recorded) -> Profiles:
    """Take one event into the view."""
    assert isinstance(recorded.event, ProfileRecorded)  # noqa: S101 - it handles no other
    return (*view, (recorded.seq, recorded.event))


PROFILES = Projection[Profiles](
    name="profiles",
    version=1,
    initial=(),
    handles=(ProfileRecorded,),
    apply=_apply,
)
