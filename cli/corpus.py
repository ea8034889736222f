"""`benchbook corpus`: the corpora of a workspace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .merge import merge
from .options import json_option, workspace_option
from .output import counted, print_json, print_rows
from .workspace import open_store

if TYPE_CHECKING:
    from ..core.projections.corpora import CorpusView


COUNT = click.IntRange(0, 10**15)
"""Documents and passages: more than any engine has."""


@click.group("corpus")
def command() -> None:
    """List, show, declare, merge and name the corpora of a workspace.

    \b
    Example:
      benchbook corpus list
      benchbook corpus show scifact
    """


command.add_command(merge)


@command.command("list")
@json_option
@workspace_option
def list_corpora(workspace: Path, *, as_json: bool) -> None:
    """List the corpora, each as it was last ingested or declared.

    \b
    Example:
      benchbook corpus list
    """
    from ..core.projections.corpora import CORPORA
    from ..core.projections.projection import view_at

    with open_store(workspace, readonly=True) as store:
        corpora = view_at(CORPORA, store)
    shown = [corpora[name] for name in sorted(corpora)]
    if as_json:
        print_json([_as_plain(view) for view in shown])
        return
    print_rows(
        ["corpus", "kind", "units", "documents", "digest", "position", "recorded (claimed)"],
        [
            [
                view.event.corpus,
                _kind(view),
                f"{view.event.units:,}",
                f"{view.event.documents:,}",
                view.manifest[:12],
                str(view.position),
                view.ts,
            ]
            for view in shown
        ],
    )


@command.command("show")
@click.argument("corpus")
@json_option
@workspace_option
def show(corpus: str, workspace: Path, *, as_json: bool) -> None:
    """Show one corpus: counts, digest, where it came from, how it is stored.

    \b
    Example:
      benchbook corpus show scifact
    """
    from ..core.commands.find import find_corpus
    from ..core.events import CorpusDeclared
    from ..core.objects.corpora import read_manifest

    with open_store(workspace, readonly=True) as store:
        view = find_corpus(store, corpus)
        chunks = []
        if not isinstance(view.event, CorpusDeclared):
            chunks = read_manifest(view.manifest, store.get)["chunks"]
    if as_json:
        print_json({**_as_plain(view), "chunks": chunks})
        return
    event = view.event
    where = f"position {view.position}, {view.ts} (claimed), version {view.version}"
    rows = [
        ["units", f"{event.units:,}"],
        ["documents", f"{event.documents:,}"],
        ["digest", view.manifest],
    ]
    if isinstance(event, CorpusDeclared):
        rows.append(["engine", f"{event.engine} {event.version}"])
        rows.append(["attested by", event.attested_by or "nobody"])
    else:
        size = sum(chunk[2] for chunk in chunks)
        rows.append(["chunks", f"{len(chunks):,} of {size:,} bytes together"])
        rows.append(["source", f"{event.source.name}, {counted(event.source.files, 'file')}"])
        rows.append(["reader", f"{event.reader.qualified} {event.reader.version}"])
    print_rows(["corpus", event.corpus], [*rows, [_kind(view), where], *_merges(view)])


@command.command("declare")
@click.argument("corpus", metavar="NAME")
@click.option("--engine", required=True, metavar="TEXT", help="What holds and searches it.")
@click.option("--version", required=True, metavar="TEXT", help="The version of the engine.")
@click.option("--documents", required=True, type=COUNT, metavar="N", help="How many it has.")
@click.option("--units", type=COUNT, metavar="N", help="How many passages; else one per document.")
@click.option(
    "--attested-by",
    metavar="TEXT",
    help="A role or an organisation that says so; no person, for the ledger cannot forget one.",
)
@json_option
@workspace_option
def declare(
    corpus: str,
    engine: str,
    version: str,
    documents: int,
    units: int | None,
    attested_by: str | None,
    workspace: Path,
    *,
    as_json: bool,
) -> None:
    """Declare a corpus that an engine outside holds, to run on it without ingesting it.

    Lanes that reach the engine (http, command) or bring its rankings (run-file) can then be
    measured; texts are recorded as they come with the rankings. Nothing that is declared is
    checked, and every report says so.

    \b
    Example:
      benchbook corpus declare library --engine OpenSearch --version 2.19 --documents 1200000
      benchbook corpus declare library --engine OpenSearch --version 2.19 --documents 1200000 \\
        --units 4800000 --attested-by "search team"
    """
    from ..core.commands.declare import declare as record

    with open_store(workspace) as store:
        done = record(
            store,
            corpus,
            engine=engine,
            version=version,
            documents=documents,
            units=units,
            attested_by=attested_by,
        )
    event = done.event
    if as_json:
        print_json(
            {
                "corpus": event.corpus,
                "digest": event.manifest,
                "units": event.units,
                "documents": event.documents,
                "engine": event.engine,
                "engine_version": event.version,
                "attested_by": event.attested_by,
                "position": done.position,
                "new": done.is_new,
            }
        )
        return
    size = f"{counted(event.units, 'unit')} of {counted(event.documents, 'document')}"
    verb = "declared at" if done.is_new else "unchanged since"
    click.echo(
        f"corpus {event.corpus}: {size} in "
        f"{event.engine} {event.version}, attested by {event.attested_by or 'nobody'}, digest "
        f"{event.manifest[:12]}, {verb} position {done.position}"
    )


@command.command("snapshot")
@click.argument("corpus")
@click.option("--name", required=True, help="What this state is called, for ever.")
@json_option
@workspace_option
def snapshot(corpus: str, name: str, workspace: Path, *, as_json: bool) -> None:
    """Give the newest state of a corpus a name, to run on it when the corpus has moved on.

    \b
    Example:
      benchbook corpus snapshot papers --name 2026-11
      benchbook eval retrieval two_lanes.toml --snapshot 2026-11
    """
    from ..core.commands.snapshot import snapshot as name_state

    with open_store(workspace) as store:
        done = name_state(store, corpus, name)
    if as_json:
        digest = done.event.manifest
        print_json({"corpus": corpus, "snapshot": name, "digest": digest, "new": done.is_new})
        return
    verb = "is now" if done.is_new else "was already"
    click.echo(f"{name} {verb} the state {done.event.manifest[:12]} of corpus {corpus}")


def _as_plain(view: CorpusView) -> dict[str, object]:
    """A corpus for programs."""
    from ..core.codec import encode
    from ..core.events import CorpusDeclared

    event = view.event
    more: dict[str, object]
    if isinstance(event, CorpusDeclared):
        more = {
            "engine": event.engine,
            "engine_version": event.version,
            "attested_by": event.attested_by,
        }
    else:
        more = {
            "source": event.source.name,
            "files": event.source.files,
            "reader": event.reader.qualified,
        }
    return {
        "corpus": event.corpus,
        "kind": _kind(view),
        "digest": view.manifest,
        "units": event.units,
        "documents": event.documents,
        **more,
        "merges": [
            {**encode(one.event), "position": one.position, "ts": one.ts} for one in view.merges
        ],
        "position": view.position,
        "version": view.version,
        "ts": view.ts,
    }


def _merges(view: CorpusView) -> list[list[str]]:
    """What was merged, one row each."""
    from ..core.merging.tell import tell_merge

    return [
        ["merged", f"{tell_merge(one.event)}, position {one.position}, {one.ts} (claimed)"]
        for one in view.merges
    ]


def _kind(view: CorpusView) -> str:
    """Whether a corpus is `ingested`, or `declared` only."""
    from ..core.events import CorpusDeclared

    return "declared" if isinstance(view.event, CorpusDeclared) else "ingested"
