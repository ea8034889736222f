"""`benchbook corpus`: the corpora of a workspace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import json_option, workspace_option
from .output import print_json, print_rows
from .workspace import open_store

if TYPE_CHECKING:
    from ..core.projections.corpora import CorpusView


@click.group("corpus")
def command() -> None:
    """List and show the corpora of a workspace.

    \b
    Example:
      benchbook corpus list
      benchbook corpus show scifact
    """


@command.command("list")
@json_option
@workspace_option
def list_corpora(workspace: Path, *, as_json: bool) -> None:
    """List the corpora, each as it was last ingested.

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
        ["corpus", "units", "documents", "digest", "position", "ingested (claimed)"],
        [
            [
                view.event.corpus,
                f"{view.event.units:,}",
                f"{view.event.documents:,}",
                view.event.manifest[:12],
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
    from ..core.objects.corpora import read_manifest

    with open_store(workspace, readonly=True) as store:
        view = find_corpus(store, corpus)
        manifest = read_manifest(view.event.manifest, store.get)
    chunks = manifest["chunks"]
    if as_json:
        print_json({**_as_plain(view), "chunks": chunks})
        return
    event = view.event
    print_rows(
        ["corpus", event.corpus],
        [
            ["units", f"{event.units:,}"],
            ["documents", f"{event.documents:,}"],
            ["digest", event.manifest],
            ["chunks", f"{len(chunks):,} of {sum(chunk[2] for chunk in chunks):,} bytes together"],
            ["source", f"{event.source.name}, {event.source.files} files"],
            ["reader", f"{event.reader.qualified} {event.reader.version}"],
            ["ingested", f"position {view.position}, {view.ts} (claimed), version {view.version}"],
        ],
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
    event = view.event
    return {
        "corpus": event.corpus,
        "digest": event.manifest,
        "units": event.units,
        "documents": event.documents,
        "source": event.source.name,
        "files": event.source.files,
        "reader": event.reader.qualified,
        "position": view.position,
        "version": view.version,
        "ts": view.ts,
    }
