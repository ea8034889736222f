"""`benchbook ledger`: verify the log and list its events."""

from __future__ import annotations

import json
import shutil
import sys
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import json_option, workspace_option
from .output import Bars, print_json, print_rows
from .workspace import ledger_path

if TYPE_CHECKING:
    from ..ledger import Entry, Ledger, Verification

LONGEST_SUMMARY = 80
SHORTEST_SUMMARY = 20


@click.group("ledger")
def command() -> None:
    """Verify and list the ledger.

    \b
    Example:
      benchbook ledger verify
      benchbook ledger log --last 20
    """


@command.command("verify")
@json_option
@workspace_option
def verify_command(workspace: Path, *, as_json: bool) -> None:
    """Check every event, link and object from the bytes themselves; name each fault by its place.

    Ends with 0 where nothing is wrong, and with 4 otherwise.

    \b
    Example:
      benchbook ledger verify
      benchbook ledger verify --dir work --json
    """
    from ..ledger import CorruptLedger, verify

    bars = Bars()
    found = verify(
        ledger_path(workspace), progress=lambda done, total: bars("verifying", done, total)
    )
    if as_json:
        print_json(_as_json(found))
    else:
        _print_verdict(found)
    if not found.is_sound:
        raise click.exceptions.Exit(CorruptLedger.exit_code)


@command.command("log")
@click.option("--stream", help="Only the events of this stream, such as run/3f9a0c1d2e4b.")
@click.option("--type", "types", multiple=True, help="Only events of this type; may be repeated.")
@click.option("--last", type=click.IntRange(min=1), help="Only so many, the newest ones.")
@json_option
@workspace_option
def log(
    workspace: Path,
    stream: str | None,
    types: tuple[str, ...],
    last: int | None,
    *,
    as_json: bool,
) -> None:
    """List events in the order of the log. Times are what the writing machine claimed.

    \b
    Example:
      benchbook ledger log --last 20
      benchbook ledger log --type run-completed --json
    """
    from ..ledger import Ledger

    with Ledger.open(ledger_path(workspace), readonly=True) as ledger:
        entries = _newest(ledger, stream, types, last)
        if as_json:
            print_json([{"leaf": entry.leaf, **entry.envelope} for entry in entries])
        else:
            rows = _rows([entry.envelope for entry in entries])
            print_rows(["seq", "ts (claimed)", "type", "stream", "actor", "data"], rows)


def _newest(
    ledger: Ledger, stream: str | None, types: tuple[str, ...], last: int | None
) -> Iterable[Entry]:
    """The events asked for, oldest first."""
    # Without a filter the position of the first one is known.
    start = max(0, ledger.size - last) if last and not stream and not types else 0
    return deque(ledger.events(start, stream=stream, types=types or None), maxlen=last)


def _rows(envelopes: list[dict[str, Any]]) -> list[list[str]]:
    """A row for each event; before a person the data take what is left of the line."""
    places = [_place(envelope) for envelope in envelopes]
    longest = LONGEST_SUMMARY
    if sys.stdout.isatty():
        used = sum(max(map(len, column)) + 2 for column in zip(*places, strict=True))
        longest = max(SHORTEST_SUMMARY, shutil.get_terminal_size().columns - used)
    said = (
        json.dumps(envelope["data"], ensure_ascii=False, allow_nan=False) for envelope in envelopes
    )
    return [
        [*place, data if len(data) <= longest else f"{data[: longest - 1]}…"]
        for place, data in zip(places, said, strict=True)
    ]


def _place(envelope: dict[str, Any]) -> list[str]:
    """Where and when an event stands and who appended it; the time to the second."""
    actor = f"{envelope['actor']['kind']}:{envelope['actor']['id']}"
    second = f"{envelope['ts'][:19]}Z"
    return [str(envelope["seq"]), second, envelope["type"], envelope["stream"], actor]


def _print_verdict(found: Verification) -> None:
    from ..core.printable import printable

    click.echo(f"log      {printable(found.origin)}")
    click.echo(f"events   {found.events}")
    click.echo(f"objects  {found.objects} ({found.object_bytes} bytes unpacked)")
    click.echo(f"root     {found.root}")
    click.echo(f"verdict  {found.statement}")
    for fault in found.faults:
        click.echo(f"  {printable(str(fault))}")
    if found.fault_count > len(found.faults):
        click.echo(f"  and {found.fault_count - len(found.faults)} more")


def _as_json(found: Verification) -> dict[str, object]:
    return {
        "log": found.origin,
        "events": found.events,
        "objects": found.objects,
        "object_bytes": found.object_bytes,
        "root": found.root,
        "schema": found.schema,
        "level": found.level,
        "statement": found.statement,
        "fault_count": found.fault_count,
        "faults": [
            {
                "kind": fault.kind,
                "where": fault.where,
                "found": fault.found,
                "expected": fault.expected,
            }
            for fault in found.faults
        ],
    }
