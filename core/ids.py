"""Ids that the ledger can keep for ever: of units, documents and topics."""

from __future__ import annotations

from unicodedata import category, is_normalized

import attrs


@attrs.frozen
class IdFault:
    """What is wrong with an id, as an error says it.

    Attributes:
        found, expected, hint: as `BadData` takes them.
    """

    found: str
    expected: str
    hint: str = ""


def id_fault(kind: str, id_: str) -> IdFault | None:
    """What is wrong with an id: none at all, or one that would be written otherwise than read.

    Args:
        kind: what bears it, for the message.

    Returns:
        None where nothing is.
    """
    if not id_:
        return IdFault(f"an empty {kind} id", "an id for each")
    if not is_normalized("NFC", id_):
        found = f"{kind} id {id_!r} with characters that are not composed"
        return IdFault(found, "Unicode's form NFC", "Normalise ids in all files alike")
    if id_ != id_.strip() or any(category(character) == "Cc" for character in id_):
        return IdFault(f"{kind} id {id_!r}", "no control characters, no blanks at its ends")
    if not id_.isascii() and any(category(character) == "Cs" for character in id_):
        return IdFault(f"{kind} id {id_!r} with half of a surrogate pair", "whole characters")
    return None
