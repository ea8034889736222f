"""Lanes asked in several processes: the same bytes as one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import sys
from pathlib import Path

import pytest

from benchbook import Corpus, Rankings, Topics
from benchbook.core.event_store import EventStore
from benchbook.core.events import LaneFailed, ScoresComputed
from book import EXPERIMENT, Forward, Stop, lane, make_store, open_store, registry, run


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with a corpus and a gold set."""
    return make_store(tmp_path)


def rows(path: Path) -> list[tuple[object, ...]]:
    """Every event and object of a ledger."""
    with sqlite3.connect(path) as connection:
        events = connection.execute("SELECT seq, body FROM event ORDER BY seq").fetchall()
        objects = connection.execute("SELECT digest, data FROM object ORDER BY digest").fetchall()
    connection.close()
    return [*events, *objects]


class Killed(Forward):
    """A lane whose process is killed in its second block."""

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """The first block, and no more."""
        if topics.ids[0] != "q000":
            os.kill(os.getpid(), signal.SIGKILL)
        return super().retrieve(topics, depth)


class Chatty(Forward):
    """A lane that prints."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__(corpus)
        sys.stdout.write("built")


@pytest.mark.parametrize("jobs", [2, 3, 8])
def test_any_number_of_processes_gives_the_same_bytes(tmp_path: Path, jobs: int) -> None:
    """Events and objects are equal, whoever was done first."""
    (tmp_path / "one").mkdir()
    (tmp_path / "many").mkdir()
    for name, number in (("one", 1), ("many", jobs)):
        with open_store(make_store(tmp_path / name)) as store:
            run(store, jobs=number)

    one, many = tmp_path / "one" / "benchbook.ledger", tmp_path / "many" / "benchbook.ledger"
    assert rows(one) == rows(many)


def test_a_skipped_and_a_broken_lane_are_the_same_facts_from_another_process(
    tmp_path: Path,
) -> None:
    """Reasons and blocks come through the pipe."""
    text = EXPERIMENT.replace('plugin = "backward"', 'plugin = "breaking"').replace(
        'plugin = "forward"', 'plugin = "unfed"'
    )
    outcomes = []
    for name, jobs in (("one", 1), ("many", 3)):
        (tmp_path / name).mkdir()
        with open_store(make_store(tmp_path / name)) as store:
            outcomes.append(run(store, text, jobs=jobs))

    assert outcomes[0].failed == outcomes[1].failed
    assert outcomes[0].skipped == outcomes[1].skipped
    assert 1 == len(outcomes[0].failed)


def test_a_process_that_dies_fails_its_lane_alone(ledger: Path) -> None:
    """The others rank, and the fact says how it ended."""
    text = EXPERIMENT.replace('plugin = "backward"', 'plugin = "killed"')
    with open_store(ledger) as store:
        outcome = run(store, text, registry(lane("killed", Killed)), jobs=2)
        events, _ = store.read(f"run/{outcome.run}")

    failed = [one.event for one in events if isinstance(one.event, LaneFailed)]
    assert ["WorkerDied"] == [one.fault for one in failed]
    assert "code -9" in failed[0].reason
    assert ["keyword_only"] == [
        one.event.condition for one in events if isinstance(one.event, ScoresComputed)
    ]


def test_a_run_stopped_among_processes_resumes_to_the_same_bytes(tmp_path: Path) -> None:
    """Stopped by the coordinator's death, gone on with in one process."""
    for name in ("whole", "stopped"):
        (tmp_path / name).mkdir()
        make_store(tmp_path / name)
    whole = tmp_path / "whole" / "benchbook.ledger"
    stopped = tmp_path / "stopped" / "benchbook.ledger"
    with open_store(whole) as store:
        run(store)
    with open_store(stopped, appends=5) as store, pytest.raises(Stop):
        run(store, jobs=3)
    with open_store(stopped) as store:
        run(store, resume=True)

    assert rows(whole) == rows(stopped)


@pytest.mark.parametrize("jobs", [1, 3])
def test_progress_counts_the_topics_of_each_lane_in_the_order_of_the_plan(
    ledger: Path, jobs: int
) -> None:
    """From none to all of them, lane by lane; a resumed lane starts where it stopped."""
    told: list[tuple[str, int, int]] = []

    def tell(label: str, done: int, total: int) -> None:
        told.append((label, done, total))

    with open_store(ledger) as store:
        run(store, jobs=jobs, progress=tell)

    steps = [(done, 150) for done in (0, 64, 128, 150)]
    names = ("forward", "backward", "keyword")
    assert [(name, *step) for name in names for step in steps] == told


class Forking(Forward):
    """A lane that works in processes of its own."""

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """One process that does nothing."""
        child = multiprocessing.get_context("fork").Process(target=int)
        child.start()
        child.join()
        return super().retrieve(topics, depth)


class Noting(Forward):
    """A lane whose notes break."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Nothing to be had."""
        message = "no notes"
        raise RuntimeError(message)


class Odd(BaseException):
    """An error that is no Exception."""


class Leaving(Forward):
    """A lane that raises what few catch."""

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """Nothing."""
        raise Odd


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_lane_may_start_processes_of_its_own(ledger: Path, jobs: int) -> None:
    """In any number of ours."""
    text = EXPERIMENT.replace('plugin = "backward"', 'plugin = "forking"')
    with open_store(ledger) as store:
        outcome = run(store, text, registry(lane("forking", Forking)), jobs=jobs)

    assert () == outcome.failed


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(("build", "fault"), [(Noting, "RuntimeError"), (Leaving, "Odd")])
def test_whatever_a_lane_raises_is_its_own_fault(
    ledger: Path, build: type[Forward], fault: str, jobs: int
) -> None:
    """Its notes too, and what is no Exception; the others rank."""
    text = EXPERIMENT.replace('plugin = "backward"', 'plugin = "odd"')
    with open_store(ledger) as store:
        outcome = run(store, text, registry(lane("odd", build)), jobs=jobs)

    (failed,) = outcome.failed
    assert f"backward: {fault}: " in failed


def test_what_a_lane_prints_in_its_process_does_not_reach_stdout(
    ledger: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A run may be piped into a program."""
    text = EXPERIMENT.replace('plugin = "backward"', 'plugin = "chatty"')
    with EventStore.open(ledger) as store:
        run(store, text, registry(lane("chatty", Chatty)), jobs=2)

    assert "" == capfd.readouterr().out
