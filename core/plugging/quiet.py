"""Keeping what plugins print away from what Benchbook prints."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress

_OUT, _ERR = 1, 2


@contextmanager
def quiet() -> Iterator[None]:
    """Send whatever is written to stdout meanwhile to stderr.

    Output of Benchbook may be piped into a program; a plugin that prints must not spoil it. Both
    doors are shut: Python's `sys.stdout`, and file descriptor 1, which native code and child
    processes use. Not for several threads at once: a process has only one stdout.
    """
    _flush()
    with _descriptor(), redirect_stdout(sys.stderr):
        try:
            yield
        finally:
            _flush()


def _flush() -> None:
    """Write out what is buffered, before the place that it goes to changes."""
    for stream in (sys.stdout, sys.__stdout__):
        # A closed or half-closed stdout is its owner's affair: there is nothing left to protect.
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()  # type: ignore[union-attr]  # None is suppressed just above


@contextmanager
def _descriptor() -> Iterator[None]:
    """Point descriptor 1 at stderr meanwhile; where either is closed there is nothing to do."""
    try:
        kept = os.dup(_OUT)
    except OSError:
        yield
        return
    try:
        with suppress(OSError):
            os.dup2(_ERR, _OUT)
        yield
    finally:
        os.dup2(kept, _OUT)
        os.close(kept)
