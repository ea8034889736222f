"""`benchbook eval profile`: how long lanes and conditions take, with nothing recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .experiments import experiment_options, meant_experiment
from .options import json_option, plugin_option, workspace_option
from .output import Bars, counted, print_json, print_rows
from .workspace import EXPERIMENTS, open_store

if TYPE_CHECKING:
    from fractions import Fraction

    from ..core.commands.profile import Profile
    from ..core.running.condition_profiling import ConditionProfile
    from ..core.running.profiling import LaneProfile
    from ..core.running.timings import Timing

WIDTH = 98
"""Columns of the text around the tables."""

NONE = "–"
"""In the place of a figure that is not given."""


@click.command("profile")
@experiment_options
@click.option(
    "--runs",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Passes over the topics; the first one is cold, the others are warm.",
)
@click.option("--record", is_flag=True, help="Append the times, for gates about latency.")
@plugin_option
@json_option
@workspace_option
def profile(
    *,
    experiment: Path | None,
    workspace: Path,
    plugins: tuple[Path, ...],
    conditions: tuple[str, ...],
    corpus: str | None,
    gold: str | None,
    snapshot: str | None,
    runs: int,
    ablation: bool,
    record: bool,
    as_json: bool,
) -> None:
    """Say how long lanes and conditions take, a topic at a time.

    A profile is no evaluation: without --record nothing is appended to the ledger. Each lane is
    built once and asked every topic alone in every pass, as a user asks it; no answer is cached.
    Then each condition is fused, reranked and measured topic by topic. Times are in milliseconds,
    the cold pass apart from the warm ones, each figure with its number of samples: p50 and p95 by
    linear interpolation, and no p95 under 100 samples. Exit code 8 means that a lane or a condition
    broke; then nothing is recorded.

    \b
    Example:
      benchbook eval profile two_lanes.toml
      benchbook eval profile --ablation --condition full_deep --runs 10
      benchbook eval profile two_lanes.toml --record
    """
    import time

    from ..core.commands.find import find_conditions
    from ..core.commands.profile import profile_experiment, record_profile
    from ..core.errors import RunFailed
    from ..core.plugging.loading import load_registry

    with open_store(workspace, readonly=not record) as store:
        meant = meant_experiment(
            workspace / EXPERIMENTS,
            experiment,
            (corpus, gold),
            ablation=ablation,
            conditions=conditions,
        )
        done = profile_experiment(
            store,
            find_conditions(meant, conditions) if conditions else meant,
            load_registry(plugins),
            runs=runs,
            clock=time.perf_counter_ns,
            progress=Bars(),
            snapshot=snapshot,
        )
        recorded = record_profile(store, done) if record and not done.is_failed else None
    if as_json:
        print_json(done.as_plain())
    else:
        _print(done, recorded)
    if done.is_failed:
        raise click.exceptions.Exit(RunFailed.exit_code)


def _print(done: Profile, recorded: str | None) -> None:
    """A profile as two tables, with what stands behind their figures."""
    _tell(_head(done, recorded))
    click.echo()
    print_rows(
        ["lane", "build", *_columns()], [_lane_row(lane) for lane in done.lanes], numbers=True
    )
    _tell(_lane_notes(done))
    click.echo()
    rows = [row for condition in done.conditions for row in _condition_rows(condition)]
    print_rows(["condition: stage", *_columns()], rows, numbers=True)
    _tell(_condition_notes(done))


def _tell(lines: Iterator[str]) -> None:
    """Lines of text, folded where they are long; none of them can steer a terminal."""
    import textwrap

    from ..core.printable import printable

    for line in lines:
        click.echo(textwrap.fill(printable(line), WIDTH, subsequent_indent="  "))


def _head(done: Profile, recorded: str | None) -> Iterator[str]:
    """What was profiled, and how."""
    topics, passes = counted(done.topics, "topic"), counted(done.runs, "pass", "passes")
    size = f" ({counted(done.units, 'unit')} of {counted(done.documents, 'document')})"
    yield (
        f"profile of {done.experiment}: corpus {done.corpus}{size if done.units else ''}, "
        f"gold set {done.gold} ({topics}), {passes}"
    )
    kept = "nothing is recorded" if recorded is None else f"its times are recorded as {recorded}"
    yield f"A profile is no evaluation: {kept}. No answer is cached."
    yield "Each topic is asked alone, as a user asks it; a run asks up to 64 at once."
    yield "build: once, with the libraries that a lane is the first to import"
    yield "cold: the first pass after the build"
    yield "total: all lanes of a condition one after another, fusing, reranking; a topic at a time"
    warm = f"the {counted(done.runs - 1, 'pass', 'passes')} after that"
    yield f"warm: {warm if done.runs > 1 else 'no figure, since --runs 1 makes one pass'}"
    yield f"Times in ms; p50, p95: linear interpolation over n samples; no p95 under 100 ({NONE})"


def _columns() -> list[str]:
    """The columns of a cold pass and of warm ones."""
    return ["cold p50", "cold p95", "n", "warm p50", "warm p95", "n"]


def _lane_row(lane: LaneProfile) -> list[str]:
    """A lane with its figures."""
    build = lane.state if lane.build is None else _shown(lane.build)
    return [lane.lane, build, *_cells(lane.stages)]


def _condition_rows(condition: ConditionProfile) -> Iterator[list[str]]:
    """A condition, a row for each of its stages."""
    if condition.state != "timed":
        yield [f"{condition.condition}: {condition.state}", *_cells(condition.stages[:2])]
        return
    for at in range(0, len(condition.stages), 2):
        pair = condition.stages[at : at + 2]
        yield [f"{condition.condition}: {pair[0].stage}", *_cells(pair)]


def _cells(stages: Sequence[Timing]) -> list[str]:
    """The figures of a stage, cold and warm."""
    return [
        cell
        for stage in stages
        for cell in (_shown(stage.p50), _shown(stage.p95), f"{len(stage.samples):,}")
    ]


def _shown(nanoseconds: Fraction | int | None) -> str:
    """A time in milliseconds."""
    from ..core.running.timings import milliseconds

    taken = milliseconds(nanoseconds)
    return NONE if taken is None else f"{taken:,.3f}"


def _lane_notes(done: Profile) -> Iterator[str]:
    """Why a lane is no sample, and of how many topics one found nothing."""
    for lane in done.lanes:
        if lane.reason:
            yield f"lane {lane.lane} {lane.state}: {lane.reason}"
        elif lane.stages[0].empty:
            found = f"{lane.stages[0].empty} of {counted(done.topics, 'topic')}"
            yield f"lane {lane.lane} returned nothing for {found}"


def _condition_notes(done: Profile) -> Iterator[str]:
    """Why a condition is no sample, and which ones went without a lane."""
    without: dict[str, list[str]] = {}
    for condition in done.conditions:
        if condition.reason:
            yield f"condition {condition.condition} {condition.state}: {condition.reason}"
        for lane in condition.without:
            without.setdefault(lane, []).append(condition.condition)
    for lane, conditions in without.items():
        yield f"without lane {lane}, which was skipped: {', '.join(conditions)}"
