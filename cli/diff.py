"""`benchbook eval diff`: two reports held against each other."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import click

from .options import plugin_option, workspace_option
from .pages import page_options, print_page
from .workspace import open_store

NOT_COMPARABLE, DIFFERENT = 13, 3
BOOTSTRAP = "bootstrap"


@click.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--map",
    "renamed",
    metavar="A_NAME=B_NAME",
    multiple=True,
    help="Compare two that are called differently.",
)
@click.option(
    "--condition", "conditions", metavar="NAME", multiple=True, help="Only this one, as A calls it."
)
@click.option("--rescore-with", metavar="GOLD", default="", help="Score both under this gold set.")
@click.option(
    "--test",
    type=click.Choice(["sign-flip", "t", "wilcoxon", "bootstrap"]),
    help="Of differences; sign-flip when left out.",
)
@click.option(
    "--interval",
    type=click.Choice(["percentile"]),
    help="The sci-rag kit's intervals and p, with its three places: the test is its bootstrap.",
)
@click.option("--reproduced", is_flag=True, help="End with 3 unless B's rankings are those of A.")
@click.option(
    "--tolerance",
    metavar="X",
    type=click.FloatRange(0),
    default=1e-9,
    show_default=True,
    help="How far scores and values may lie apart and still count as reproduced.",
)
@click.option(
    "--topics",
    metavar="N",
    type=click.IntRange(0),
    default=40,
    show_default=True,
    help="Topics that each condition shows; 0 shows all.",
)
@plugin_option
@page_options
@workspace_option
def diff(
    *,
    first: str,
    second: str,
    renamed: tuple[str, ...],
    conditions: tuple[str, ...],
    rescore_with: str,
    test: str | None,
    interval: str | None,
    reproduced: bool,
    tolerance: float,
    topics: int,
    plugins: tuple[Path, ...],
    form: str | None,
    workspace: Path,
) -> None:
    """Hold two reports against each other: what differs, topic by topic, metric by metric.

    A and B are reports or runs of the workspace (`latest` too), or files: an exported report, or
    the sci-rag kit's report.json or the folder of it, or two calibration.json of the kit. What
    differs in their making comes first.
    Exit code 13 means that the numbers are about different things and are not compared; with
    --reproduced, 3 means that B is not what A was.

    \b
    Example:
      benchbook eval diff 3f2a latest
      benchbook eval diff before/report.json after/report.json --map full_deep=resolved_entities
      benchbook eval diff 3f2a 9c41 --reproduced
    """
    from ..core.commands.diff import calibrations
    from ..core.commands.diff import diff as hold
    from ..core.diffing.holding import DiffOptions
    from ..core.plugging.loading import load_registry
    from ..core.reports.calibration_page import calibration_page
    from ..core.reports.diff_page import diff_page

    registry = load_registry(plugins)
    if calibrated := calibrations((first, second)):
        print_page(calibration_page(calibrated), calibrated.as_plain, form, registry)
        return
    options = DiffOptions(
        renamed=_renamed(renamed),
        conditions=conditions,
        rescore_with=rescore_with,
        test=_test(test, interval),
        alpha=Decimal("0.05"),
        tolerance=tolerance,
    )
    done = hold((first, second), lambda: open_store(workspace, readonly=True), registry, options)
    print_page(diff_page(done, most_topics=topics or None), done.as_plain, form, registry)
    if reproduced and not done.is_reproduced:
        raise click.exceptions.Exit(DIFFERENT)
    if done.invalid:
        raise click.exceptions.Exit(NOT_COMPARABLE)


def _test(test: str | None, interval: str | None) -> str:
    """The test that is meant: the kit's intervals are those of its bootstrap."""
    if interval is None:
        return test or "sign-flip"
    if test not in {None, BOOTSTRAP}:
        message = f"--interval {interval} comes with --test {BOOTSTRAP}, not {test}"
        raise click.UsageError(message)
    return BOOTSTRAP


def _renamed(given: tuple[str, ...]) -> dict[str, str]:
    """Names in B by names in A."""
    renamed: dict[str, str] = {}
    for text in given:
        mine, sign, its = text.partition("=")
        if not (mine and sign and its):
            message = f"{text!r} is not A_NAME=B_NAME"
            raise click.BadParameter(message, param_hint="--map")
        if mine in renamed:
            message = f"{mine!r} is given twice"
            raise click.BadParameter(message, param_hint="--map")
        renamed[mine] = its
    return renamed
