"""`benchbook plugins`: what is installed, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import json_option, plugin_option
from .output import counted, print_json, print_rows

if TYPE_CHECKING:
    from ..core.commands.doctor import Finding
    from ..core.plugging.registry import Registered, Registry

# The kinds of core/hookspec.py, spelt here so that completion and --help import nothing; a test
# compares the two.
PLUGIN_KINDS = (
    "lane",
    "fuser",
    "reranker",
    "embedder",
    "metric",
    "reporter",
    "reader",
)


@click.group()
def command() -> None:
    """List plugins, and say what is wrong with them.

    \b
    Example:
      benchbook plugins list --kind lane
      benchbook plugins doctor
    """


@command.command("list")
@click.option("--kind", type=click.Choice(PLUGIN_KINDS), help="Only plugins of this kind.")
@json_option
@plugin_option
def list_command(kind: str | None, as_json: bool, plugins: tuple[Path, ...]) -> None:
    """List the plugins that loaded.

    \b
    Example:
      benchbook plugins list
      benchbook plugins list --kind lane --json
    """
    from ..core.plugging.loading import load_registry

    registry = load_registry(plugins)
    shown = [one for one in registry.registered if kind in {None, one.kind}]
    if as_json:
        print_json([_as_plain(one) for one in shown])
    else:
        print_rows(["kind", "name", "version", "from", "summary"], list(map(_row, shown)))
    _tell_broken(registry)


@command.command()
@json_option
@plugin_option
def doctor(as_json: bool, plugins: tuple[Path, ...]) -> None:
    """Say what is wrong with the plugins, and what to do about it.

    Exit code 8 when a plugin cannot be used (a run that names it would fail), 0 otherwise: notices,
    such as a name that two distributions have, leave it 0.

    \b
    Example:
      benchbook plugins doctor
      benchbook plugins doctor --json
    """
    from ..core.commands.doctor import diagnose
    from ..core.errors import RunFailed
    from ..core.plugging.loading import load_registry

    registry = load_registry(plugins)
    findings = diagnose(registry)
    faults = sum(one.weight == "fault" for one in findings)
    if as_json:
        print_json(_findings_as_plain(registry, findings))
    else:
        for one in findings:
            click.echo(f"{one.weight}: {one.plugin}\n  {one.problem}\n  next: {one.step}")
        click.echo(_verdict(len(registry.registered), faults, len(findings) - faults))
    if faults:
        raise click.exceptions.Exit(RunFailed.exit_code)


def _verdict(plugins: int, faults: int, notices: int) -> str:
    """The doctor's last line."""
    state = "all is well" if not faults else counted(faults, "fault")
    tail = f", {counted(notices, 'notice')}" if notices else ""
    return f"{counted(plugins, 'plugin')} loaded: {state}{tail}"


def _findings_as_plain(registry: Registry, findings: Sequence[Finding]) -> dict[str, object]:
    """The doctor's findings as JSON has them."""
    return {
        "loaded": len(registry.registered),
        "faults": sum(one.weight == "fault" for one in findings),
        "findings": [one.as_data() for one in findings],
    }


def _as_plain(one: Registered) -> dict[str, object]:
    """A plugin as JSON has it."""
    from ..core.plugging.parameters import parameters_of, passed_by_core
    from ..core.plugging.pins import required

    known = parameters_of(one.record.build, passed_by_core(one.record))
    return {
        "kind": one.kind,
        "name": one.name,
        "qualified": one.qualified,
        "version": one.record.version,
        "distribution": one.distribution,
        "distribution_version": one.distribution_version,
        "local": one.local,
        "summary": one.record.summary,
        "parameters": [str(parameter) for parameter in known.values()],
        "needs": list(one.record.needs),
        "requires": [required(name) for name in one.record.requires],
    }


def _row(one: Registered) -> list[str]:
    """A plugin as a row of the table."""
    origin = f"{one.distribution} {one.distribution_version}".rstrip()
    return [one.kind, one.name, one.record.version, origin, one.record.summary]


def _tell_broken(registry: Registry) -> None:
    """Say on stderr that the list is not all there is."""
    for count, word in ((len(registry.broken), "broken"), (len(registry.disabled), "disabled")):
        if count:
            click.echo(
                f"{counted(count, 'entry point')} {word}; see `benchbook plugins doctor`", err=True
            )
