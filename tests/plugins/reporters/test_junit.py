"""The JUnit XML: its shape, and which outcome of a gate becomes what."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import attrs
import pytest

from benchbook import Report
from benchbook.plugins.reporters.junit import JunitReporter
from benchbook.testing import HOSTILE, toy_report
from reports_made import ablation_report

REPORT = ablation_report()
# What JUnit's readers share: each element, the attributes that it may and must have, and what may
# be inside it, in this order.
SHAPE: dict[str, tuple[set[str], set[str], list[str]]] = {
    "testsuites": (
        {"name", "tests", "failures", "errors", "skipped"},
        {"name", "tests"},
        ["testsuite"],
    ),
    "testsuite": (
        {"name", "tests", "failures", "errors", "skipped"},
        {"name", "tests", "failures", "errors", "skipped"},
        ["properties", "testcase"],
    ),
    "properties": (set(), set(), ["property"]),
    "property": ({"name", "value"}, {"name", "value"}, []),
    "testcase": (
        {"name", "classname"},
        {"name", "classname"},
        ["properties", "skipped", "error", "failure"],
    ),
    "failure": ({"type", "message"}, {"type", "message"}, []),
    "error": ({"type", "message"}, {"type", "message"}, []),
    "skipped": ({"message"}, {"message"}, []),
}


def parsed(report: Report) -> Element:
    """The XML as a CI service reads it."""
    return fromstring(JunitReporter().render(report))  # noqa: S314 - our own bytes


def case(report: Report, suite: str, name: str) -> Element:
    """One test case."""
    (found,) = (
        one
        for group in parsed(report).iter("testsuite")
        if group.get("name") == suite
        for one in group.iter("testcase")
        if one.get("name") == name
    )
    return found


def properties(element: Element) -> dict[str, str]:
    """Its own properties."""
    return {
        one.attrib["name"]: one.attrib["value"] for one in element.findall("properties/property")
    }


def check(element: Element) -> None:
    """Hold an element and all inside it against the shape."""
    may, must, inside = SHAPE[element.tag]
    tags = [child.tag for child in element]

    assert must <= set(element.attrib) <= may, element.tag
    assert set(tags) <= set(inside), element.tag
    assert tags == sorted(tags, key=inside.index), element.tag
    for child in element:
        check(child)


@pytest.mark.parametrize("report", [REPORT, toy_report()])
def test_it_has_the_shape_that_readers_expect(report: Report) -> None:
    """Elements, attributes and order; whatever the names are."""
    root = parsed(report)

    assert "testsuites" == root.tag
    check(root)


@pytest.mark.parametrize("report", [REPORT, toy_report()])
def test_the_counts_are_those_of_the_cases(report: Report) -> None:
    """By suite and over all; services trust them."""
    root = parsed(report)
    for element in (root, *root.iter("testsuite")):
        counted = {
            "tests": sum(1 for _ in element.iter("testcase")),
            "failures": sum(1 for _ in element.iter("failure")),
            "errors": sum(1 for _ in element.iter("error")),
            "skipped": sum(1 for _ in element.iter("skipped")),
        }
        assert {key: str(count) for key, count in counted.items()} == {
            key: element.get(key) for key in counted
        }


@pytest.mark.parametrize(
    ("gate", "tag", "kind"),
    [
        ("gate 0", None, None),
        ("gate 1", "failure", "fail"),
        ("gate 2 [numeric]", "failure", "inconclusive"),
        ("gate 3", "failure", "unattainable"),
        ("gate 4", "error", "not measured"),
    ],
)
def test_each_outcome_of_a_gate_has_its_element(
    gate: str, tag: str | None, kind: str | None
) -> None:
    """Only a gate that passes is green."""
    found = [one for one in case(toy_report(), "gates", gate) if one.tag != "properties"]

    assert ([tag] if tag else []) == [one.tag for one in found]
    assert ([kind] if kind else []) == [one.get("type") for one in found]


def test_a_gate_says_what_was_asked_and_what_was_measured() -> None:
    """Threshold, statistic, interval, n and when it was declared."""
    number = REPORT.gates[1].number
    assert number
    assert number.bounds

    assert {
        "condition": "full_deep",
        "metric": "Success@10",
        "threshold": "at least 0.9",
        "statistic": "interval",
        "observed": number.value,
        "low": number.bounds.low,
        "high": number.bounds.high,
        "n": "50",
        "of": "50",
        "declared": "12",
        "prior runs": "2",
        "post hoc": "yes",
    } == properties(case(REPORT, "gates", "release"))


def test_a_failed_gate_says_why_in_its_message() -> None:
    """A person who reads the CI page need not open the report."""
    (failure,) = case(REPORT, "gates", "release").findall("failure")

    assert (
        "full_deep Success@10 must be at least 0.9 by its interval: the interval holds 0.9"
        == failure.get("message")
    )


def test_what_was_not_measured_has_no_number() -> None:
    """Neither a gate nor a condition."""
    names = set(properties(case(toy_report(), "gates", "gate 4")))

    assert not names & {"observed", "low", "high", "n"}
    assert {} == properties(case(REPORT, "conditions", "no_retracted"))


def test_a_condition_that_is_not_measured_is_skipped_with_its_reason() -> None:
    """All others are cases that passed, with their values."""
    (skipped,) = case(REPORT, "conditions", "no_retracted").findall("skipped")
    measured = case(REPORT, "conditions", "full_deep")

    assert (skipped.get("message") or "").startswith("not measured: lane hyde skipped: no passages")
    assert REPORT.conditions[0].numbers[0].value == properties(measured)["Success@5"]
    assert ["properties"] == [one.tag for one in measured]


def test_what_xml_cannot_hold_is_escaped() -> None:
    """Control characters, text directions, halves of characters and what is no character."""
    named = f"{HOSTILE}\x00\x0b\ufffe"
    gates = (attrs.evolve(REPORT.gates[0], name=named),)
    root = parsed(attrs.evolve(REPORT, gates=gates))
    name = next(root.iter("testcase")).attrib["name"]

    assert name.endswith(r"INJECTED | row\x00\x0b\ufffe")
    assert name.isprintable()


def test_there_is_no_document_type() -> None:
    """Nothing that a parser would fetch or expand."""
    assert b"<!" not in JunitReporter().render(toy_report())
