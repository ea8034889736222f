"""`benchbook compare`: TREC runs against one of them, without a workspace."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import plugin_option
from .output import write_whole
from .pages import page_options, print_page

if TYPE_CHECKING:
    from ..core.files.trec import Compat

_TESTS = ("sign-flip", "t", "wilcoxon", "bootstrap")
_CORRECTIONS = ("holm", "bonferroni", "none")


@click.command("compare")
@click.argument("qrels", type=click.Path(path_type=Path, readable=False))
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@click.option(
    "--baseline", metavar="RUN", default="", help="A run, by name or path; else the first."
)
@click.option(
    "-m", "--metric", "metrics", metavar="METRIC", multiple=True, help="A metric (may be repeated)."
)
@click.option(
    "--primary", metavar="METRIC", default="", help="What is tested and corrected; else the first."
)
@click.option("--test", type=click.Choice(_TESTS), default=_TESTS[0], show_default=True)
@click.option(
    "--correction", type=click.Choice(_CORRECTIONS), default=_CORRECTIONS[0], show_default=True
)
@click.option("--alpha", metavar="P", default="0.05", show_default=True)
@click.option(
    "--topics",
    type=click.Path(path_type=Path, readable=False),
    help="The topics that count: ids or a file of topics; else all that are judged.",
)
@click.option(
    "--compat",
    type=click.Choice(["trec_eval-9", "trec_eval-10"]),
    help="Order equal scores as this trec_eval does; 9 compares 32-bit scores.",
)
@click.option(
    "--per-topic",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Also write a CSV file with each topic's value of each run by each metric.",
)
@plugin_option
@page_options
def command(
    *,
    qrels: Path,
    runs: tuple[str, ...],
    baseline: str,
    metrics: tuple[str, ...],
    primary: str,
    test: str,
    correction: str,
    alpha: str,
    topics: Path | None,
    compat: Compat | None,
    per_topic: Path | None,
    plugins: tuple[Path, ...],
    form: str | None,
) -> None:
    """Compare TREC runs with one of them, without a workspace.

    RUN is a file, plain or gzip, or a pattern such as 'runs/*.run.gz'; its first line tells its
    form, as with measure. Every judged topic counts for every run; one that a run does not answer
    has 0. The first metric is the primary one: its differences to the baseline are tested,
    corrected over the runs, and called better or worse. Of other metrics there are hints.

    \b
    Example:
      benchbook compare qrels.txt runs/*.run.gz --baseline bm25
      benchbook compare qrels.txt a.run b.run -m nDCG@10 -m AP --latex > table.tex
    """
    from ..core.commands.compare import compare_files, named_files
    from ..core.commands.render_report import render_page
    from ..core.comparing.compared import CompareOptions
    from ..core.files.ir_metadata import told_by
    from ..core.files.topic_ids import read_topic_ids
    from ..core.plugging.loading import load_registry
    from ..core.reports.compared_numbers import topics_page
    from ..core.reports.compared_page import compared_page

    registry = load_registry(plugins)
    options = CompareOptions(
        baseline=baseline,
        primary=primary,
        test=test,
        correction=correction,
        alpha=_alpha(alpha),
        topics=None if topics is None else read_topic_ids(topics),
    )
    files = named_files(runs)
    compared = compare_files(qrels, files, metrics, registry, options=options, compat=compat)
    if per_topic is not None:
        rows = render_page(topics_page(compared), registry.find("reporter", "benchbook:csv"))
        write_whole(per_topic, rows.data)
    told = {one.name: told_by(one.path).as_plain() for one in files}
    headers = {name: header for name, header in told.items() if header}
    print_page(
        compared_page(compared),
        lambda: {**compared.as_plain(), **({"run_headers": headers} if headers else {})},
        form,
        registry,
    )


def _alpha(text: str) -> Decimal:
    """A number; whether it is an alpha, the comparison says."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("NaN")
