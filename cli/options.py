"""The options that several commands share, each said once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
"""`--json`; the command receives it as `as_json`."""

workspace_option = click.option(
    "--dir",
    "workspace",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="BENCHBOOK_DIR",
    default=Path(),
    help="The workspace; else BENCHBOOK_DIR, else the current folder.",
)
"""`--dir`; the command receives it as `workspace`."""

plugin_option = click.option(
    "--plugin",
    "plugins",
    type=click.Path(path_type=Path, readable=False),
    multiple=True,
    metavar="FILE",
    help="Also use the plugins of this Python file (may be repeated).",
)
"""`--plugin FILE`; the command receives a tuple of paths as `plugins`, for `load_registry`."""


preflight_option = click.option(
    "--preflight",
    is_flag=True,
    expose_value=False,
    callback=lambda _, __, is_asked: _check_host() if is_asked else None,
    help="Refuse with code 6 on a machine with under 6 GiB of memory free, or under pressure.",
)
"""`--preflight`; it is checked before the command begins, which receives nothing."""


def _check_host() -> None:
    """Refuse a machine that is not fit for a run."""
    from ..core.running.preflight import Host, refuse_unfit

    refuse_unfit(Host.of())


def reader_options(command: Command) -> Command:
    """Add `--reader` and `--set` to a command, which receives `reader` and `settings`."""
    named = click.option(
        "--reader",
        metavar="NAME",
        help="What reads PATH; else what its names tell: beir, sci-rag, trec, markdown or jsonl.",
    )
    given = click.option(
        "--set",
        "settings",
        metavar="KEY=VALUE",
        multiple=True,
        callback=_parsed,
        help="A parameter of the reader, as split=dev (may be repeated).",
    )
    return named(given(command))


def _parsed(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, object]:
    """The parameters by name: a value of TOML where it is one, else text."""
    settings: dict[str, object] = {}
    for text in given:
        key, sign, value = text.partition("=")
        if not sign or not key:
            message = f"{text!r} is not KEY=VALUE"
            raise click.BadParameter(message)
        if key in settings:
            message = f"{key!r} is given twice"
            raise click.BadParameter(message)
        settings[key] = _value(value)
    return settings


def _value(text: str) -> object:
    """A boolean or a number as TOML writes it, else the text itself."""
    import tomllib
    from decimal import Decimal

    try:
        value: object = tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]
    except tomllib.TOMLDecodeError:
        return text
    return value if isinstance(value, bool | int | Decimal | str) else text
