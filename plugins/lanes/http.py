"""A search service as a lane: topics in, ranked units out, by a published protocol over HTTP."""

from __future__ import annotations

import json
import math
import time
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from benchbook import (
    BadData,
    Corpus,
    Delivered,
    Endpoint,
    LanePlugin,
    Rankings,
    RunFailed,
    Topics,
    TryAgain,
    Unit,
    UsageError,
    check_parameter,
    hookimpl,
    parse_json,
    try_again,
)

if TYPE_CHECKING:
    import httpx

PROTOCOL = "benchbook-lane/1"
BODY_LIMIT = 64 << 20
"""Bytes of a reply."""

MOST_TOPICS = 64
OK = 200
AGAIN = frozenset((429, 502, 503, 504))
"""What a service answers that may do better later."""

HEADERS = {
    "Accept": "application/json",
    "Accept-Encoding": "identity",
    "Content-Type": "application/json",
    "User-Agent": "benchbook",
}
REPLY, RANKING = frozenset(("rankings", "next")), frozenset(("topic", "units"))
_LONGEST_PAGE = 4096
_QUOTED = 200


class HttpLane:
    """Asks a service over HTTP and keeps the order it gives. The protocol: docs/http_lane.md.

    Each request is a POST of `{"protocol": "benchbook-lane/1", "topics": [{"id": "t1", "text":
    "…"}], "depth": 100, "page": null}`; the reply is `{"rankings": [{"topic": "t1", "units":
    [{"unit": "d7", "score": 12.5, "doc": "d7", "title": "…", "text": "…"}]}], "next": null}`, best
    first, the last three of a unit being optional. Where `next` is a text, the same request follows
    with it as `page`, and its units come behind those before, until `next` is null or each topic
    has `depth` units. Each page brings at least one unit that is wanted. A topic that no page names
    has an empty ranking. Anything else is refused by the rule that it breaks.

    Answers 429, 502, 503 and 504 and broken connections are tried again three times, after 2, 4 and
    8 seconds and up to a quarter more, or after what Retry-After says, at most 120 s. No proxy of
    the environment is used, no redirect followed, and no reply is read beyond 64 MiB.

    Cost: that of the service. Determinism: that of the service; nothing pins it, so raise
    `revision` whenever it changes.

    Args:
        corpus: the units that it may rank; a corpus that is declared allows any.
        url: where the service is, without credentials and query: it is recorded.
        url_env: in its place a variable of the environment that holds the address; the record keeps
            the variable, and the address without credentials and query.
        auth_env: a variable of the environment that holds a token, sent as a bearer and never
            recorded.
        timeout: seconds for each request.
        batch: topics in one request, 1 to 64.
        revision: what to call this state of the service in the record.

    Attributes:
        units: what it told of units of a declared corpus, by id.
        notes: where it is, where the record does not say; that nothing pins it.

    Raises:
        UsageError: no address, an address with a secret, a variable that is not set, a number out
            of range, or httpx is not installed.
    """

    first_wait: ClassVar[float] = 2.0

    def __init__(
        self,
        corpus: Corpus,
        *,
        url: str = "",
        url_env: str = "",
        auth_env: str = "",
        timeout: float = 120.0,
        batch: int = MOST_TOPICS,
        revision: str = "",
    ) -> None:
        _require_httpx()
        in_time = timeout > 0 and math.isfinite(timeout)
        check_parameter("http", "timeout", timeout, "seconds, more than 0", fits=in_time)
        in_range = 1 <= batch <= MOST_TOPICS
        check_parameter("http", "batch", batch, f"1 to {MOST_TOPICS} topics", fits=in_range)
        self._endpoint = Endpoint.of("http", url, url_env, auth_env)
        self._known = None if corpus.is_declared else frozenset(corpus.unit_ids)
        self._timeout = timeout
        self._batch = batch
        self.units: dict[str, Unit] = {}
        shown = self._endpoint.shown
        asked = (f"asked {shown}",) if url_env else ()
        unpinned = (f"nothing pins the service at {shown}: no revision of it is stated",)
        self.notes: tuple[str, ...] = (*asked, *(() if revision else unpinned))

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        import httpx

        parts = [
            Topics(topics.ids[at : at + self._batch], topics.texts[at : at + self._batch])
            for at in range(0, len(topics) if depth > 0 else 0, self._batch)
        ]
        if not parts:
            return Rankings.of(topics, ([] for _ in topics))
        # A transport alone: it knows no proxy, follows nothing and writes no address into a log.
        with closing(httpx.HTTPTransport()) as transport:
            made = [self._pages(transport, part, depth) for part in parts]
        return Rankings.concatenate(made)

    def _pages(self, transport: httpx.HTTPTransport, topics: Topics, depth: int) -> Rankings:
        """All pages for some topics."""
        source = f"the reply of {self._endpoint.shown}"
        made = Delivered(topics, source, known=self._known, units=self.units)
        asked = [{"id": topic.id, "text": topic.text} for topic in topics]
        page, wanted = None, depth * len(topics)
        while True:
            body = {"protocol": PROTOCOL, "topics": asked, "depth": depth, "page": page}
            ask = partial(self._ask, transport, json.dumps(body, allow_nan=False).encode())
            reply = try_again(ask, first_wait=self.first_wait)
            page = _take(self._parsed(reply, source), made)
            missing = sum(max(0, depth - made.count(topic)) for topic in topics.ids)
            if page is None or not missing:
                return made.rankings(depth)
            if missing == wanted:
                expected = "a unit that is wanted on each page, or next = null"
                raise made.fault(None, "a page without one, and another to follow", expected)
            wanted = missing

    def _parsed(self, reply: bytes, source: str) -> object:
        """A reply as strict JSON.

        Raises:
            BadData: it is none.
            RunFailed: it repeats the key that it was asked with, which must not be recorded.
        """
        try:
            plain = parse_json(source, None, reply.decode())
        except UnicodeDecodeError as error:
            found = f"byte 0x{reply[error.start]:02x} at place {error.start + 1}"
            raise BadData(source, None, found, "JSON in UTF-8") from error
        if self._endpoint.is_told_in(plain):
            raise RunFailed(f"{source} repeats the key that it was asked with")
        return plain

    def _ask(self, transport: httpx.HTTPTransport, body: bytes) -> bytes:
        """One try to have a reply.

        Raises:
            TryAgain: it was in vain, and may not be next time.
            RunFailed: it was in vain.
        """
        import httpx

        shown, seconds = self._endpoint.shown, self._timeout
        until = time.monotonic() + seconds
        limits = dict.fromkeys(("connect", "read", "write", "pool"), seconds)
        try:
            request = httpx.Request(
                "POST",
                self._endpoint.url,
                headers={**HEADERS, **self._endpoint.headers},
                content=body,
                extensions={"timeout": limits},
            )
            with closing(transport.handle_request(request)) as response:
                content = self._read(response, until)
        except (httpx.ConnectTimeout, httpx.NetworkError, httpx.RemoteProtocolError) as error:
            raise TryAgain(f"{shown} gave no whole answer ({self._why(error)})") from error
        except httpx.TimeoutException as error:
            raise RunFailed(f"{shown} did not answer within {seconds:g} s") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise RunFailed(f"{shown} cannot be asked ({self._why(error)})") from error
        if response.status_code in AGAIN:
            after = response.headers.get("Retry-After")
            raise TryAgain(f"{shown} answered {response.status_code}", after)
        if response.status_code != OK:
            moved = " (redirects are not followed)" if response.has_redirect_location else ""
            said = self._endpoint.redacted(content[:_QUOTED].decode("utf-8", "replace"))
            raise RunFailed(f"{shown} answered {response.status_code}{moved}: {said!r}")
        return content

    def _read(self, response: httpx.Response, until: float) -> bytes:
        """The body of a reply, in time and within bounds.

        Raises:
            RunFailed: it is too long, takes too long, or is packed, for a little can unpack to all
                there is.
        """
        packed = response.headers.get("Content-Encoding", "identity")
        if packed != "identity":
            raise RunFailed(f"{self._endpoint.shown} answered packed, as {packed!r}, unasked")
        content = bytearray()
        for piece in response.iter_raw():
            content += piece
            if len(content) > BODY_LIMIT:
                limit = f"{BODY_LIMIT >> 20} MiB"
                raise RunFailed(f"{self._endpoint.shown} answered with more than {limit}")
            if time.monotonic() > until:
                seconds = f"{self._timeout:g} s"
                raise RunFailed(f"{self._endpoint.shown} did not answer within {seconds}")
        return bytes(content)

    def _why(self, error: Exception) -> str:
        """What a library says of an error."""
        return self._endpoint.redacted(f"{type(error).__name__}: {error}")


