"""Gates as CI meets them: exit codes, what is said on stderr, JSON and JUnit, which all agree."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from book import write_collection

TOPICS = 12
EXPERIMENT = """\
[experiment]
name = "{name}"
retrieve = 20
depth = 10
metrics = ["nDCG@10", "Success@10"]
[lanes.keyword]
plugin = "bm25"
[lanes.other]
plugin = "{other}"
[conditions.all]
fuser = "single"
lanes = ["keyword"]
[conditions.second]
fuser = "single"
lanes = ["other"]
"""
LANES = """\
from benchbook import LanePlugin, hookimpl

class Breaking:
    def __init__(self, corpus):
        raise RuntimeError("the index is gone")

@hookimpl
def benchbook_plugins():
    return [LanePlugin(name="breaking", version="1", summary="a toy", build=Breaking)]
"""
GATES = {
    "pass": {"metric": "Success@10", "at_least": "1.0"},
    "fail": {"metric": "Success@10", "at_most": "0.9999999999"},
    "inconclusive": {"metric": "nDCG@10", "at_least": "VALUE", "statistic": '"interval"'},
    "unattainable": {"metric": "Success@10", "at_least": "0.76", "statistic": '"interval"'},
    "not measured": {"metric": "Success@10", "at_least": "1.0", "min_topics": "13"},
}
NUMBERS = count(1)
CODES = {"pass": 0, "fail": 10, "inconclusive": 11, "unattainable": 12, "not measured": 13}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a small corpus and gold set."""
    folder = tmp_path_factory.mktemp("gates")
    write_collection(folder / "small", TOPICS)
    (folder / "lanes.py").write_text(LANES)
    small = str(folder / "small")
    for words in (
        ["init"],
        ["ingest", small, "--corpus", "small", "--reader", "beir"],
        ["gold", "import", small, "--gold", "small", "--reader", "beir"],
    ):
        typed = CliRunner().invoke(main, [*words, "--dir", str(folder)])
        assert 0 == typed.exit_code, typed.output
    return folder


@pytest.fixture(scope="module")
def value(book: Path) -> str:
    """The mean that the inconclusive gate asks for: in the middle of its own interval."""
    report = json.loads(evaluate(book, {}, "--json").stdout)["content"]
    found: str = report["conditions"][0]["numbers"][0]["value"]
    assert 0 < float(found) < 1
    return found


def evaluate(
    book: Path, gates: Mapping[str, Mapping[str, str]], *more: str, other: str = "bm25"
) -> Result:
    """Run an experiment with these gates, by name."""
    name = f"gated-{next(NUMBERS)}"  # an experiment's gates are superseded under its own name
    text = EXPERIMENT.format(name=name, other=other)
    for gate, keys in gates.items():
        text += f'[[gates]]\nname = "{gate}"\n'
        rows = {"condition": '"all"', **keys}
        rows["metric"] = f'"{rows["metric"]}"'
        text += "".join(f"{key} = {written}\n" for key, written in rows.items())
    path = book / "experiments" / f"{name}.toml"
    path.write_text(text)
    plugin = () if other == "bm25" else ("--plugin", str(book / "lanes.py"))
    words = ["eval", "retrieval", str(path), *plugin, *more, "--dir", str(book)]
    return CliRunner().invoke(main, words)


def gates_of(value: str, *verdicts: str) -> dict[str, dict[str, str]]:
    """Gates that come out so, each named by its verdict."""
    return {
        verdict.replace(" ", "-"): {
            key: written.replace("VALUE", value) for key, written in GATES[verdict].items()
        }
        for verdict in verdicts
    }


def cases(junit: str, name: str) -> list[ET.Element]:
    """The test cases of a name."""
    root = ET.fromstring(junit)  # noqa: S314 - of our own making
    return [one for one in root.iter("testcase") if one.get("name") == name]


