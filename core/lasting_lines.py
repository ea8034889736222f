"""Lines that people write and that the ledger keeps for ever: what may stand in one."""

from __future__ import annotations

import re
from unicodedata import normalize

from .errors import UsageError
from .scrub import scrub

LONGEST = 100
_ADDRESS = re.compile(r"://|@")
_MAIL = re.compile(r"[\w.+-]@[\w-]+\.\w")


def lasting_line(what: str, text: str) -> str:
    """A text that may stand in the ledger for ever: composed (NFC), without blanks around it.

    Args:
        what: what it is, for the message, as `--engine`.

    Raises:
        UsageError: it is empty, over 100 characters long, not one printable line, holds an address,
            or names this machine or its user.
    """
    line = normalize("NFC", text.strip())
    if not line or len(line) > LONGEST or not line.isprintable():
        found = f"{what} {line[:LONGEST]!r}"
        raise UsageError(f"{found}; expected one line of 1 to {LONGEST} characters")
    if _ADDRESS.search(line):
        raise UsageError(
            f"{what} holds an address; expected a name: addresses belong to the lane, and "
            "persons are not recorded"
        )
    if scrub(line) != " ".join(line.split()):
        raise UsageError(
            f"{what} names this machine, its user or a folder, which is never recorded; "
            "expected a name that means something elsewhere"
        )
    return line


def lasting_text(what: str, text: str, longest: int) -> str:
    """A reason that may stand in the ledger for ever, in one line; metrics may be named in it.

    Args:
        what: what it is, for the message, as `--why`.
        longest: characters.

    Raises:
        UsageError: it is empty, too long, not printable, holds a mail address, a key or what a URL
            carries beside its path, or names this machine, its user or a folder.
    """
    line = normalize("NFC", " ".join(text.split()))
    if not line or len(line) > longest or not line.isprintable():
        shown = line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
        raise UsageError(f"{what} {shown!r}; expected one line of 1 to {longest} characters")
    if _MAIL.search(line):
        raise UsageError(f"{what} holds a mail address; persons are not recorded")
    if scrub(line) != line:
        raise UsageError(
            f"{what} names this machine, its user, a folder or a secret, which is never recorded; "
            "say it without"
        )
    return line
