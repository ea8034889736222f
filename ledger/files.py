"""A new file that appears whole or not at all, and never over another one."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from .errors import LedgerExists, LedgerFull, LedgerReadOnly, LedgerUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterator


def publish(data: bytes, path: str) -> None:
    """Write and sync the bytes without a name, then give them the name, unless it is taken.

    A kill or a full disk at any moment leaves either the whole file or nothing (on a system without
    nameless files, at worst a hidden `.new` file).

    Raises:
        LedgerExists: the name is taken, also when another process was faster.
        LedgerFull: no room.
        LedgerReadOnly: the folder cannot be written.
        LedgerUnavailable: the system refused in another way, such as a folder that does not exist.
    """
    with _refusals(path):
        folder = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)  # noqa: PTH120 - a text
        try:
            with _nameless(os.path.dirname(path)) as (descriptor, name):  # noqa: PTH120 - a text
                _write(descriptor, data)
                # A folder's descriptor makes Python call linkat, which alone follows /proc's link.
                os.link(name, path, src_dir_fd=folder, follow_symlinks=True)
            os.fsync(folder)
        finally:
            os.close(folder)


def _write(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]
    os.fsync(descriptor)


@contextmanager
def _nameless(folder: str) -> Iterator[tuple[int, str]]:
    """A new file's descriptor, and a path that `link` can take it from."""
    # The mode is narrowed by the user's umask, as for any other file.
    flags = getattr(os, "O_TMPFILE", 0)
    try:
        descriptor = os.open(folder, flags | os.O_RDWR | os.O_CLOEXEC, 0o666) if flags else -1
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT):
            raise
        descriptor = -1
    if descriptor >= 0:
        try:
            yield descriptor, f"/proc/self/fd/{descriptor}"
        finally:
            os.close(descriptor)
        return
    name = os.path.join(folder, f".ledger-{secrets.token_hex(8)}.new")  # noqa: PTH118 - a text
    descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        yield descriptor, name
    finally:
        os.close(descriptor)
        with suppress(FileNotFoundError):
            os.unlink(name)  # noqa: PTH108 - a text


@contextmanager
def _refusals(path: str) -> Iterator[None]:
    try:
        yield
    except FileExistsError as error:
        raise LedgerExists(path) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise LedgerFull(path) from error
        if error.errno in (errno.EROFS, errno.EACCES):
            raise LedgerReadOnly(path, str(error)) from error
        raise LedgerUnavailable(path, str(error)) from error
