"""Pages of HTML as a reader sees them, for tests of what stands on them."""

from __future__ import annotations

import html
import re

from benchbook import Bounds


def bounds(low: str | None, high: str | None) -> Bounds:
    """An interval."""
    return Bounds(low=low, high=high, method="student-t", note="")


def shown(page: str) -> str:
    """The text of a page without its tags, in one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def section_of(page: str, name: str) -> str:
    """The text of one section of a page.

    Raises:
        AssertionError: the page has no such section.
    """
    found = re.search(rf'<section id="{name}".*?</section>', page, re.DOTALL)
    assert found is not None
    return shown(found[0])
