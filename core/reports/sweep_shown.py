"""What is shown of a sweep: its report, its rule, and what it came to by it."""

from __future__ import annotations

import attrs

from ..objects.sweeps import SweepFound
from ..plain import to_plain
from ..sweeping.rule import SweepRule
from .by_condition import means_by_condition
from .report import Report


@attrs.frozen(kw_only=True)
class SweepShown:
    """A sweep that has ended.

    Attributes:
        rule: as it was frozen before the run.
        found: what it came to, as it is recorded; position: of that.
    """

    report: Report
    rule: SweepRule
    found: SweepFound
    position: int

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it, under the names of SciX's sweep beside ours."""
        head = self.report.head
        return {
            "dry_run": False,
            "run": self.report.run,
            "report": self.report.id,
            "n_queries": head.topics,
            "pool": head.retrieve,
            "k": head.depth,
            "results": means_by_condition(self.report),
            "protocol": {
                "n_tuning": self.found.tuning,
                "n_confirmation": self.found.confirming if self.rule.salt else 0,
                "selected_config": self.found.headline and self.found.headline.configuration,
            },
            "coverage": {
                "covered": self.found.covered.answered,
                "of": self.found.covered.topics,
                "required": str(self.rule.coverage),
                "errors": [
                    {"query_id": topic, "stratum": stratum, "error": f"{', '.join(lanes)}: no rows"}
                    for topic, stratum, lanes in self.found.covered.missing
                ],
            },
            "confirmation_results": {
                key: one and {"value": one.value, "n": one.n}
                for key, one in (
                    ("baseline", self.found.baseline),
                    ("premise", self.found.premise),
                    ("selected", self.found.headline),
                )
            },
            "rule": self.rule.as_plain(),
            "sweep": to_plain(self.found),
            "position": self.position,
        }
