"""The pages about services and programs as lanes: run as a reader would run them."""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from house import ROOT
from shell import run

FILE = re.compile(r"^`([\w.]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)
BENCHBOOK = (sys.executable, "-c", "from benchbook.cli.main import main; main()")


def page(name: str) -> str:
    """The text of a page."""
    return (ROOT / "docs" / name).read_text("utf-8")


def write_files(text: str, folder: Path) -> None:
    """Write the files of a page."""
    for name, content in FILE.findall(text):
        (folder / name).write_text(content, "utf-8")


def typed(text: str, folder: Path, environment: dict[str, str]) -> dict[str, str]:
    """What each `benchbook` command of a page prints, in the order of the page."""
    answers = {}
    for command in COMMAND.findall(text):
        if command.startswith("benchbook "):
            words = shlex.split(command)[1:]
            answers[command] = run(*BENCHBOOK, *words, folder=folder, environment=environment)
    return answers


@contextmanager
def started(*command: str, port: int, folder: Path, environment: dict[str, str]) -> Iterator[None]:
    """Run a server until the block ends."""
    server = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _await(port)
        yield
    finally:
        server.terminate()
        server.wait()


def _await(port: int) -> None:
    """Wait until somebody listens."""
    until = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < until, "the server of the page does not listen"
            time.sleep(0.05)
        else:
            return


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.mark.slow
def test_the_service_of_the_page_is_measured_and_replayed(tmp_path: Path) -> None:
    """With its token, over two pages of units, and without it once it is gone."""
    port = free_port()
    text = page("http_lane.md").replace("8765", str(port))
    write_files(text, tmp_path)
    commands = COMMAND.findall(text)
    (exported,) = (one.removeprefix("export ") for one in commands if one.startswith("export "))
    (serving,) = (shlex.split(one)[1:] for one in commands if one.startswith("python "))
    name, _, value = exported.partition("=")
    environment = {**os.environ, name: value}
    surroundings = {"folder": tmp_path, "environment": environment}
    with started(sys.executable, *serving, port=port, **surroundings):  # type: ignore[arg-type]  # two of its arguments
        said = typed(text, **surroundings)  # type: ignore[arg-type]  # likewise
    report = said["benchbook eval retrieval library.toml"]

    assert re.search(r"^library +0\.9201 \[", report, re.MULTILINE)
    assert re.search(r"^library +0\.8333 +1\.0000 ", report, re.MULTILINE)
    told = "declared, not ingested: 5 documents in server.py 1, attested by nobody"
    assert told in " ".join(report.split())
    assert said["benchbook replay latest"].startswith("identical")
    assert value not in "".join(said.values())


@pytest.mark.slow
def test_the_program_of_the_page_is_measured(tmp_path: Path) -> None:
    """Beside a lane of ours, and fused with it."""
    text = page("command_lane.md")
    write_files(text, tmp_path)
    experiment = tmp_path / "program.toml"
    python = experiment.read_text("utf-8").replace('"python"', f'"{sys.executable}"')
    experiment.write_text(python, "utf-8")
    said = typed(text, tmp_path, dict(os.environ))
    report = said["benchbook eval retrieval program.toml --dir demo"]

    for condition in ("keyword", "program", "both"):
        assert re.search(rf"^{condition}\b.* 0\.\d{{4}} ", report, re.MULTILINE)


@pytest.mark.parametrize("name", ["http_lane.md", "command_lane.md"])
def test_examples_of_the_protocol_fit_its_schema(name: str) -> None:
    """Each JSON value on the page that is no file is one of the things that the schema knows."""
    import json

    from jsonschema import Draft202012Validator

    schema = json.loads((ROOT / "specs" / "lane_protocol.json").read_text("utf-8"))
    text = FILE.sub("", page(name))
    blocks = re.findall(r"^ *```json\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    parts = ("request", "reply", "input_line", "output_line", "corpus_line")
    whole = {"$defs": schema["$defs"], "anyOf": [{"$ref": f"#/$defs/{one}"} for one in parts]}
    validator = Draft202012Validator(whole)

    assert len(blocks) >= 2
    for block in blocks:
        validator.validate(json.loads(block))
