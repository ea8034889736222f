"""The scales of metrics by their names alone, for numbers that were recorded earlier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..comparing.scored import MetricScale
from ..comparing.systems import scale_of
from ..errors import UsageError
from ..measuring.metric_names import find_metric
from ..measuring.scoring import ready_metric
from ..plugging.registry import Registry


def scales_of(names: Iterable[str], registry: Registry) -> Mapping[str, MetricScale]:
    """The scale of each metric that is installed, by canonical name; the others are left out."""
    scales = {}
    for text in names:
        try:
            name, registered = find_metric(text, registry)
        except UsageError:
            continue  # of a plugin that is not here: no gate of it can be planned either
        scales[name.canonical] = scale_of(ready_metric(name, registered))
    return scales
