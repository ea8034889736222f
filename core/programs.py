"""Programs of others: asked on stdin, read on stdout, ended when their time is over."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO

from .errors import RunFailed

OUTPUT_LIMIT = 256 << 20
"""Bytes that a program may write."""

LAST_LINES = 5
"""Lines of what a program wrote to stderr that an error repeats."""

_PIECE = 1 << 16
_TAIL = 1 << 13
_GRACE = 1.0
"""Seconds for the pipes of a program that was killed: what has left its group may hold them."""


def run_program(
    command: Sequence[str],
    asked: bytes,
    seconds: float,
    environment: Mapping[str, str],
    *,
    name: str,
) -> bytes:
    """What a program writes to stdout for what it reads from stdin.

    It is started without a shell, in the current folder and in a process group of its own; of what
    it writes to stderr an error repeats the last lines.

    Args:
        seconds: until it must have ended; then it is killed, and what it started with it.
        name: for messages.

    Raises:
        RunFailed: it cannot be started, did not end in time, ended with another code than 0, or
            wrote more than 256 MiB.
    """
    return _Program(name, command, environment).answer(asked, seconds)


class _Program:
    """A program that was started, in a group of its own; threads see to its three pipes.

    Args:
        name: for messages.
        command, environment: what to start, and in what.

    Raises:
        RunFailed: it cannot be started.
    """

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        pipe = subprocess.PIPE
        self._name = name
        self._output, self._said = bytearray(), bytearray()
        try:
            self._started = subprocess.Popen(  # noqa: S603 - the user's own program, and no shell
                command,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                env=environment,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:  # ValueError: a null character in an argument
            why = getattr(error, "strerror", None) or error
            raise RunFailed(f"the program {name} cannot be started: {why}") from error

    def answer(self, asked: bytes, seconds: float) -> bytes:
        """What it writes to stdout for what it is asked on stdin.

        Args:
            seconds: until it must have ended.

        Raises:
            RunFailed: it did not end in time, ended with another code than 0, or wrote too much.
        """
        until = time.monotonic() + seconds
        started = self._started
        threads = [
            threading.Thread(target=work, args=arguments, daemon=True)
            for work, arguments in (
                (_feed, (started.stdin, asked)),
                (_keep, (started.stdout, self._output, OUTPUT_LIMIT)),
                (_keep_last, (started.stderr, self._said)),
            )
        ]
        try:
            for thread in threads:
                thread.start()
            self._wait(threads, until, seconds)
        except BaseException:
            self._kill()
            raise
        finally:
            started.wait()
            pipes = (started.stdin, started.stdout, started.stderr)
            for thread, pipe in zip(threads, pipes, strict=True):
                _end(thread, pipe)
        self._refuse_failure(started.returncode)
        return bytes(self._output)

    def _wait(self, threads: list[threading.Thread], until: float, seconds: float) -> None:
        """Wait until its pipes are closed and it has ended.

        The pipes come first: until it is waited for, its number is nobody else's, so that nothing
        else can be killed in its place.

        Raises:
            RunFailed: the time is over, or there is too much output.
        """
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))
        if len(self._output) > OUTPUT_LIMIT:
            limit = OUTPUT_LIMIT >> 20
            raise RunFailed(f"the program {self._name} wrote more than {limit} MiB")
        over = RunFailed(f"the program {self._name} did not end within {seconds:g} s{self._last()}")
        if any(thread.is_alive() for thread in threads):
            raise over
        try:
            self._started.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired as error:
            raise over from error

    def _kill(self) -> None:
        """End it and whatever it started that stayed in its group."""
        if self._started.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._started.pid, signal.SIGKILL)

    def _refuse_failure(self, code: int) -> None:
        """Refuse an end with another code than 0.

        Raises:
            RunFailed: with what it wrote to stderr last.
        """
        if code:
            how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
            raise RunFailed(f"the program {self._name} {how}{self._last()}")

    def _last(self) -> str:
        """The last lines that it wrote to stderr."""
        lines = self._said.decode("utf-8", "replace").split("\n")
        said = [line.strip() for line in lines if line.strip()][-LAST_LINES:]
        return f"; it last said: {' / '.join(said)}" if said else "; it said nothing on stderr"


def _end(thread: threading.Thread, pipe: IO[bytes] | None) -> None:
    """Let a thread end; where an interrupt came before it began, its pipe is closed for it."""
    if thread.ident is not None:
        thread.join(_GRACE)
    elif pipe is not None:
        with suppress(OSError):
            pipe.close()


def _feed(pipe: IO[bytes], asked: bytes) -> None:
    """Write what is asked; a program may answer, or end, without reading all of it."""
    with suppress(OSError, ValueError), pipe:
        pipe.write(asked)


def _keep(pipe: IO[bytes], kept: bytearray, most: int) -> None:
    """Read until the end, or a little more than what may be read, or until it is closed for us."""
    with suppress(ValueError), pipe:
        while len(kept) <= most and (piece := pipe.read1(_PIECE)):  # type: ignore[attr-defined]  # a BufferedReader
            kept += piece


def _keep_last(pipe: IO[bytes], kept: bytearray) -> None:
    """Read until the end, or until it is closed for us, and keep what came last."""
    with suppress(ValueError), pipe:
        while piece := pipe.read1(_PIECE):  # type: ignore[attr-defined]  # a BufferedReader
            kept += piece
            del kept[:-_TAIL]
