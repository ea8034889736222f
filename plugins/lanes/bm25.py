"""BM25 over title and text, exact: no quantised document lengths, no approximate search."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from benchbook import (
    Corpus,
    LanePlugin,
    Rankings,
    Tokenizer,
    Topics,
    check_parameter,
    hookimpl,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

DECIMALS = 9
"""Scores are rounded to this many decimals before they are ordered."""


class Bm25Lane:
    """Ranks units by BM25 in the form that Lucene uses.

    A term t of the topic, each time it occurs there, adds to a unit d

        ln(1 + (N - df + 0.5) / (df + 0.5)) * tf / (tf + k1 * (1 - b + b * |d| / avgdl))

    where |d| counts the terms of title and text. It is the `lucene` row of Kamphuis, de Vries,
    Boytsov and Lin (ECIR 2020, table 1) without the constant factor k1 + 1, as computed by bm25s.
    A unit without any of the topic's terms is not ranked; equal scores go by the neutral key.

    Limits: words are those of `Tokenizer`. One character is no word, and a run of Chinese or
    Japanese characters is one, found by the same run only, unless `cjk = "bigrams"`.

    Cost: every weight is computed at build, some 2,000 abstracts per second, most of it stemming;
    a topic then costs time in proportion to the units, well under a millisecond for 5,000 of them.
    All weights stay in memory: 12 bytes per distinct term of each unit. Beyond some 200,000 units
    an inverted index with pruning serves better.

    Determinism: weights and sums are doubles in the order of the topic's terms, no matrix product
    is involved, and scores are rounded to nine decimals, so that block shape, thread count and the
    last bit of a logarithm do not reach the order.

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
        check_parameter("bm25", "k1", k1, "0 or more", fits=0 <= k1 < math.inf)
        check_parameter("bm25", "b", b, "0 to 1", fits=0 <= b <= 1)
        self._unit_ids = corpus.unit_ids
        self._tokens = Tokenizer(stop_words, stemmer, cjk)
        self._vocabulary, documents = _encode(
            [
                self._tokens(f"{title}\n{text}")
                for title, text in zip(corpus.titles, corpus.texts, strict=True)
            ]
        )
        self._index = _build(documents, self._vocabulary, k1, b) if self._vocabulary else None

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        import numpy as np

        found = [self._search(text, depth) for text in topics.texts]
        codes = [codes for codes, _ in found]
        return (
            Rankings.from_columns(
                topics,
                self._unit_ids,
                np.cumsum([0, *map(len, codes)]),
                np.concatenate([np.empty(0, np.int32), *codes]),
                np.concatenate([np.empty(0, np.float64), *(scores for _, scores in found)]),
            )
            .sorted_by_score()
            .cut(depth)
        )

    def _search(
        self, text: str, depth: int
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
        """The best `depth` units with their scores, and all that tie with the last of them."""
        import numpy as np

        terms = [self._vocabulary[term] for term in self._tokens(text) if term in self._vocabulary]
        if not terms or depth < 1:
            return np.empty(0, np.int32), np.empty(0, np.float64)
        assert self._index is not None  # noqa: S101 - there are terms, so there is an index
        scores: npt.NDArray[np.float64] = np.round(
            self._index.get_scores_from_ids(np.array(terms, np.int64)), DECIMALS
        )
        hits = np.flatnonzero(scores)
        if len(hits) > depth:
            last = np.partition(scores[hits], -depth)[-depth]
            hits = hits[scores[hits] >= last]
        return hits.astype(np.int32), scores[hits]


def _encode(texts: Sequence[Sequence[str]]) -> tuple[dict[str, int], list[list[int]]]:
    """Number the terms in their sorted order, and write the texts in numbers."""
    vocabulary = {term: code for code, term in enumerate(sorted(set().union(*texts)))}
    return vocabulary, [[vocabulary[term] for term in text] for text in texts]


def _build(documents: list[list[int]], vocabulary: dict[str, int], k1: float, b: float) -> Any:  # noqa: ANN401 - bm25s ships no types
    """The index of bm25s, in doubles, on its plain numpy backend."""
    import bm25s

    index = bm25s.BM25(k1=k1, b=b, method="lucene", dtype="float64", backend="numpy")
    index.index((documents, vocabulary), create_empty_token=False, show_progress=False)
    return index


@hookimpl
def benchbook_plugins() -> list[LanePlugin]:
    return [
        LanePlugin(
            name="bm25",
            version="1",
            summary="BM25 (Lucene's form) over title and text, exact",
            build=Bm25Lane,
            requires=("bm25s", "snowballstemmer", "numpy"),
        )
    ]
