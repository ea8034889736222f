"""The gates of a log: what each asks for now, since where, and which runs came before that."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from ..event_store import Recorded
from ..events import GateDecided, GateDeclared, GateSuperseded, RunCompleted, RunStarted
from .projection import Projection


@attrs.frozen(kw_only=True)
class GateView:
    """A gate as it stands.

    Attributes:
        event: the declaration in force; position: of it.
    """

    event: GateDeclared | GateSuperseded
    position: int


@attrs.frozen(kw_only=True)
class Gates:
    """The gates of a log, and what it takes to say what came before each.

    Attributes:
        by_name: as they stand; declared: every declaration, by its position.
        decided: by gate and run, each with the position of the decision: several where a gate was
            held in each bucket by itself.
        gold_of: the gold digest of each run; ended: where each run ended, and on which gold set.
    """

    by_name: Mapping[str, GateView] = MappingProxyType({})
    declared: Mapping[int, GateView] = MappingProxyType({})
    decided: Mapping[tuple[str, str], tuple[tuple[int, GateDecided], ...]] = MappingProxyType({})
    gold_of: Mapping[str, str] = MappingProxyType({})
    ended: tuple[tuple[int, str], ...] = ()

    def runs_before(self, position: int, questions: str) -> int:
        """How many runs on a gold set had ended before a position."""
        return sum(at < position and gold == questions for at, gold in self.ended)


def _apply(view: Gates, recorded: Recorded) -> Gates:
    """Take one event into the view."""
    match recorded.event:
        case RunStarted(run=run, questions=questions):
            gold_of = MappingProxyType({**view.gold_of, run: questions})
            return attrs.evolve(view, gold_of=gold_of)
        case RunCompleted(run=run) if run in view.gold_of:
            return attrs.evolve(view, ended=(*view.ended, (recorded.seq, view.gold_of[run])))
        case GateDeclared() | GateSuperseded() as event:
            one = GateView(event=event, position=recorded.seq)
            by_name = MappingProxyType({**view.by_name, event.gate: one})
            declared = MappingProxyType({**view.declared, recorded.seq: one})
            return attrs.evolve(view, by_name=by_name, declared=declared)
        case GateDecided(gate=gate, run=run) as event:
            before = view.decided.get((gate, run), ())
            decided = {**view.decided, (gate, run): (*before, (recorded.seq, event))}
            return attrs.evolve(view, decided=MappingProxyType(decided))
    return view


GATES = Projection[Gates](
    name="gates",
    version=1,
    initial=Gates(),
    handles=(GateDeclared, GateSuperseded, GateDecided, RunStarted, RunCompleted),
    apply=_apply,
)
