"""BM25 over title and text by Whoosh, with document lengths in one byte."""

from __future__ import annotations

import math
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from benchbook import (
    Corpus,
    LanePlugin,
    Rankings,
    Tokenizer,
    Topics,
    check_parameter,
    hookimpl,
    rank_scores,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_FIELD = "terms"
_MEMORY = 256
"""Megabytes of postings that are sorted in memory before they are put into a temporary file."""


class WhooshLane:
    """Ranks units by BM25 as Whoosh 2.7.4 computes it, over title and text as one field.

    A term t of the topic, each time it occurs there, adds to a unit d

        (ln(N / (df + 1)) + 1) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * |d| / avgdl))

    (Whoosh's `scoring.BM25F` with one field; the weight of Robertson and Zaragoza 2009, equation
    3.15, with another idf). A unit without any of the topic's terms is not ranked; equal scores go
    by the neutral key.

    Whoosh keeps |d| in one byte: a length above 10 is rounded up to the next of 245 steps, at first
    some 10 % apart and from 100 terms on 3.3 %. So this is no exact BM25, and two units that differ
    a little in length may tie or change places. It is here to be compared with: with systems that
    search by Whoosh, and with the exact formula in `bm25`, which is also the lane to take.

    Titles and texts go through the same `Tokenizer` as in `bm25`, and Whoosh sees numbers in place
    of words. Nothing in a topic is query syntax, and no word is too long for the index. One
    character is no word, and a run of Chinese or Japanese characters is one, found by the same run
    only, unless `cjk = "bigrams"`.

    Cost: pure Python. Some 800 abstracts per second are indexed, and a topic takes time in
    proportion to the postings of its terms: 14 ms for a claim of SciFact over its 5,183 abstracts,
    and so ten times that over ten times as many. It is slow beyond 10,000 documents. The index is
    in memory; while it is made, numbers of words stand in a temporary folder of its own.

    Determinism: one segment, written in the order of the unit ids; each hit is scored, none is
    skipped by an upper bound; scores are rounded to nine decimals before they are ordered.

    Args:
        corpus: the units to rank.
        k1: saturation of term frequency, 0 or more.
        b: length normalisation, 0 to 1.
        stop_words: `english` (33 words) or `none`.
        stemmer: `english` (Snowball), `porter` or `none`.
        cjk: `runs`, or `bigrams` for Chinese and Japanese text.

    Raises:
        UsageError: k1 or b is out of range.
    """

    def __init__(
        self,
        corpus: Corpus,
        *,
        k1: float = 1.2,
        b: float = 0.75,
        stop_words: Literal["english", "none"] = "english",
        stemmer: Literal["english", "porter", "none"] = "english",
        cjk: Literal["runs", "bigrams"] = "runs",
    ) -> None:
        check_parameter("whoosh", "k1", k1, "0 or more", fits=0 <= k1 < math.inf)
        check_parameter("whoosh", "b", b, "0 to 1", fits=0 <= b <= 1)
        self._unit_ids = corpus.unit_ids
        self._tokens = Tokenizer(stop_words, stemmer, cjk)
        texts = [
            self._tokens(f"{title}\n{text}")
            for title, text in zip(corpus.titles, corpus.texts, strict=True)
        ]
        self._codes = {term: str(at) for at, term in enumerate(sorted(set().union(*texts)))}
        with _unheard():
            self._searcher = _index(texts, self._codes, k1, b)

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        scores = map(self._search, topics.texts)
        return rank_scores(topics, self._unit_ids, scores, depth)

    def _search(self, text: str) -> npt.NDArray[np.float64]:
        """The score of each unit, 0 where no term of the text is."""
        import numpy as np

        scores = np.zeros(len(self._unit_ids), np.float64)
        asked = Counter(self._codes[term] for term in self._tokens(text) if term in self._codes)
        if asked:
            with _unheard():
                for at, score in _hits(self._searcher, asked):
                    scores[at] = score
        return scores


def _index(texts: Sequence[Sequence[str]], codes: Mapping[str, str], k1: float, b: float) -> Any:  # noqa: ANN401 - Whoosh ships no types
    """A searcher over an index in memory of one segment, whose document numbers are places."""
    from whoosh.analysis import SpaceSeparatedTokenizer
    from whoosh.fields import TEXT, Schema
    from whoosh.filedb.filestore import FileStorage, RamStorage
    from whoosh.scoring import BM25F

    schema = Schema(**{_FIELD: TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False)})
    storage: Any = RamStorage()
    with TemporaryDirectory() as folder:
        # While it writes, Whoosh keeps files in one folder of the machine, whose name every index
        # shares and which each writer removes: two runs at a time would break each other.
        storage.temp_storage = lambda _name: FileStorage(f"{folder}/index").create()
        index = storage.create_index(schema)
        writer = index.writer(limitmb=_MEMORY)
        for text in texts:
            writer.add_document(**{_FIELD: " ".join(codes[term] for term in text)})
        writer.commit()
    return index.searcher(weighting=BM25F(B=b, K1=k1))


def _hits(searcher: Any, asked: Mapping[str, int]) -> Iterator[tuple[int, float]]:  # noqa: ANN401 - the same
    """Each unit with a term of the topic, by its place, and its score.

    The matcher is walked to its end. Whoosh's own collectors skip blocks of postings by upper
    bounds and break ties by document number.
    """
    from whoosh.query import Or, Term

    query = Or([Term(_FIELD, code, boost=float(times)) for code, times in asked.items()])
    # Scores are summed in an array, term after term: quicker than a tree of unions, and however
    # many terms there are it takes no recursion.
    query.matcher_type = Or.ARRAY_MATCHER
    matcher = query.matcher(searcher)
    while matcher.is_active():
        yield matcher.id(), matcher.score()
        matcher.next()


@contextmanager
def _unheard() -> Iterator[None]:
    """Let Whoosh, which is of 2016, be imported and used where warnings are errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@hookimpl
def benchbook_plugins() -> list[LanePlugin]:
    return [
        LanePlugin(
            name="whoosh",
            version="1",
            summary="BM25 by Whoosh over title and text, document lengths in one byte",
            build=WhooshLane,
            requires=("Whoosh", "snowballstemmer", "numpy"),
        )
    ]
