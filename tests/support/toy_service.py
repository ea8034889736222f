"""The toy engine behind HTTP, by the protocol of the lane `http`: one address per corpus."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from benchbook import Corpus
from toy_engine import Engine

PAGE = 7
"""Units of each topic on a page."""


class ToyService:
    """A server on a free port of loopback, in a thread of its own."""

    def __init__(self) -> None:
        self._engines: dict[str, Engine] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._search())
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def address(self, corpus: Corpus) -> str:
        """Search a corpus from now on; gives where."""
        units = ({"unit": u.unit_id, "title": u.title, "text": u.text} for u in corpus)
        self._engines.setdefault(f"/{corpus.digest}", Engine(units))
        return f"http://127.0.0.1:{self._server.server_address[1]}/{corpus.digest}"

    def close(self) -> None:
        """Serve no more."""
        self._server.shutdown()
        self._server.server_close()

    def _search(self) -> type[BaseHTTPRequestHandler]:
        engines = self._engines

        class Search(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                reply = json.dumps(answer(engines[self.path], asked)).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(reply)))
                self.end_headers()
                self.wfile.write(reply)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        return Search


def answer(engine: Engine, asked: dict[str, Any]) -> dict[str, object]:
    """Give one page: some units of each topic, and whether there are more."""
    start = int(asked["page"] or 0)
    rankings, more = [], False
    for topic in asked["topics"]:
        found = engine.search(topic["text"], asked["depth"])
        more = more or len(found) > start + PAGE
        units = [
            {"unit": unit, "score": score, "doc": unit.partition("#")[0], "text": f"of {unit}"}
            for unit, score in found[start : start + PAGE]
        ]
        rankings.append({"topic": topic["id"], "units": units})
    return {"rankings": rankings, "next": str(start + PAGE) if more else None}
