"""`benchbook eval credit`: what each lane of a condition is worth."""

from __future__ import annotations

from pathlib import Path

import click

from .options import plugin_option, workspace_option
from .output import Bars
from .pages import page_options, print_page
from .workspace import EXPERIMENTS, open_store


@click.command("credit")
@click.argument("experiment", required=False, type=click.Path(path_type=Path, readable=False))
@click.option(
    "--on", "run", metavar="RUN", default="latest", show_default=True, help="A completed run of it."
)
@click.option("--condition", metavar="NAME", default="", help="Whose lanes; else the baseline's.")
@click.option("--metric", metavar="METRIC", default="", help="By which metric; else the primary.")
@click.option("--snapshot", metavar="NAME", help="The state of the corpus that the run stands on.")
@click.option("--corpus", metavar="NAME", help="The corpus, whatever the experiment names.")
@click.option("--gold", metavar="NAME", help="The gold set, whatever the experiment names.")
@plugin_option
@page_options
@workspace_option
def credit(
    *,
    experiment: Path | None,
    run: str,
    condition: str,
    metric: str,
    snapshot: str | None,
    corpus: str | None,
    gold: str | None,
    plugins: tuple[Path, ...],
    form: str | None,
    workspace: Path,
) -> None:
    """Say what each lane of a condition is worth: without it, alone, and by Shapley's value.

    Every set of its lanes is fused from what RUN recorded; no lane is asked. At most ten lanes.
    What comes of it is recorded in the ledger.

    \b
    Example:
      benchbook eval credit demo.toml --condition full_deep
      benchbook eval credit demo.toml --on 3f2a --metric R@10 --json
    """
    from ..core.commands.credit import CreditOptions
    from ..core.commands.credit import credit as compute
    from ..core.commands.find import find_experiment
    from ..core.plugging.loading import load_registry
    from ..core.reports.credit_page import credit_page
    from ..core.running.experiment import read_experiment

    meant = read_experiment(find_experiment(workspace / EXPERIMENTS, experiment)).on(corpus, gold)
    registry = load_registry(plugins)
    options = CreditOptions(run=run, condition=condition, metric=metric, snapshot=snapshot)
    with open_store(workspace) as store:
        done = compute(store, meant, registry, options, Bars())
    print_page(credit_page(done), done.as_plain, form, registry)
