"""Rows P38 to P52 of the pitfalls: what goes wrong where lanes are fused.

Where a row is one of a kind, every fuser that is shipped is held to it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from benchbook import Fuser, Rankings, Topics, UsageError, read_trec_run
from benchbook.core.errors import BadExperiment
from benchbook.core.plugging.loading import load_registry
from benchbook.core.running.experiment import parse_experiment
from benchbook.core.running.planning import plan_run

ONE = Topics.of_ids(["t"])
Row = Sequence[tuple[str, float]]

PARAMETERS: Mapping[str, Mapping[str, object]] = {
    "auto-route": {"rules": ("otherwise -> all",)},
    "combmnz": {},
    "combsum": {},
    "dense-prior": {"dense": "dense"},
    "rank-cutoff-rrf": {"cut": ("sparse",), "cutoff": 100},
    "rrf": {},
    "single": {},
    "weighted-sum": {},
}
"""Every fuser with what it must be given to fuse the lanes `dense` and `sparse`."""

BOTH = sorted(set(PARAMETERS) - {"single"})
"""Those that fuse several lanes."""

WEIGHTED = ("auto-route", "rank-cutoff-rrf", "rrf", "weighted-sum")
SCALED = ("combmnz", "combsum", "dense-prior", "weighted-sum")


def fuser(name: str, **more: object) -> Fuser:
    """A shipped fuser."""
    build = load_registry((), external=False).find("fuser", name).record.build
    made: Fuser = build(**{**PARAMETERS[name], **more})  # type: ignore[assignment]  # a fuser's record builds fusers
    return made


def fused(name: str, dense: Row, sparse: Row, **more: object) -> list[tuple[str, float]]:
    """One topic fused, best first."""
    lanes = {"dense": Rankings.of(ONE, [dense]), "sparse": Rankings.of(ONE, [sparse])}
    ((_, row),) = fuser(name, **more).fuse(ONE, lanes, 10)
    return list(row)


def recorded_parameters(name: str, **more: object) -> Mapping[str, str]:
    """The parameters of a fuser as the ledger keeps them, when an experiment gives these."""
    given = {**PARAMETERS[name], **more}
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in given.items())
    text = (
        '[experiment]\nmetrics = ["R@10"]\n[lanes.dense]\nplugin = "bm25"\n'
        '[lanes.sparse]\nplugin = "bm25"\nk1 = 0.9\n[conditions.one]\n'
        f'fuser = "{name}"\n{lines}[conditions.sparse]\nfuser = "single"\nlanes = ["sparse"]\n'
    )
    if name == "single":
        text = text.replace("[conditions.sparse]", 'lanes = ["dense"]\n[conditions.sparse]')
    experiment = parse_experiment(text, "exp.toml", Path())
    plan = plan_run(experiment, load_registry((), external=False), lambda _: "0" * 64, "0" * 64)
    return plan.conditions[0].made_by.parameters


def ranked(*units: str) -> Row:
    """Units, best first."""
    return [(unit, float(-at)) for at, unit in enumerate(units)]


def test_every_shipped_fuser_is_held_to_these_rows() -> None:
    """A new one must be named here."""
    shipped = load_registry((), external=False).all("fuser")

    assert sorted(PARAMETERS) == sorted(one.record.name for one in shipped)


def test_p38_ranks_begin_at_one_and_a_missing_unit_adds_nothing() -> None:
    """The unit of both lanes leads; a lane that lacks a unit does not rank it last."""
    found = fused("rrf", ranked("X", "a", "Y"), ranked("b", "c", "Y"), k=60.0)

    assert "Y" == found[0][0]
    assert {"X", "b"} == {unit for unit, _ in found[1:3]}
    assert {"a", "c"} == {unit for unit, _ in found[3:]}
    expected = [2 / 63, 1 / 61, 1 / 61, 1 / 62, 1 / 62]
    assert expected == pytest.approx([score for _, score in found], abs=1e-14)


PROGRAM = """
import json, sys
sys.path.insert(0, {folder!r})
from test_fusing import PARAMETERS, fused, ranked
print(json.dumps({{name: fused(name, ranked("X", "a", "Y"), ranked("b", "c", "Y"))
                  for name in PARAMETERS if name != "single"}}))
