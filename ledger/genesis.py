"""The bytes of a new ledger: the tables, and the event that opened the log, made in one go."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from . import append
from .errors import DraftRefused
from .head import Head
from .schema import create_tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from .drafts import Draft

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,99}")
_ORIGIN_BYTES = 8


def new_origin(name: str, entropy: Callable[[int], bytes]) -> str:
    """What a new log is called for ever: its name, a slash, and 16 random hex digits.

    Raises:
        DraftRefused: the name has the wrong shape.
    """
    if _NAME.fullmatch(name) is None:
        raise DraftRefused(
            "name", f"is {name!r:.120}; expected letters, digits, '.', '_', '-', '/'"
        )
    return f"{name}/{entropy(_ORIGIN_BYTES).hex()}"


def new_file(origin: str, opening: Draft, wall: str) -> bytes:
    """A whole ledger file that holds one event.

    It is made in memory: no journal, no half-made file, and nothing to clean up.

    Raises:
        DraftRefused, NotCanonical: the event cannot be written.
        ObjectMissing: it names an object; a new ledger has none.
        BasisMismatch: it claims to have seen events.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("PRAGMA encoding = 'UTF-8'")
        connection.execute("BEGIN")
        create_tables(connection)
        version = append.check_new(connection, [opening], None)
        append.insert(connection, append.add(Head.of_new(origin), [opening], version, wall))
        connection.execute("COMMIT")
        return connection.serialize()
