"""The site as a whole: every page is found from the first, and links work on a code host too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from house import ROOT, tracked

DOCS = ROOT / "docs"
INDEX = (DOCS / "index.md").read_text("utf-8")
TOCTREE = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]\[]+\]\(([^)\s]+)\)")
BLOCK = re.compile(r"^ *(`{3,})[^\n]*\n.*?^ *\1$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def pages() -> list[Path]:
    """The tracked pages of the site."""
    return [ROOT / path for path in tracked() if path.parts[0] == "docs" and path.suffix == ".md"]


def named(page: Path) -> str:
    """A page as a toctree names it."""
    return str(page.relative_to(DOCS).with_suffix(""))


def links(text: str) -> list[str]:
    """Where the text of a page leads, its code left out."""
    return LINK.findall(CODE.sub("", BLOCK.sub("", text)))


def anchors(text: str) -> set[str]:
    """The anchors that a code host and the site make of the headings of a page."""
    headings = HEADING.findall(BLOCK.sub("", text))
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


def has_anchor(text: str, anchor: str) -> bool:
    """Whether a page has a heading; those of a generated page, the build of the site checks."""
    return "```{reference}" in text or anchor in anchors(text)


def test_every_page_stands_in_one_toctree() -> None:
    """None is orphaned, and none comes twice in the margin."""
    listed = [
        line
        for block in TOCTREE.findall(INDEX)
        for line in block.splitlines()
        if line and not line.startswith(":")
    ]

    assert sorted(named(page) for page in pages() if named(page) != "index") == sorted(listed)


def test_the_first_page_links_every_page() -> None:
    """A code host shows no toctree."""
    linked = {target.partition("#")[0].removesuffix(".md") for target in links(INDEX)}

    assert {named(page) for page in pages()} - {"index"} <= linked


@pytest.mark.parametrize("page", pages(), ids=named)
def test_every_link_leads_to_a_file(page: Path) -> None:
    """By a relative path, to a page that has the heading that the link names."""
    broken = []
    for target in links(page.read_text("utf-8")):
        if target.startswith(("https://", "#")):
            continue
        name, _, anchor = target.partition("#")
        other = (page.parent / name).resolve()
        if not other.is_file() or (anchor and not has_anchor(other.read_text("utf-8"), anchor)):
            broken.append(target)

    assert [] == broken


def test_links_in_code_are_no_links() -> None:
    """The check itself sees what a reader would click."""
    assert ["b.md"] == links("`[x](a.md)` [y](b.md)\n```\n[z](c.md)\n```\n")
    assert {"what-it-is-a"} == anchors("## What it is: `a`\n```\n# no\n```\n")
