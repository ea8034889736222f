"""Any program as a lane: topics in, ranked units out, JSON lines both ways."""

from __future__ import annotations

import json
import math
import os
import shlex
import shutil
import tempfile
import weakref
from pathlib import Path

from benchbook import (
    BadData,
    Corpus,
    Delivered,
    Inapplicable,
    LanePlugin,
    Rankings,
    Topic,
    Topics,
    Unit,
    UsageError,
    check_parameter,
    hookimpl,
    parse_json,
    run_program,
)

PLACEHOLDER = "{corpus}"
VARIABLE = "BENCHBOOK_CORPUS"
_LONGEST = 60


class CommandLane:
    """Asks a program, once for each block of at most 64 topics, and keeps the order it gives.

    The program reads one JSON object per line from stdin, `{"id": "t1", "text": "…", "depth": 100}`
    for each topic, and writes one per ranked unit to stdout, `{"topic": "t1", "unit": "d7",
    "score": 12.5}`, best first within each topic; the topics may come in any order, and one without
    a line has an empty ranking. A line may have `rank`, which must then count 1, 2, 3 … within its
    topic, and `doc`, `title`, `text`, which tell about the unit. Anything else is refused, naming
    the line. It must end with code 0. Source: docs/command_lane.md.

    It is started without a shell, in the folder that Benchbook was started in, with the environment
    of that, in a process group of its own, which is killed when the time is over. What it writes to
    stderr is repeated, the last lines of it, when it fails.

    Cost: that of starting it and of what it loads, for each block.

    Determinism: that of the program. Neither its code nor its data are pinned; `revision` is what
    says which it was, so raise it with every change.

    Args:
        corpus: the units that it may rank; a corpus that is declared allows any.
        command: the program and its arguments. `{corpus}` in one stands for the path of the file
            that `corpus_file` makes.
        corpus_file: whether to write the corpus to a temporary file for it, one JSON object per
            unit and line (`unit`, `doc`, `title`, `section`, `text`, `metadata`), whose path is
            also in the environment as BENCHBOOK_CORPUS.
        timeout: seconds for each block.
        revision: what to call this state of the program and its data in the record.

    Attributes:
        units: what it told of units of a declared corpus, by id.
        notes: that nothing pins it, where no revision is given.

    Raises:
        UsageError: an empty command, a placeholder without its file, or no time.
        Inapplicable: it wants the corpus as a file, and the corpus is only declared.
    """

    def __init__(
        self,
        corpus: Corpus,
        *,
        command: tuple[str, ...],
        corpus_file: bool = False,
        timeout: float = 120.0,
        revision: str = "",
    ) -> None:
        _check(command, timeout, corpus_file=corpus_file)
        if corpus_file and corpus.is_declared:
            reason = "corpus_file = true, and a corpus that is only declared cannot be handed over"
            raise Inapplicable(reason)
        self.units: dict[str, Unit] = {}
        self._name = _shown(command)
        unpinned = f"nothing pins the program {self._name}: no revision of it is stated"
        self.notes: tuple[str, ...] = () if revision else (unpinned,)
        self._known = None if corpus.is_declared else frozenset(corpus.unit_ids)
        self._timeout = timeout
        self._environment = dict(os.environ)
        self._environment.pop(VARIABLE, None)
        self._command = command
        if corpus_file:
            path = self._write(corpus)
            self._environment[VARIABLE] = path
            self._command = tuple(part.replace(PLACEHOLDER, path) for part in command)

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        source = f"the output of {self._name}"
        made = Delivered(topics, source, known=self._known, units=self.units)
        if len(topics):
            asked = "".join(f"{_asked(topic, depth)}\n" for topic in topics)
            output = run_program(
                self._command, asked.encode(), self._timeout, self._environment, name=self._name
            )
            _take(output, made, source)
        return made.rankings(depth)

    def _write(self, corpus: Corpus) -> str:
        """Write the corpus to a file that goes when this lane goes; gives its path."""
        folder = tempfile.mkdtemp(prefix="benchbook-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        path = Path(folder, "corpus.jsonl")
        with path.open("w", encoding="utf-8") as file:
            for unit in corpus:
                file.write(f"{json.dumps(_plain(unit), ensure_ascii=False, allow_nan=False)}\n")
        return str(path)


def _shown(command: tuple[str, ...]) -> str:
    """A program with its arguments as messages name it, cut short."""
    shown = shlex.join(command)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


def _check(command: tuple[str, ...], timeout: float, *, corpus_file: bool) -> None:
    """Refuse parameters that cannot be meant.

    Raises:
        UsageError: naming the first of them.
    """
    if not command or not command[0]:
        message = 'command: command names no program; expected one, as ["python", "search.py"]'
        raise UsageError(message)
    in_time = timeout > 0 and math.isfinite(timeout)
    check_parameter("command", "timeout", timeout, "seconds, more than 0", fits=in_time)
    if not corpus_file and any(PLACEHOLDER in part for part in command):
        message = f"command: nothing makes the file {PLACEHOLDER}; say corpus_file = true"
        raise UsageError(message)


def _asked(topic: Topic, depth: int) -> str:
    """A topic as the program is asked it."""
    plain = {"id": topic.id, "text": topic.text, "depth": depth}
    return json.dumps(plain, allow_nan=False)


def _plain(unit: Unit) -> dict[str, object]:
    """A unit as its line has it."""
    return {
        "unit": unit.unit_id,
        "doc": unit.doc_id,
        "title": unit.title,
        "section": list(unit.section),
        "text": unit.text,
        "metadata": dict(unit.metadata),
    }


def _take(output: bytes, made: Delivered, source: str) -> None:
    """Take the rows of a program's output.

    Raises:
        BadData: a line is wrong.
    """
    for line, text in enumerate(output.split(b"\n"), 1):
        if not text.strip():
            continue
        try:
            fields = parse_json(source, line, text.decode())
        except UnicodeDecodeError as error:
            found = f"byte 0x{text[error.start]:02x} at column {error.start + 1}"
            raise BadData(source, line, found, "UTF-8 text") from error
        if not isinstance(fields, dict):
            raise made.fault(line, "another value", "a JSON object on each line")
        row = dict(fields)
        topic = made.asked(row.pop("topic", None), line)
        rank = row.pop("rank", None)
        if rank is not None and (type(rank) is not int or rank != made.count(topic) + 1):
            expected = f"{made.count(topic) + 1}: the order delivered is the ranking"
            raise made.fault(line, f"rank {rank} for topic {topic!r}", expected)
        made.add(topic, row, line)


@hookimpl
def benchbook_plugins() -> list[LanePlugin]:
    return [
        LanePlugin(
            name="command",
            version="1",
            summary="Any program: topics in, ranked units out, as JSON lines",
            build=CommandLane,
            requires=("numpy",),
            scoped=False,
            declared=True,
        )
    ]
