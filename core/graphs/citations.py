"""Who cites whom in a corpus: by the metadata field `cites`, and by reference lists in texts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

import attrs
import numpy as np

from ..corpus import Corpus, Unit
from ..errors import UsageError
from ..matching.fold import fold
from .edges import Edges

TITLE_WORDS = 4
"""A title of fewer words is not sought in reference lists: it might be any words."""

_NAMES = "references|bibliography|works cited|literature cited|cited literature|literature"
_MARKS = r"[ \t*_]*"
_HEADING = re.compile(
    rf"^[ \t]*#*{_MARKS}(?:\d+\.?[ \t]*)?(?:{_NAMES}){_MARKS}:?{_MARKS}#*[ \t]*\r?$",
    re.IGNORECASE | re.MULTILINE,
)
_NEXT_HEADING = re.compile(r"^[ \t]*#+[ \t]*\S", re.MULTILINE)
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>]+")
_WORD = re.compile(r"\w+")

Pair = tuple[int, int]


@attrs.frozen(kw_only=True, eq=False)
class Citations:
    """The citations between the documents of a corpus.

    Attributes:
        edges: between documents, numbered as in `Corpus.documents`, each pair once, of weight 1,
            whichever of the two cites the other.
        listed: how many of the edges only reference lists tell of.
        unknown: how many times a document's `cites` names none of the corpus.
    """

    edges: Edges
    listed: int
    unknown: int

    @classmethod
    def of(cls, corpus: Corpus) -> Citations:
        """Find the citations of a corpus; none where there are none.

        A unit's metadata field `cites` is a list of document ids. A reference list is a unit whose
        innermost heading is References (Bibliography, Works cited, Literature cited, Literature),
        or what stands in a text behind a line with nothing but that, up to the next Markdown
        heading. It names a document by its DOI (metadata field `doi`, bare or as an address), or
        by its title, word for word after the fold of titles. Titles of fewer than four words name
        none, nor do titles and DOIs that several documents have; of titles that begin at one word
        the longest counts.

        Raises:
            UsageError: a field `cites` is no list of ids.
        """
        declared, unknown = _declared(corpus)
        found = sorted(declared.union(_listed(corpus)))
        found = [pair for pair in found if pair[0] != pair[1]]
        left, right = np.array(found, np.int32).reshape(-1, 2).T
        edges = Edges(
            left.copy(),
            right.copy(),
            np.ones(len(found)),
            np.ones(len(found), np.int64),
            len(corpus.documents),
        )
        listed = sum(pair not in declared for pair in found)
        return cls(edges=edges, listed=listed, unknown=unknown)


def _declared(corpus: Corpus) -> tuple[set[Pair], int]:
    """Pairs of documents by their metadata, and how many cited ids are unknown."""
    number_of = {document: number for number, document in enumerate(corpus.documents)}
    pairs: set[Pair] = set()
    unknown: set[tuple[int, str]] = set()  # the units of a document may repeat its metadata
    columns = (corpus.unit_ids, corpus.document_codes.tolist(), corpus.metadata)
    for unit_id, number, metadata in zip(*columns, strict=True):
        for cited in _ids(unit_id, metadata.get("cites", ())):
            if cited in number_of:
                pairs.add(_pair(number, number_of[cited]))
            else:
                unknown.add((number, cited))
    return pairs, len(unknown)


def _ids(unit_id: str, cites: object) -> list[str]:
    """The ids of a field `cites`; a whole number is taken by its text, as readers take ids.

    Raises:
        UsageError: it is no list of ids.
    """
    if not isinstance(cites, list | tuple) or not all(
        isinstance(one, str | int) and not isinstance(one, bool) for one in cites
    ):
        message = f"unit {unit_id!r} has cites = {cites!r}; expected a list of document ids"
        raise UsageError(message)
    return [str(one) for one in cites]


def _listed(corpus: Corpus) -> Iterator[Pair]:
    """Pairs of documents by the reference lists in their texts."""
    numbers: list[int] = corpus.document_codes.tolist()
    lists = [
        (number, text)
        for number, unit in zip(numbers, corpus, strict=True)
        if (text := _reference_list(unit))
    ]
    if lists:
        works = _Works(corpus)
        for number, text in lists:
            for cited in works.named_in(text):
                yield _pair(number, cited)


def _reference_list(unit: Unit) -> str:
    """What stands in a unit under a heading of references; empty without one."""
    if unit.section and _HEADING.match(unit.section[-1]):
        return unit.text
    lists = []
    for heading in _HEADING.finditer(unit.text):
        end = _NEXT_HEADING.search(unit.text, heading.end())
        lists.append(unit.text[heading.end() : end.start() if end else len(unit.text)])
    return "\n".join(lists)


class _Works:
    """The documents of a corpus, as reference lists name them."""

    def __init__(self, corpus: Corpus) -> None:
        numbers: list[int] = corpus.document_codes.tolist()
        titles: dict[tuple[str, ...], set[int]] = defaultdict(set)
        dois: dict[str, set[int]] = defaultdict(set)
        for number, title, metadata in zip(numbers, corpus.titles, corpus.metadata, strict=True):
            titles[_words(title)].add(number)
            for doi in _dois(str(metadata.get("doi", ""))):
                dois[doi].add(number)
        self._dois = {doi: min(works) for doi, works in dois.items() if len(works) == 1}
        self._by_start: dict[tuple[str, ...], list[tuple[tuple[str, ...], int]]] = defaultdict(list)
        for words in sorted(titles, key=len, reverse=True):
            if len(words) >= TITLE_WORDS and len(titles[words]) == 1:
                self._by_start[words[:TITLE_WORDS]].append((words, min(titles[words])))

    def named_in(self, text: str) -> Iterator[int]:
        """The numbers of the documents that a reference list names."""
        for doi in _dois(text):
            if (number := self._dois.get(doi)) is not None:
                yield number
        words = _words(text)
        for at in range(len(words)):
            for title, number in self._by_start.get(words[at : at + TITLE_WORDS], ()):
                if words[at : at + len(title)] == title:
                    yield number
                    break


def _dois(text: str) -> list[str]:
    """The DOIs in a text, in lower case, without the punctuation behind them."""
    return [doi.rstrip(".,;)]") for doi in _DOI.findall(text.lower())]


def _words(text: str) -> tuple[str, ...]:
    """The words of a text after the fold."""
    return tuple(_WORD.findall(fold(text)))


def _pair(one: int, other: int) -> Pair:
    """Two numbers, the smaller one first."""
    return min(one, other), max(one, other)
