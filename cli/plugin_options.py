"""The option by which a command takes plugins from single files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def plugin_option(command: Command) -> Command:
    """Add `--plugin FILE` to a command, which receives a tuple of paths as `plugins`.

    Hand them to `benchbook.core.loading.load_registry`, which names a file that it cannot use.
    """
    return click.option(
        "--plugin",
        "plugins",
        type=click.Path(path_type=Path),
        multiple=True,
        metavar="FILE",
        help="Also use the plugins of this Python file (may be repeated).",
    )(command)
