"""What commands print and write: what was asked for on stdout, everything else on stderr."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click


def print_json(value: object) -> None:
    """One JSON value, ASCII only, so that no text in it can steer a terminal."""
    print_bytes(json.dumps(value, indent=2, ensure_ascii=True, allow_nan=False).encode())


def print_bytes(data: bytes) -> None:
    """Bytes as they are, with a newline where they end without one, to the last one or an error.

    Where Python is told not to buffer, one write may take a part only, and say so to nobody.
    """
    if sys.stdout is None:  # closed by whoever started us
        return
    rest = memoryview(data if data.endswith(b"\n") else data + b"\n")
    while rest:
        taken = sys.stdout.buffer.write(rest)
        rest = rest[taken:]
    sys.stdout.buffer.flush()


def require_folder(path: Path) -> None:
    """Refuse a file whose folder is not there: a mistyped path must not make folders.

    Raises:
        UsageError: the folder is missing.
    """
    from ..core.errors import UsageError

    if not path.parent.is_dir():
        message = f"there is no folder {str(path.parent)!r} for {path.name!r}; make it first"
        raise UsageError(message)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file in one step: it is there in full, or as it was before.

    Raises:
        UsageError: its folder is missing.
    """
    import os
    import tempfile

    require_folder(path)
    with tempfile.NamedTemporaryFile(
        dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).chmod(0o644)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def print_rows(header: list[str], rows: list[list[str]], *, numbers: bool = False) -> None:
    """Aligned columns under their names; nothing but the header where there is no row.

    No text in a cell can steer a terminal.

    Args:
        numbers: whether all columns but the first hold numbers, which stand to the right.
    """
    from ..core.printable import printable

    shown = [[printable(cell) for cell in row] for row in (header, *rows)]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    sides = ["<", *(">" if numbers else "<" for _ in widths[1:])]
    for row in shown:
        cells = zip(row, sides, widths, strict=True)
        click.echo("  ".join(f"{cell:{side}{width}}" for cell, side, width in cells).rstrip())


def counted(count: int, word: str, words: str = "") -> str:
    """A count with its word, as core says it: `1 topic`, `2 topics`."""
    from ..core import counting

    return counting.counted(count, word, words)


LABEL = 28
"""Columns for what a bar is about."""


def _shortened(label: str) -> str:
    """A label that fits, with a mark where it was cut."""
    return label if len(label) <= LABEL else f"{label[: LABEL - 1]}…"


def _shown(rate: object) -> str | None:
    """What stands behind a bar, where there is something to tell."""
    return rate if isinstance(rate, str) else None


class Bars:
    """A progress bar for each stretch of work, on stderr, only where a person sits before it.

    It shows how far the work has come, at which rate, and how long the rest will take.
    A bar hides the cursor; it is shown again when the command ends, in whatever way.
    """

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._label = ""
        self._bar: Any = None
        self._began: tuple[float, int] | None = None
        if self._shown:
            click.get_current_context().call_on_close(self._end)

    def __call__(self, label: str, done: int, total: int) -> None:
        """Show that `done` of `total` are done."""
        if not self._shown:
            return
        if label != self._label:
            self._end()
            self._begin(label, done, total)
        elif self._bar is not None:
            self._bar.update(done - self._bar.pos, self._rate(done))
        if done >= total:
            self._end()

    def _begin(self, label: str, done: int, total: int) -> None:
        """Show a new bar."""
        self._began = None
        self._label = label
        self._bar = click.progressbar(
            length=total,
            label=f"{_shortened(label):<{LABEL}}",
            file=sys.stderr,
            show_pos=True,
            item_show_func=_shown,
        )
        self._bar.__enter__()
        self._bar.update(done)

    def _rate(self, done: int) -> str:
        """Steps per second since the first of them; empty before there is anything to tell."""
        import time

        if self._began is None:
            self._began = (time.monotonic(), done)
        began, before = self._began
        elapsed = time.monotonic() - began
        return f"{(done - before) / elapsed:,.1f}/s" if done > before and elapsed > 0 else ""

    def _end(self) -> None:
        """End the bar that is shown."""
        if self._bar is not None:
            self._bar.__exit__(None, None, None)
            self._bar = None
