"""Where a service is and what opens it: kept apart from all that is recorded."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Iterable, Mapping
from typing import Self
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import attrs

from .errors import UsageError
from .scrub import SECRET, SHORTEST

SHORTEST_TOLD = 4
"""Characters of what is taken out of messages; anything shorter stands everywhere."""


@attrs.frozen(kw_only=True)
class Endpoint:
    """A service's address, with the header that opens it.

    Attributes:
        url: what is asked, without credentials.
        shown: the same without its query: what may be told and recorded.
        headers: `Authorization`, or nothing.
        private: what messages do not tell: user, password, token, values of the query.
        keys: of these, what opens a door and is long enough to be no common word.
    """

    url: str = attrs.field(repr=False)
    shown: str
    headers: Mapping[str, str] = attrs.field(repr=False)
    private: tuple[str, ...] = attrs.field(repr=False)
    keys: tuple[str, ...] = attrs.field(repr=False)

    @classmethod
    def of(
        cls,
        owner: str,
        url: str,
        url_env: str,
        auth_env: str,
        environment: Mapping[str, str] = os.environ,
    ) -> Self:
        """An endpoint as an experiment gives it.

        Args:
            owner: whose it is, for messages, as `http`.
            url: the address; it is recorded, so it has neither credentials nor a query.
            url_env: in its place the variable that holds the address, which may have both.
            auth_env: the variable that holds a token; empty where none is wanted.

        Raises:
            UsageError: no address or two, none of HTTP, one that would be recorded with a secret, a
                variable that is not set, or a token that no header can hold.
        """
        if bool(url) == bool(url_env):
            found = "both url and url_env" if url else "neither url nor url_env"
            raise UsageError(f"{owner}: {found}; expected one of them")
        address = url or _variable(owner, "url_env", url_env, environment)
        name = repr(url) if url else f"the address in {url_env}"
        parts = _split(owner, name, address)
        if url and (parts.username is not None or parts.query):
            raise UsageError(
                f"{owner}: the url holds credentials or a query, and it is recorded; put the "
                "address into a variable of the environment and name that with url_env"
            )
        token = _variable(owner, "auth_env", auth_env, environment) if auth_env else ""
        return cls._made(owner, auth_env, parts, token)

    @classmethod
    def _made(cls, owner: str, auth_env: str, parts: SplitResult, token: str) -> Self:
        """An endpoint of its parts."""
        headers = {}
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        if token and parts.username is not None:
            raise UsageError(f"{owner}: credentials in the address and auth_env; keep one of them")
        if token:
            if not token.isascii() or not token.isprintable() or " " in token:
                raise UsageError(f"{owner}: the token in {auth_env} is not plain text in one word")
            headers["Authorization"] = f"Bearer {token}"
        elif parts.username is not None:
            pair = b64encode(f"{user}:{password}".encode()).decode()
            headers["Authorization"] = f"Basic {pair}"
        place = parts.netloc.rpartition("@")[2]
        asked = parse_qsl(parts.query)
        pair = headers.get("Authorization", "").rpartition(" ")[2]  # what a service may echo
        private = {user, password, token, pair, *(value for _, value in asked)}
        keys = {password, token, pair, *(value for name, value in asked if SECRET.search(name))}
        return cls(
            url=parts._replace(netloc=place).geturl(),
            shown=f"{parts.scheme}://{place}{parts.path}",
            headers=headers,
            private=_of_length(private, SHORTEST_TOLD),
            keys=_of_length(keys, SHORTEST),
        )

    def redacted(self, text: str) -> str:
        """A text without what is private."""
        for one in self.private:
            text = text.replace(one, "…")
        return text

    def is_told_in(self, plain: object) -> bool:
        """Whether a value as JSON gives it holds one of the keys in any of its texts."""
        text = json.dumps(plain, ensure_ascii=False) if self.keys else ""
        return any(json.dumps(key, ensure_ascii=False)[1:-1] in text for key in self.keys)


def _of_length(texts: Iterable[str], shortest: int) -> tuple[str, ...]:
    """The texts that are long enough, the longest first."""
    kept = (text for text in texts if len(text) >= shortest)
    return tuple(sorted(kept, key=lambda text: (-len(text), text)))


def _variable(owner: str, parameter: str, name: str, environment: Mapping[str, str]) -> str:
    """The value of a variable.

    Raises:
        UsageError: it is not set, or empty.
    """
    value = environment.get(name, "").strip()
    if not value:
        message = f"{owner}: {parameter} = {name!r}, and no variable of that name is set"
        raise UsageError(message)
    return value


def _split(owner: str, name: str, address: str) -> SplitResult:
    """The parts of an address of HTTP.

    Args:
        name: how a message may call the address.

    Raises:
        UsageError: it is none.
    """
    expected = "expected an address as https://host/search"
    try:
        parts = urlsplit(address)
        sound = parts.port != 0 and bool(parts.hostname) and not parts.fragment
    except ValueError as error:
        raise UsageError(f"{owner}: {name} is no URL; {expected}") from error
    if not sound or parts.scheme not in {"http", "https"}:
        raise UsageError(f"{owner}: {name} is no URL of HTTP without a part (#); {expected}")
    return parts