def _require_httpx() -> None:
    """Refuse to go on without httpx.

    Raises:
        UsageError: saying how to install it.
    """
    try:
        import httpx  # noqa: F401 - whether it is there
    except ImportError as error:
        message = "the lane http needs httpx; `pip install 'benchbook[http]'` installs it"
        raise UsageError(message) from error


def _take(reply: object, made: Delivered) -> str | None:
    """Take the units of one page; gives the token of the next one, or None.

    Raises:
        BadData: the reply has another shape.
    """
    if not isinstance(reply, dict) or "rankings" not in reply or not reply.keys() <= REPLY:
        raise made.fault(None, _fields("a reply", reply), "an object with rankings, and next")
    if not isinstance(reply["rankings"], list):
        raise made.fault(None, "rankings that are no list", "a list with an object for each topic")
    seen = set()
    for ranking in reply["rankings"]:
        if not isinstance(ranking, dict) or ranking.keys() != RANKING:
            raise made.fault(None, _fields("a ranking", ranking), "an object with topic and units")
        topic = made.asked(ranking["topic"])
        if topic in seen:
            raise made.fault(None, f"topic {topic!r} again", "each topic once on a page")
        seen.add(topic)
        if not isinstance(ranking["units"], list):
            raise made.fault(None, f"topic {topic!r} without a list of units", "a list of objects")
        for row in ranking["units"]:
            made.add(topic, row)
    page = reply.get("next")
    if page is not None and (type(page) is not str or not 0 < len(page) <= _LONGEST_PAGE):
        expected = f"null, or a text of 1 to {_LONGEST_PAGE} characters"
        raise made.fault(None, f"next of type {type(page).__name__}", expected)
    return page


def _fields(name: str, found: object) -> str:
    """What stands where an object with other fields should."""
    if not isinstance(found, dict):
        return f"{name} that is no object"
    return f"{name} with the fields {sorted(found)}"[:_QUOTED]


@hookimpl
def benchbook_plugins() -> list[LanePlugin]:
    return [
        LanePlugin(
            name="http",
            version="1",
            summary="A search service that speaks the protocol benchbook-lane/1",
            build=HttpLane,
            requires=("numpy",),  # not httpx: it changes no byte, and it is an extra
            scoped=False,
            declared=True,
        )
    ]
