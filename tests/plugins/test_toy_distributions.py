"""A third party's distribution works like a built-in; broken ones break nothing but themselves."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from distributions import install

TOYS = Path(__file__).resolve().parents[1] / "toys"
BROKEN = sorted(path.stem for path in (TOYS / "broken").glob("*.py"))
BENCHBOOK = (sys.executable, "-c", "from benchbook.cli.main import main; main()")


def run(site: Path, *arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a program with a folder on its path, as if what it holds were installed."""
    ended = subprocess.run(
        arguments,
        cwd=site,
        env={**os.environ, "PYTHONPATH": str(site), "BENCHBOOK_DISABLE_PLUGINS": ""},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (code, True) == (ended.returncode, "Traceback" not in ended.stderr), ended.stderr
    return ended


def plugins(site: Path, *arguments: str, code: int = 0) -> Any:  # noqa: ANN401 - JSON of any shape
    """What `benchbook plugins` says in JSON."""
    return json.loads(run(site, *BENCHBOOK, "plugins", *arguments, "--json", code=code).stdout)


def install_broken(site: Path, *names: str) -> None:
    """Install broken toys, each as a distribution of its own."""
    for name in names:
        source = (TOYS / "broken" / f"{name}.py").read_text("utf-8")
        install(site, name.replace("_", "-"), {f"{name}.py": source})


def install_good(site: Path) -> None:
    """Install the good toy by hand, as an installer would."""
    package = TOYS / "good" / "benchbook_toy"
    install(
        site,
        "benchbook-toy",
        {f"benchbook_toy/{path.name}": path.read_text("utf-8") for path in package.glob("*.py")},
        {"lane-title-words": "benchbook_toy.lane", "reporter-lines": "benchbook_toy.reporter"},
    )


def third_parties(listed: Any) -> list[str]:  # noqa: ANN401 - JSON of any shape
    """The qualified names of plugins that are not built in."""
    return [one["qualified"] for one in listed if one["distribution"] != "benchbook"]


CONTRACTS = """
from benchbook.testing import LaneContract, ReporterContract
from benchbook_toy import lane, reporter

class TestTitleWords(LaneContract):
    plugin = lane.benchbook_plugins()[0]

class TestLines(ReporterContract):
    plugin = reporter.benchbook_plugins()[0]
"""


@pytest.mark.slow
def test_installed_toy_is_listed_and_keeps_its_contracts(tmp_path: Path) -> None:
    """What pip installs is found, listed with its origin, and passes the public contracts."""
    site = tmp_path / "site"
    copy = shutil.copytree(TOYS / "good", tmp_path / "toy")  # building leaves files behind
    pip = (sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(site))
    subprocess.run([*pip, str(copy)], check=True, stdin=subprocess.DEVNULL)
    (site / "test_toy.py").write_text(CONTRACTS, "utf-8")

    listed = third_parties(plugins(site, "list"))
    tested = run(site, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(site))

    assert ["benchbook-toy:title-words", "benchbook-toy:lines"] == listed
    assert " passed" in tested.stdout
    assert "failed" not in tested.stdout


@pytest.mark.slow
def test_toy_shows_in_the_list_of_a_person(tmp_path: Path) -> None:
    """The table names kind, name, version, distribution and summary."""
    install_good(tmp_path)

    shown = run(tmp_path, *BENCHBOOK, "plugins", "list", "--kind", "lane").stdout

    (line,) = (line for line in shown.splitlines() if "title-words" in line)
    expected = ["lane", "title-words", "1", "benchbook-toy", "1.0", "words", "shared", "with"]
    assert expected == line.split()[:8]


@pytest.mark.slow
def test_everything_broken_at_once_leaves_the_rest_alone(tmp_path: Path) -> None:
    """With all broken toys installed the good one and the built-ins are listed as without them."""
    install_good(tmp_path)
    alone = plugins(tmp_path, "list")
    install_broken(tmp_path, *BROKEN)

    ended = run(tmp_path, *BENCHBOOK, "plugins", "list", "--json")

    beside = [one for one in json.loads(ended.stdout) if "broken" not in one["distribution"]]
    assert alone == beside
    assert "4 entry points broken; see `benchbook plugins doctor`" in ended.stderr


EXPECTED = {
    "broken-incomplete:plotted": (
        "fault",
        "requires benchbook-toy-plots, which is not installed",
        "python -m pip install benchbook-toy-plots",
    ),
    "broken-misspelt:broken_misspelt": ("fault", "unknown hook 'benchbook_plugin'", "upgrade"),
    "broken-on-import:broken_on_import": (
        "fault",
        "ConnectionError: the index server does not answer",
        "BENCHBOOK_DISABLE_PLUGINS=broken-on-import",
    ),
    "broken-silent:broken_silent": ("fault", "the module registers nothing", "tell its author"),
    "broken-yields:broken_yields": ("fault", "gave generator; expected a list", "upgrade"),
    "lane bm25": (
        "notice",
        "taken by benchbook",
        "write benchbook:bm25 or broken-twin:bm25",
    ),
}


@pytest.mark.slow
def test_doctor_says_what_is_wrong_with_each(tmp_path: Path) -> None:
    """The doctor names every broken, incomplete and ambiguous plugin, why, and what to do."""
    install_broken(tmp_path, *BROKEN)

    found = {one["plugin"]: one for one in plugins(tmp_path, "doctor", code=8)["findings"]}

    assert set(EXPECTED) == set(found)
    for plugin, (weight, problem, step) in EXPECTED.items():
        assert weight == found[plugin]["weight"]
        assert problem in found[plugin]["problem"]
        assert step in found[plugin]["step"]


@pytest.mark.slow
def test_name_of_a_built_in_is_a_notice_alone(tmp_path: Path) -> None:
    """Two plugins with one name are no fault until someone uses the short name."""
    install_broken(tmp_path, "broken_twin")

    assert 0 == plugins(tmp_path, "doctor")["faults"]


@pytest.mark.slow
def test_noise_does_not_reach_stdout(tmp_path: Path) -> None:
    """A plugin that prints spoils no JSON: its noise is on stderr."""
    install_broken(tmp_path, "broken_prints")

    ended = run(tmp_path, *BENCHBOOK, "plugins", "list", "--json")

    assert "broken-prints:noisy" in third_parties(json.loads(ended.stdout))
    for noise in ("noise on import", "noise from below", "noise on asking"):
        assert noise in ended.stderr


JUDGE_NAN = """
from benchbook.core.plugging.contracts import PluginFault, check_rankings
from benchbook.core.plugging.loading import load_registry
from benchbook.testing import toy_corpus, toy_topics

registry, corpus, topics = load_registry(), toy_corpus(), toy_topics()
for name in ("broken-nan:nan", "benchbook:bm25"):
    found = registry.find("lane", name)
    made = found.record.build(corpus).retrieve(topics, 10)
    try:
        check_rankings(found.qualified, made, topics, 10, corpus.unit_ids)
        print(found.qualified, "is sound")
    except PluginFault as fault:
        print(fault.plugin, "|", fault.rule, "|", fault.found)
"""


@pytest.mark.slow
def test_nan_is_the_fault_of_its_lane(tmp_path: Path) -> None:
    """A lane that gives NaN is named with the unit and topic, and its neighbour is untouched."""
    install_broken(tmp_path, "broken_nan")

    said = run(tmp_path, sys.executable, "-c", JUDGE_NAN).stdout.splitlines()

    fault = "broken-nan:nan | sound rankings | the score of unit '007' in topic 't00' is not a "
    assert said[0].startswith(fault)
    assert "benchbook:bm25 is sound" == said[1]
