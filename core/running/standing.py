"""Where a gate stands in a log, seen from a run that it is held against."""

from __future__ import annotations

from ..events import GateRule, GateSuperseded
from ..gating.gate import Gate
from ..gating.standing import AFTER, CHANGED, REPLACED, UNDECLARED, Standing
from ..gating.words import needs_text, rule_text
from ..projections.gates import Gates, GateView
from ..projections.run import Run
from .gates import is_same_rule


def standing_of(known: Gates, name: str, rule: GateRule, run: Run) -> Standing:
    """Where a gate stands: declared before the run began, or chosen when its numbers could be seen.

    Args:
        name: `<experiment>/<gate>`; rule: what it asks for now.
    """
    assert run.started is not None  # noqa: S101 - it has numbers
    began, started = run.started
    own = [view for view in known.declared.values() if view.event.gate == name]
    same = [view for view in own if is_same_rule(view.event.rule, rule)]
    if not same:
        prior = sum(gold == started.questions for _, gold in known.ended)
        return Standing(declared=None, prior_runs=prior, is_post_hoc=True, why=_other(own))
    view = max(same, key=_position)
    prior = known.runs_before(view.position, started.questions)
    why = _why(view, [one for one in own if one.position < began], prior)
    return Standing(declared=view.position, prior_runs=prior, is_post_hoc=bool(why), why=why)


def _other(own: list[GateView]) -> str:
    """What to say of a gate that never was declared as it is."""
    if not own:
        return UNDECLARED
    last = max(own, key=_position)
    rule = Gate.of("", last.event.rule)
    needs = needs_text(rule)
    least = f", on {needs}" if needs else ""
    asked = f"{rule.statistic} {rule_text(rule)}{least}"
    return f"{UNDECLARED}; what is declared at position {last.position} is {asked}"


def _why(view: GateView, before: list[GateView], prior: int) -> str:
    """In what way a declaration came too late; empty where it did not.

    Args:
        before: the declarations of the gate that stood there when the run began.
    """
    if view not in before:
        return AFTER
    if max(before, key=_position) != view:
        return REPLACED
    return CHANGED if isinstance(view.event, GateSuperseded) and prior else ""


def _position(view: GateView) -> int:
    """Where a declaration stands."""
    return view.position
