"""A projection: a pure fold over events into a frozen view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import attrs

from ..codec import Event
from ..event_store import EventStore, Recorded

View = TypeVar("View")


@attrs.frozen(kw_only=True)
class Projection(Generic[View]):
    """A named, versioned fold.

    Attributes:
        initial: the view of nothing.
        handles: the event types that change the view; all others are ignored.
        apply: gives the next view; it never changes the one it gets.
    """

    name: str
    version: int
    initial: View
    handles: tuple[type[Event], ...]
    apply: Callable[[View, Recorded], View]


def fold(
    projection: Projection[View], events: Iterable[Recorded], view: View | None = None
) -> View:
    """Apply events in order, from nothing or from an earlier view."""
    current = projection.initial if view is None else view
    for event in events:
        if isinstance(event.event, projection.handles):
            current = projection.apply(current, event)
    return current


def view_at(projection: Projection[View], store: EventStore, size: int | None = None) -> View:
    """The view of the whole log, or of its first `size` events."""
    return fold(projection, store.events(stop=size, types=projection.handles))
