"""The stream `log`: the environment in force and the plugins already registered."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from ..event_store import Recorded
from ..events import EnvironmentSealed, PluginRegistered
from .projection import Projection


@attrs.frozen(kw_only=True)
class LogView:
    """What the stream `log` says.

    Attributes:
        sealed: environments by event id; `current`: the id of the last one, or None.
        plugins: position of the registration by (kind, distribution, name, digest, distribution
            version).
    """

    sealed: Mapping[str, EnvironmentSealed] = MappingProxyType({})
    current: str | None = None
    plugins: Mapping[tuple[str, ...], int] = MappingProxyType({})


def registration_key(plugin: PluginRegistered) -> tuple[str, ...]:
    """What makes a plugin's code the same code."""
    return (
        plugin.kind,
        plugin.distribution,
        plugin.name,
        plugin.digest,
        plugin.distribution_version,
    )


def _apply(view: LogView, recorded: Recorded) -> LogView:
    """Take one event into the view."""
    match recorded.event:
        case EnvironmentSealed() as event:
            sealed = MappingProxyType({**view.sealed, recorded.id: event})
            return attrs.evolve(view, sealed=sealed, current=recorded.id)
        case PluginRegistered() as event:
            plugins = {**view.plugins, registration_key(event): recorded.seq}
            return attrs.evolve(view, plugins=MappingProxyType(plugins))
    return view


LOG_VIEW = Projection[LogView](
    name="log",
    version=1,
    initial=LogView(),
    handles=(EnvironmentSealed, PluginRegistered),
    apply=_apply,
)
