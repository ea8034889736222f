"""Where a gate stands in the ledger: what was declared when, and what could be seen before."""

from __future__ import annotations

import attrs

from ..counting import counted


@attrs.frozen(kw_only=True)
class Standing:
    """Where a gate stands, seen from one run.

    Attributes:
        declared: the position of its declaration; None where it was never declared as it is.
        prior_runs: completed runs on the gold set before that; all of them where there is none.
        is_post_hoc: whether numbers of the run that it decides could be seen before.
        why: in what way, where it is post hoc; else empty.
    """

    declared: int | None
    prior_runs: int
    is_post_hoc: bool
    why: str

    @property
    def text(self) -> str:
        """The same for a reader."""
        runs = f"after {counted(self.prior_runs, 'completed run')} on this gold set"
        at = "not declared" if self.declared is None else f"declared at position {self.declared}"
        return f"{at}, {runs}" + (f", post hoc: {self.why}" if self.is_post_hoc else "")


CHANGED = "changed after one of them"
AFTER = "declared after this run had begun"
UNDECLARED = "nothing shows that it was chosen before the numbers were seen"
REPLACED = "another rule was in force when this run began"
