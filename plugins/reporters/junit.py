"""A report as JUnit XML: what a CI service shows as passed, failed and skipped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from benchbook import (
    ConditionRow,
    GateRow,
    Page,
    Report,
    ReporterPlugin,
    UsageError,
    hookimpl,
    printable,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_OUTCOMES = {"fail": "failure", "inconclusive": "failure", "unattainable": "failure"}
_NOT_MEASURED, _RELAXED = "error", "relaxed"
_CASE = ("case", "outcome", "reason")


class JunitReporter:
    """One test case for each gate and one for each condition.

    A gate that passes has nothing inside its case. One that fails, is inconclusive or unattainable
    is a `failure` of that type: a release must not go out on it. One that is not measured is an
    `error`: nobody knows. A condition that is not measured is `skipped`, with its reason. What was
    measured stands in the properties of each case. There are no times and no DTD; characters that
    XML cannot hold are escaped.
    """

    def render(self, report: Report) -> bytes:
        """The XML in UTF-8, with its declaration."""
        gates = _suite("gates", [_gate(gate) for gate in report.gates], report)
        conditions = _suite(
            "conditions", [_condition(row, report) for row in report.conditions], report
        )
        return _document(f"benchbook report {report.id}", [gates, conditions])

    def render_page(self, page: Page) -> bytes:
        """A page whose rows are cases: they have a `case`, an `outcome` and a `reason`.

        What is relaxed is `skipped`: a service shows it, and does not stop. All else of a row that
        is there stands in the properties of its case.

        Raises:
            UsageError: its rows are no cases.
        """
        if not {"case", "outcome", "reason"}.issubset(page.header):
            message = f"page {page.title!r} has no cases, so that JUnit has nothing to show"
            raise UsageError(message)
        rows = [dict(zip(page.header, row, strict=True)) for row in page.rows]
        return _document(f"benchbook: {page.title}", [_counted("gates", map(_case, rows), {})])


def _document(name: str, suites: list[Element]) -> bytes:
    """The file with its counts."""
    from xml.etree.ElementTree import indent, tostring

    root = _element("testsuites", name=name)
    root.extend(suites)
    for count in ("tests", "failures", "errors", "skipped"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in suites)))
    indent(root)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _case(row: dict[str, str | int | None]) -> Element:
    """A row of a page as a test case."""
    outcome, reason = str(row["outcome"]), str(row["reason"] or row["outcome"])
    case = _element("testcase", classname="benchbook.gates", name=str(row["case"]))
    rest = {name: value for name, value in row.items() if name not in _CASE and value != ""}
    facts = ((name.replace("_", " "), one) for name, one in rest.items())
    case.append(_properties((name, str(one)) for name, one in facts if one is not None))
    if outcome == _RELAXED:
        case.append(_element("skipped", message=reason))
    elif outcome != "pass":
        asked = (str(row[name]) for name in ("condition", "metric", "rule") if row.get(name))
        must = " ".join(asked)
        kind = _OUTCOMES.get(outcome, _NOT_MEASURED)
        message = f"{must}: {reason}" if must else reason
        case.append(_element(kind, type=outcome, message=message))
    return case


def _suite(name: str, cases: list[Element], report: Report) -> Element:
    """A suite of a report, with what it stands on."""
    facts = {
        "report": report.id,
        "run": report.run,
        "fingerprint": report.head.fingerprint,
        "disclaimer": report.head.disclaimer,
    }
    return _counted(name, cases, facts)


def _counted(name: str, every: Iterable[Element], facts: dict[str, str]) -> Element:
    """A suite with its counts."""
    cases = list(every)
    suite = _element("testsuite", name=name, tests=str(len(cases)))
    for count, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(count, str(sum(case.find(kind) is not None for case in cases)))
    suite.append(_properties(facts.items()))
    suite.extend(cases)
    return suite


def _gate(gate: GateRow) -> Element:
    """A gate as a test case."""
    name = f"{gate.name} [{gate.bucket}]" if gate.bucket else gate.name
    case = _element("testcase", classname="benchbook.gates", name=name)
    case.append(_properties(_measured(gate)))
    if gate.verdict != "pass":
        kind = _OUTCOMES.get(gate.verdict, _NOT_MEASURED)
        must = f"{gate.condition} {gate.metric} must be {gate.rule} by its {gate.statistic}"
        case.append(
            _element(kind, type=gate.verdict, message=f"{must}: {gate.reason or gate.verdict}")
        )
    return case


def _measured(gate: GateRow) -> Iterable[tuple[str, str]]:
    """What a gate asked for, what was measured, and when it was declared; only what there is."""
    number = gate.number
    bounds = number.bounds if number else None
    facts = {
        "condition": gate.condition,
        "metric": gate.metric,
        "threshold": gate.rule,
        "statistic": gate.statistic,
        "needs": gate.needs or None,
        "baseline": gate.baseline or None,
        "bucket": gate.bucket or None,
        "observed": number.value if number else None,
        "low": bounds.low if bounds else None,
        "high": bounds.high if bounds else None,
        "n": str(number.n) if number else None,
        "of": str(number.of) if number else None,
        "note": gate.note or None,
        "declared": str(gate.declared),
        "prior runs": str(gate.prior_runs),
        "post hoc": "yes" if gate.is_post_hoc else "no",
    }
    return [(name, value) for name, value in facts.items() if value is not None]


def _condition(row: ConditionRow, report: Report) -> Element:
    """A condition as a test case: whether it could be measured."""
    case = _element("testcase", classname="benchbook.conditions", name=row.name)
    pairs = zip(report.metrics, row.numbers, strict=True)
    case.append(_properties((metric, one.value) for metric, one in pairs if one.value is not None))
    if row.state != "measured":
        case.append(_element("skipped", message=f"{row.state}: {row.reason}"))
    return case


def _properties(facts: Iterable[tuple[str, str]]) -> Element:
    """Names and values."""
    properties = _element("properties")
    properties.extend(_element("property", name=name, value=value) for name, value in facts)
    return properties


def _element(tag: str, **attributes: str) -> Element:
    """An element, its text as XML can hold it."""
    from xml.etree.ElementTree import Element

    return Element(tag, {name: printable(text) for name, text in attributes.items()})


@hookimpl
def benchbook_plugins() -> list[ReporterPlugin]:
    """Register the reporter."""
    return [
        ReporterPlugin(
            name="junit",
            version="1",
            summary="gates and conditions as test cases, for a CI service",
            build=JunitReporter,
            media="text/xml",
            suffix=".xml",
        )
    ]
