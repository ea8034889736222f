"""What the contracts share: faults that say what broke, and runs in processes of their own."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import unittest
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any, ClassVar, NoReturn

from ..hookspec import Plugin
from ..plugging.admission import check_record
from ..plugging.contracts import PluginFault
from ..plugging.parameters import bind, passed_by_core
from ..ranking.rankings import Rankings

_CHILD = "from benchbook.core.testing.child import main; main()"
_PATIENCE = 300
_SHOWN = 150
_NOTHING = "nothing"


class Contract:
    """What every contract has: the record, its parameters, and how it is built.

    Attributes:
        plugin: the record under test; a subclass names it.
        params: parameters for `build`, as an experiment gives them.
        passed: what core would pass to `build` beside them, by keyword (`needs`).
    """

    plugin: ClassVar[Any]
    params: ClassVar[Mapping[str, object]] = {}
    passed: ClassVar[Mapping[str, object]] = {}

    def test_record_is_admitted(self) -> None:
        """The record has a name, a version, a summary and a `build` whose parameters are typed."""
        check_record(self.plugin)

    def test_process_does_not_matter(self) -> None:
        """Another hash seed, time zone, locale and number of threads give the same bytes."""
        self.expect(
            "the process does not matter",
            *in_other_processes(type(self)),
            "the same bytes in two processes with other hash seeds, zones, locales and threads",
        )

    def footprint(self) -> bytes:
        """The bytes that must be the same in every process; each contract says which."""
        raise NotImplementedError

    def build(self, *positional: object, **passed: object) -> Any:  # noqa: ANN401 - each kind builds its own
        """Build the plugin as core does, its parameters checked against its schema."""
        record: Plugin = self.plugin
        bound = bind(record.build, self.params, extra=passed_by_core(record))
        return record.build(*positional, **{**bound, **self.passed, **passed})

    @property
    def name(self) -> str:
        """The plugin's kind and name, for messages."""
        return f"{self.plugin.kind} {self.plugin.name}"

    def expect(self, rule: str, expected: object, found: object, wanted: str) -> None:
        """Fail with the rule unless both are equal."""
        if expected != found:
            self.fail(rule, _difference(expected, found), wanted)

    def fail(self, rule: str, found: str, wanted: str) -> NoReturn:
        """Fail with the rule.

        Raises:
            PluginFault: always.
        """
        raise PluginFault(self.name, rule, found, wanted)

    def skip(self, reason: str) -> NoReturn:
        """Skip a rule that does not apply, in the way that pytest and unittest both know.

        Raises:
            unittest.SkipTest: always.
        """
        raise unittest.SkipTest(reason)


def rows_of(rankings: Rankings) -> list[tuple[str, tuple[tuple[str, float], ...]]]:
    """Rankings as plain rows: topic id, then unit id and score, best first."""
    return list(rankings)


def bytes_of(rankings: Iterable[Rankings]) -> bytes:
    """Rankings as bytes that are equal exactly when rows and scores are."""
    return "\n".join(
        f"{topic}\t{unit}\t{score.hex()}"
        for one in rankings
        for topic, row in one
        for unit, score in row
    ).encode()


def _difference(expected: object, found: object) -> str:
    """The first place at which two values differ, in a bounded number of characters."""
    if isinstance(expected, list) and isinstance(found, list):
        pairs = zip_longest(expected, found, fillvalue=_NOTHING)
        return next(_change(before, now) for before, now in pairs if before != now)
    return _change(expected, found)


def _change(before: object, now: object) -> str:
    """What stands in the place of what; of two rankings of one topic the first rows that differ."""
    where = ""
    match before, now:
        case ((str(topic), (tuple() | list()) as old), (str(same), (tuple() | list()) as new)) if (
            topic == same
        ):
            rows = enumerate(zip_longest(old, new, fillvalue=_NOTHING), 1)
            rank, (before, now) = next((at, row) for at, row in rows if row[0] != row[1])
            where = f"topic {topic!r}, rank {rank}: "
    return f"{where}{str(now)[:_SHOWN]} where {str(before)[:_SHOWN]} stood before"


def in_other_processes(contract: type[Contract]) -> tuple[str, str]:
    """Digests of a contract's footprint from two processes that differ in all that must not matter.

    Raises:
        PluginFault: a process failed; the last lines that it wrote are named.
    """
    children = [_start(contract, environment) for environment in _environments()]
    first, second = (_digest(contract, child) for child in children)
    return first, second


def _environments() -> Iterable[dict[str, str]]:
    """Two environments: hash seed, zone, locale, UTF-8 mode and threads all differ."""
    paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    for seed, zone, language, utf8, threads in (
        ("1", "UTC0", "C.UTF-8", "1", "1"),
        ("2", "XYZ-13", "foreign", "0", "2"),
    ):
        yield {
            **os.environ,
            "PYTHONPATH": paths,
            "PYTHONHASHSEED": seed,
            "PYTHONUTF8": utf8,
            "PYTHONCOERCECLOCALE": "0",
            "TZ": zone,
            "LC_ALL": "C" if language == "foreign" else language,
            "BENCHBOOK_TEST_LANGUAGE": language,
            **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), threads),
        }


def _start(contract: type[Contract], environment: dict[str, str]) -> subprocess.Popen[str]:
    """Start a process that prints the digest of a contract's footprint."""
    if "<locals>" in contract.__qualname__:
        message = f"{contract.__qualname__} stands in a function; define it at the top of its file"
        raise PluginFault(contract.plugin.name, "the process does not matter", message, "a class")
    file = inspect.getfile(contract)
    return subprocess.Popen(  # noqa: S603 - this interpreter, on the author's own test file
        [sys.executable, "-c", _CHILD, file, contract.__qualname__],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )


def _digest(contract: type[Contract], child: subprocess.Popen[str]) -> str:
    """What a child printed."""
    out, err = child.communicate(timeout=_PATIENCE)
    if child.returncode != 0:
        last = " / ".join(err.strip().splitlines()[-2:])
        raise PluginFault(contract.plugin.name, "the process does not matter", last, "no failure")
    return out.strip()
