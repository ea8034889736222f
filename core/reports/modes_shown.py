"""What is shown of modes: the report of their run, or that nothing was asked."""

from __future__ import annotations

import attrs

from .by_condition import means_by_condition
from .report import Report

DRY_RUN = "dry_run"


@attrs.frozen(kw_only=True)
class ModesShown:
    """Modes in the order asked for.

    Attributes:
        depth: rows that a mode returns; report: of their run; None for a dry run.
    """

    depth: int
    modes: tuple[str, ...]
    report: Report | None

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it, under the names of SciX's harness."""
        report = self.report
        if report is None:
            told: dict[str, object] = {
                name: {"overall": {}, "by_bucket": {}, "skipped_reason": DRY_RUN}
                for name in self.modes
            }
        else:
            means = means_by_condition(report)
            told = {name: means[name] for name in self.modes}
        return {
            "dry_run": report is None,
            "k": self.depth,
            "queries_path": None if report is None else report.head.gold,
            "n_queries": 0 if report is None else report.head.topics,
            "run": None if report is None else report.run,
            "modes": told,
        }
