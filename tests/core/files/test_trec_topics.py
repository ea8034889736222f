"""TREC's topics are read in each form that its tracks have used."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from benchbook import BadData, read_trec_topics

OLD = """
<top>
<head> Topic Description
<num> Number: 051
<dom> Domain: International Economics
<title> Topic: Airbus: Subsidies
<desc> Description:
Document will discuss
  government assistance.
<con> Concept(s):
1. Airbus
<fac> Factor(s):
<nat> Nationality: any
</fac>
</top>
"""
NEW = """
<top>

<num> Number: 301
<title> Crime & organised

<desc> Description:
Identify organizations. Topic: is no label here.
# no comment inside

<narr> Narrative:
A relevant document must.

</top>
<TOP><NUM>302</NUM><TITLE> Polio</TITLE><DESC></DESC></TOP>
"""


def read(folder: Path, text: str) -> list[tuple[str, dict[str, str], int]]:
    """Give id, fields and line of each topic."""
    path = folder / "topics.txt"
    path.write_text(text)
    return [(topic.id, dict(topic.fields), topic.place.line) for topic in read_trec_topics(path)]


def test_the_old_form_is_read(tmp_path: Path) -> None:
    """Labels are no part of a text, and zeros are part of a number."""
    assert [
        (
            "051",
            {
                "head": "Topic Description",
                "dom": "International Economics",
                "title": "Airbus: Subsidies",
                "desc": "Document will discuss government assistance.",
                "con": "1. Airbus",
                "fac": "Factor(s):",
                "nat": "Nationality: any",
            },
            2,
        )
    ] == read(tmp_path, OLD)


def test_the_newer_form_is_read(tmp_path: Path) -> None:
    """Closed or not, in capitals or not; an empty field is none."""
    assert [
        (
            "301",
            {
                "title": "Crime & organised",
                "desc": "Identify organizations. Topic: is no label here. # no comment inside",
                "narr": "A relevant document must.",
            },
            2,
        ),
        ("302", {"title": "Polio"}, 15),
    ] == read(tmp_path, NEW)


def test_a_label_ends_in_a_colon(tmp_path: Path) -> None:
    """A title may be the word itself, and may hold another label."""
    text = "<top><num>1<title>Topic</top><top><num>2<title>Description: of what</top>"

    assert ["Topic", "Description: of what"] == [
        fields["title"] for _, fields, _ in read(tmp_path, text)
    ]


def test_lines_between_tabs_are_read(tmp_path: Path) -> None:
    """With comments, blank lines, a byte order mark and CRLF."""
    text = "\ufeff# a comment\r\n\r\n007\tsome  text \r\n7\tmore\r\n"

    assert [("007", {"title": "some text"}, 3), ("7", {"title": "more"}, 4)] == read(tmp_path, text)


def test_gzip_and_latin_1_are_read(tmp_path: Path) -> None:
    """Gzip by its bytes; another encoding where it is said."""
    path = tmp_path / "topics"
    path.write_bytes(gzip.compress("1\tcaf\u00e9\n".encode("latin-1")))

    assert ["caf\u00e9"] == [
        topic.fields["title"] for topic in read_trec_topics(path, encoding="latin-1")
    ]
    with pytest.raises(BadData, match=r"line 1: found byte 0xe9.*UTF-8"):
        read_trec_topics(path)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no topics"),
        ("# nothing\n", "no topics"),
        ("1\ta\n1\tb\n", "line 2: found topic '1' again.*in line 1"),
        ("1 a\n", "line 1: found 1 cell;"),
        ("1\ta\tb\n", "line 1: found 3 cells"),
        ("1\t\n", "line 1: found an empty cell"),
        ("<top><num>1<title>a</top>\nx\n", "line 2: found 'x' outside of a topic"),
        ("<top><num>1<title>a</top> x <top>\n", "line 1: found 'x' outside of a topic"),
        ("<top>\n<title>a\n</top>\n", "line 1: found no <num>"),
        ("<top>\n<num>1 2\n</top>\n", "line 1: found number '1 2'"),
        ("<top>\n<num>1\n<num>2\n</top>\n", "line 1: found <num> twice"),
        ("<top>\n<num>1\n<top>\n", "line 3: found <top>; expected <top> and </top> in turn"),
        ("<top>\n<num>1\n", "line 2: found the end of the file.*began in line 1"),
        ("</top>\n", "line 1: found </top>"),
    ],
)
def test_topics_of_another_form_are_refused(tmp_path: Path, text: str, fault: str) -> None:
    """File and line are named."""
    with pytest.raises(BadData, match=fault):
        read(tmp_path, text)
