"""`benchbook ingest`: a corpus."""

from __future__ import annotations

from pathlib import Path

import click

from .counts import tell_fields
from .options import json_option, plugin_option, reader_options, workspace_option
from .output import Bars, counted, print_json
from .workspace import open_store


@click.command("ingest")
@click.argument("path", type=click.Path(path_type=Path, readable=False))
@click.option("--corpus", required=True, metavar="NAME", help="The name it gets.")
@reader_options
@plugin_option
@json_option
@workspace_option
def command(
    path: Path,
    corpus: str,
    reader: str | None,
    settings: dict[str, object],
    plugins: tuple[Path, ...],
    workspace: Path,
    *,
    as_json: bool,
) -> None:
    """Ingest a corpus into the ledger.

    PATH is a file of JSON lines (id, title, text), a folder in BEIR's form, of Markdown, of TREC's
    files, of the sci-rag kit's, or whatever the reader reads. Fields that no reader knows are kept
    as metadata and counted. The same content under the same name is recorded once.

    \b
    Example:
      benchbook ingest scifact/ --corpus scifact --reader beir
      benchbook ingest papers.jsonl --corpus papers
      benchbook ingest notes/ --corpus notes --reader markdown --set size=800
    """
    from ..core.commands.ingest import ingest
    from ..core.plugging.loading import load_registry

    with open_store(workspace) as store:
        done = ingest(
            store,
            load_registry(plugins),
            path,
            corpus,
            reader=reader,
            parameters=settings,
            progress=Bars(),
        )
    event = done.event
    if as_json:
        print_json(
            {
                "corpus": event.corpus,
                "digest": event.manifest,
                "units": event.units,
                "documents": event.documents,
                "files": event.source.files,
                "metadata": dict(done.fields),
                "reader": event.reader.qualified,
                "position": done.position,
                "new": done.is_new,
            }
        )
        return
    units, documents = counted(event.units, "unit"), counted(event.documents, "document")
    state = "ingested at" if done.is_new else "unchanged since"
    click.echo(
        f"corpus {event.corpus}: {units} of {documents}, read by "
        f"{event.reader.qualified}, digest {event.manifest[:12]}, {state} position {done.position}"
    )
    for line in tell_fields(done.fields, "units"):
        click.echo(line)
