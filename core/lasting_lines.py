"""Lines that people write and that the ledger keeps for ever: what may stand in one."""

from __future__ import annotations

import re
from unicodedata import normalize

from .errors import UsageError
from .scrub import scrub

LONGEST = 100
_ADDRESS = re.compile(r"://|@")


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
