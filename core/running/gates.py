"""The gates of a run: declared before it begins, decided before it ends."""

from __future__ import annotations

from decimal import Decimal

import attrs

from ..event_store import EventStore, NewEvent, canonical_json, digest
from ..events import GateDecided, GateDeclared, GateSuperseded
from ..gating.decide import decide
from ..gating.gate import Gate, gate_name
from ..objects.comparisons import Comparisons, unpack_comparisons
from ..plain import to_plain
from ..projections.gates import GATES, GateView
from ..projections.projection import fold
from ..streams import gate_stream
from .book import RunBook
from .plan import Plan

_FIELDS = ("condition", "metric", "bound", "statistic", "min_topics")


def declare_gates(store: EventStore, plan: Plan, questions: str) -> None:
    """Declare the gates of an experiment; one that stands there already as it is stays.

    Args:
        questions: the gold digest of the run.

    Raises:
        LedgerError: another run declared the gate at the same moment; this one has not begun.
    """
    for gate in plan.gates:
        name = gate_name(plan.experiment.settings.name, gate.name)
        stated = GateDeclared(
            gate=name,
            questions=questions,
            threshold=format(gate.threshold, "f"),
            **{field: getattr(gate, field) for field in _FIELDS},
        )
        stream = gate_stream(name)
        events, version = store.read(stream)
        before = fold(GATES, events).by_name.get(name)
        if before is None:
            new = NewEvent(event=stated, key=(name,))
            store.append(stream, [new], expected_version=version)
        elif _asks(before.event) != _asks(stated):
            superseded = GateSuperseded(**attrs.asdict(stated), supersedes=before.position)
            key = (name, before.position, digest(_asks(stated)))
            new = NewEvent(event=superseded, key=key)
            store.append(stream, [new], expected_version=version)


def _asks(event: GateDeclared | GateSuperseded) -> bytes:
    """What a declaration asks for: all of it but what it replaces, and the gold it was made for."""
    plain = to_plain(event)
    assert isinstance(plain, dict)  # noqa: S101 - an event is a record
    kept = {key: value for key, value in plain.items() if key not in {"supersedes", "questions"}}
    return canonical_json(kept)


def decide_gates(book: RunBook, plan: Plan) -> None:
    """Hold every gate of the experiment against what was recorded of the run, once.

    The declarations are those in force when the run began: what another run changed since then is
    not what this one was declared under.
    """
    if not plan.gates or book.view.completed is not None:
        return
    assert book.view.started is not None  # noqa: S101 - a book is opened of a run that began
    assert book.view.compared is not None  # noqa: S101 - numbers are compared before
    store = book.store
    known = fold(GATES, store.events(stop=book.view.started[0], types=GATES.handles))
    data = store.get(book.view.compared[1].comparisons)
    comparisons = unpack_comparisons(data, f"comparisons of run {book.id}")
    for gate in plan.gates:
        name = gate_name(plan.experiment.settings.name, gate.name)
        view = known.by_name[name]
        prior = known.runs_before(view.position, book.view.started[1].questions)
        event = _decided(book, gate, view, prior, comparisons)
        new = NewEvent(event=event, key=(book.id,), env=book.env)
        store.append(gate_stream(name), [new], expected_version=None)


def _decided(
    book: RunBook, gate: Gate, view: GateView, prior: int, comparisons: Comparisons
) -> GateDecided:
    """The decision on one gate.

    Args:
        prior: completed runs on the gold set of this run before the declaration in force, whichever
            gold set that was declared for.
    """
    mean = next(
        (
            one
            for one in comparisons.means
            if (one.condition, one.metric, one.bucket) == (gate.condition, gate.metric, "")
        ),
        None,
    )
    why = book.view.why_failed(gate.condition)
    none = f"condition {gate.condition} was not measured{why and f': {why}'}"
    decision = decide(gate, mean, none, alpha=Decimal(comparisons.instrument.alpha))
    return GateDecided(
        gate=view.event.gate,
        run=book.id,
        declared=view.position,
        prior_runs=prior,
        is_post_hoc=isinstance(view.event, GateSuperseded) and prior > 0,
        verdict=decision.verdict,
        reason=decision.reason,
        observed=None if mean is None else mean.value,
    )
