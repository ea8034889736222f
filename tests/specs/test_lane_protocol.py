"""The published schema of the lane protocol says what the lanes take and send."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pytest_httpserver import HTTPServer

from benchbook import BadData
from benchbook.plugins.lanes.command import CommandLane
from benchbook.testing import toy_corpus, toy_topics
from services import DECLARED, TOPICS, lane

SCHEMA = json.loads(files("benchbook.specs").joinpath("lane_protocol.json").read_text("utf-8"))
UNIT: dict[str, Any] = {"unit": "a", "score": 1}
LINE: dict[str, Any] = {"topic": "t1", **UNIT}


def fits(part: str, value: object) -> bool:
    """Whether a value fits a part of the schema."""
    whole = {"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{part}"}
    return bool(Draft202012Validator(whole).is_valid(value))


def reply(*units: object) -> dict[str, object]:
    """A reply with one ranking."""
    return {"rankings": [{"topic": "t1", "units": list(units)}]}


def test_it_is_a_schema() -> None:
    """Of the draft that it names."""
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "value",
    [
        reply(),
        reply(UNIT),
        {**reply(UNIT), "next": None},
        reply({**UNIT, "doc": "d", "title": "", "text": None}),
        reply({**UNIT, "score": 1.5}),
        {"rankings": []},
        [],
        {},
        {"rankings": {}},
        {**reply(), "nxt": None},
        {**reply(), "next": 7},
        {**reply(), "next": ""},
        {**reply(), "next": "x" * 4097},
        {"rankings": [{"topic": "t1"}]},
        {"rankings": [{"topic": "t1", "units": [], "total": 3}]},
        reply("a"),
        reply({"unit": "a"}),
        reply({**UNIT, "unit": ""}),
        reply({**UNIT, "unit": 7}),
        reply({**UNIT, "unit": " a"}),
        reply({**UNIT, "unit": "a\u0007"}),
        reply({**UNIT, "score": "1"}),
        reply({**UNIT, "score": True}),
        reply({**UNIT, "text": 7}),
        reply({**UNIT, "rank": 1}),
    ],
)
def test_a_reply_is_taken_if_it_fits(httpserver: HTTPServer, value: object) -> None:
    """And refused if it does not."""
    httpserver.expect_request("/search").respond_with_json(value)
    try:
        lane(httpserver).retrieve(TOPICS, 7)
        taken = True
    except BadData:
        taken = False

    assert fits("reply", value) == taken


@pytest.mark.parametrize(
    "value",
    [
        LINE,
        {**LINE, "rank": 1},
        {**LINE, "rank": None, "doc": "d", "title": "T", "text": ""},
        {**LINE, "rank": 0},
        {**LINE, "rank": "1"},
        {**LINE, "document": "d"},
        {**LINE, "score": None},
        {"topic": "t1", "unit": "a"},
        {"unit": "a", "score": 1},
        [],
    ],
)
def test_a_line_is_taken_if_it_fits(value: object) -> None:
    """And refused if it does not."""
    code = f"print({json.dumps(value)!r})"
    made = CommandLane(DECLARED, command=(sys.executable, "-I", "-S", "-c", code))
    try:
        made.retrieve(TOPICS, 7)
        taken = True
    except BadData:
        taken = False

    assert fits("output_line", value) == taken


def test_what_a_service_is_asked_fits(httpserver: HTTPServer) -> None:
    """On each page."""
    httpserver.expect_ordered_request("/search").respond_with_json({**reply(UNIT), "next": "2"})
    httpserver.expect_ordered_request("/search").respond_with_json(reply({**UNIT, "unit": "b"}))
    lane(httpserver).retrieve(TOPICS, 7)
    asked = [json.loads(request.get_data()) for request, _ in httpserver.log]

    assert [True, True] == [fits("request", one) for one in asked]
    assert not fits("request", {**asked[0], "protocol": "benchbook-lane/2"})


def test_what_a_program_reads_fits(tmp_path: Path) -> None:
    """Its topics, and the corpus that it is handed."""
    code = (
        "import os, shutil, sys\n"
        "open(sys.argv[1], 'w').write(sys.stdin.read())\n"
        "shutil.copy(os.environ['BENCHBOOK_CORPUS'], sys.argv[2])"
    )
    read, handed = tmp_path / "read", tmp_path / "handed"
    command = (sys.executable, "-I", "-S", "-c", code, str(read), str(handed))
    corpus, topics = toy_corpus(), toy_topics(5)
    CommandLane(corpus, command=command, corpus_file=True).retrieve(topics, 7)

    for path, part, count in ((read, "input_line", 5), (handed, "corpus_line", len(corpus))):
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        assert [True] * count == [fits(part, line) for line in lines]
