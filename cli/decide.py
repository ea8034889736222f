"""`benchbook decide`: record what was decided on a report, and why."""

from __future__ import annotations

from pathlib import Path

import click

from .options import json_option, workspace_option
from .output import print_json
from .workspace import open_store

_DECISIONS = ("adopt", "reject", "keep", "collect-more")


@click.command("decide")
@click.argument("report")
@click.argument("decision", type=click.Choice(_DECISIONS))
@click.option(
    "--why", required=True, metavar="TEXT", help="The reason, in one line of up to 500 characters."
)
@json_option
@workspace_option
def command(*, report: str, decision: str, why: str, workspace: Path, as_json: bool) -> None:
    """Record what was decided on a report, and why.

    REPORT is a report or its run, by the beginning of its id, or latest. The ledger keeps the
    reason for ever: it names no person, machine or secret. A later decision replaces an earlier
    one, and both stay to be seen; what the rule of the experiment came to stays in the report.

    \b
    Example:
      benchbook decide latest keep --why "nDCG@10 is not distinguished"
    """
    from ..core.commands.decide_report import decide
    from ..core.commands.find import find_report
    from ..core.plain import to_plain

    with open_store(workspace) as store:
        done = decide(store, find_report(store, report), decision, why)
    if as_json:
        plain = to_plain(done.event)
        print_json({"position": done.position, "new": done.is_new, "decision": plain})
        return
    event = done.event
    state = "recorded" if done.is_new else "stood there already"
    over = "" if event.supersedes is None else f"; replaces the one at position {event.supersedes}"
    click.echo(
        f"{event.decision} on report {event.report}: {state} at position {done.position}{over}"
    )
