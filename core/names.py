"""Names that people give: to corpora, gold sets, lanes and conditions."""

from __future__ import annotations

import re

from .errors import UsageError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")


def check_name(kind: str, name: str) -> None:
    """Refuse a name that could not stand in an experiment.

    Args:
        kind: what bears it, for the message.
        name: as a person gave it.

    Raises:
        UsageError: it is not letters, digits and `._+-`, begins with a sign, or is over 64 long.
    """
    if not NAME.fullmatch(name):
        message = (
            f"{kind} name {name!r}; expected up to 64 letters, digits and '._+-', the first of "
            "them a letter or digit"
        )
        raise UsageError(message)
