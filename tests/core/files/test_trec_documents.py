"""TREC's documents are read with their titles, texts and other elements."""

from __future__ import annotations

import gzip
from pathlib import Path
from time import process_time

import pytest

from benchbook import BadData, Place, Unit, trec_units
from benchbook.core.files.trec_documents import LIMIT

DOCUMENTS = """<?xml version="1.0"?>
<collection>
<DOC>
<DOCNO> FT-1 </DOCNO>
<DATE>1 May</DATE>
<HEADLINE><P>Two  lines
of it</P></HEADLINE>
<!-- a <TEXT>comment</TEXT> -->
<BYLINE>A</BYLINE><BYLINE>B</BYLINE>
<TEXT>
<P>AT&amp;T &lt;up&gt; &copyright &unknown; a < b</P>

<F P=103>Second</F>
</TEXT>
<TEXT>third</TEXT>
<EMPTY> </EMPTY>
</DOC>
<doc><docno>2</docno><title>T</title><headline>H</headline></doc>
</collection>
"""


def read(folder: Path, text: str) -> list[tuple[Place, Unit]]:
    """Read a text as a file of documents."""
    path = folder / "docs"
    path.write_text(text)
    return list(trec_units(path))


def test_documents_are_read(tmp_path: Path) -> None:
    """Marks and comments go, entities that end become characters, other elements are kept."""
    (place, first), (_, second) = read(tmp_path, DOCUMENTS)

    assert ("FT-1", "Two lines of it", 3) == (first.unit_id, first.title, place.line)
    assert [
        "AT&T <up> &copyright &unknown; a < b",
        "Second",
        "third",
    ] == [line.strip() for line in first.text.splitlines() if line.strip()]
    assert {"date": "1 May", "byline": ["A", "B"]} == first.metadata
    assert ("2", "T", "", {"headline": "H"}) == (
        second.doc_id,
        second.title,
        second.text,
        second.metadata,
    )


def test_gzip_and_latin_1_are_read(tmp_path: Path) -> None:
    """Gzip by its bytes; another encoding where it is said."""
    path = tmp_path / "docs"
    text = "<DOC><DOCNO>1</DOCNO><TEXT>caf\u00e9</TEXT></DOC>"
    path.write_bytes(gzip.compress(text.encode("latin-1")))

    assert ["caf\u00e9"] == [unit.text for _, unit in trec_units(path, encoding="latin-1")]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("x\n", "line 1: found 'x' outside of a document"),
        ("<DOC><DOCNO>1</DOCNO></DOC> x\n", "line 1: found 'x' outside"),
        ("<DOC>\n<TEXT>a</TEXT>\n</DOC>\n", "line 1: found no <DOCNO>"),
        ("<DOC>\n<DOCNO> </DOCNO>\n</DOC>\n", "line 1: found no <DOCNO>, or an empty"),
        ("<DOC>\n<DOCNO>1</DOCNO><DOCNO>2</DOCNO></DOC>", "line 1: found 2 numbers"),
        ("<DOC>\n<DOC>\n", "line 2: found <DOC>; expected <DOC> and </DOC> in turn"),
        ("</DOC>\n", "line 1: found </DOC>"),
        ("<DOC>\n<DOCNO>1</DOCNO>\n", "line 2: found the end of the file.*began in line 1"),
        ("<DOC>\n" + "x" * (LIMIT + 1), "line 2: found a document of over 8 Mi"),
    ],
)
def test_documents_of_another_form_are_refused(tmp_path: Path, text: str, fault: str) -> None:
    """File and line are named."""
    with pytest.raises(BadData, match=fault):
        read(tmp_path, text)


@pytest.mark.parametrize("mark", ["<!--", "<a>", "<a ", "</a>", "&amp", "<", "<text>"])
def test_marks_without_end_take_no_time(tmp_path: Path, mark: str) -> None:
    """No document makes the work grow with its square."""
    began = process_time()
    ((_, only),) = read(tmp_path, f"<DOC><DOCNO>1</DOCNO><TEXT>{mark * 200_000}</TEXT></DOC>")

    assert "1" == only.unit_id
    assert process_time() - began < 5
