"""A run with plugins of others: their faults are named, and what they spoil is theirs alone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from distributions import GOOD

TOYS = Path(__file__).resolve().parents[1] / "toys"
EXPERIMENT = """
[experiment]
corpus = "demo"
gold = "demo"
unit = "document"
retrieve = 20
depth = 10
baseline = "own"
metrics = ["nDCG@10"]
primary = "nDCG@10"
test = "sign-flip"
alpha = 0.05

[lanes.own]
plugin = "benchbook:bm25"
[lanes.other]
plugin = "{plugin}"
{parameters}

[conditions.own]
fuser = "single"
lanes = ["own"]
[conditions.other]
fuser = "{fuser}"
lanes = ["other"]
"""
UNLUCKY = """
from benchbook import FuserPlugin, hookimpl


class Unlucky:
    def fuse(self, topics, lanes, depth):
        raise ZeroDivisionError("float division")


@hookimpl
def benchbook_plugins():
    return [FuserPlugin(name="unlucky", version="1", summary="a toy", build=Unlucky)]
"""

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the demo's corpus and gold set."""
    folder = tmp_path_factory.mktemp("demo")
    ended = CliRunner().invoke(main, ["demo", "--dir", str(folder)])
    assert 0 == ended.exit_code, ended.output
    return folder


@pytest.fixture
def run(finished: Path, tmp_path: Path) -> Run:
    """Run an experiment that holds a built-in lane and another one, in a workspace of its own."""
    workspace = shutil.copytree(finished, tmp_path / "workspace")

    def evaluate(plugin: str, *files: Path, parameters: str = "", fuser: str = "single") -> Result:
        experiment = tmp_path / "experiment.toml"
        text = EXPERIMENT.format(plugin=plugin, parameters=parameters, fuser=fuser)
        experiment.write_text(text, "utf-8")
        options = [word for file in files for word in ("--plugin", str(file))]
        words = ["eval", "retrieval", str(experiment), "--dir", str(workspace), "--json", *options]
        return CliRunner().invoke(main, words)

    return evaluate


def rows(ended: Result) -> dict[str, str]:
    """The state of each condition of the report."""
    return {row["name"]: row["state"] for row in report_of(ended)["conditions"]}


def report_of(ended: Result) -> Any:  # noqa: ANN401 - JSON of any shape
    """The report that a run printed."""
    return json.loads(ended.stdout)["content"]


@pytest.mark.slow
def test_lane_of_a_file_is_measured_and_named_local(run: Run, tmp_path: Path) -> None:
    """A lane of one's own stands beside the built-in one, and the report says that it is local."""
    file = tmp_path / "mine.py"
    file.write_text((TOYS / "good/benchbook_toy/lane.py").read_text("utf-8"), "utf-8")

    ended = run("title-words", file, parameters="title_weight = 1.5")

    assert 0 == ended.exit_code, ended.output
    assert {"own": "measured", "other": "measured"} == rows(ended)
    assert ["local:title-words"] == report_of(ended)["head"]["local_plugins"]


@pytest.mark.slow
def test_nan_fails_its_lane_alone(run: Run) -> None:
    """A lane that gives NaN is not measured, its neighbour is, and the exit code is 8."""
    ended = run("local:nan", TOYS / "broken/broken_nan.py")

    assert 8 == ended.exit_code
    assert {"own": "measured", "other": "not measured"} == rows(ended)
    (failed,) = (one for one in report_of(ended)["head"]["lanes"] if one["name"] == "other")
    assert "failed" == failed["state"]
    assert "not a number (NaN)" in failed["reason"]


@pytest.mark.slow
def test_a_fuser_that_breaks_fails_its_condition_alone(run: Run, tmp_path: Path) -> None:
    """The report is printed, the reason is told beside it, and the exit code is 8."""
    file = tmp_path / "mine.py"
    file.write_text(UNLUCKY, "utf-8")

    ended = run("benchbook:bm25", file, fuser="unlucky")

    told = "other: fuser unlucky failed: ZeroDivisionError: float division"
    assert 8 == ended.exit_code, ended.output
    assert {"own": "measured", "other": "not measured"} == rows(ended)
    assert [told] == json.loads(ended.stdout)["failed"]
    assert f"benchbook: condition failed: {told}\n" in ended.stderr
    assert ["local:unlucky"] == report_of(ended)["head"]["local_plugins"]


@pytest.mark.slow
def test_noise_spoils_no_report(run: Run) -> None:
    """What a lane prints while it is built and used does not reach the report on stdout."""
    ended = run("noisy", TOYS / "broken/broken_prints.py")

    assert {"own": "measured", "other": "measured"} == rows(ended)
    assert "noise" not in ended.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plugin", "parameters", "told"),
    [
        ("bm52", "", "did you mean 'bm25'?"),
        ("bm25", "", "write 'benchbook:bm25' or 'local:bm25'"),
        ("benchbook:bm25", "k2 = 1", "the nearest parameter"),
        ("benchbook:bm25", 'k1 = "1"', "expected float"),
        ("local:nothing", "weight = true", "expected float"),
    ],
)
def test_mistake_is_told_before_anything_runs(
    run: Run, tmp_path: Path, plugin: str, parameters: str, told: str
) -> None:
    """A wrong name or parameter ends with exit code 2 and one line, and no run is started."""
    file = tmp_path / "mine.py"
    file.write_text(GOOD, "utf-8")

    ended = run(plugin, TOYS / "broken/broken_twin.py", file, parameters=parameters)

    assert (2, "") == (ended.exit_code, ended.stdout)
    assert told in ended.stderr
    assert 1 == len(ended.stderr.strip().splitlines())
    listed = CliRunner().invoke(
        main, ["run", "list", "--dir", str(tmp_path / "workspace"), "--json"]
    )
    assert 1 == len(json.loads(listed.stdout))
