"""Running an experiment: facts, resuming, failing lanes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchbook import LanePlugin, Rankings, Topics
from benchbook.core.commands.find import find_report, find_run
from benchbook.core.commands.render_report import load_report
from benchbook.core.errors import UsageError
from benchbook.core.event_store import EventStore
from benchbook.core.events import (
    ComparisonsComputed,
    ConditionFused,
    LaneRanked,
    RunCompleted,
    RunStarted,
    ScoresComputed,
)
from book import (
    EXPERIMENT,
    Forward,
    Stop,
    bytes_of,
    lane,
    make_store,
    open_store,
    registry,
    run,
)


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with a corpus and a gold set."""
    return make_store(tmp_path)


def test_a_run_is_recorded_in_the_order_of_its_work(ledger: Path) -> None:
    """Declared first, then each lane by block, each condition, what is said of all, the end."""
    with open_store(ledger) as store:
        outcome = run(store)
        events, _ = store.read(f"run/{outcome.run}")

    kinds = [type(one.event) for one in events]
    conditions = [ConditionFused, ScoresComputed] * 3
    ends = [ComparisonsComputed, RunCompleted]
    assert [RunStarted, *[LaneRanked] * 9, *conditions, *ends] == kinds


def test_a_lane_is_retrieved_once_however_many_conditions_use_it(ledger: Path) -> None:
    """Three conditions share one retrieval of each lane."""
    calls: list[int] = []

    class Counting(Forward):
        def retrieve(self, topics: Topics, depth: int) -> Rankings:
            calls.append(len(topics))
            return super().retrieve(topics, depth)

    with open_store(ledger) as store:
        run(
            store,
            EXPERIMENT.replace('"forward"', '"counting"'),
            registry(lane("counting", Counting)),
        )

    assert [64, 64, 22] == calls


def test_stopped_after_any_append_a_resumed_run_ends_in_the_same_bytes(
    ledger: Path, tmp_path: Path
) -> None:
    """For every n: stopped after append n and resumed, the ledger equals an unbroken one."""
    whole = tmp_path / "whole.ledger"
    shutil.copy(ledger, whole)
    with open_store(whole) as store:
        run(store)
    expected, number = bytes_of(whole), 0
    while True:
        number += 1
        broken = tmp_path / f"broken-{number}.ledger"
        shutil.copy(ledger, broken)
        try:
            with open_store(broken, appends=number) as store:
                run(store)
        except Stop:
            go_on(broken)
        else:
            break

        assert expected == bytes_of(broken), f"stopped after append {number}"
    assert number > len([LaneRanked] * 9)


def go_on(path: Path) -> None:
    """Resume the run if it was declared, else start it; a run that is finished is left alone."""
    with open_store(path) as store:
        started = any(store.events(types=[RunStarted]))
        try:
            run(store, resume=started)
        except UsageError as error:
            assert "no unfinished run" in str(error)  # noqa: PT017 - only the last append ends so


def test_resuming_twice_says_that_there_is_nothing_left(ledger: Path) -> None:
    """A finished run is not resumed, and nothing is appended."""
    with open_store(ledger) as store:
        run(store)
        size = store.size

        with pytest.raises(UsageError, match="no unfinished run"):
            run(store, resume=True)

        assert size == store.size


def test_several_unfinished_runs_are_named(ledger: Path) -> None:
    """With two of them the person must choose: the message names both, and one is taken by id."""
    for number in (1, 2):
        with open_store(ledger, appends=5) as store, pytest.raises(Stop):
            start_as(store, number)

    with open_store(ledger) as store:
        with pytest.raises(UsageError, match=r"0101.*0202.*--run"):
            run(store, resume=True)

        with pytest.raises(UsageError, match=r"called 'nonesuch'; there is 0101.*0202"):
            run(store, resume=True, unfinished="nonesuch")

        assert "020202020202" == run(store, resume=True, unfinished="0202").run


def start_as(store: EventStore, number: int) -> None:
    """Start a run whose id is made of one byte."""
    run(store, entropy=lambda count: bytes([number] * count))


def test_an_unfinished_run_of_another_experiment_is_not_resumed(ledger: Path) -> None:
    """A changed experiment is another experiment, even by one parameter."""
    with open_store(ledger, appends=5) as store, pytest.raises(Stop):
        run(store)

    changed = EXPERIMENT.replace('plugin = "bm25"', 'plugin = "bm25"\nk1 = 0.9')
    with open_store(ledger) as store, pytest.raises(UsageError, match="no unfinished run"):
        run(store, changed, resume=True)


def test_a_run_is_not_resumed_with_other_code(
    ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a run by one version and half by another would be a number of neither."""
    with open_store(ledger, appends=5) as store, pytest.raises(Stop):
        run(store)
    monkeypatch.setattr("benchbook.core.running.start.benchbook_code_digest", lambda: "0" * 64)

    with open_store(ledger) as store, pytest.raises(UsageError, match="Benchbook's code"):
        run(store, resume=True)


def test_a_run_is_not_resumed_with_another_plugin_version(ledger: Path) -> None:
    """A plugin that says that its behaviour changed makes another experiment of it."""
    with open_store(ledger, appends=5) as store, pytest.raises(Stop):
        run(store, EXPERIMENT.replace('"forward"', '"other"'), registry(lane("other", Forward)))
    newer = LanePlugin(name="other", version="2", summary="a toy", build=Forward)

    with open_store(ledger) as store, pytest.raises(UsageError, match="no unfinished run"):
        run(store, EXPERIMENT.replace('"forward"', '"other"'), registry(newer), resume=True)


def test_the_same_run_twice_has_the_same_numbers_and_other_ids(ledger: Path) -> None:
    """A second run of the same experiment gives the same values under its own id."""
    with open_store(ledger) as store:
        first = load_report(store, find_report(store, run(store).report))
        start_as(store, 7)
        second = load_report(store, find_report(store, "latest"))

    assert first.conditions[0].numbers[0].value == second.conditions[0].numbers[0].value
    assert first.topics == second.topics
    assert first.run != second.run
    assert (2, 1) == (second.head.runs_on_gold, second.head.reported)


def test_one_environment_and_one_registration_serve_many_runs(ledger: Path) -> None:
    """What did not change is not sealed and not registered again."""
    with open_store(ledger) as store:
        run(store)
        _, before = store.read("log")
        start_as(store, 7)
        _, after = store.read("log")

    assert before == after


def test_the_latest_run_is_the_one_that_ended_last(ledger: Path) -> None:
    """`latest` goes by the position of the end, and a run without one does not count."""
    with open_store(ledger) as store:
        ended = run(store).run
    with open_store(ledger, appends=3) as store, pytest.raises(Stop):
        start_as(store, 9)

    with open_store(ledger) as store:
        assert ended == find_run(store, "latest").id


@pytest.mark.parametrize("key", ["corpus", "gold"])
def test_an_unknown_corpus_or_gold_set_names_those_there_are(ledger: Path, key: str) -> None:
    """The message says what the workspace has; nothing is appended."""
    with open_store(ledger) as store:
        size = store.size
        with pytest.raises(UsageError, match=f"experiment.{key} = 'none'.*it has small"):
            run(store, EXPERIMENT.replace("[experiment]", f'[experiment]\n{key} = "none"'))

        assert size == store.size
