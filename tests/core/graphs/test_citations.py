"""Citations are found by metadata and in reference lists, by the stated rules."""

from __future__ import annotations

import pytest

from benchbook import Citations, Corpus, Unit, UsageError
from benchbook.testing import corpus_of

TITLE = "On the sediment of rivers"


def unit(name: str, title: str = "", text: str = "", **fields: object) -> Unit:
    """Give a unit; the document's name is what stands before `#`, `section` its heading."""
    section = (str(fields.pop("section")),) if "section" in fields else ()
    document = name.partition("#")[0]
    return Unit(
        unit_id=name, doc_id=document, title=title, text=text, section=section, metadata=fields
    )


def pairs(corpus: Corpus) -> list[tuple[str, str]]:
    """Give the documents that edges join."""
    edges = Citations.of(corpus).edges
    ends = zip(edges.left.tolist(), edges.right.tolist(), strict=True)
    return [(corpus.documents[left], corpus.documents[right]) for left, right in ends]


def test_metadata_names_documents() -> None:
    """Each pair once, whoever cites whom; of several units; not itself; numbers by their text."""
    corpus = corpus_of(
        [
            unit("a", cites=["b", "b", "a"]),
            unit("b", cites=("a",)),
            unit("c#0001"),
            unit("c#0002", cites=[7]),
            unit("7"),
        ]
    )

    assert [("7", "c"), ("a", "b")] == pairs(corpus)


def test_unknown_ids_are_counted_once_for_each_document() -> None:
    """A scope may have taken the cited document away; units repeat their document's metadata."""
    corpus = corpus_of(
        [unit("a#1", cites=["x", "y"]), unit("a#2", cites=["x", "y"]), unit("b", cites=["x"])]
    )

    assert 3 == Citations.of(corpus).unknown


@pytest.mark.parametrize("cites", ["b", [True], [["b"]], 1])
def test_a_field_that_is_no_list_of_ids_is_refused(cites: object) -> None:
    """The unit is named, and what was expected."""
    with pytest.raises(UsageError, match=r"unit 'a' has cites = .*; expected a list of document"):
        Citations.of(corpus_of([unit("a", cites=cites)]))


@pytest.mark.parametrize(
    "text",
    [
        f"Words.\n\n## References\n\n1. A. Author (1990). {TITLE}. Journal 3.",
        f"Words.\nREFERENCES:\n[1] Author, {TITLE.upper()}, 1990",
        "Words.\n**Bibliography**\n- On the sedi\N{SOFT HYPHEN}ment\n  of rivers",
        f"7. Works Cited\r\n{TITLE}",
        f"References\n{TITLE}\n## Appendix\nWords.",
        "Literature\nAuthor 1990, https://doi.org/10.1000/ABC.7.",
    ],
)
def test_a_reference_list_names_a_title_or_doi(text: str) -> None:
    """Under any of the headings, in any case, over the end of a line."""
    corpus = corpus_of([unit("a", text=text), unit("b", TITLE, doi="10.1000/abc.7")])

    assert [("a", "b")] == pairs(corpus)
    assert 1 == Citations.of(corpus).listed


def test_a_unit_under_the_heading_is_a_list_as_a_whole() -> None:
    """Readers cut a document by its headings; the innermost one counts."""
    cited = unit("b", TITLE)

    assert [("a", "b")] == pairs(corpus_of([unit("a#1", "", TITLE, section="References"), cited]))
    assert [] == pairs(corpus_of([unit("a#1", "", TITLE, section="Methods"), cited]))


@pytest.mark.parametrize(
    "text",
    [
        f"We read {TITLE}.",
        f"The references are below.\n{TITLE}",
        f"References\nnone\n# Appendix\n{TITLE}",
        "References\nOn the sediment of a river",
        "References\nOn the sediment of riversides",
    ],
)
def test_what_is_no_entry_of_a_list_cites_nothing(text: str) -> None:
    """Outside the list, behind its end, or in other words."""
    assert [] == pairs(corpus_of([unit("a", text=text), unit("b", TITLE)]))


def test_short_and_common_titles_name_nothing() -> None:
    """They might be any words, or any of several documents."""
    text = "References\nThe river bed\nOn the sediment of rivers"
    corpus = corpus_of(
        [unit("a", text=text), unit("b", "The river bed"), unit("c", TITLE), unit("d", TITLE)]
    )

    assert [] == pairs(corpus)


@pytest.mark.parametrize("doi", ["10.1000/abc.7", "https://doi.org/10.1000/ABC.7"])
def test_a_doi_names_the_one_document_that_has_it(doi: str) -> None:
    """Bare or as an address; one that several documents have names none of them."""
    citing = unit("a", text="References\ndoi:10.1000/abc.7")
    others = [unit("b#1", doi=doi), unit("b#2", doi=doi)]

    assert [("a", "b")] == pairs(corpus_of([citing, *others]))
    assert [] == pairs(corpus_of([citing, *others, unit("c", doi=doi)]))


def test_of_two_titles_at_one_place_the_longer_is_named() -> None:
    """The shorter one is a part of it."""
    corpus = corpus_of(
        [
            unit("a", text=f"References\n{TITLE} in spring"),
            unit("b", TITLE),
            unit("c", f"{TITLE} in spring"),
        ]
    )

    assert [("a", "c")] == pairs(corpus)


def test_a_corpus_may_have_none() -> None:
    """No error here: a lane decides what that means."""
    assert [] == pairs(corpus_of([]))
    assert [] == pairs(corpus_of([unit("a", TITLE, "text")]))
