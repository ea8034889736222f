"""`benchbook gate`: declare gates ahead of any run, and check them on a recorded one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .endings import end_check, inconclusive_option
from .options import plugin_option, workspace_option
from .output import write_whole
from .pages import page_options, print_page
from .workspace import EXPERIMENTS, open_store

if TYPE_CHECKING:
    from ..core.gating.checked import Checked
    from ..core.plugging.registry import Registry
    from ..core.reports.gates_page import Against
    from ..core.reports.layout.page import Page
    from ..core.running.gate_files import GateFile
    from ..core.running.given_files import Given

LATEST = "latest"
SUMMARY = "GITHUB_STEP_SUMMARY"
FILE = click.Path(path_type=Path, readable=False)


@click.group("gate")
def command() -> None:
    """Declare gates ahead of any run, and check them on a recorded one.

    \b
    Example:
      benchbook gate declare gates.toml
      benchbook gate check latest --gates gates.toml --base origin/main
    """


@command.command("declare")
@click.argument("file", type=FILE)
@click.option("--gold", metavar="NAME", default="", help="The gold set, whatever the file names.")
@plugin_option
@page_options
@workspace_option
def declare(
    *, file: Path, gold: str, workspace: Path, plugins: tuple[Path, ...], form: str | None
) -> None:
    """Append the gates of FILE to the ledger before the run that they are for.

    FILE is an experiment, or a TOML file with experiment = "NAME" and tables [[gates]], also looked
    for under experiments/. A gate that stands there as it is stays. Each is shown with its
    position, the completed runs on the gold set before it, and the smallest difference that it
    could find.

    \b
    Example:
      benchbook gate declare gates.toml
      benchbook gate declare release.toml --json
    """
    from ..core.commands.declare_gates import declare as declare_gates
    from ..core.gating.declared import as_plain
    from ..core.plugging.loading import load_registry
    from ..core.reports.declared_page import declared_page

    registry = load_registry(plugins)
    wanted = _gate_file(workspace, file)
    with open_store(workspace) as store:
        done = declare_gates(store, wanted, registry, gold)
    print_page(declared_page(done), lambda: as_plain(done), form, registry)


@command.command("check")
@click.argument("target", metavar="[RUN|REPORT|FILE]", default="latest")
@click.option("--gates", "gates", type=FILE, metavar="FILE", help="The gates, of a file of them.")
@click.option(
    "--experiment", type=FILE, metavar="FILE", help="The gates, of an experiment; as --gates."
)
@click.option("--base", metavar="GITREF", help="Say what this change relaxes against that commit.")
@click.option("--strict", is_flag=True, help="With --base: relaxed gives 10, not compared 13.")
@click.option("--profile", type=FILE, metavar="FILE", help="What eval profile --json printed.")
@click.option("--costs", type=FILE, metavar="FILE", help="What models took, a JSON object a line.")
@click.option("--record", is_flag=True, help="Append what comes of the gates that are declared.")
@click.option("--junit", type=FILE, metavar="FILE", help="Also write JUnit, for a CI service.")
@click.option(
    "--github-summary",
    is_flag=False,
    flag_value="",
    default=None,
    metavar="[FILE]",
    help=f"Also append Markdown to FILE; without one to the file that {SUMMARY} names.",
)
@inconclusive_option
@plugin_option
@page_options
@workspace_option
def check(
    *,
    target: str,
    gates: Path | None,
    experiment: Path | None,
    base: str | None,
    strict: bool,
    profile: Path | None,
    costs: Path | None,
    record: bool,
    junit: Path | None,
    github_summary: str | None,
    inconclusive: str | None,
    workspace: Path,
    plugins: tuple[Path, ...],
    form: str | None,
) -> None:
    """Hold gates against a recorded run, without running anything.

    The target is a run, a report, or the JSON file of a report; else the latest run. Without
    --gates the gates are those that the run was started with. Each tells where it was declared and
    how many runs came before, and is post hoc where nothing shows that it was chosen before the
    numbers could be seen. With --base what the change relaxes is told first; that alone does not
    change the exit code, unless --strict is given. A gate that fails gives 10, one that is
    inconclusive 11, unattainable 12, not measured 13.

    \b
    Example:
      benchbook gate check
      benchbook gate check latest --gates gates.toml --base origin/main --junit gates.xml
      benchbook gate check report.json --gates gates.toml --github-summary
    """
    from ..core.commands.relax_gates import held_against
    from ..core.plugging.loading import load_registry
    from ..core.reports.gates_page import checked_page, checked_plain
    from ..core.running.given_files import Given

    named = _only(gates, experiment)
    if named is None and (base or strict):
        message = "--base and --strict are about a file of gates; name it with --gates"
        raise click.UsageError(message)
    registry = load_registry(plugins)
    wanted = None if named is None else _gate_file(workspace, named)
    against = None
    if wanted is not None and base:
        against = held_against(wanted, base, is_refused=strict)
    summary = _summary(github_summary)
    given = Given(profile=profile, costs=costs)
    done = _check(workspace, target, wanted, registry, given, records=record)
    page = checked_page(done, against)
    _write(page, registry, junit, summary)
    print_page(page, lambda: checked_plain(done, against), form, registry)
    _tell_unrecorded(done, is_asked=record)
    verdicts = [one.held.verdict.word for one in done.gates]
    end_check([*verdicts, *_of_base(against, is_strict=strict)], inconclusive)


def _of_base(against: Against | None, *, is_strict: bool) -> list[str]:
    """What a strict comparison with the base counts as: nothing that was not compared passes."""
    if against is None or not is_strict:
        return []
    return ["fail"] if against.relaxed else ["not measured"] if against.lacks else []


def _tell_unrecorded(done: Checked, *, is_asked: bool) -> None:
    """Say which gates were not recorded, since nobody declared them."""
    late = [one.held.gate.name for one in done.gates if one.standing.declared is None]
    if is_asked and late:
        names = ", ".join(dict.fromkeys(late))
        click.echo(f"benchbook: not recorded, since it is not declared: {names}", err=True)


def _only(gates: Path | None, experiment: Path | None) -> Path | None:
    """The file of gates; `--gates` and `--experiment` are two names for it.

    Raises:
        UsageError: both are given.
    """
    if gates is not None and experiment is not None:
        message = "--gates and --experiment both name the gates; leave one out"
        raise click.UsageError(message)
    return gates or experiment


def _gate_file(workspace: Path, given: Path) -> GateFile:
    """The gates of a file, as given or under the workspace's experiments."""
    from ..core.commands.find import find_experiment
    from ..core.running.gate_files import read_gate_file

    return read_gate_file(find_experiment(workspace / EXPERIMENTS, given))