"""


@pytest.mark.slow
def test_p39_equal_sums_have_one_order_in_every_process() -> None:
    """Whatever the hash seed: X and b tie, so do a and c; a stated key orders them."""
    program = PROGRAM.format(folder=str(Path(__file__).parent))
    support = str(Path(__file__).parents[1] / "support")
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": support, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, zone in (("0", "UTC"), ("1", "Asia/Tokyo"), ("random", "UTC"))
    }

    assert 1 == len(told)
    here = {name: fused(name, ranked("X", "a", "Y"), ranked("b", "c", "Y")) for name in BOTH}
    assert here == {
        name: [tuple(pair) for pair in row] for name, row in json.loads(told.pop()).items()
    }


@pytest.mark.parametrize("name", BOTH)
def test_p39_equal_sums_go_by_the_stated_key(name: str) -> None:
    """Sums fall, and among equal ones ids rise, where the experiment says so."""
    found = fused(name, ranked("X", "a", "Y"), ranked("b", "c", "Y"), ties="doc_id asc")

    assert sorted(found, key=lambda pair: (-pair[1], pair[0])) == found


@pytest.mark.parametrize("name", sorted(PARAMETERS))
def test_p40_the_order_of_equal_rows_in_a_file_changes_nothing(name: str, tmp_path: Path) -> None:
    """A file orders ties by its rule, so that a fuser never sees which line came first."""
    fused_rows = []
    for lines in (["t Q0 a 1 5 x", "t Q0 b 2 5 x"], ["t Q0 b 1 5 x", "t Q0 a 2 5 x"]):
        path = tmp_path / "tied.run"
        path.write_text("\n".join(lines))
        lanes = {"dense": read_trec_run(path)}
        if name != "single":
            lanes["sparse"] = Rankings.of(ONE, [[("c", 1.0)]])
        fused_rows.append(list(fuser(name).fuse(ONE, lanes, 10)))

    assert fused_rows[0] == fused_rows[1]


@pytest.mark.parametrize("name", WEIGHTED)
def test_p42_a_lane_of_weight_zero_adds_nothing(name: str) -> None:
    """Neither a point nor a unit."""
    weights = {"dense": 1.0, "sparse": 0.0}
    alone = fused(name, ranked("a", "b", "c"), ranked(), weights=weights)
    found = fused(name, ranked("a", "b", "c"), ranked("z", "c"), weights=weights)

    assert ["a", "b", "c"] == [unit for unit, _ in found]
    assert alone == found


@pytest.mark.parametrize("name", sorted(PARAMETERS))
def test_p42_an_unknown_parameter_is_an_error(name: str) -> None:
    """Nothing that an experiment says is ignored."""
    with pytest.raises(BadExperiment, match="weigths = 1"):
        recorded_parameters(name, weigths=1)


def test_p44_k_decides_between_agreement_and_the_top() -> None:
    """X is fourth in both lanes, Y first in one: at 60 X leads, at 1 Y does."""
    dense, sparse = ranked("Y", "a", "b", "X"), ranked("c", "d", "e", "X")
    at_60, at_1 = (dict(fused("rrf", dense, sparse, k=k)) for k in (60.0, 1.0))

    assert [0.03125, 1 / 61] == pytest.approx([at_60["X"], at_60["Y"]], abs=1e-14)
    assert "60.0" == recorded_parameters("rrf")["k"]
    assert [0.4, 0.5] == pytest.approx([at_1["X"], at_1["Y"]], abs=1e-14)


@pytest.mark.parametrize("name", ["auto-route", "rank-cutoff-rrf", "rrf"])
@pytest.mark.parametrize("k", [-1.0, float("inf"), float("nan")])
def test_p44_k_is_zero_or_more_and_finite(name: str, k: float) -> None:
    """Of every fuser that has one."""
    with pytest.raises(UsageError, match="; expected a finite number, 0 or more"):
        fuser(name, k=k)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("weighted-sum", {"a": 0.5, "b": 0.5, "c": 0.5, "d": 0.0}),
        ("combsum", {"a": 1.0, "b": 1.0, "c": 1.0, "d": 0.0}),
        ("combmnz", {"a": 1.0, "b": 1.0, "c": 1.0, "d": 0.0}),
        ("dense-prior", {"a": 1.0, "b": 1.0, "c": 0.1, "d": 0.0}),
    ],
)
def test_p47_members_of_a_constant_list_count_one(name: str, expected: dict[str, float]) -> None:
    """A retrieved unit is never taken for a missing one because all scores are equal."""
    more = {"weights": {"dense": 0.5, "sparse": 0.5}} if name == "weighted-sum" else {}
    found = fused(name, [("a", 5.0), ("b", 5.0)], [("c", 9.0), ("d", 1.0)], **more)

    assert expected == pytest.approx(dict(found), abs=1e-12)


@pytest.mark.parametrize("name", SCALED)
def test_p48_the_only_unit_of_a_list_counts_one(name: str) -> None:
    """Whichever lane has it."""
    found = dict(fused(name, [("a", 5.0)], []))

    assert {"a": 1.0} == pytest.approx(found)


@pytest.mark.parametrize("name", SCALED)
def test_p48_a_floor_tells_the_last_unit_from_a_missing_one(name: str) -> None:
    """It is a parameter, and so on record."""
    lanes = ([("a", 9.0), ("z", 1.0)], [("a", 2.0), ("b", 1.0)])

    assert dict(fused(name, *lanes))["z"] == 0
    assert dict(fused(name, *lanes, floor=0.2))["z"] > 0
    assert "0.0" == recorded_parameters(name)["floor"]


@pytest.mark.parametrize("name", BOTH)
def test_p50_a_silent_lane_leaves_the_other_as_it_is(name: str) -> None:
    """The fused ranking is the other lane's; nothing breaks."""
    for dense, sparse in ((ranked("b", "a", "c"), ranked()), (ranked(), ranked("b", "a", "c"))):
        assert ["b", "a", "c"] == [unit for unit, _ in fused(name, dense, sparse)]
    assert [] == fused(name, ranked(), ranked())


@pytest.mark.parametrize("name", BOTH)
def test_p51_topics_of_any_lane_are_fused(name: str) -> None:
    """An outer union: a topic that one lane lacks is the other's."""
    topics = Topics.of_ids(["1", "2", "3"])
    dense = Rankings.of(Topics.of_ids(["1", "2"]), [ranked("a"), ranked("b")]).for_topics(topics)
    sparse = Rankings.of(Topics.of_ids(["2", "3"]), [ranked("b"), ranked("c")]).for_topics(topics)
    found = fuser(name).fuse(topics, {"dense": dense, "sparse": sparse}, 10)

    assert [("1", ("a",)), ("2", ("b",)), ("3", ("c",))] == [
        (id_, found.units(id_)) for id_ in topics.ids
    ]
