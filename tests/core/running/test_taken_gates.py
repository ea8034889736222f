"""Gates about time and cost: read from what was recorded, and not measured where nothing was."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from benchbook.core.commands.profile import profile_experiment, record_profile
from benchbook.core.event_store import EventStore
from benchbook.core.running.experiment import parse_experiment
from book import EXPERIMENT, make_store, open_store, quiet_progress, registry
from gated import TOPICS, gate, ran


def timed(store: EventStore, text: str, runs: int = 6) -> None:
    """Record a profile of an experiment, by a clock that ticks a millisecond at each look."""
    profile = profile_experiment(
        store,
        parse_experiment(text, "exp.toml", Path()),
        registry(),
        runs=runs,
        clock=(1_000_000 * tick for tick in count()).__next__,
        progress=quiet_progress,
    )
    record_profile(store, profile)


LATENCY = gate("fast", 'latency = "p95"', "at_most = 2", metric=None) + gate(
    "slow", 'latency = "p50"', 'lane = "keyword"', "below = 1", metric=None
)


def test_a_time_is_read_from_a_recorded_profile(tmp_path: Path) -> None:
    """In milliseconds: a lane and a fuser took one look at the clock each."""
    with open_store(make_store(tmp_path, TOPICS)) as store:
        timed(store, EXPERIMENT)
        _, report = ran(store, EXPERIMENT + LATENCY)
    fast, slow = report.gates

    assert fast.number is not None
    assert slow.number is not None
    assert ("pass", "2", "total p95") == (fast.verdict, fast.number.value, fast.metric)
    assert ("fail", "1", "lane keyword p50") == (slow.verdict, slow.number.value, slow.metric)
    assert fast.note.startswith("profile ")


def test_without_a_profile_a_time_is_not_measured(tmp_path: Path) -> None:
    """It says how to make one."""
    with open_store(make_store(tmp_path, TOPICS)) as store:
        _, report = ran(store, EXPERIMENT + LATENCY)

    assert {"not measured"} == {row.verdict for row in report.gates}
    assert "eval profile --record" in report.gates[0].reason


def test_a_profile_of_other_work_is_not_taken(tmp_path: Path) -> None:
    """Another parameter of the lane, and the time is of something else."""
    with open_store(make_store(tmp_path, TOPICS)) as store:
        timed(store, EXPERIMENT.replace('plugin = "bm25"', 'plugin = "bm25"\nk1 = 0.7'))
        _, report = ran(store, EXPERIMENT + LATENCY)

    assert "not measured" == report.gates[0].verdict
    assert "is of other lanes, parameters or code than run" in report.gates[0].reason


def test_a_p95_of_few_samples_is_not_measured(tmp_path: Path) -> None:
    """Of 24 samples it would be the slowest but one, whatever it was."""
    with open_store(make_store(tmp_path, TOPICS)) as store:
        timed(store, EXPERIMENT, runs=2)
        _, report = ran(store, EXPERIMENT + LATENCY)

    assert "24 warm samples, too few for a p95; profile with more --runs" == report.gates[0].reason
    assert "fail" == report.gates[1].verdict


def costs(path: Path, **conditions: int) -> Path:
    """A file of costs: each topic takes the number of its condition, and a little more."""
    path.write_text(
        "".join(
            json.dumps({"topic": f"q{n:03}", "condition": name, "tokens": number + n % 3}) + "\n"
            for name, number in conditions.items()
            for n in range(TOPICS)
        )
    )
    return path


def test_costs_are_read_from_the_file_that_a_gate_names(tmp_path: Path) -> None:
    """Their mean with its interval, and their difference to another condition, paired."""
    path = costs(tmp_path / "costs.jsonl", keyword_only=100, all=150)
    about = ['cost = "tokens"', f'costs = "{path}"']
    gates = gate("cheap", *about, "at_most = 101", metric=None) + gate(
        "cheaper", *about, 'relative_to = "all"', 'statistic = "interval"', "below = 0", metric=None
    )
    with open_store(make_store(tmp_path, TOPICS)) as store:
        _, report = ran(store, EXPERIMENT + gates)
    cheap, cheaper = report.gates

    assert cheap.number is not None
    assert cheaper.number is not None
    assert ("pass", "101") == (cheap.verdict, cheap.number.value)
    assert ("pass", "-50") == (cheaper.verdict, cheaper.number.value)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([], "names no file of costs"),
        (['costs = "nowhere.jsonl"'], "cannot be read"),
        (['costs = "{}"'], "tokens of keyword_only is missing for 1 of 24 topics, as q023"),
    ],
)
def test_a_cost_that_is_not_known_is_not_measured(
    tmp_path: Path, lines: list[str], reason: str
) -> None:
    """And a topic without one is not free."""
    path = costs(tmp_path / "costs.jsonl", keyword_only=100)
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    about = ['cost = "tokens"', "at_most = 1000", *(line.format(path) for line in lines)]
    with open_store(make_store(tmp_path, TOPICS)) as store:
        _, report = ran(store, EXPERIMENT + gate("cheap", *about, metric=None))
    (row,) = report.gates

    assert "not measured" == row.verdict
    assert reason in row.reason
