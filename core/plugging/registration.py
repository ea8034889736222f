"""Registering plugins: the first time that a log sees a plugin's code is a fact of its own."""

from __future__ import annotations

from collections.abc import Iterable

from ..event_store import EventStore, NewEvent
from ..events import MadeBy, PluginRegistered
from ..projections.log import LogView, registration_key
from ..streams import LOG
from .pins import requirements
from .registry import Registered

PLUGIN_SOURCE = "text/x-python"


def register(store: EventStore, log: LogView, used: Iterable[tuple[Registered, MadeBy]]) -> None:
    """Append a registration for each of some plugins whose code this log has not seen."""
    new = {}
    for registered, made_by in used:
        event = _registration(store, registered, made_by)
        key = registration_key(event)
        if key not in log.plugins:
            objects = () if event.source is None else (event.source,)
            new[key] = NewEvent(event=event, key=key, objects=objects)
    if new:
        store.append(LOG, [new[key] for key in sorted(new)], expected_version=None)


def _registration(store: EventStore, registered: Registered, made_by: MadeBy) -> PluginRegistered:
    """The fact that a plugin's code is known; a local file's source is stored."""
    source = registered.source
    return PluginRegistered(
        kind=made_by.kind,
        name=made_by.name,
        version=made_by.version,
        distribution=made_by.distribution,
        distribution_version=made_by.distribution_version,
        digest=made_by.digest,
        local=made_by.local,
        requires=requirements(registered.record),
        source=None if source is None else store.put(source, PLUGIN_SOURCE),
    )
