"""The page: it needs nothing from elsewhere, nothing in it can act, and its parts hang together."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import attrs
import pytest

from benchbook import Report
from benchbook.plugins.reporters.html import page
from benchbook.testing import ReporterContract, toy_report
from big_report import big_report

VOID = {"br", "col", "hr", "img", "input", "link", "meta", "wbr"}
HALF_A_MEGABYTE = 500_000
CSS = Path(page.__file__).with_name("page.css").read_text("utf-8")


class TestHtml(ReporterContract):
    """The contract of reporters."""

    plugin = page.benchbook_plugins()[0]


class Parsed(HTMLParser):
    """A page as a parser sees it.

    Attributes:
        tags: each tag with its attributes, in order.
        faults: tags that are closed but not open, or open at the end.
        texts: what stands between tags, style sheets left out.
        headings: levels of headings, in order.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.faults: list[str] = []
        self.texts: list[str] = []
        self.headings: list[int] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.faults += self._open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Remember a tag."""
        self.tags.append((tag, dict(attributes)))
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Remember a tag without content."""
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost tag, which must be this one."""
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        """Remember a text."""
        if self._open and self._open[-1] != "style":
            self.texts.append(data)

    def values(self, attribute: str) -> list[str]:
        """Every value of an attribute."""
        return [found[attribute] or "" for _, found in self.tags if attribute in found]


def rendered(report: Report) -> str:
    """The page of a report."""
    return page.HtmlReporter().render(report).decode()


BIG, TOY = big_report(), toy_report()
PAGES = {
    "big": rendered(BIG),
    "toy": rendered(TOY),
    "empty": rendered(attrs.evolve(TOY, conditions=(), topics=(), findings=(), gates=())),
}


@pytest.fixture(params=sorted(PAGES))
def text(request: pytest.FixtureRequest) -> str:
    """A page of each report."""
    return PAGES[request.param]


def test_tags_are_balanced(text: str) -> None:
    """Every tag is closed where it should be."""
    assert [] == Parsed(text).faults


def test_nothing_can_act(text: str) -> None:
    """No script, no frame, no form, no handler of an event, no base for links."""
    parsed = Parsed(text)
    acting = {"base", "embed", "form", "iframe", "img", "link", "object", "script"}

    assert set() == {tag for tag, _ in parsed.tags} & acting
    assert [] == [name for _, found in parsed.tags for name in found if name.startswith("on")]
    assert ["Content-Security-Policy"] == parsed.values("http-equiv")


def test_the_policy_forbids_all_but_inline_styles(text: str) -> None:
    """A browser that heeds it runs and loads nothing, whatever slipped in."""
    metas = [found for tag, found in Parsed(text).tags if tag == "meta" and "http-equiv" in found]

    expected = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    assert [expected] == [found["content"] for found in metas]


def test_nothing_is_loaded(text: str) -> None:
    """Every reference is a place in the page; style sheets import nothing."""
    parsed = Parsed(text)

    assert [] == [value for value in parsed.values("href") if not value.startswith("#")]
    assert [] == parsed.values("src") + parsed.values("srcset") + parsed.values("xlink:href")
    assert [] == re.findall(r"url\(|@import|https?://", text)


def test_every_place_occurs_once_and_every_link_leads_somewhere(text: str) -> None:
    """Ids are unique; fragments and labels name one of them."""
    parsed = Parsed(text)
    ids = Counter(parsed.values("id"))
    named = {value.removeprefix("#") for value in parsed.values("href")}
    named |= {one for value in parsed.values("aria-labelledby") for one in value.split()}

    assert {} == {name: count for name, count in ids.items() if count > 1}
    assert set() == named - set(ids)


def test_headings_skip_no_level(text: str) -> None:
    """One title, and no heading two levels below the one before it."""
    levels = Parsed(text).headings

    assert 1 == levels.count(1)
    assert [] == [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1]


def test_every_picture_has_words_of_its_own(text: str) -> None:
    """Each drawing is named for who cannot see it, or hidden from them."""
    drawings = re.findall(r"<svg([^>]*)>(<title)?", text)

    assert [] == [
        found
        for found, title in drawings
        if 'aria-hidden="true"' not in found
        and not ("role" in found and (title or "aria-label" in found))
    ]


def test_tables_have_headers_and_captions(text: str) -> None:
    """Every table says what it is; every header says what it heads."""
    parsed = Parsed(text)
    tags = [tag for tag, _ in parsed.tags]

    assert tags.count("table") == tags.count("caption")
    assert [] == [found for tag, found in parsed.tags if tag == "th" and "scope" not in found]


def test_hostile_text_is_shown_and_does_nothing() -> None:
    """Markup in names is text; control characters are made visible."""
    parsed = Parsed(PAGES["toy"])
    shown = "".join(parsed.texts)

    assert "<img src=x onerror=alert(1)>" in shown
    assert "\\x1b[31m\\x00\\u202e" in shown
    assert not re.search(r"[\x00-\x08\x1b\u202e]", PAGES["toy"])


def test_hostile_ids_make_no_anchor_of_their_own() -> None:
    """A question's id that is no plain word is linked by its place."""
    hostile = 'x onclick=alert(1) "'
    topics = (attrs.evolve(TOY.topics[0], id=hostile), attrs.evolve(TOY.topics[1], id="question-1"))
    parsed = Parsed(rendered(attrs.evolve(TOY, topics=topics)))

    assert {"question-1", "q-question-1"} <= set(parsed.values("id"))
    assert [] == parsed.values("onclick")


