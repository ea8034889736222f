"""One writer at a time, across processes: an exclusive flock on a file beside the ledger.

SQLite's own waiting is unfair under contention and fails at once for some upgrades; a queue in
front of it makes each wait short. The lock file holds no data and is never deleted: deleting it
would let two writers lock two different files of one name. The kernel drops the lock when its
holder dies.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .errors import LedgerBusy, LedgerFull, LedgerReadOnly, LedgerUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

_FIRST_PAUSE = 0.0005
_LONGEST_PAUSE = 0.01


def open_lock(path: str) -> int:
    """Open the lock file of a ledger, made where it is missing; the caller closes it.

    Raises:
        LedgerReadOnly: the folder does not allow it.
        LedgerFull: there is no room for an empty file.
        LedgerUnavailable: the system refused in another way.
    """
    try:
        # Reading is enough for flock, and lets two users share a ledger that both may write.
        return os.open(f"{path}.lock", os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise LedgerReadOnly(path, f"its lock file: {error.strerror}") from error
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise LedgerFull(path) from error
        raise LedgerUnavailable(path, f"its lock file: {error.strerror}") from error


@contextmanager
def exclusive(descriptor: int, path: str, patience: float) -> Iterator[None]:
    """Hold the lock for the length of a `with` block; wait at most `patience` seconds for it.

    Raises:
        LedgerBusy: another writer held it all the time.
    """
    _acquire(descriptor, path, time.monotonic() + patience)
    try:
        yield
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def _acquire(descriptor: int, path: str, deadline: float) -> None:
    pause = _FIRST_PAUSE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() >= deadline:
                raise LedgerBusy(path, "another writer holds its lock") from error
            time.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
        except OSError as error:
            raise LedgerUnavailable(path, f"locking it: {error.strerror}") from error
        else:
            return
