"""Keys that stand where the ledger would keep them for ever: in the parameters of an experiment."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ..scrub import SECRET

_CREDENTIALS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,20}://[^\s/?#'\"<>]*@")
_QUERY = re.compile(r"[?&]([^\s=&#]+)=[^\s&#]")
_OPTION = re.compile(r"-{0,2}([A-Za-z][\w.-]*)=(.+)", re.DOTALL)
_DOOR = re.compile(
    r"(?:^|[-_.])(?:(?:api|access|auth|private|service)[-_.]?key|token|secret|password|passwd|pwd"
    r"|passphrase|credentials?)$",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"api[-_]?key|(access|auth|bearer)[-_]?(key|token)|pass(word|wd)|secret", re.IGNORECASE
)


def secret_in(name: str, value: object) -> str:
    """What in a parameter looks like a key, in words that do not repeat it; empty if nothing does.

    It looks at the name of the parameter, at URLs with credentials or a key in their query, and at
    options of a command: `--token …`, `API_KEY=…`. A number is no key. It cannot know a key that
    stands anywhere else.
    """
    texts = _texts(value)
    if texts and _NAMED.fullmatch(name):
        return "what its name calls a key"
    for text in texts:
        if _CREDENTIALS.search(text):
            return "a URL with credentials"
        if "://" in text and any(map(SECRET.search, _QUERY.findall(text))):
            return "a URL with a key in its query"
        option = _OPTION.fullmatch(text)
        if option and _is_secret(option[1]) and not option[2].isdigit():
            return f"the option {option[1]!r} with a value"
    for option_name, following in pairwise(texts):
        is_option = option_name.startswith("-") and _is_secret(option_name)
        if is_option and not following.startswith("-") and not following.isdigit():
            return f"the option {option_name!r} with a value"
    return ""


def _is_secret(option: str) -> bool:
    """Whether an option takes what opens a door; `--key` may be that of a table."""
    return _DOOR.search(option.lstrip("-")) is not None


def _texts(value: object) -> tuple[str, ...]:
    """The texts of a value that are not empty."""
    if isinstance(value, str):
        return (value,) if value else ()
    if isinstance(value, Sequence):
        return tuple(text for one in value for text in _texts(one))
    return ()
