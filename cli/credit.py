"""`benchbook eval credit`: what each lane of a condition is worth."""

from __future__ import annotations

from pathlib import Path

import click

from .options import plugin_option, workspace_option
from .output import Bars
from .pages import page_options, print_page
from .workspace import open_store


@click.command("credit")
@click.argument("run", default="latest", required=False)
@click.option("--condition", metavar="NAME", default="", help="Whose lanes; else the baseline's.")
@click.option("--metric", metavar="METRIC", default="", help="By which metric; else the primary.")
@plugin_option
@page_options
@workspace_option
def credit(
    *,
    run: str,
    condition: str,
    metric: str,
    plugins: tuple[Path, ...],
    form: str | None,
    workspace: Path,
) -> None:
    """Say what each lane of a condition is worth: without it, alone, and by Shapley's value.

    RUN is a completed run, by its id or `latest`. Every set of the lanes of a condition is fused
    from what the run recorded, as the run fused all of them; no lane is asked. At most ten lanes.
    What comes of it is recorded in the ledger.

    \b
    Example:
      benchbook eval credit latest --condition full_deep
      benchbook eval credit 3f2a --metric R@10 --json
    """
    from ..core.commands.credit import CreditOptions
    from ..core.commands.credit import credit as compute
    from ..core.plugging.loading import load_registry
    from ..core.reports.credit_page import credit_page

    registry = load_registry(plugins)
    options = CreditOptions(run=run, condition=condition, metric=metric)
    with open_store(workspace) as store:
        done = compute(store, registry, options, Bars())
    print_page(credit_page(done), done.as_plain, form, registry)
