"""Text of the outside world before it enters the ledger, which cannot forget.

Messages of plugins and libraries name folders, users and hosts, and may quote keys. What identifies
the machine or its owner is taken out, and what opens a door; the names of files stay, since they
help.
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

SECRET = re.compile(
    r"(?:^|[-_.])(?:api[-_.]?key|access[-_.]?key|key|token|secret|signature|sig"
    r"|password|passwd|pwd|passphrase|credentials?)$",
    re.IGNORECASE,
)
"""Names, of variables and options, under which people keep what opens a door."""

SHORTEST = 8
"""Characters of a secret; a shorter value is a common word as often."""

_URL = re.compile(
    r"\b(?P<scheme>[A-Za-z][A-Za-z0-9+.-]{0,20}://)(?P<user>[^\s/?#'\"<>]*@)?"
    r"(?P<place>[^\s?#'\"<>]*)(?P<query>\?[^\s#'\"<>]*)?(?P<part>#[^\s'\"<>]*)?"
)
_FOLDERS = re.compile(r"(?<![\w.:/])(?:/[^\s/'\":,;()<>\[\]]+)*/(?=[^\s/'\":,;()<>\[\]]+)")


def scrub(text: str, names: Iterable[str] | None = None) -> str:
    """One line without folders, URLs' credentials and queries, user, host or home names, or keys.

    At most 500 characters.

    Args:
        names: what else must not appear; by default this machine's user and host names, and the
            values of variables of the environment that are called keys, tokens and the like.
    """
    clean = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode())
    for secret in sorted(_own_secrets() if names is None else (), key=len, reverse=True):
        clean = clean.replace(secret, "…")
    clean = _FOLDERS.sub("", scrub_urls(" ".join(clean.split())))
    for name in sorted(_own_names() if names is None else names, key=len, reverse=True):
        clean = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", clean)
    clean = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in clean)
    return clean if len(clean) <= LONGEST else f"{clean[: LONGEST - 1]}…"


def scrub_urls(text: str) -> str:
    """A text whose URLs end with their path and begin with their host."""
    return _URL.sub(r"\g<scheme>\g<place>", text)


def _own_secrets() -> set[str]:
    """What the environment keeps under names that say so."""
    return {
        value
        for name, value in os.environ.items()
        if len(value) >= SHORTEST and SECRET.search(name)
    }


def _own_names() -> set[str]:
    """The names of this machine's user, host and home folder, as far as they can be told."""
    host = socket.gethostname()
    found = {host, host.partition(".")[0], *(os.environ.get(name, "") for name in NAMING)}
    with suppress(OSError, KeyError, RuntimeError):  # no such user: nothing to take out
        found |= {getpass.getuser(), Path.home().name}
    return {name for name in found if len(name) > 1}
