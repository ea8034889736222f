"""The pin of a plugin as the facts that it made carry it."""

from __future__ import annotations

from collections.abc import Mapping

from .events import MadeBy
from .pins import pin_of
from .registry import Registered


def made_by(registered: Registered, parameters: Mapping[str, str]) -> MadeBy:
    """The pin of a plugin, with the parameters it was built with, as facts carry it."""
    pin = pin_of(registered)
    return MadeBy(
        kind=pin.kind,
        name=pin.name,
        version=pin.version,
        distribution=pin.distribution,
        distribution_version=pin.distribution_version,
        digest=pin.digest,
        local=pin.local,
        parameters=dict(sorted(parameters.items())),
    )
