"""What a caller hands to the ledger: an event without its place.

The caller says what happened; the ledger alone says where it stands, when it was written and what
came before. So a draft has no position, no time and no link.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from .errors import DraftRefused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from attrs import Attribute

ACTOR_KINDS = ("person", "plugin", "ci", "tool")
MAX_VERSION = 2**31 - 1


def _shaped(
    pattern: str, meaning: str, *, repeats: bool = False
) -> Callable[[object, Attribute[str], str], None]:
    """A validator: text that the pattern matches in full; what repeats is matched once."""
    matches = re.compile(pattern).fullmatch
    if repeats:
        matches = lru_cache(maxsize=1024)(matches)

    def check(_owner: object, field: Attribute[str], value: str) -> None:
        if type(value) is not str or matches(value) is None:
            raise DraftRefused(field.name, f"is {value!r:.100}; expected {meaning}")

    return check


_ID = _shaped("[0-9a-f]{32}", "32 lower-case hex digits")
_HASH = _shaped("[0-9a-f]{64}", "64 lower-case hex digits")
_ENV = _shaped("[0-9a-f]{32}|[0-9a-f]{64}", "32 or 64 lower-case hex digits")
_KEBAB = _shaped(
    "[a-z][a-z0-9]*(?:-[a-z0-9]+)*", "lower-case words joined by hyphens", repeats=True
)
_STREAM = _shaped(
    r"[a-z][a-z0-9-]*(?:/[A-Za-z0-9._@:+-]{1,200})*",
    "a lower-case word, then parts after slashes of ASCII letters, digits and ._@:+-",
    repeats=True,
)
_PLAIN = _shaped(
    r"[!#-\[\]-~]{1,200}", "1 to 200 visible ASCII characters without spaces, quotes or backslashes"
)


def _counted(least: int) -> Callable[[object, Attribute[int], int], None]:
    """A validator: an integer from `least` to 2**31 - 1."""

    def check(_owner: object, field: Attribute[int], value: int) -> None:
        if type(value) is not int or not least <= value <= MAX_VERSION:
            raise DraftRefused(
                field.name, f"is {value!r:.100}; expected an integer from {least} up"
            )

    return check


def _is_kind(_owner: object, _field: Attribute[str], value: str) -> None:
    if value not in ACTOR_KINDS:
        raise DraftRefused("actor", f"has kind {value!r:.40}; expected one of {ACTOR_KINDS}")


@attrs.frozen(kw_only=True)
class Actor:
    """Who did it. A person's `id` is a commitment, never a name.

    Args:
        kind: `person`, `plugin`, `ci` or `tool`.
        id: visible ASCII without spaces, such as `benchbook/0.1.0`.
    """

    kind: str = attrs.field(validator=_is_kind)
    id: str = attrs.field(validator=_PLAIN)


@attrs.frozen(kw_only=True)
class Basis:
    """A state of a log: how many events, and the root over them.

    Args:
        size: the number of events, 0 or more.
        root: the Merkle root, 64 lower-case hex.
    """

    size: int = attrs.field(validator=_counted(0))
    root: str = attrs.field(validator=_HASH)


def _is_dictionary(_owner: object, _field: Attribute[Any], value: object) -> None:
    if type(value) is not dict:
        raise DraftRefused("data", f"is a {type(value).__name__}; expected a dict")


def _sorted_digests(digests: Iterable[str]) -> tuple[str, ...]:
    return () if digests == () else tuple(sorted(set(digests)))


@attrs.frozen(kw_only=True)
class Draft:
    """An event that is to be appended.

    Args:
        id: 32 hex, derived from all that makes the event what it is: the same event tried twice has
            one id, and is recorded once.
        type: what happened, past tense, such as `run-started`.
        schema: the version of the shape of `data`, from 1.
        stream: the stream that it belongs to, such as `run/3f9a`.
        actor: who did it.
        data: the payload; canonical values only, at most 64 KiB with the rest of the event.
        objects: digests of the objects that it makes reachable; kept sorted, each once.
        cause: the id of the event that led to this one, or None.
        env: the id or digest of the environment that it was made in, or None.
        basis: the state of the log that the actor had seen when deciding, or None.

    Raises:
        DraftRefused: a field has another shape.
    """

    id: str = attrs.field(validator=_ID)
    type: str = attrs.field(validator=_KEBAB)
    schema: int = attrs.field(validator=_counted(1))
    stream: str = attrs.field(validator=_STREAM)
    actor: Actor = attrs.field(validator=attrs.validators.instance_of(Actor))
    data: Mapping[str, object] = attrs.field(validator=_is_dictionary)
    objects: tuple[str, ...] = attrs.field(
        converter=_sorted_digests, validator=attrs.validators.deep_iterable(_HASH)
    )
    cause: str | None = attrs.field(validator=attrs.validators.optional(_ID))
    env: str | None = attrs.field(validator=attrs.validators.optional(_ENV))
    basis: Basis | None = attrs.field(
        validator=attrs.validators.optional(attrs.validators.instance_of(Basis))
    )
