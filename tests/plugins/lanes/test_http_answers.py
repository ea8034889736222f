"""Services that are busy, slow, gone or broken are asked again, or given up in time."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
import zstandard
from pytest_httpserver import HTTPServer

from benchbook import RunFailed
from benchbook.plugins.lanes import http
from services import DECLARED, TOPICS, QuickLane, lane, ranking, raw_server


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_busy_service_is_asked_again(httpserver: HTTPServer, status: int) -> None:
    """And its answer counts as if it had been the first."""
    httpserver.expect_ordered_request("/search").respond_with_data("busy", status)
    httpserver.expect_ordered_request("/search").respond_with_data("busy", status)
    httpserver.expect_ordered_request("/search").respond_with_json(
        {"rankings": [ranking("t1", "a")]}
    )

    assert ("a",) == lane(httpserver).retrieve(TOPICS, 7).units("t1")


def test_a_service_that_stays_busy_is_given_up_after_four_tries(httpserver: HTTPServer) -> None:
    """The first one and three more."""
    httpserver.expect_request("/search").respond_with_data("busy", 503)

    with pytest.raises(RunFailed, match=r"/search answered 503, 4 times$"):
        lane(httpserver).retrieve(TOPICS, 7)
    assert 4 == len(httpserver.log)


def test_what_retry_after_says_is_waited(httpserver: HTTPServer) -> None:
    """A whole second here, in place of the hundredth that the test's lane would wait."""
    busy = {"Retry-After": "1"}
    httpserver.expect_ordered_request("/search").respond_with_data("busy", 429, headers=busy)
    httpserver.expect_ordered_request("/search").respond_with_json({"rankings": []})
    began = time.monotonic()
    lane(httpserver).retrieve(TOPICS, 7)

    assert time.monotonic() - began >= 1


def test_a_service_that_wants_long_peace_is_left_alone(httpserver: HTTPServer) -> None:
    """A run does not sleep for hours."""
    date = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    busy = {"Retry-After": date}
    httpserver.expect_request("/search").respond_with_data("busy", 503, headers=busy)

    with pytest.raises(RunFailed, match=r"answered 503, and asks to wait 3\d\d\d s; at most 120 s"):
        lane(httpserver).retrieve(TOPICS, 7)
    assert 1 == len(httpserver.log)


@pytest.mark.parametrize("status", [400, 401, 404, 500, 501, 204])
def test_any_other_answer_fails_at_once(httpserver: HTTPServer, status: int) -> None:
    """With what the service says of it."""
    httpserver.expect_request("/search").respond_with_data("no index\nhere", status)

    with pytest.raises(RunFailed, match=rf"/search answered {status}: '(no index\\nhere)?'$"):
        lane(httpserver).retrieve(TOPICS, 7)
    assert 1 == len(httpserver.log)


def test_a_redirect_is_not_followed(httpserver: HTTPServer) -> None:
    """What is asked, and with which token, is asked of nobody else."""
    elsewhere = {"Location": httpserver.url_for("/elsewhere")}
    httpserver.expect_request("/search").respond_with_data("", 307, headers=elsewhere)

    with pytest.raises(RunFailed, match=r"answered 307 \(redirects are not followed\)"):
        lane(httpserver).retrieve(TOPICS, 7)
    assert ["/search"] == [request.path for request, _ in httpserver.log]


def test_no_proxy_of_the_environment_is_used(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environment of a machine does not say whom a run asks."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    httpserver.expect_request("/search").respond_with_json({"rankings": []})

    assert 0 == len(lane(httpserver).retrieve(TOPICS, 7).codes)


def test_a_slow_service_is_not_waited_for() -> None:
    """It is asked once: what it is too slow for once, it is again."""
    with raw_server((b"", 5.0)) as url, pytest.raises(RunFailed, match=r"answer within 0\.2 s"):
        QuickLane(DECLARED, url=url, timeout=0.2).retrieve(TOPICS, 7)


def test_a_service_that_drips_is_not_waited_for() -> None:
    """The time is that of the whole answer."""
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
    drops = [(b"x", 0.1)] * 20
    began = time.monotonic()
    with raw_server((head, 0.0), *drops) as url, pytest.raises(RunFailed, match=r"within 0\.5 s"):
        QuickLane(DECLARED, url=url, timeout=0.5).retrieve(TOPICS, 7)

    assert time.monotonic() - began < 5


def test_a_body_that_is_cut_short_is_asked_for_again() -> None:
    """And is never taken for a whole one, however well it reads."""
    whole = b'{"rankings": []}'
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(whole) + 5}\r\n\r\n".encode()
    with raw_server((head + whole, 0.0)) as url, pytest.raises(RunFailed) as caught:
        QuickLane(DECLARED, url=url).retrieve(TOPICS, 7)

    assert "gave no whole answer (RemoteProtocolError" in str(caught.value)
    assert str(caught.value).endswith("4 times")


def test_a_service_that_is_not_there_is_named() -> None:
    """With what the connection says."""
    with raw_server() as url:
        pass
    with pytest.raises(RunFailed, match=r"gave no whole answer \(ConnectError: .*\), 4 times"):
        QuickLane(DECLARED, url=url).retrieve(TOPICS, 7)


def test_a_body_that_was_packed_unasked_is_not_unpacked() -> None:
    """A few bytes can unpack to more than memory holds."""
    body = zstandard.ZstdCompressor().compress(b" " * (1 << 20))
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: {len(body)}\r\n\r\n"
    answer = (head.encode() + body, 0.0)
    with raw_server(answer) as url, pytest.raises(RunFailed, match="answered packed, as 'zstd'"):
        QuickLane(DECLARED, url=url).retrieve(TOPICS, 7)


def test_a_body_without_end_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its head says of it."""
    monkeypatch.setattr(http, "BODY_LIMIT", 1 << 20)
    head = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
    answer = (head + b" " * (3 << 20), 0.0)
    with raw_server(answer) as url, pytest.raises(RunFailed, match="more than 1 MiB"):
        QuickLane(DECLARED, url=url).retrieve(TOPICS, 7)
