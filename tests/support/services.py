"""Search services for tests: a real server on loopback, and one that sends any bytes."""

from __future__ import annotations

import json
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from pytest_httpserver import HTTPServer

from benchbook import Corpus, Topics, Unit
from benchbook.plugins.lanes.http import HttpLane
from benchbook.testing import corpus_of

TOPICS = Topics.of([("t1", "moss"), ("t2", "Übermut 水獭")])
DECLARED = Corpus((), "0" * 64, is_declared=True)
KNOWN = corpus_of(Unit(unit_id=id_, doc_id=id_, title="", text="") for id_ in "abc")


class QuickLane(HttpLane):
    """The lane with shorter waits."""

    first_wait: ClassVar[float] = 0.01


def ranking(topic: str, *units: str) -> dict[str, object]:
    """Give a ranking as the protocol has it."""
    return {"topic": topic, "units": [{"unit": unit, "score": 1} for unit in units]}


def lane(server: HTTPServer, corpus: Corpus = DECLARED, **parameters: Any) -> HttpLane:  # noqa: ANN401 - as an experiment gives them
    """Build the lane on a server."""
    return QuickLane(corpus, url=server.url_for("/search"), **parameters)


def asked(server: HTTPServer) -> list[Any]:
    """Give the bodies of the requests that a server got."""
    return [json.loads(request.get_data()) for request, _ in server.log]


@contextmanager
def raw_server(*answers: tuple[bytes, float]) -> Iterator[str]:
    """Serve bytes as they are, one pair for each piece: what to send, and seconds to wait before.

    Each connection gets the same.
    """

    class Answering(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(1 << 16)
            for answer, wait in answers:
                time.sleep(wait)
                self.request.sendall(answer)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Answering) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/search"
        server.shutdown()
        thread.join()
