"""The gates of a run: declared before it begins, decided before it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

import attrs

from ..event_store import EventStore, NewEvent, canonical_json, digest
from ..events import DecisionReached, GateDecided, GateDeclared, GateRule, GateSuperseded
from ..gating.gate import Gate, gate_name
from ..gating.held import Held, hold
from ..gold import Gold
from ..plain import to_plain
from ..projections.gates import GATES, Gates, GateView
from ..projections.projection import fold, view_at
from ..streams import gate_stream
from .beside_run import RunBeside
from .book import RunBook
from .plan import Plan
from .sheets import sheet_of_run


def declare_gates(
    store: EventStore,
    experiment: str,
    gates: Sequence[Gate],
    questions: str,
    baselines: Mapping[str, str],
) -> tuple[int, ...]:
    """Declare gates; one that stands there already as it is stays.

    Args:
        experiment: its name; questions: the gold digest that they are declared for.
        baselines: digests of what they are relative to, by name.

    Returns:
        The position of each declaration: a run is held to these, whatever others declare meanwhile.

    Raises:
        LedgerError: another run declared the gate at the same moment; this one has not begun.
    """
    return tuple(
        _declare(
            store, gate_name(experiment, gate.name), gate.as_rule(baselines[gate.name]), questions
        )
        for gate in gates
    )


def _declare(store: EventStore, name: str, rule: GateRule, questions: str) -> int:
    """The position of one declaration."""
    stream = gate_stream(name)
    events, version = store.read(stream)
    before = fold(GATES, events).by_name.get(name)
    if before is None:
        stated = GateDeclared(gate=name, questions=questions, rule=rule)
        new = NewEvent(event=stated, key=(name,), objects=_objects(rule))
    elif is_same_rule(before.event.rule, rule):
        return before.position
    else:
        superseded = GateSuperseded(
            gate=name, questions=questions, rule=rule, supersedes=before.position
        )
        key = (name, before.position, digest(canonical_json(to_plain(rule))))
        new = NewEvent(event=superseded, key=key, objects=_objects(rule))
    (receipt,) = store.append(stream, [new], expected_version=version)
    return receipt.seq


def _objects(rule: GateRule) -> tuple[str, ...]:
    """What a declaration makes reachable: the numbers of its baseline."""
    return (rule.baseline,) if rule.baseline else ()


def is_same_rule(one: GateRule, other: GateRule) -> bool:
    """Whether two declarations ask for the same: 0.1 is 0.10."""
    return _plain(one) == _plain(other)


def _plain(rule: GateRule) -> dict[str, object]:
    """A rule with its numbers as numbers."""
    fails = None if rule.fails is None else Decimal(rule.fails)
    return {**attrs.asdict(rule), "threshold": Decimal(rule.threshold), "fails": fails}


def decide_gates(book: RunBook, plan: Plan, gold: Gold) -> None:
    """Hold every gate of the experiment against what was recorded of the run, once.

    The declarations are those that the run was started under, which it names: what another run
    changed meanwhile is not what this one was declared under.
    """
    if not plan.gates or book.view.completed is not None:
        return
    assert book.view.started is not None  # noqa: S101 - a book is opened of a run that began
    _, started = book.view.started
    known = view_at(GATES, book.store)
    sheet = sheet_of_run(book.store, book.view, lambda _: plan.scales, gold=gold)
    views = {
        gate.name: known.declared[position]
        for gate, position in zip(plan.gates, started.gates, strict=True)
    }
    beside = RunBeside(
        store=book.store,
        run=book.view,
        pinned={name: view.event.rule.baseline for name, view in views.items()},
        folder=plan.experiment.folder,
        scales=plan.scales,
        keeps=True,
    ).beside
    verdicts: dict[str, list[str]] = {}
    for gate in plan.gates:
        for held in hold(gate, sheet, beside):
            event = decided(held, views[gate.name], known, started.questions, book.id)
            record_decided(book.store, event, book.env)
            verdicts.setdefault(gate.name, []).append(event.verdict)
    _reach(book, plan, verdicts)


def decided(held: Held, view: GateView, known: Gates, questions: str, run: str) -> GateDecided:
    """The fact that a gate was held against a run.

    Args:
        view: the declaration; known: the gates of the log, and where its runs ended.
        questions: the gold digest of the run: earlier runs on that set are counted, whichever one
            the gate was declared for.
    """
    prior = known.runs_before(view.position, questions)
    number = held.number
    bounds = None if number is None else number.bounds
    return GateDecided(
        gate=view.event.gate,
        run=run,
        declared=view.position,
        prior_runs=prior,
        is_post_hoc=isinstance(view.event, GateSuperseded) and prior > 0,
        bucket=held.bucket,
        verdict=held.verdict.word,
        reason=held.verdict.reason,
        note=held.verdict.note,
        observed=None if number is None else number.value,
        low=None if bounds is None else bounds.low,
        high=None if bounds is None else bounds.high,
        method="" if bounds is None else bounds.method,
        n=0 if number is None else number.n,
        of=0 if number is None else number.of,
        read=held.read,
    )


def record_decided(store: EventStore, event: GateDecided, env: str) -> None:
    """Append what came of a gate."""
    new = NewEvent(
        event=event,
        key=(event.run, event.declared, event.bucket),
        objects=(event.read,) if event.read else (),
        env=env,
    )
    store.append(gate_stream(event.gate), [new], expected_version=None)


def _reach(book: RunBook, plan: Plan, verdicts: Mapping[str, Sequence[str]]) -> None:
    """Record what the rule of the experiment comes to, where it has one."""
    rule = plan.experiment.decision
    if rule is None or book.view.reached is not None:
        return
    word, because = rule.reach(verdicts)
    event = DecisionReached(
        run=book.id,
        name=rule.name,
        rule=rule.text,
        decision=word,
        because=because,
    )
    book.append([NewEvent(event=event, key=(book.id, rule.name))])
