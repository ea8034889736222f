"""`benchbook run`: list, show and export runs."""

from __future__ import annotations

from pathlib import Path

import click

from .options import json_option, workspace_option
from .output import counted, print_json, print_rows
from .run_export import export, qrels
from .workspace import open_store


@click.group("run")
def command() -> None:
    """List, show and export runs.

    \b
    Example:
      benchbook run list
      benchbook run export latest --condition fused --format trec > fused.run
    """


@command.command("list")
@json_option
@workspace_option
def list_runs(workspace: Path, *, as_json: bool) -> None:
    """List the runs of a workspace; one without an end shows as abandoned, and can be resumed.

    \b
    Example:
      benchbook run list
    """
    from ..core.projections.projection import view_at
    from ..core.projections.runs import RUNS

    with open_store(workspace, readonly=True) as store:
        runs = view_at(RUNS, store)
    if as_json:
        print_json(
            [
                {
                    "run": run.id,
                    "experiment": run.started.experiment_name,
                    "corpus": run.started.corpus,
                    "gold": run.started.gold,
                    "topics": run.started.topics_count,
                    "state": run.state,
                    "position": run.position,
                    "completed": run.completed,
                    "reports": list(run.reports),
                }
                for run in runs.values()
            ]
        )
        return
    print_rows(
        ["run", "experiment", "corpus", "gold", "topics", "state", "started (claimed)", "report"],
        [
            [
                run.id,
                run.started.experiment_name,
                run.started.corpus,
                run.started.gold,
                f"{run.started.topics_count:,}",
                run.state,
                run.ts,
                ", ".join(run.reports),
            ]
            for run in runs.values()
        ],
    )
    _tell_unfinished(sum(not run.is_finished for run in runs.values()))


def _tell_unfinished(count: int) -> None:
    """Say how runs without an end are gone on with; nothing where there is none."""
    if not count:
        return
    one = "it" if count == 1 else "one of them, named with --run,"
    click.echo(
        f"benchbook: {counted(count, 'run')} without an end or a report: `benchbook eval retrieval "
        f"EXPERIMENT --resume` goes on with {one} where data and code are the same",
        err=True,
    )


@command.command("show")
@click.argument("run", default="latest")
@json_option
@workspace_option
def show(run: str, workspace: Path, *, as_json: bool) -> None:
    """Show a run's facts with their positions in the ledger.

    \b
    Example:
      benchbook run show latest
    """
    from ..core.commands.find import find_run
    from ..core.streams import run_stream

    with open_store(workspace, readonly=True) as store:
        found = find_run(store, run)
        events, _ = store.read(run_stream(found.id))
    if as_json:
        from ..core.codec import encode

        print_json(
            [
                {"seq": one.seq, "ts": one.ts, "type": one.event.TYPE, "data": encode(one.event)}
                for one in events
            ]
        )
        return
    print_rows(
        ["position", "time (claimed)", "fact", "of"],
        [[str(one.seq), one.ts, one.event.TYPE, _subject(one.event)] for one in events],
    )


def _subject(event: object) -> str:
    """What an event of a run is about, in a few words."""
    condition, lane = getattr(event, "condition", None), getattr(event, "lane", None)
    if condition is not None:
        return str(condition)
    if lane is None:
        return ""
    block, rows = getattr(event, "block", None), getattr(event, "rows", None)
    return f"{lane}, block {block}, {counted(rows, 'unit')}" if rows is not None else str(lane)


command.add_command(export)
command.add_command(qrels)
