"""What opens a service is sent to it and stands nowhere else."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from ledgers import every_byte

Benchbook = Callable[..., subprocess.CompletedProcess[str]]
TOKEN, PASSWORD, KEY = "sesame-open-7", "another-word-8", "third-key-9"

TEXT = """\
[experiment]
depth = 3
metrics = ["RR@3"]
[lanes.open]
plugin = "http"
url_env = "SEARCH_URL"
[lanes.guarded]
plugin = "http"
url = "GUARDED"
auth_env = "SEARCH_AUTH"
[lanes.refused]
plugin = "http"
url = "REFUSED"
auth_env = "SEARCH_AUTH"
[lanes.telling]
plugin = "http"
url = "TELLING"
auth_env = "SEARCH_AUTH"
[conditions.open]
fuser = "single"
lanes = ["open"]
[conditions.guarded]
fuser = "single"
lanes = ["guarded"]
[conditions.refused]
fuser = "single"
lanes = ["refused"]
[conditions.telling]
fuser = "single"
lanes = ["telling"]
"""


def answer(request: Request) -> Response:
    """Find one document; tell, under one address, everything that was sent."""
    sent = f"{request.headers.get('Authorization')} {request.url}"
    if request.path == "/refused":
        return Response(f"not with {sent}", 403)
    text = sent if request.path == "/telling" else "moss"
    units = [{"unit": "d1", "score": 1, "text": text}]
    reply = {"rankings": [{"topic": "q1", "units": units}]}
    return Response(json.dumps(reply), content_type="application/json")


@pytest.mark.slow
def test_no_key_stands_in_a_ledger_or_in_what_is_printed(
    benchbook: Benchbook, tmp_path: Path, httpserver: HTTPServer
) -> None:
    """Neither in bodies nor in decompressed objects, whatever a service says."""
    text = TEXT
    for name in ("guarded", "refused", "telling", "open"):
        httpserver.expect_request(f"/{name}").respond_with_handler(answer)
        text = text.replace(f'"{name.upper()}"', f'"{httpserver.url_for(f"/{name}")}"')
    (tmp_path / "exp.toml").write_text(text)
    question = {"id": "q1", "question": "moss", "qrels": {"d1": 1}}
    (tmp_path / "gold.jsonl").write_text(f"{json.dumps(question)}\n")
    address = httpserver.url_for(f"/open?api_key={KEY}").replace("//", f"//ada:{PASSWORD}@")
    keys = {"SEARCH_AUTH": TOKEN, "SEARCH_URL": address}
    said = ("--engine", "toy", "--version", "1", "--documents", "3")
    benchbook("init")
    benchbook("corpus", "declare", "library", *said)
    benchbook("gold", "import", "gold.jsonl", "--gold", "gold")
    run = benchbook("eval", "retrieval", "exp.toml", "--json", code=8, environment=keys)
    shown = benchbook("report", "show", "latest")

    sent = {request.path: request.headers["Authorization"] for request, _ in httpserver.log}
    assert f"Bearer {TOKEN}" == sent["/guarded"] == sent["/refused"] == sent["/telling"]
    assert sent["/open"].startswith("Basic ")
    assert any(KEY in request.url for request, _ in httpserver.log)
    outcome = json.loads(run.stdout)
    assert ["refused", "telling"] == [one.partition(":")[0] for one in outcome["failed"]]
    assert "answered 403: 'not with Bearer …" in outcome["failed"][0]
    assert "repeats the key that it was asked with" in outcome["failed"][1]
    held = every_byte(tmp_path / "benchbook.ledger")
    assert b"moss" in held
    everything = held + f"{run.stdout}{run.stderr}{shown.stdout}{shown.stderr}".encode()
    assert [] == [key for key in (TOKEN, PASSWORD, KEY) if key.encode() in everything]


@pytest.mark.slow
def test_a_key_in_an_experiment_is_refused_before_a_run_begins(
    benchbook: Benchbook, tmp_path: Path
) -> None:
    """And is not shown."""
    benchbook("demo", "--dir", "book")
    text = (
        '[experiment]\nmetrics = ["RR"]\n[lanes.a]\nplugin = "http"\n'
        f'url = "https://ada:{PASSWORD}@host/search"\n[conditions.a]\nfuser = "single"\n'
    )
    (tmp_path / "exp.toml").write_text(text)
    before = (tmp_path / "book" / "benchbook.ledger").read_bytes()
    refused = benchbook("eval", "retrieval", tmp_path / "exp.toml", "--dir", "book", code=2)

    assert "lanes.a.url = a URL with credentials; expected no key" in refused.stderr
    assert PASSWORD not in refused.stderr
    assert before == (tmp_path / "book" / "benchbook.ledger").read_bytes()
