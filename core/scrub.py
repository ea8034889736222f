"""Text of the outside world before it enters the ledger, which cannot forget.

Messages of plugins and libraries name folders, users and hosts. What identifies the machine or its
owner is taken out; the names of files stay, since they help.
"""

from __future__ import annotations

import getpass
import os
import re
import socket
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

LONGEST = 500
NAMING = ("USER", "LOGNAME", "USERNAME", "HOSTNAME", "HOST", "COMPUTERNAME")
"""Variables in which systems say who and where one is."""

_FOLDERS = re.compile(r"(?<![\w.:/])(?:/[^\s/'\":,;()<>\[\]]+)*/(?=[^\s/'\":,;()<>\[\]]+)")


def scrub(text: str, names: Iterable[str] | None = None) -> str:
    """One line without absolute folders, user, host or home names; at most 500 characters.

    Args:
        names: what else must not appear; this machine's user and host names by default.
    """
    clean = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode())
    clean = _FOLDERS.sub("", " ".join(clean.split()))
    for name in sorted(_own_names() if names is None else names, key=len, reverse=True):
        clean = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", clean)
    clean = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in clean)
    return clean if len(clean) <= LONGEST else f"{clean[: LONGEST - 1]}…"


def _own_names() -> set[str]:
    """The names of this machine's user, host and home folder, as far as they can be told."""
    host = socket.gethostname()
    found = {host, host.partition(".")[0], *(os.environ.get(name, "") for name in NAMING)}
    with suppress(OSError, KeyError, RuntimeError):  # no such user: nothing to take out
        found |= {getpass.getuser(), Path.home().name}
    return {name for name in found if len(name) > 1}
