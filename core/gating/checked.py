"""What a check of gates came to."""

from __future__ import annotations

import attrs

from .decision import DecisionRule
from .held import Held
from .standing import Standing


@attrs.frozen(kw_only=True)
class CheckedGate:
    """A gate that was held against a run, over all topics or in one bucket."""

    held: Held
    standing: Standing


@attrs.frozen(kw_only=True)
class CheckedDecision:
    """What a rule came to.

    Attributes:
        decision: `adopt`, `keep`, `collect-more` or `not measured`; because: the gates that decided
            it.
        is_frozen: whether the run was started with this rule.
    """

    rule: DecisionRule
    decision: str
    because: str
    is_frozen: bool


@attrs.frozen(kw_only=True)
class Checked:
    """What a check came to.

    Attributes:
        target: what was checked, in words.
        experiment: of the run.
        gates: in the order of the file, or of the run's own experiment; at least one.
        decision: None where there is no rule.
        alpha: of the intervals.
        declared_for: the experiment that a file of gates names; empty where the gates are the
            run's own.
    """

    target: str
    experiment: str
    gates: tuple[CheckedGate, ...]
    decision: CheckedDecision | None
    alpha: str
    declared_for: str = ""

    @property
    def cautions(self) -> tuple[str, ...]:
        """What nobody should overlook."""
        if self.declared_for in ("", self.experiment):
            return ()
        own = f"{self.target} is of experiment {self.experiment}"
        return (f"{own}, and the gates are of {self.declared_for}",)


def conclude(
    gates: tuple[CheckedGate, ...], rule: DecisionRule | None, *, is_frozen: bool
) -> CheckedDecision | None:
    """What a rule comes to; None where there is none."""
    if rule is None:
        return None
    verdicts: dict[str, list[str]] = {}
    for one in gates:
        verdicts.setdefault(one.held.gate.name, []).append(one.held.verdict.word)
    word, because = rule.reach(verdicts)
    return CheckedDecision(rule=rule, decision=word, because=because, is_frozen=is_frozen)
