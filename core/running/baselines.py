"""What relative gates are relative to: found and pinned when they are declared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..codec import structure
from ..errors import BadData, BadExperiment
from ..event_store import EventStore, digest
from ..files.json_lines import parse_json
from ..gating.gate import Gate
from ..projections.projection import fold, view_at
from ..projections.reports import REPORTS
from ..projections.run import RUN, Run
from ..projections.runs import RUNS
from ..reports.report import Report
from ..streams import run_stream

KIND = "retrieval/1"
WANTED = f"a report of kind {KIND}, as `benchbook report render --format json` writes it"
EXPORTED = "application/vnd.benchbook.report+json"
MOST_BYTES = 16 << 20
"""Of an exported report: what one object of the ledger holds."""


def pin_baselines(
    store: EventStore, gates: Sequence[Gate], file: str, folder: Path, *, keeps: bool = True
) -> Mapping[str, str]:
    """The digest of what each gate is relative to, by the gate's name; empty text for its own run.

    Args:
        file: the experiment, for messages; folder: where relative paths start.
        keeps: whether an exported report is stored, so that what was compared with can be looked at
            for ever.

    Raises:
        BadExperiment: there is no such run, report or file, or the run has no end.
    """
    pinned = {}
    for gate in gates:
        kind, _, name = gate.relative_to.partition(":")
        if not name:
            pinned[gate.name] = ""
        elif kind == "file":
            data = read_baseline(gate, file, folder)
            pinned[gate.name] = store.put(data, EXPORTED) if keeps else digest(data)
        else:
            run = _find(store, gate, file, kind, name)
            assert run.compared is not None  # noqa: S101 - a completed run is compared
            pinned[gate.name] = run.compared[1].comparisons
    return pinned


def _find(store: EventStore, gate: Gate, file: str, kind: str, name: str) -> Run:
    """The run that a baseline names, by its own id or its report's.

    Raises:
        BadExperiment: there is none, there are several, or it has no end.
    """
    by_name = {id_: id_ for id_ in view_at(RUNS, store)}
    if kind == "report":
        by_name = {id_: one.built.run for id_, one in view_at(REPORTS, store).items()}
    found = [id_ for id_ in by_name if id_.startswith(name)]
    run = load_run(store, by_name[found[0]]) if len(found) == 1 else Run()
    if run.completed is None:
        state = "has no end" if len(found) == 1 else f"names {len(found)} of this workspace"
        what = f"gate {gate.name!r}: relative_to = {gate.relative_to!r}, which {state}"
        raise BadExperiment(file, None, what, f"a completed {kind}; `benchbook {kind} list`")
    return run


def load_run(store: EventStore, run_id: str) -> Run:
    """A run by its id."""
    return fold(RUN, store.read(run_stream(run_id))[0])


def report_in(data: bytes, name: str) -> Report:
    """The report in a file that Benchbook wrote.

    Raises:
        BadData: it is none, or of another version.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadData(name, None, "bytes that are no UTF-8", WANTED) from error
    plain = parse_json(name, None, text)
    if not isinstance(plain, dict) or plain.get("kind") != KIND:
        raise BadData(name, None, "something else", WANTED)
    return structure(Report, plain, name)


def read_baseline(gate: Gate, file: str, folder: Path) -> bytes:
    """The bytes of the exported report that a gate is relative to.

    Raises:
        BadExperiment: it cannot be read, or is larger than an object of the ledger.
    """
    what = f"gate {gate.name!r}: relative_to = {gate.relative_to!r}"
    try:
        data = (folder / gate.relative_to.partition(":")[2]).read_bytes()
    except OSError as error:
        raise BadExperiment(file, None, f"{what}, {error.strerror}", WANTED) from error
    if len(data) > MOST_BYTES:
        found = f"{what}, {len(data):,} bytes"
        raise BadExperiment(file, None, found, f"at most {MOST_BYTES:,}")
    try:
        report_in(data, gate.relative_to)
    except BadData as error:
        raise BadExperiment(file, None, f"{what}, {error.found}", WANTED) from error
    return data
