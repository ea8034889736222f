"""Sections as plain HTML for a notebook."""

from __future__ import annotations

import re

from benchbook.core.notebook.fragments import html_of
from benchbook.testing import toy_page

SHOWN = html_of(toy_page().shown)


def test_hostile_text_is_text() -> None:
    """No markup, control character or line of a name becomes the notebook's own."""
    assert "<img" not in SHOWN
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e]", SHOWN)
    assert "\nINJECTED" not in SHOWN


def test_there_is_no_script_and_no_style_of_a_page() -> None:
    """So that it changes nothing else in the notebook, and is shown where scripts are not run."""
    tags = set(re.findall(r"<(\w+)", SHOWN))

    assert {"h4", "ul", "li", "pre", "div", "table", "thead", "tbody", "tr", "th", "td"} < tags
    assert not tags & {"script", "style", "link", "iframe", "svg"}


def test_everything_of_a_section_is_there() -> None:
    """Sentences, warnings, facts, the picture, the table and what stands below."""
    shown = html_of(toy_page(hostile=False).shown)

    for told in (
        "<h4>a plain text</h4>",
        "<li>Nothing else was found.</li>",
        "<li>alpha: 0.05</li>",
        ">│   ├──●──┤\na plain text</pre>",
        '<td style="text-align: right; white-space: nowrap"><strong>0.8125</strong></td>',
        "<p><small>a plain text: a sign</small></p>",
    ):
        assert told in shown
