"""The page in a browser: no width is too small, and dark rooms, paper and links get what they ask.

Needs a Chromium; where none is installed the tests say so.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Protocol

import attrs
import pytest

from benchbook import Page, Section, Table
from benchbook.core.notebook.fragments import html_of
from benchbook.plugins.reporters.html.page import HtmlReporter
from benchbook.testing import toy_page, toy_report
from big_report import big_report
from house import ROOT

pytestmark = pytest.mark.slow
IS_SHOWN = "document.querySelector('.q p').checkVisibility()"
WIDTH = "document.documentElement.scrollWidth"


class Browser(Protocol):
    """What the tests need of the script's browser."""

    def open(self, page: Path) -> None: ...

    def look(self, picture: object) -> bytes: ...

    def evaluate(self, expression: str) -> object: ...


def screenshots() -> ModuleType:
    """The script that takes the pictures: it knows how to steer a browser."""
    spec = importlib.util.spec_from_file_location("screenshots", ROOT / "docs" / "screenshots.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["screenshots"] = module  # attrs looks annotations up there
    spec.loader.exec_module(module)
    return module


SCRIPT = screenshots()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    program = next(filter(None, map(shutil.which, SCRIPT.PROGRAMS)), None)
    if program is None:
        pytest.skip(f"none of {', '.join(SCRIPT.PROGRAMS)} is installed")
    with SCRIPT.browsing(program) as started:
        yield started


@pytest.fixture(scope="module", params=["big", "toy"])
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page as a file."""
    report = big_report() if request.param == "big" else toy_report()
    path = tmp_path_factory.mktemp("page") / f"{request.param}.html"
    path.write_bytes(HtmlReporter().render(report))
    return path


def wide_page() -> Page:
    """The toy page, and a table and a picture that no telephone has room for."""
    table = Table(
        header=("run", *(f"metric {at}" for at in range(30))),
        rows=(("a", *["0.1234"] * 30),),
        align="l" + "r" * 30,
    )
    wide = Section(title="Wide", picture=("─" * 300,), table=table)
    return attrs.evolve(toy_page(), sections=(*toy_page().sections, wide))


def look(browser: Browser, **values: object) -> bytes:
    """Take a picture."""
    return browser.look(SCRIPT.Picture(**{"name": "x", "height": 900, **values}))


@pytest.mark.parametrize("width", [320, 390, 768, 1280, 1920])
def test_no_page_is_wider_than_its_window(browser: Browser, file: Path, width: int) -> None:
    """Wide tables scroll in boxes of their own, with every fold open too."""
    browser.open(file)
    look(browser, width=width)
    closed = browser.evaluate(WIDTH)
    browser.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")

    assert (width, width) == (closed, browser.evaluate(WIDTH))


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_page_of_a_command_is_wider_than_its_window(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    """A comparison's wide tables and pictures scroll by themselves; so do a notebook's."""
    page, notebook = tmp_path / "page.html", tmp_path / "notebook.html"
    page.write_bytes(HtmlReporter().render_page(wide_page()))
    notebook.write_text(f"<!doctype html><meta charset=utf-8>{html_of(wide_page().shown)}")

    for path in (page, notebook):
        browser.open(path)
        look(browser, width=width)
        assert width == browser.evaluate(WIDTH)
    assert browser.evaluate("[...document.querySelectorAll('div')].every(box => box.clientWidth)")


def test_dark_rooms_and_paper_get_colours_of_their_own(browser: Browser, file: Path) -> None:
    """Three grounds, and white for paper."""
    browser.open(file)
    grounds = []
    for scheme, medium in (("light", "screen"), ("dark", "screen"), ("light", "print")):
        look(browser, width=1280, scheme=scheme, medium=medium)
        grounds.append(browser.evaluate("getComputedStyle(document.body).backgroundColor"))

    assert 3 == len(set(grounds))
    assert "rgb(255, 255, 255)" == grounds[2]


def test_paper_shows_what_is_folded(browser: Browser, file: Path) -> None:
    """Nobody can open a fold on paper."""
    browser.open(file)
    seen = []
    for medium in ("screen", "print"):
        look(browser, width=794, medium=medium)
        seen.append(browser.evaluate(IS_SHOWN))

    assert [False, True] == seen


def test_a_link_to_a_question_opens_its_folds(browser: Browser, file: Path) -> None:
    """The bucket and the question itself."""
    browser.open(file)
    look(browser, width=1280)
    browser.evaluate("location.hash = document.querySelector('.q p').id")
    look(browser, width=1280)

    assert browser.evaluate(IS_SHOWN)


def test_wide_tables_are_folded_on_a_telephone_alone(browser: Browser, file: Path) -> None:
    """A wide screen and paper show them without a click."""
    browser.open(file)
    seen = []
    for width, medium in ((390, "screen"), (1280, "screen"), (794, "print")):
        look(browser, width=width, medium=medium)
        seen.append(browser.evaluate("document.querySelector('#means table').checkVisibility()"))

    assert [False, True, True] == seen


def test_what_a_lane_has_alone_is_seen_on_a_telephone(browser: Browser, file: Path) -> None:
    """Without scrolling sideways."""
    browser.open(file)
    look(browser, width=390)
    right = "document.querySelector('.lanes td:last-child').getBoundingClientRect().right"

    assert browser.evaluate(f"{right} <= 390")


def test_a_strip_stands_below_its_question_on_a_telephone(browser: Browser, file: Path) -> None:
    """Above it, it would seem to belong to the question before."""
    browser.open(file)
    look(browser, width=390)
    browser.evaluate("document.querySelector('.group').open = true")
    top = "document.querySelector('.q summary {}').getBoundingClientRect().top"

    assert browser.evaluate(f"{top.format('svg')} > {top.format('span')}")


def test_a_picture_is_a_png(browser: Browser, file: Path) -> None:
    """What the documentation shows."""
    browser.open(file)

    assert look(browser, width=390).startswith(b"\x89PNG")
