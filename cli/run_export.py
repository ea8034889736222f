"""`benchbook run export`: the rankings of a condition as a file that other tools read."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from .options import workspace_option
from .output import print_bytes, write_whole
from .workspace import open_store

HEADER, SIDECAR = "header", "sidecar"
SIDECAR_ENDING = ".ir_metadata.yml"


out_option = click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file, gzip where it ends in .gz; else stdout.",
)


@click.command("export")
@click.argument("run", default="latest")
@click.option("--condition", required=True, help="The condition whose rankings are wanted.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["trec", "jsonl", "pyterrier"]),
    default="trec",
    show_default=True,
    help="`pyterrier` is a result frame: CSV, or TSV where --out ends in .tsv or .tsv.gz.",
)
@click.option(
    "--scores",
    type=click.Choice(["rank", "exact"]),
    default="rank",
    show_default=True,
    help="TREC, frame: `rank` falls strictly, so every reader keeps the order; `exact` are the "
    "scores.",
)
@click.option(
    "--ir-metadata",
    "metadata",
    is_flag=False,
    flag_value=HEADER,
    type=click.Choice([HEADER, SIDECAR]),
    help="Say where the run comes from: in comments at its top (TREC), or in a file beside --out.",
)
@out_option
@workspace_option
def export(
    run: str,
    condition: str,
    form: Literal["trec", "jsonl", "pyterrier"],
    scores: Literal["rank", "exact"],
    metadata: str | None,
    out: Path | None,
    workspace: Path,
) -> None:
    """Write the rankings of a condition as a TREC run, JSON lines or a PyTerrier frame.

    --ir-metadata writes what the ledger knows of them as YAML: run, condition, ledger, fingerprint,
    lanes and fuser with parameters, digests of corpus, topics and qrels, libraries. trec_eval 10
    passes over comments; for readers that do not, as pytrec_eval, write a sidecar.

    \b
    Example:
      benchbook run export latest --condition fused --format trec > fused.run
      benchbook run export latest --condition fused --ir-metadata --out fused.run.gz
      benchbook run export latest --condition fused --format pyterrier --out fused.csv.gz
    """
    from ..core.commands.describe_run import describe_run
    from ..core.commands.export_run import ExportForm, condition_rankings, export_text
    from ..core.commands.find import find_run
    from ..core.files.ir_metadata import ir_metadata_lines

    _refuse_misplaced(metadata, form, out)
    with open_store(workspace, readonly=True) as store:
        found = find_run(store, run)
        rankings = condition_rankings(store, found, condition)
        tag = f"{found.id}-{condition}"
        described = ir_metadata_lines(describe_run(store, found, condition, tag))
    wanted = ExportForm(
        form=form,
        scores=scores,
        tag=tag,
        header=described if metadata == HEADER else (),
        separator="\t" if out is not None and ".tsv" in out.suffixes else ",",
    )
    text, moved = export_text(rankings, wanted)
    if moved:
        click.echo(
            f"benchbook: a reader's tie rule would order {moved:,} of these rows otherwise; "
            "--scores rank keeps the order",
            err=True,
        )
    if out is None:
        print_bytes(text.encode())
        return
    _write(out, text)
    if metadata == SIDECAR:
        _write(out.with_name(out.name + SIDECAR_ENDING), "".join(f"{line}\n" for line in described))


@click.command("qrels")
@click.argument("run", default="latest")
@out_option
@workspace_option
def qrels(run: str, out: Path | None, workspace: Path) -> None:
    """Write what counted as relevant in a run as TREC qrels, for `measure`, `compare` or trec_eval.

    \b
    Example:
      benchbook run qrels latest --out demo.qrels
    """
    from ..core.commands.export_run import qrels_text
    from ..core.commands.find import find_run

    with open_store(workspace, readonly=True) as store:
        text = qrels_text(store, find_run(store, run))
    if out is None:
        print_bytes(text.encode())
    else:
        _write(out, text)


def _refuse_misplaced(metadata: str | None, form: str, out: Path | None) -> None:
    """Refuse a header where there are no comments, and a sidecar of nothing.

    Raises:
        UsageError: this is one.
    """
    if metadata == HEADER and form != "trec":
        message = f"{form} has no comments for a header; say --ir-metadata sidecar with --out"
        raise click.UsageError(message)
    if metadata == SIDECAR and out is None:
        message = "--ir-metadata sidecar writes a file beside --out; name one"
        raise click.UsageError(message)


def _write(path: Path, text: str) -> None:
    """Write a file, and say so."""
    import gzip

    data = text.encode()
    write_whole(path, gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    click.echo(str(path))
