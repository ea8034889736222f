"""A sweep that was tried without a corpus."""

from __future__ import annotations

from collections.abc import Mapping

import attrs


@attrs.frozen(kw_only=True)
class DrySweep:
    """A sweep that was tried.

    Attributes:
        lanes: what each lane stands for: unit and score, best first.
        orders: by configuration, the units as they were fused; why it could not be, where it could
            not.
    """

    experiment: str
    metrics: tuple[str, ...]
    lanes: Mapping[str, tuple[tuple[str, float], ...]]
    orders: dict[str, tuple[str, ...]]

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it, under the names of SciX's dry run beside ours."""
        return {
            "dry_run": True,
            "experiment": self.experiment,
            "n_configs": len(self.orders),
            "sample_fused_orderings": {name: list(order) for name, order in self.orders.items()},
            "lanes": {
                name: [[unit, repr(score)] for unit, score in rows]
                for name, rows in self.lanes.items()
            },
        }