def _check(
    workspace: Path,
    target: str,
    wanted: GateFile | None,
    registry: Registry,
    given: Given,
    *,
    records: bool,
) -> Checked:
    """What a check comes to, of a file or of a run of the workspace.

    Raises:
        UsageError: a file is checked without gates, or is to be recorded.
    """
    from ..core.commands.check_gates import check_run
    from ..core.commands.check_report import check_report, read_report
    from ..core.commands.find import find_checked

    path = Path(target)
    if target == LATEST or not path.is_file():
        with open_store(workspace, readonly=not records) as store:
            run = find_checked(store, target)
            return check_run(store, run, wanted, registry, given, records=records)
    if records:
        message = f"--record is about a run of a workspace, and {target!r} is a file"
        raise click.UsageError(message)
    if wanted is None:
        message = f"{target!r} is a file: name the gates that it is held to with --gates"
        raise click.UsageError(message)
    return check_report(read_report(path), wanted, registry, given)


def _summary(given: str | None) -> Path | None:
    """The file that a summary is appended to; None where none is asked for.

    Raises:
        UsageError: none is named, and the environment names none.
    """
    import os

    if given is None:
        return None
    named = given or os.environ.get(SUMMARY, "")
    if not named:
        message = f"--github-summary names no file, and {SUMMARY} is not set"
        raise click.UsageError(message)
    return Path(named)


def _write(page: Page, registry: Registry, junit: Path | None, summary: Path | None) -> None:
    """Write the page for a CI service."""
    from ..core.commands.render_report import render_page

    if junit is not None:
        write_whole(junit, render_page(page, registry.find("reporter", "benchbook:junit")).data)
    if summary is not None:
        data = render_page(page, registry.find("reporter", "benchbook:markdown")).data
        with summary.open("ab") as file:
            file.write(data + b"\n")
