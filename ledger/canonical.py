"""One byte string per value: a profile of RFC 8785 that leaves nothing to choose.

Objects, arrays, strings, integers, true, false and null. No floats (a decimal is a string);
integers between -(2**53 - 1) and 2**53 - 1, the range of RFC 7493; keys in ASCII and at most 64
bytes, so that byte order, code-point order and the UTF-16 order of RFC 8785, section 3.2.3, are
one; strings in NFC without lone surrogates; at most 32 containers deep.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import NoReturn
from unicodedata import is_normalized

from .errors import NotCanonical

MAX_INTEGER = 2**53 - 1
MAX_KEY_BYTES = 64
MAX_DEPTH = 32

# The escapes of Python's encoder are those of RFC 8785, section 3.2.2.2: the short forms for the
# five controls that have one, lower-case \u00xx for the others, and nothing else but quote and
# backslash.
_ENCODE = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"), check_circular=False
).encode


def canonical_json(value: object) -> bytes:
    """The canonical bytes of a value made of dict, list, tuple, str, int, bool and None.

    Raises:
        NotCanonical: a part of the value is outside the profile; `where` is its path.
    """
    return canonical_text(value, "$", 0).encode()


def canonical_text(value: object, where: str, depth: int) -> str:
    """The canonical text of a part of a value, which has that many containers around it.

    Raises:
        NotCanonical: see `canonical_json`.
    """
    check_value(value, where, depth)
    return _ENCODE(value)


def digest(data: bytes) -> str:
    """SHA-256 of some bytes: 64 lower-case hex."""
    return sha256(data).hexdigest()


def check_value(value: object, where: str, depth: int) -> None:
    """Refuse a value outside the profile; `depth` counts the containers around it.

    Raises:
        NotCanonical: at the first part that is outside.
    """
    # Exact types: a subclass may print as something that it does not compare equal to.
    if type(value) is str:
        check_text(value, where)
    elif type(value) is int:
        _check_integer(value, where)
    elif type(value) is dict:
        _check_object(value, where, _deeper(where, depth))
    elif type(value) is list or type(value) is tuple:
        deeper = _deeper(where, depth)
        for number, part in enumerate(value):
            # As above; the path of a part is spelt out only for one that needs a look.
            if type(part) is not str or not part.isascii():
                check_value(part, f"{where}[{number}]", deeper)
    elif value is not None and type(value) is not bool:
        _refuse(value, where)


def _refuse(value: object, where: str) -> NoReturn:
    hint = " (a decimal is written as text)" if isinstance(value, float) else ""
    expected = "text, an integer, true, false, null, a list or a dict"
    raise NotCanonical(f"a {type(value).__name__}{hint}; expected {expected}", where=where)


def _check_object(value: dict[object, object], where: str, depth: int) -> None:
    for key, part in value.items():
        if type(key) is not str or not key.isascii() or len(key) > MAX_KEY_BYTES:
            reason = f"the key {key!r:.80} is not ASCII text of at most {MAX_KEY_BYTES} bytes"
            raise NotCanonical(reason, where=where)
        # Most parts are plain ASCII or small integers: asking here spares a call for each.
        if type(part) is str:
            is_plain = part.isascii()
        else:
            is_plain = type(part) is int and -MAX_INTEGER <= part <= MAX_INTEGER
        if not is_plain:
            check_value(part, f"{where}.{key}", depth)


def _check_integer(value: int, where: str) -> None:
    if not -MAX_INTEGER <= value <= MAX_INTEGER:
        raise NotCanonical("an integer beyond 2**53 - 1; write it as text", where=where)


def check_text(text: str, where: str) -> None:
    """Refuse text that is not NFC or holds a lone surrogate.

    Raises:
        NotCanonical: naming which of the two.
    """
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise NotCanonical("text with a lone surrogate", where=where) from error
    if not is_normalized("NFC", text):
        raise NotCanonical("text that is not in Unicode's form NFC", where=where)


def _deeper(where: str, depth: int) -> int:
    if depth >= MAX_DEPTH:
        raise NotCanonical(f"more than {MAX_DEPTH} containers deep", where=where)
    return depth + 1
