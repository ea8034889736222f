"""From an experiment to a plan."""

from __future__ import annotations

import json
import os
import re
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

import pytest

from benchbook import FuserPlugin, LanePlugin, MetricPlugin
from benchbook.core.errors import BadData, BadExperiment, UsageError
from benchbook.core.hookspec import Plugin
from benchbook.core.plugging.contracts import PluginFault
from benchbook.core.plugging.registry import Registry
from benchbook.core.running.experiment import parse_experiment
from benchbook.core.running.plan import Plan
from benchbook.core.running.planning import plan_run

TEXT = """\
[experiment]
corpus = "demo"
gold = "demo"
depth = 10
metrics = ["nDCG@10", "AP"]
[lanes.keyword]
plugin = "toy"
[lanes.again]
plugin = "toy"
[conditions.one]
fuser = "mix"
weights = { keyword = 1.5, again = 1 }
[conditions.two]
fuser = "mix"
lanes = ["keyword"]
[conditions.three]
extends = "two"
override = { keyword = { k1 = 0.9 } }
"""


class Toy:
    """A lane that is only built."""

    def __init__(self, corpus: object, *, k1: float = 1.2) -> None: ...


class FromFile:
    """A lane that reads a file."""

    def __init__(self, corpus: object, *, path: Path) -> None: ...


class Mix:
    """A fuser that is only built."""

    def __init__(self, *, weights: dict[str, float] | None = None, k: int = 60) -> None:
        if k < 0:
            message = "k may not be negative"
            raise UsageError(message)


class Plain:
    """A fuser without weights."""


class Iterates:
    """A fuser whose look at the lanes stumbles."""

    def check_lanes(self, lanes: object) -> None:
        sorted(None)  # type: ignore[call-overload]  # the mistake of an author


class Counted:
    """A metric that is only built."""

    def __init__(self, *, cutoff: int | None = None) -> None: ...


def record(kind: type[Plugin], name: str, build: object, **more: object) -> Plugin:
    """A plugin's record."""
    return kind(name=name, version="1", summary="a toy", build=build, **more)  # type: ignore[arg-type]  # toys are not typed


REGISTRY = Registry.of(
    record(LanePlugin, "toy", Toy),
    record(LanePlugin, "from-file", FromFile, needs=("file:path",)),
    record(FuserPlugin, "mix", Mix),
    record(FuserPlugin, "plain", Plain),
    record(FuserPlugin, "iterates", Iterates),
    *(record(MetricPlugin, name, Counted) for name in ("nDCG", "AP", "Judged")),
)


@pytest.fixture(autouse=True)
def holes_from_the_toy_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy registry is not the distribution that the real `Judged` comes from."""
    monkeypatch.setattr("benchbook.core.running.planning.HOLES", "Judged")


def plan(text: str = TEXT, folder: Path = Path(), corpus: str = "c", topics: str = "t") -> Plan:
    """The plan of an experiment's text."""
    return plan_run(
        parse_experiment(text, "exp.toml", folder),
        REGISTRY,
        lambda scope: f"{corpus}{scope}",
        topics,
    )


def test_equal_lanes_are_one_instance() -> None:
    """Two lanes that would return the same are retrieved once, whatever they are called."""
    made = plan()

    assert 1 == len(set(made.conditions[0].instances.values()))
    assert ["keyword", "keyword[k1=0.9]"] == [lane.name for lane in made.lanes]


def test_an_override_is_an_instance_of_its_own() -> None:
    """A condition that changes a lane's parameter does not change the lane of other conditions."""
    two, three = plan().conditions[1:]

    assert two.instances["keyword"] != three.instances["keyword"]


@pytest.mark.parametrize(
    "change",
    [
        {"text": TEXT.replace('plugin = "toy"', 'plugin = "toy"\nk1 = 1.3', 1)},
        {"text": TEXT.replace("depth = 10", "depth = 10\nretrieve = 50")},
        {"corpus": "other"},
        {"topics": "other"},
    ],
)
def test_whatever_a_lane_depends_on_changes_its_instance(change: dict[str, str]) -> None:
    """Parameters, depth, corpus and topics are in the digest: no stale ranking is reused."""
    assert plan().lanes[0].instance != plan(**change).lanes[0].instance  # type: ignore[arg-type]  # one keyword at a time


def test_a_written_default_changes_nothing() -> None:
    """A parameter spelt out with its default value is the same instance."""
    spelt = TEXT.replace('plugin = "toy"', 'plugin = "toy"\nk1 = 1.2')

    assert plan().lanes[0].instance == plan(spelt).lanes[0].instance


def test_judged_stands_beside_every_cutoff() -> None:
    """The share of judged documents is measured at each cut-off, and at the depth for none."""
    metrics = [metric.name for metric in plan(TEXT.replace("nDCG@10", "nDCG@5")).metrics]

    assert ["nDCG@5", "AP", "Judged@5", "Judged@10"] == metrics


