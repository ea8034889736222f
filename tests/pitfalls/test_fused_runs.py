"""Rows P45, P51 and P52 of the pitfalls: what a run says of the lanes that it fused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchbook import FuserPlugin, Rankings, Topics
from benchbook.core.commands.find import find_report
from benchbook.core.commands.render_report import load_report
from benchbook.plugins.fusers.weighted_sum import WeightedSumFuser
from book import Forward, lane, make_store, open_store, registry
from book import run as run_experiment

ONE = Topics.of_ids(["t"])
BOTH = ("auto-route", "combmnz", "combsum", "dense-prior", "rank-cutoff-rrf", "rrf", "weighted-sum")
"""The fusers that fuse several lanes."""

SCALED = ("combmnz", "combsum", "dense-prior", "weighted-sum")


class Halves(Forward):
    """Ranks one half of the units: the even ones, or of a subclass the odd ones."""

    first = 0

    def __init__(self, corpus: Any) -> None:  # noqa: ANN401 - as the lane it stands for
        self._units = corpus.unit_ids[self.first :: 2]


class OtherHalf(Halves):
    """The other half, and of every fifth topic nothing."""

    first = 1

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """`depth` units for most topics."""
        return Rankings.of(
            topics,
            ([] if int(topic.id[1:]) % 5 == 0 else self._row(topic.id, depth) for topic in topics),
        )


EXPERIMENT = """\
[experiment]
name = "pitfalls"
retrieve = 10
depth = 10
metrics = ["R@10"]
[lanes.dense]
plugin = "halves"
[lanes.sparse]
plugin = "other-half"
[lanes.words]
plugin = "bm25"
"""
CONDITIONS = {
    "auto-route": 'rules = ["otherwise -> all"]',
    "dense-prior": 'dense = "dense"',
    "rank-cutoff-rrf": 'cut = ["sparse"]',
    "raw": 'fuser = "weighted-sum"\nnormalise = "none"\nlanes = ["dense", "words"]',
    "raw-zero": 'fuser = "combsum"\nnormalise = "none"\nlanes = ["dense", "sparse"]',
}


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Mapping[str, Sequence[str]]]:
    """What a report says of conditions of every fuser, and the notes on record by condition."""
    folder = tmp_path_factory.mktemp("fusing")
    text = EXPERIMENT
    for name in (*BOTH, "raw", "raw-zero"):
        more = CONDITIONS.get(name, "")
        kind = "" if "fuser" in more else f'fuser = "{name}"\nlanes = ["dense", "sparse"]\n'
        text += f"[conditions.{name}]\n{kind}{more}\n"
    plugins = registry(lane("halves", Halves), lane("other-half", OtherHalf))
    with open_store(make_store(folder, topics=20)) as store:
        outcome = run_experiment(store, text, plugins)
        report = load_report(store, find_report(store, outcome.report))
        recorded = {
            one.event.condition: one.event.notes  # type: ignore[union-attr]  # of this type
            for one in store.events()
            if one.event.TYPE == "condition-fused"
        }
    return "\n".join(report.head.notes), recorded


@pytest.mark.parametrize("name", BOTH)
def test_p45_lanes_without_a_common_unit_are_told(
    notes: tuple[str, Mapping[str, Sequence[str]]], name: str
) -> None:
    """Ids of different kinds fuse to nonsense in silence otherwise."""
    told, recorded = notes
    note = "lanes dense and sparse have no unit in common: their ids may be of different kinds"

    assert note in recorded[name]
    assert f"L{note[1:]}." in told


@pytest.mark.parametrize("name", BOTH)
def test_p51_topics_that_a_lane_lacks_are_counted(
    notes: tuple[str, Mapping[str, Sequence[str]]], name: str
) -> None:
    """On record, and in the report."""
    told, recorded = notes

    assert "ranked nothing, of 20 topics: sparse for 4" in recorded[name]
    assert "Ranked nothing, of 20 topics: sparse for 4." in told


def test_p52_raw_scores_that_are_added_are_labelled(
    notes: tuple[str, Mapping[str, Sequence[str]]],
) -> None:
    """With the range of each lane, and which lanes have a scale of another kind."""
    told, recorded = notes

    (raw,) = [note for note in recorded["raw"] if note.startswith("raw scores")]
    assert raw.startswith("raw scores were added as they are: dense 0.1 to 1, words ")
    assert raw.endswith(
        "within 0 to 1: dense; beyond: words: scores of different kinds, whose sum follows the "
        "larger ones"
    )
    (alike,) = [note for note in recorded["raw-zero"] if note.startswith("raw scores")]
    assert "raw scores were added as they are: dense 0.1 to 1, sparse 0.1 to 1" == alike
    assert f"R{raw[1:]}." in told
    scaled = [note for name in SCALED for note in recorded[name]]
    assert not [note for note in scaled if note.startswith("raw")]


def test_p52_a_lane_of_weight_zero_is_no_scale() -> None:
    """Its scores are not added."""
    lanes = {"dense": Rankings.of(ONE, [[("a", 0.5)]]), "sparse": Rankings.of(ONE, [[("a", 23.1)]])}
    one_lane = WeightedSumFuser(normalise="none", weights={"dense": 1.0, "sparse": 0.0})
    both = WeightedSumFuser(normalise="none", weights={"dense": 1.0, "sparse": 0.1})

    assert () == one_lane.notes_on(lanes)
    (note,) = both.notes_on(lanes)
    assert "dense 0.5 to 0.5, sparse 23.1 to 23.1" in note


class Talkative:
    """A fuser that says something that is no sentence."""

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        """The first lane."""
        return next(iter(lanes.values())).cut(depth)

    def notes_on(self, lanes: Mapping[str, Rankings]) -> object:
        """No sentences."""
        return 7


def test_a_fuser_whose_notes_are_no_sentences_fails_its_condition(tmp_path: Path) -> None:
    """And no other one."""
    record = FuserPlugin(name="talkative", version="1", summary="a toy", build=Talkative)
    text = (
        '[experiment]\nmetrics = ["R@10"]\n[lanes.words]\nplugin = "bm25"\n'
        '[conditions.odd]\nfuser = "talkative"\n[conditions.even]\nfuser = "single"\n'
    )
    with open_store(make_store(tmp_path, topics=5)) as store:
        outcome = run_experiment(store, text, registry(record))

    (failed,) = outcome.failed
    assert failed.startswith("odd: ")
    assert "a tuple of sentences" in failed