@pytest.mark.parametrize("verdict", GATES)
def test_code_words_json_and_junit_agree(book: Path, value: str, verdict: str) -> None:
    """P108: one verdict, and every form in which it comes says the same."""
    name = verdict.replace(" ", "-")
    done = evaluate(book, gates_of(value, verdict), "--json")
    (gate,) = json.loads(done.stdout)["content"]["gates"]
    junit = CliRunner().invoke(
        main, ["report", "show", "latest", "--format", "junit", "--dir", str(book)]
    )
    (case,) = cases(junit.stdout, name)
    tag, found = next(((c.tag, c.get("type")) for c in case if c.tag != "properties"), ("", ""))

    assert (CODES[verdict], verdict) == (done.exit_code, gate["verdict"])
    assert (f"gate {name}: {verdict}: " in done.stderr) == (verdict != "pass")
    assert (gate["reason"] in done.stderr) or verdict == "pass"
    expected = {"pass": "", "not measured": "error"}.get(verdict, "failure")
    assert (expected, "" if verdict == "pass" else verdict) == (tag, found)


@pytest.mark.parametrize(("as_what", "code"), [("pass", 0), ("fail", 10)])
def test_inconclusive_is_what_ci_says_it_is(
    book: Path, value: str, as_what: str, code: int
) -> None:
    """The option changes the exit code alone: the report keeps its verdict."""
    gates = gates_of(value, "inconclusive")
    done = evaluate(book, gates, "--inconclusive", as_what, "--json")

    assert code == done.exit_code
    assert "gate inconclusive: inconclusive: " in done.stderr
    assert "inconclusive" == json.loads(done.stdout)["content"]["gates"][0]["verdict"]


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        (("pass", "inconclusive"), 11),
        (("inconclusive", "unattainable"), 12),
        (("inconclusive", "unattainable", "not measured"), 13),
        (tuple(GATES), 10),
    ],
)
def test_the_gravest_gate_decides(
    book: Path, value: str, verdicts: tuple[str, ...], code: int
) -> None:
    """Failed, not measured, unattainable, inconclusive; each that did not pass is told."""
    done = evaluate(book, gates_of(value, *verdicts))
    told = [line for line in done.stderr.splitlines() if line.startswith("benchbook: gate ")]

    assert code == done.exit_code
    assert len(told) == sum(verdict != "pass" for verdict in verdicts)


@pytest.mark.parametrize(("verdict", "code"), [("not measured", 8), ("pass", 8), ("fail", 10)])
def test_a_failed_lane_stands_between_a_failed_gate_and_the_rest(
    book: Path, value: str, verdict: str, code: int
) -> None:
    """A number that was measured and is too low is the graver news; otherwise the run is broken."""
    done = evaluate(book, gates_of(value, verdict), other="local:breaking")

    assert code == done.exit_code
    assert "lane failed: " in done.stderr


def test_a_gate_on_a_condition_that_broke_is_not_measured(book: Path) -> None:
    """It is no failure, and no pass either."""
    gates = {"broken": {"condition": '"second"', "metric": "nDCG@10", "at_least": "0.0"}}
    done = evaluate(book, gates, "--json", other="local:breaking")
    (gate,) = json.loads(done.stdout)["content"]["gates"]

    assert (8, "not measured") == (done.exit_code, gate["verdict"])
    assert "gate broken: not measured: " in done.stderr
    assert "found none" in done.stderr


@pytest.mark.parametrize(("digits", "verdict"), [("", "pass"), ("1", "fail")])
def test_a_threshold_is_held_against_all_places(
    book: Path, value: str, digits: str, verdict: str
) -> None:
    """P105, P106: the recorded decimal itself passes; a hair above it, nothing rounds it up."""
    places = f"{float(value):.10f}"
    asked = f"{places}{digits}"
    done = evaluate(book, {"hair": {"metric": "nDCG@10", "at_least": asked}}, "--json")
    (gate,) = json.loads(done.stdout)["content"]["gates"]

    assert verdict == gate["verdict"]
    assert (f"at least {asked}, found {value}" in done.stderr) == (verdict == "fail")


def test_both_sides_include_the_threshold(book: Path, value: str) -> None:
    """P109: at_least and at_most both pass on the very number; the rule is written that way."""
    gates = {
        "low": {"metric": "nDCG@10", "at_least": value},
        "high": {"metric": "nDCG@10", "at_most": value},
    }
    done = evaluate(book, gates, "--json")
    found: list[dict[str, Any]] = json.loads(done.stdout)["content"]["gates"]

    assert (0, ["pass", "pass"]) == (done.exit_code, [gate["verdict"] for gate in found])
    assert [f"at least {value}", f"at most {value}"] == [gate["rule"] for gate in found]