def test_the_resolved_experiment_holds_every_default() -> None:
    """What is frozen needs no default of a later version to be understood."""
    resolved = json.loads(plan().resolved)

    assert {"k1": "1.2"} == resolved["lanes"][0]["parameters"]
    assert "0.05" == resolved["experiment"]["alpha"]
    assert [["keyword", "1.5"], ["again", "1.0"]] == resolved["conditions"][0]["weights"]


def test_a_file_parameter_is_recorded_by_digest(tmp_path: Path) -> None:
    """A lane that reads a file is another instance when the file's bytes change, not its folder."""
    text = TEXT.replace(
        '[lanes.again]\nplugin = "toy"', '[lanes.again]\nplugin = "from-file"\npath = "a.run"'
    )
    (tmp_path / "a.run").write_bytes(b"1")
    before = plan(text, tmp_path)
    (tmp_path / "a.run").write_bytes(b"2")
    after = plan(text, tmp_path)
    recorded = before.lanes[1].made_by.parameters["path"]

    assert f'"a.run" sha256:{sha256(b"1").hexdigest()}' == recorded
    assert tmp_path / "a.run" == before.lanes[1].arguments["path"]
    assert before.lanes[1].instance != after.lanes[1].instance


@pytest.mark.parametrize("name", ["a.run", r"a.run\u0000", "a.run" + "x" * 5000, ""])
def test_a_missing_file_is_bad_data(tmp_path: Path, name: str) -> None:
    """A file that a lane needs and that cannot be there stops before anything runs."""
    text = TEXT.replace(
        '[lanes.again]\nplugin = "toy"', f'[lanes.again]\nplugin = "from-file"\npath = "{name}"'
    )

    with pytest.raises(BadData, match=r"a\.run|test_a_missing"):
        plan(text, tmp_path)


def test_a_pipe_is_no_file_for_a_lane(tmp_path: Path) -> None:
    """It is read for its digest and again by the lane, which would wait for ever."""
    os.mkfifo(tmp_path / "a.run")
    text = TEXT.replace(
        '[lanes.again]\nplugin = "toy"', '[lanes.again]\nplugin = "from-file"\npath = "a.run"'
    )

    with pytest.raises(BadData, match="a pipe or a device"):
        plan(text, tmp_path)


def test_weights_reach_the_fuser_as_numbers() -> None:
    """The weights of a condition are passed by lane name."""
    assert {"keyword": 1.5, "again": 1.0} == plan().conditions[0].arguments["weights"]


BAD = {
    "unknown lane plugin": ('plugin = "toy"', 'plugin = "tyo"', "toy"),
    "unknown fuser": ('fuser = "mix"', 'fuser = "mxi"', "mix"),
    "unknown metric": ('"AP"', '"APP"', "AP"),
    "unknown lane parameter": ('plugin = "toy"', 'plugin = "toy"\nk2 = 1', "k1"),
    "unknown fuser parameter": ('lanes = ["keyword"]', 'lanes = ["keyword"]\nkk = 1', "kk"),
    "a text for a number": ('plugin = "toy"', 'plugin = "toy"\nk1 = "high"', "k1"),
    "a metric deeper than the depth": ("nDCG@10", "nDCG@11", "at most the depth, 10"),
    "a metric twice": ('"AP"', '"AP", "nDCG @10"', "twice"),
    "weights for a fuser without": ('fuser = "mix"', 'fuser = "plain"', "takes no weights"),
    "a value that the fuser refuses": (
        'lanes = ["keyword"]',
        'lanes = ["keyword"]\nk = -1',
        "negative",
    ),
    "a lane in no condition": (
        "[conditions.one]",
        '[lanes.idle]\nplugin = "toy"\n[conditions.one]\nlanes = ["keyword", "again"]',
        "idle",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_does_not_exist_is_refused_before_any_work(name: str) -> None:
    """A mistake is a usage error that names what is there instead."""
    old, new, says = BAD[name]
    assert old in TEXT

    with pytest.raises((UsageError, BadExperiment), match=says):
        plan(TEXT.replace(old, new, 1))


def test_a_refusal_of_the_plugin_is_its_own_words() -> None:
    """The file, the key, and what the plugin says: it knows what it expected."""
    with pytest.raises(UsageError) as caught:
        plan(TEXT.replace('lanes = ["keyword"]', 'lanes = ["keyword"]\nk = -1'))

    assert "exp.toml, conditions.two.fuser: k may not be negative" == str(caught.value)


def test_a_fault_in_the_look_at_lanes_says_what_was_asked_and_where() -> None:
    """The rule is not that of building; condition, file, line and method are named."""
    with pytest.raises(PluginFault) as caught:
        plan(TEXT.replace('"mix"\nlanes', '"iterates"\nlanes'))

    assert "checks its lanes" == caught.value.rule
    assert re.fullmatch(
        r"TypeError: .* \(test_planning\.py, line \d+, in check_lanes\), "
        r"asked for conditions\.two\.fuser",
        caught.value.found,
    )


def test_settings_stay_decimals() -> None:
    """No decimal of an experiment passes through a float."""
    assert Decimal("0.05") == plan().experiment.settings.alpha
