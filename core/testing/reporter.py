"""The contract of reporters."""

from __future__ import annotations

import re
from typing import ClassVar

import attrs

from ..errors import UsageError
from ..hookspec import Reporter, ReporterPlugin
from ..plugging.contracts import check_bytes
from ..reports.layout import Page
from ..reports.report import Report
from .check import Contract
from .toy_page import toy_page
from .toy_report import toy_report

_CONTROLS = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
_MARKUP = re.compile(r"(?<!\\)<img")
_INJECTED = re.compile(r"^\W*INJECTED", re.MULTILINE)
_EMPTY_WORDS = re.compile(r"\b(None|nan|NaN)\b")
_PIPE = re.compile(r"(?<!\\)\|")


class ReporterContract(Contract):
    """What every reporter must keep. Subclass it, name `plugin`, and pytest runs the rules.

    Rules about pages are skipped where the reporter has no `render_page`, or refuses the page.

    Attributes:
        plugin: the reporter's record.
        params: parameters for its `build`.
        report: what is rendered; the toy report holds every state and hostile text.
        page: likewise, for a reporter that renders pages too.
    """

    plugin: ClassVar[ReporterPlugin]
    report: ClassVar[Report] = toy_report()
    page: ClassVar[Page] = toy_page()

    def test_gives_bytes(self) -> None:
        """A report is rendered to bytes, some of them."""
        if not self._render(self.report):
            self.fail("gives bytes", "no byte", "at least one")

    def test_rendered_twice_is_the_same(self) -> None:
        """The same object, and another one, render the same bytes again."""
        reporter: Reporter = self.build()
        first = reporter.render(self.report)
        self.expect("rendered twice, the same", first, reporter.render(self.report), "equal bytes")
        self.expect("rendered twice, the same", first, self._render(self.report), "equal bytes")

    def test_text_is_utf8(self) -> None:
        """A textual report is UTF-8, whatever the machine's encoding."""
        self._text(self.report)

    def test_control_characters_are_escaped(self) -> None:
        """No control character or text direction of a hostile name reaches the reader raw."""
        self._check_controls(self._text(self.report))

    def test_hostile_line_starts_no_line(self) -> None:
        """A line break inside a name does not start a line of the report."""
        self._check_lines(self._text(self.report))

    def test_hostile_markup_is_escaped(self) -> None:
        """Where a report is markup, markup inside a name stays text."""
        self._check_markup(self._text(self.report))

    def test_unmeasured_is_no_number(self) -> None:
        """What has no value is not shown as Python's None or as NaN."""
        if self._media == "application/json":
            self.skip("JSON has a word of its own for no value")
        self._check_words(self._text(toy_report(hostile=False)))

    def test_empty_report(self) -> None:
        """A report without conditions and topics is rendered."""
        self._render(attrs.evolve(self.report, conditions=(), topics=()))

    def test_report_is_left_alone(self) -> None:
        """Rendering changes nothing in the report."""
        report = toy_report()
        before = repr(report)
        self._render(report)
        self.expect("the report is left alone", before, repr(report), "an untouched report")

    def test_page_rendered_twice_is_the_same(self) -> None:
        """The same object, and another one, render the same bytes of a page again."""
        first = self._draw(self.page)
        self.expect("rendered twice, the same", first, self._draw(self.page), "equal bytes")

    def test_page_hostile_text_is_escaped(self) -> None:
        """Neither control characters, lines nor markup of a page's text become the page's own."""
        text = self._decoded(self._draw(self.page))
        self._check_controls(text)
        self._check_lines(text)
        self._check_markup(text)

    def test_page_unmeasured_is_no_number(self) -> None:
        """A cell of a page without a value is not shown as Python's None or as NaN."""
        self._check_words(self._decoded(self._draw(toy_page(hostile=False))))

    def test_empty_page(self) -> None:
        """A page without sections and rows is rendered."""
        self._draw(attrs.evolve(self.page, sections=(), rows=()))

    def footprint(self) -> bytes:
        """The bytes of the report, and of the page where there are any."""
        return self._render(self.report) + (self._drawn(self.page) or b"")

    @property
    def _media(self) -> str:
        """The media type without its parameters, such as a character set."""
        return self.plugin.media.partition(";")[0].strip().lower()

    def _check_controls(self, text: str) -> None:
        """No control character or text direction stands raw."""
        raw = _CONTROLS.search(text)
        # JSON's own rule lets text directions stand; whoever shows the decoded text escapes them.
        if raw and not (self._media == "application/json" and raw[0] > "\x9f"):
            self.fail("control characters are escaped", f"a raw U+{ord(raw[0]):04X}", "none")

    def _check_lines(self, text: str) -> None:
        """No line begins with what stood behind a line break in a name."""
        if _INJECTED.search(text):
            self.fail("a hostile line starts no line", "a line of the name's own", "one line")

    def _check_markup(self, text: str) -> None:
        """Markup in a name is text, and bars in it are no columns."""
        if self._media in {"text/markdown", "text/html"} and _MARKUP.search(text):
            self.fail("hostile markup is escaped", "a raw <img>", "an escaped one")
        if self._media == "text/markdown":
            self._check_columns(text)

    def _check_words(self, text: str) -> None:
        """No value is Python's None or NaN."""
        word = _EMPTY_WORDS.search(text)
        if word:
            self.fail("unmeasured is no number", repr(word[0]), "words, or a sign, for no value")

    def _check_columns(self, text: str) -> None:
        """Every row of a table has as many columns as its head, whatever a name holds."""
        head = 0
        for line in text.splitlines():
            columns = len(_PIPE.findall(line)) if line.startswith("|") else 0
            if head and columns not in {0, head}:
                self.fail("hostile markup is escaped", f"{columns} bars: {line[:80]}", str(head))
            head = columns

    def _render(self, report: Report) -> bytes:
        """Render and check as a command does."""
        return check_bytes(self.name, self.build().render(report))

    def _draw(self, page: Page) -> bytes:
        """Render a page likewise; a reporter of reports alone skips the rule."""
        drawn = self._drawn(page)
        if drawn is None:
            self.skip(f"{self.name} does not render such a page")
        return drawn

    def _drawn(self, page: Page) -> bytes | None:
        """The bytes of a page; None where the reporter renders reports alone, or refuses it."""
        reporter = self.build()
        if not hasattr(reporter, "render_page"):
            return None
        try:
            made = reporter.render_page(page)
        except UsageError:
            return None
        return check_bytes(self.name, made)

    def _text(self, report: Report) -> str:
        """A report as text."""
        return self._decoded(self._render(report))

    def _decoded(self, rendered: bytes) -> str:
        """Bytes as text; a reporter of another kind of media skips the rule."""
        if not (self._media.startswith("text/") or self._media == "application/json"):
            self.skip(f"{self._media} is not text")
        try:
            return rendered.decode()
        except UnicodeDecodeError as exc:
            self.fail("text is UTF-8", str(exc), "UTF-8")
