"""`benchbook eval sweep`: a grid of fusions from one retrieval."""

from __future__ import annotations

from pathlib import Path

import click

from .endings import end_evaluation, inconclusive_option
from .options import plugin_option, preflight_option, workspace_option
from .output import Bars
from .pages import page_options, print_page
from .workspace import EXPERIMENTS, RESUMABLE, open_store

NOT_MEASURED = 13


@click.command("sweep")
@click.argument("experiment", required=False, type=click.Path(path_type=Path, readable=False))
@click.option("--dry-run", is_flag=True, help="Fuse rankings made by hand: no workspace, no model.")
@click.option("--on", metavar="RUN", help="Take the lanes' rankings from this run; ask none again.")
@click.option("--corpus", metavar="NAME", help="The corpus, whatever the experiment names.")
@click.option("--gold", metavar="NAME", help="The gold set, whatever the experiment names.")
@click.option("--snapshot", metavar="NAME", help="This named state of the corpus.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Ask lanes in this many processes; the bytes stay the same.",
)
@click.option("--resume", is_flag=True, help="Go on with the unfinished run of this sweep.")
@preflight_option
@inconclusive_option
@plugin_option
@page_options
@workspace_option
def sweep(
    *,
    experiment: Path | None,
    dry_run: bool,
    on: str | None,
    corpus: str | None,
    gold: str | None,
    snapshot: str | None,
    jobs: int,
    resume: bool,
    inconclusive: str | None,
    plugins: tuple[Path, ...],
    form: str | None,
    workspace: Path,
) -> None:
    """Sweep a grid of fusions: lanes rank once, every configuration is fused and measured.

    EXPERIMENT has tables [strategies.NAME] and [sweep]; without it the one that is shipped,
    fusion_sweep.toml. The rule that chooses stands in it and is frozen before the run: no option
    changes it. Exit code 13 means that it concludes nothing, as where lanes ranked nothing for too
    many topics; 8 that a plugin failed.

    \b
    Example:
      benchbook eval sweep fusion_sweep.toml
      benchbook eval sweep fusion_sweep.toml --on 3f2a
      benchbook eval sweep --dry-run
    """
    import os

    from ..core.commands.dry_sweep import dry_sweep
    from ..core.commands.find import find_started, find_sweep
    from ..core.commands.retrieve import RunOptions
    from ..core.commands.sweep import sweep as run_sweep
    from ..core.plugging.loading import load_registry
    from ..core.reports.dry_sweep_page import dry_sweep_page
    from ..core.reports.sweep_page import sweep_page
    from ..core.running.experiment import read_experiment

    meant = read_experiment(find_sweep(workspace / EXPERIMENTS, experiment)).on(corpus, gold)
    registry = load_registry(plugins)
    if dry_run:
        tried = dry_sweep(meant, registry)
        print_page(dry_sweep_page(tried), tried.as_plain, form, registry)
        return
    click.get_current_context().meta[RESUMABLE] = True
    with open_store(workspace) as store:
        source = None if on is None else find_started(store, on)
        done = run_sweep(
            store,
            meant,
            registry,
            entropy=os.urandom,
            progress=Bars(),
            options=RunOptions(resume=resume, snapshot=snapshot, jobs=jobs, on=source),
        )
    print_page(sweep_page(done.shown), done.shown.as_plain, form, registry)
    end_evaluation(done.evaluated, inconclusive)
    if done.shown.found.verdict == "not measured":
        raise click.exceptions.Exit(NOT_MEASURED)
