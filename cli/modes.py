"""`benchbook eval modes`: the modes of one retriever, measured or skipped."""

from __future__ import annotations

from pathlib import Path

import click

from .endings import end_evaluation, inconclusive_option
from .options import plugin_option, workspace_option
from .output import Bars
from .pages import page_options, print_page
from .workspace import EXPERIMENTS, open_store


@click.command("modes")
@click.argument("experiment", required=False, type=click.Path(path_type=Path, readable=False))
@click.option("--modes", "asked", metavar="A,B", default="", help="Only these, in this order.")
@click.option("--dry-run", is_flag=True, help="Check the file and the modes; ask nothing.")
@click.option("--on", metavar="RUN", help="Take the lanes' rankings from this run; ask none again.")
@click.option("--corpus", metavar="NAME", help="The corpus, whatever the experiment names.")
@click.option("--gold", metavar="NAME", help="The gold set, whatever the experiment names.")
@inconclusive_option
@plugin_option
@page_options
@workspace_option
def modes(
    *,
    experiment: Path | None,
    asked: str,
    dry_run: bool,
    on: str | None,
    corpus: str | None,
    gold: str | None,
    inconclusive: str | None,
    plugins: tuple[Path, ...],
    form: str | None,
    workspace: Path,
) -> None:
    """Measure the modes of one retriever: each a condition of EXPERIMENT.

    Without EXPERIMENT the one that is shipped, three_modes.toml. A mode whose lane fails or cannot
    be fed is skipped with its reason; it is never scored as an empty ranking.

    \b
    Example:
      benchbook eval modes three_modes.toml --modes baseline,fused
      benchbook eval modes --dry-run --json
    """
    import os

    from ..core.commands.find import find_modes, find_started
    from ..core.commands.modes import chosen_modes, run_modes
    from ..core.commands.retrieve import RunOptions
    from ..core.plugging.loading import load_registry
    from ..core.reports.modes_page import modes_page
    from ..core.reports.modes_shown import ModesShown
    from ..core.running.experiment import read_experiment

    meant = read_experiment(find_modes(workspace / EXPERIMENTS, experiment)).on(corpus, gold)
    chosen, registry = chosen_modes(meant, asked), load_registry(plugins)
    if dry_run:
        tried = ModesShown(depth=meant.settings.depth, modes=chosen, report=None)
        print_page(modes_page(tried), tried.as_plain, form, registry)
        return
    with open_store(workspace) as store:
        source = None if on is None else find_started(store, on)
        done = run_modes(
            store,
            meant,
            chosen,
            registry,
            entropy=os.urandom,
            progress=Bars(),
            options=RunOptions(on=source),
        )
    print_page(modes_page(done.shown), done.shown.as_plain, form, registry)
    end_evaluation(done.evaluated, inconclusive)
