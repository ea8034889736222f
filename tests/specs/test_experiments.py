"""The experiments that are shipped can be run."""

from __future__ import annotations

import re

import pytest

from benchbook.core.plugging.loading import load_registry
from benchbook.core.running.experiment import parse_experiment, read_experiment
from benchbook.core.running.planning import plan_run
from house import ROOT

SPECS = ROOT / "specs"
KEYS = (
    "name",
    "unit",
    "retrieve",
    "depth",
    "test",
    "correction",
    "alpha",
    "interval",
    "k1",
    "b",
    "stop_words",
    "stemmer",
    "k",
    "ties",
)
NAMES = ("demo", "two_lanes", "experiment", "smoke")
DEMO = ROOT / "gold" / "demo"


@pytest.mark.parametrize("name", NAMES)
def test_an_experiment_resolves_against_the_built_in_plugins(name: str) -> None:
    """Every plugin, parameter and metric that it names is there, and every file it reads."""
    text = (SPECS / f"{name}.toml").read_text("utf-8")
    experiment = parse_experiment(text, f"{name}.toml", DEMO)

    plan = plan_run(experiment, load_registry(()), lambda _: "0" * 64, "0" * 64)

    assert len(plan.conditions) >= 2
    assert experiment.settings.baseline in experiment.conditions


def test_two_lanes_compares_the_fused_lanes_with_each_alone() -> None:
    """Two instances of one plugin, and three conditions."""
    experiment = read_experiment(SPECS / "two_lanes.toml")

    assert {"bm25"} == {lane.plugin for lane in experiment.lanes.values()}
    assert ["single", "single", "rrf"] == [one.fuser for one in experiment.conditions.values()]
    assert (100, 100) == (experiment.settings.retrieve, experiment.settings.depth)


def test_the_defaults_that_the_commented_experiment_names_are_those_that_hold() -> None:
    """Taking a comment sign away from a default changes nothing."""
    text = (SPECS / "experiment.toml").read_text("utf-8").partition("# A gate:")[0]
    spelt = re.sub(
        rf'^# ({"|".join(KEYS)}) = ("[^"]*"|\S+).*$',
        r"\1 = \2",
        text,
        flags=re.MULTILINE,
    )
    resolved = [
        plan_run(
            parse_experiment(one, "experiment.toml", SPECS),
            load_registry(()),
            lambda _: "0" * 64,
            "0" * 64,
        ).resolved
        for one in (text, spelt)
    ]

    assert text != spelt
    assert resolved[0] == resolved[1]
