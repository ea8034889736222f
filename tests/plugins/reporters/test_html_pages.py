"""What a command shows that is no report of a run, as a page for a browser."""

from __future__ import annotations

import re

import attrs
import pytest

from benchbook import Page
from benchbook.plugins.reporters.html.page import HtmlReporter
from benchbook.testing import toy_page


def html(page: Page) -> str:
    """The page as text."""
    return HtmlReporter().render_page(page).decode()


SHOWN = html(toy_page(hostile=False))


def test_a_page_runs_and_loads_nothing() -> None:
    """No script, nothing from elsewhere, and a policy that forbids both."""
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in SHOWN
    assert not re.search(r"<(script|link|img|iframe)\b|\bsrc=|href=\"[^#]|\bon\w+=", SHOWN)


@pytest.mark.parametrize(
    "told",
    [
        "<title>a plain text – Benchbook</title>",
        "<h1>a plain text</h1>",
        '<h2 id="s1-h">a plain text</h2>',
        "<li>Nothing else was found.</li>",
        '<ul class="warn">\n<li>a plain text</li>',
        "<dt>alpha</dt><dd>0.05</dd>",
        '<pre class="picture">│   ├──●──┤\na plain text</pre>',
        '<td class="n"><strong>0.8125</strong></td>',
        '<th scope="col" class="n">nDCG@10</th>',
        '<th scope="row">both</th>',
        '<p class="quiet">a plain text: a sign</p>',
    ],
)
def test_everything_of_a_section_is_there(told: str) -> None:
    """Sentences, warnings, facts, the picture, the table with its strong cell, what is below."""
    assert told in SHOWN


def test_a_section_that_says_nothing_is_left_out() -> None:
    """Nor is it in the contents."""
    assert "Not shown" not in SHOWN
    assert 1 == len(re.findall(r'<a href="#s\d+">', SHOWN))


def test_a_wide_table_scrolls_by_itself() -> None:
    """In a box that a keyboard reaches."""
    assert 2 == SHOWN.count('<div class="scroll" role="region" aria-label="a plain text" tabindex')


def test_hostile_text_is_text_wherever_it_stands() -> None:
    """In the title of the window too."""
    hostile = html(toy_page())

    assert 0 == hostile.count("<img")
    assert 10 < hostile.count("&lt;img src=x onerror=alert(1)&gt;")


def test_a_page_without_sections_is_a_page() -> None:
    """With its title."""
    assert "<h1>a plain text</h1>" in html(attrs.evolve(toy_page(hostile=False), sections=()))
