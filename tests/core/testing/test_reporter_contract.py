"""The contract of reporters: an honest one passes, and each rule catches one that breaks it."""

from __future__ import annotations

import itertools
import locale
from collections.abc import Callable, MutableMapping
from typing import Any, cast

import pytest

from benchbook import Page, Report, ReporterPlugin
from benchbook.core.reports.rows import ConditionRow
from benchbook.testing import ReporterContract
from judging import SLOW, broken_rules


class Honest:
    """A row of Markdown per condition and topic, everything unusual spelt as a code."""

    def render(self, report: Report) -> bytes:
        lines = [f"| {self.safe(row.name)} | {self.cells(row)} |" for row in report.conditions]
        topics = [f"| {self.safe(one.id)} | {self.safe(one.text)} |" for one in report.topics]
        return "\n".join(["# Report", "", *lines, "", *topics, ""]).encode()

    def cells(self, row: ConditionRow) -> str:
        return ", ".join(number.value or self.nothing for number in row.numbers)

    nothing = "not measured"

    def safe(self, text: str) -> str:
        return "".join(
            char if char.isalnum() or char in " -" else f"&#{ord(char)};" for char in text
        )


class GivesText(Honest):
    def render(self, report: Report) -> bytes:
        return super().render(report).decode()  # type: ignore[return-value]  # the fault itself


class CountsItsPages(Honest):
    page = 0

    def render(self, report: Report) -> bytes:
        self.page += 1
        return super().render(report) + f"page {self.page}\n".encode()


class WritesLatin1(Honest):
    def safe(self, text: str) -> str:
        return super().safe(text.replace("日", ""))

    def render(self, report: Report) -> bytes:
        return super().render(report).decode().encode("latin-1")


class LetsControlsThrough(Honest):
    def safe(self, text: str) -> str:
        return "".join(
            char if char == "\x1b" else super(LetsControlsThrough, self).safe(char) for char in text
        )


class LetsLinesThrough(Honest):
    def render(self, report: Report) -> bytes:
        told = ["".join(c for c in one.text if c.isalnum() or c in " \n") for one in report.topics]
        return super().render(report) + "\n".join(told).encode()


class LetsMarkupThrough(Honest):
    def safe(self, text: str) -> str:
        return super().safe(text).replace("&#60;", "<")


class LetsBarsThrough(Honest):
    def safe(self, text: str) -> str:
        return super().safe(text).replace("&#124;", "|")


class PrintsNone(Honest):
    nothing = "None"


class WantsACondition(Honest):
    def render(self, report: Report) -> bytes:
        return super().render(report) + report.conditions[0].name.encode()


class MarksTheReport(Honest):
    def render(self, report: Report) -> bytes:
        cast("MutableMapping[str, int]", report.head.states)["seen"] = 1
        return super().render(report)


class HonestOfPages(Honest):
    """Each section's title as a heading, each row of its table under it."""

    def render_page(self, page: Page) -> bytes:
        parts = [f"# {self.safe(page.title)}"]
        for section in page.shown:
            parts += [f"# {self.safe(section.title)}", *map(self.safe, section.lines)]
            rows = section.table.rows if section.table else ()
            parts += ["| " + " | ".join(map(self.safe, row)) + " |" for row in rows]
        parts += [" ".join(self.cell(cell) for cell in row) for row in page.rows]
        return "\n".join(parts).encode()

    def cell(self, cell: object) -> str:
        return "" if cell is None else self.safe(str(cell))


class CountsItsDrawings(HonestOfPages):
    drawn = itertools.count()

    def render_page(self, page: Page) -> bytes:
        return super().render_page(page) + str(next(self.drawn)).encode()


class LetsTitlesThrough(HonestOfPages):
    def render_page(self, page: Page) -> bytes:
        return page.title.encode() + super().render_page(page)


class PrintsNoneInPages(HonestOfPages):
    def cell(self, cell: object) -> str:
        return self.safe(str(cell))


class WantsASection(HonestOfPages):
    def render_page(self, page: Page) -> bytes:
        return super().render_page(page) + page.sections[0].title.encode("ascii", "ignore")[:1]


class AsksTheMachine(Honest):
    def render(self, report: Report) -> bytes:
        return super().render(report) + locale.getpreferredencoding().encode()


def record(build: Callable[..., Any], media: str = "text/markdown") -> ReporterPlugin:
    """A record for a reporter of this file."""
    return ReporterPlugin(
        name="toy", version="1", summary="a toy", build=build, media=media, suffix=".md"
    )


class HonestContract(ReporterContract):
    """The contract over the honest reporter."""

    plugin = record(Honest)


class MachineContract(ReporterContract):
    """The contract over a reporter that differs from machine to machine."""

    plugin = record(AsksTheMachine)


@pytest.mark.slow
def test_honest_reporter_passes() -> None:
    """A reporter that keeps every rule fails none, so that a failure means something."""
    assert set() == broken_rules(HonestContract, slow=True)


@pytest.mark.slow
def test_reporter_that_depends_on_the_machine_fails() -> None:
    """A reporter that follows the machine's encoding is caught, and by that rule alone."""
    assert {SLOW} == broken_rules(MachineContract, slow=True)


def test_reporter_that_gives_text_fails() -> None:
    """A reporter that gives str instead of bytes is caught by the rule about bytes."""
    contract = type("Contract", (ReporterContract,), {"plugin": record(GivesText)})

    assert "test_gives_bytes" in broken_rules(contract)


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (CountsItsPages, {"rendered_twice_is_the_same"}),
        (LetsControlsThrough, {"control_characters_are_escaped"}),
        (LetsLinesThrough, {"hostile_line_starts_no_line"}),
        (LetsMarkupThrough, {"hostile_markup_is_escaped"}),
        (LetsBarsThrough, {"hostile_markup_is_escaped"}),
        (PrintsNone, {"unmeasured_is_no_number"}),
        (WantsACondition, {"empty_report"}),
        (MarksTheReport, {"report_is_left_alone"}),
        (HonestOfPages, set()),
        (CountsItsDrawings, {"page_rendered_twice_is_the_same"}),
        (LetsTitlesThrough, {"page_hostile_text_is_escaped"}),
        (PrintsNoneInPages, {"page_unmeasured_is_no_number"}),
        (WantsASection, {"empty_page"}),
    ],
)
def test_each_rule_catches_its_breaker(build: type, expected: set[str]) -> None:
    """A reporter that breaks one promise fails exactly the rules about it."""
    contract = type("Contract", (ReporterContract,), {"plugin": record(build)})

    assert {f"test_{rule}" for rule in expected} == broken_rules(contract)


def test_reporter_of_another_encoding_fails() -> None:
    """Text that is not UTF-8 is caught wherever text is looked at."""
    contract = type("Contract", (ReporterContract,), {"plugin": record(WritesLatin1)})

    assert "test_text_is_utf8" in broken_rules(contract)


def test_record_without_media_fails() -> None:
    """A reporter that does not say what its bytes are is refused by the rule about records."""
    contract = type("Contract", (ReporterContract,), {"plugin": record(Honest, "")})

    assert "test_record_is_admitted" in broken_rules(contract)
