"""`benchbook corpus merge`: names that stand for one entity."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import json_option, workspace_option
from .output import print_json
from .workspace import open_store

if TYPE_CHECKING:
    from ..core.commands.merge import Merged


@click.command("merge")
@click.argument("corpus")
@click.argument("resolutions", type=click.Path(path_type=Path, readable=False))
@click.option(
    "--attested-by",
    metavar="ROLE",
    help="A role or an organisation that vouches for it; no person, for the ledger cannot forget.",
)
@click.option("--dry-run", is_flag=True, help="Check and count; record nothing.")
@json_option
@workspace_option
def merge(
    corpus: str,
    resolutions: Path,
    attested_by: str | None,
    workspace: Path,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Record which names stand for one entity: the corpus has a new state from then on.

    RESOLUTIONS has one JSON object on each line: "entity" is the name that stays, "aliases" are
    names that stand for it, "method" says how that was found out, and "why", which may be missing,
    why it is believed. Documents and texts stay what they are; lanes over terms (graph, community)
    take the names of one entity for one. A state that a snapshot names stays as it is.

    \b
    Example:
      benchbook corpus snapshot papers --name before
      benchbook corpus merge papers names.jsonl --attested-by "curation team"
      benchbook corpus snapshot papers --name after
      benchbook eval retrieval --condition resolved_entities --snapshot after
    """
    from ..core.commands.merge import merge as apply

    with open_store(workspace, readonly=dry_run) as store:
        done = apply(store, corpus, resolutions, attested_by=attested_by, dry_run=dry_run)
    if as_json:
        print_json(_as_plain(done))
        return
    click.echo(f"corpus {corpus}: {_outcome(done)}")


def _outcome(done: Merged) -> str:
    """What became of the state of the corpus."""
    from ..core.merging.tell import count_names, tell_merge

    event = done.event
    if not done.changes:
        given = count_names(event.aliases, event.entities)
        return f"{given}, all known: unchanged, digest {event.manifest[:12]}"
    state = (
        f"{count_names(done.names, done.entities)} in all, "
        f"digest {event.before[:12]} → {event.manifest[:12]}"
    )
    if done.position is None:
        return f"{tell_merge(event)}; dry run, nothing recorded: would be {state}"
    return f"{tell_merge(event)}; {state}, merged at position {done.position}"


def _as_plain(done: Merged) -> dict[str, object]:
    """A merge for programs."""
    event = done.event
    return {
        "corpus": event.corpus,
        "digest_before": event.before,
        "digest": event.manifest,
        "resolutions": event.resolutions,
        "entities": event.entities,
        "aliases": event.aliases,
        "methods": dict(event.methods),
        "attested_by": event.attested_by,
        "entities_in_all": done.entities,
        "aliases_in_all": done.names,
        "changes": done.changes,
        "position": done.position,
    }