@pytest.mark.parametrize("relevant", [5, 20])
def test_a_big_report_stays_below_half_a_megabyte(relevant: int) -> None:
    """13 conditions by 200 questions with titles of 80 characters, however much is relevant."""
    report = big_report(relevant=relevant)

    assert (13, 200) == (len(report.conditions), len(report.topics))
    assert len(page.HtmlReporter().render(report)) < HALF_A_MEGABYTE


def test_more_questions_than_are_shown_are_counted() -> None:
    """A page says what it leaves out, and where that is."""
    topics = tuple(attrs.evolve(TOY.topics[1], id=f"t{number}", bucket="") for number in range(501))

    text = rendered(attrs.evolve(TOY, topics=topics))

    assert "The first 500 of 501 questions are here" in text
    assert "id=q-t499" in text
    assert "id=q-t500" not in text


def test_every_question_is_there_with_its_documents() -> None:
    """Text, state, the first of the baseline, and every relevant document or how many more."""
    parsed = Parsed(PAGES["big"])
    shown = " ".join(" ".join(parsed.texts).split())

    for topic in (BIG.topics[0], BIG.topics[100], BIG.topics[199]):
        assert f"q-{topic.id}" in parsed.values("id")
        assert topic.text in shown
        assert all(unit.title.strip() in shown for unit in topic.first)


def test_style_is_for_dark_rooms_paper_and_telephones() -> None:
    """The rules are there; a screen that is narrow, a dark one and a sheet have their own."""
    for rule in ("prefers-color-scheme: dark", "@media print", "max-width: 560px", "@page"):
        assert rule in CSS
    assert "::details-content" in CSS.partition("@media print")[2]
    assert CSS.strip() in PAGES["toy"]


def luminance(colour: str) -> float:
    """The relative luminance of a colour as WCAG 2.2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21, as WCAG 2.2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_text_can_be_read_in_light_dark_and_print() -> None:
    """Every colour of text has a contrast of 4.5 at least with what lies behind it."""
    schemes = [
        dict(re.findall(r"--([a-z]+): (#[0-9a-f]{3,6})\b", block))
        for block in re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
        if "--paper" in block
    ]
    full = [
        {
            name: colour if len(colour) > 4 else "#" + 2 * colour[1] + 2 * colour[2] + 2 * colour[3]
            for name, colour in scheme.items()
        }
        for scheme in schemes
    ]

    assert 3 == len(full)
    for scheme in full:
        for name in ("ink", "quiet", "better", "worse", "bar"):
            for ground in ("paper", "wash"):
                assert contrast(scheme[name], scheme[ground]) >= 4.5, (name, ground)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["0", "4711"])
def test_another_process_gives_the_same_bytes(seed: str) -> None:
    """Neither the hash seed nor the time zone reaches the page."""
    code = (
        "import sys; from big_report import big_report; "
        "from benchbook.plugins.reporters.html.page import HtmlReporter; "
        "sys.stdout.buffer.write(HtmlReporter().render(big_report()))"
    )
    support = str(Path(__file__).parents[2] / "support")
    environment = {
        "PYTHONHASHSEED": seed,
        "PYTHONPATH": support,
        "TZ": "Asia/Kathmandu",
        "LC_ALL": "C",
    }

    again = subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True
    ).stdout

    assert PAGES["big"].encode() == again
