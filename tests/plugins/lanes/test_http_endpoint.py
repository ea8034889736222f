"""Where a service is and what opens it: sent, and never told."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from benchbook import BenchbookError, RunFailed, UsageError
from benchbook.plugins.lanes.http import HttpLane
from services import DECLARED, KNOWN, TOPICS, QuickLane, lane

TOKEN = "sesame-open-7"  # noqa: S105 - what must not be recorded


def test_the_token_is_sent_and_never_told(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the service repeats it in what it says."""
    monkeypatch.setenv("SEARCH_AUTH", TOKEN)
    httpserver.expect_request("/search").respond_with_data(f"bad token {TOKEN}", 401)
    made = lane(httpserver, auth_env="SEARCH_AUTH")
    with pytest.raises(RunFailed, match="bad token …") as caught:
        made.retrieve(TOPICS, 7)

    assert f"Bearer {TOKEN}" == httpserver.log[0][0].headers["Authorization"]
    assert TOKEN not in f"{caught.value} {made.notes} {made._endpoint}"  # noqa: SLF001 - what a traceback may show


@pytest.mark.parametrize("text", [TOKEN, "".join(f"\\u{ord(char):04x}" for char in TOKEN)])
def test_a_reply_that_repeats_the_token_is_refused(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """In whatever field, however it is spelt: the texts of a reply are recorded."""
    monkeypatch.setenv("SEARCH_AUTH", TOKEN)
    reply = f'{{"rankings": [{{"topic": "t1", "units": [{{"unit": "a {text}", "score": 1}}]}}]}}'
    httpserver.expect_request("/search").respond_with_data(reply)

    with pytest.raises(RunFailed, match="repeats the key that it was asked with"):
        lane(httpserver, auth_env="SEARCH_AUTH").retrieve(TOPICS, 7)


def test_the_address_may_come_from_the_environment(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """With credentials and a query, which are sent and not told."""
    address = httpserver.url_for("/search?index=papers&key=another-7")
    monkeypatch.setenv("SEARCH_URL", address.replace("//", "//ada:s%20esame-open@"))
    httpserver.expect_request("/search").respond_with_json({"rankings": []})
    made = QuickLane(DECLARED, url_env="SEARCH_URL")
    with caplog.at_level("DEBUG"):
        made.retrieve(TOPICS, 7)

    request = httpserver.log[0][0]
    assert b"index=papers&key=another-7" == request.query_string
    assert request.authorization is not None
    assert ("ada", "s esame-open") == (
        request.authorization.username,
        request.authorization.password,
    )
    assert f"asked {httpserver.url_for('/search')}" == made.notes[0]
    logged = [one.getMessage() for one in caplog.records if one.name.startswith("http")]
    assert logged
    assert [] == [one for one in logged if "another-7" in one or "esame-open" in one]


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({}, "neither url nor url_env"),
        ({"url": "http://host/", "url_env": "SEARCH_URL"}, "both url and url_env"),
        ({"url": "host/search"}, "'host/search' is no URL of HTTP"),
        ({"url": "ftp://host/search"}, "is no URL of HTTP"),
        ({"url": "http:///search"}, "is no URL of HTTP"),
        ({"url": "http://host:99999/"}, "is no URL; expected"),
        ({"url": "http://host/#part"}, r"without a part \(#\)"),
        ({"url": "http://ada:sesame@host/"}, "the url holds credentials or a query"),
        ({"url": "http://host/?key=sesame"}, "the url holds credentials or a query"),
        ({"url_env": "NOT_SET"}, "url_env = 'NOT_SET', and no variable of that name is set"),
        ({"url_env": "EMPTY"}, "no variable of that name is set"),
        ({"url_env": "NO_URL"}, "http: the address in NO_URL is no URL of HTTP"),
        ({"url": "http://host/", "auth_env": "NOT_SET"}, "auth_env = 'NOT_SET'"),
        ({"url": "http://host/", "auth_env": "TWO_WORDS"}, "not plain text in one word"),
        ({"url_env": "WITH_USER", "auth_env": "NO_URL"}, "keep one of them"),
        ({"url": "http://host/", "timeout": 0.0}, "timeout = 0.0"),
        ({"url": "http://host/", "batch": 0}, "batch = 0"),
        ({"url": "http://host/", "batch": 65}, "batch = 65"),
    ],
)
def test_parameters_that_cannot_be_meant_are_refused(
    parameters: Mapping[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is asked, and without a secret in the message."""
    monkeypatch.setenv("EMPTY", " ")
    monkeypatch.setenv("NO_URL", "sesame")
    monkeypatch.setenv("TWO_WORDS", "sesame\nX-Moss: sesame")
    monkeypatch.setenv("WITH_USER", "http://ada:sesame@host/")
    with pytest.raises(UsageError, match=said) as caught:
        HttpLane(KNOWN, **parameters)

    assert "sesame" not in str(caught.value)


def test_without_httpx_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next step is one command."""
    monkeypatch.setitem(sys.modules, "httpx", None)

    with pytest.raises(UsageError, match=r"pip install 'benchbook\[http\]'"):
        HttpLane(KNOWN, url="http://host/")


def test_an_address_that_nobody_has_is_an_error_of_ours() -> None:
    """Not one of the library."""
    with pytest.raises(BenchbookError):
        QuickLane(DECLARED, url="http://exa mple/").retrieve(TOPICS, 7)
