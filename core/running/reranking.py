"""Reranking: the best units of a condition, ordered anew by what their texts say."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping

import numpy as np

from ..corpus import Corpus
from ..hookspec import Reranker
from ..plugging.contracts import answering
from ..plugging.reordering import check_reordered
from ..ranking.rankings import Rankings, share_table
from ..topics import Topics
from .breaking import RERANK, breaking
from .plan import PlannedReranker
from .stopwatch import Watch


def rerank(
    planned: PlannedReranker,
    reranker: Reranker,
    topics: Topics,
    fused: Rankings,
    texts: Mapping[str, str],
    depth: int,
    watch: Watch,
) -> Rankings:
    """The first rows of each topic in the reranker's order, the others behind them as they were.

    Args:
        reranker: what `planned` builds.
        fused: at least `depth` and `pool` rows per topic, where there are as many.
        texts: title and text of each ranked unit.
        watch: entered as `rerank` while the reranker does its work.

    Raises:
        ConditionBroke: the reranker broke.
    """
    name = planned.registered.qualified
    head, tail = fused.cut(planned.pool), fused.keep(fused.ranks > planned.pool)
    with breaking(RERANK, planned.made_by):
        with answering(name, "reranks"), watch(RERANK):
            made = reranker.rerank(topics, head, texts)
        ordered = check_reordered(name, made, head)
    return _one_after_the_other(ordered, tail).cut(depth)


def _one_after_the_other(head: Rankings, tail: Rankings) -> Rankings:
    """For each topic the rows of one ranking, then those of the other."""
    table, (head, tail) = share_table([head, tail])
    owners = np.concatenate(
        [np.repeat(np.arange(len(part)), np.diff(part.offsets)) for part in (head, tail)]
    )
    order = np.argsort(owners, kind="stable")
    return Rankings.from_columns(
        head.topics,
        table,
        head.offsets + tail.offsets,
        np.concatenate([head.codes, tail.codes])[order],
        np.concatenate([head.scores, tail.scores])[order],
    )


class UnitTexts(Mapping[str, str]):
    """Title and text of each unit of a corpus, by id; put together when one is asked for."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    def __getitem__(self, unit_id: str) -> str:
        """The title and the text of a unit, a line each."""
        corpus = self._corpus
        place = bisect_left(corpus.unit_ids, unit_id)
        if corpus.unit_ids[place : place + 1] != (unit_id,):
            raise KeyError(unit_id)
        return f"{corpus.titles[place]}\n{corpus.texts[place]}"

    def __iter__(self) -> Iterator[str]:
        return iter(self._corpus.unit_ids)

    def __len__(self) -> int:
        return len(self._corpus)


class DocumentTexts(Mapping[str, str]):
    """Title and text of each document of a corpus, by id: the texts of its units in their order."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        order = np.argsort(corpus.document_codes, kind="stable")
        self._units = np.split(order, np.cumsum(np.bincount(corpus.document_codes))[:-1])

    def __getitem__(self, doc_id: str) -> str:
        """The title of a document, then the texts of its units, a line each."""
        corpus = self._corpus
        place = bisect_left(corpus.documents, doc_id)
        if corpus.documents[place : place + 1] != (doc_id,):
            raise KeyError(doc_id)
        units: list[int] = self._units[place].tolist()
        return "\n".join([corpus.titles[units[0]], *(corpus.texts[unit] for unit in units)])

    def __iter__(self) -> Iterator[str]:
        return iter(self._corpus.documents)

    def __len__(self) -> int:
        return len(self._corpus.documents)


def readable_texts(corpus: Corpus, unit: str) -> Mapping[str, str]:
    """What rerankers read: title and text of whatever is ranked, by id.

    Args:
        unit: what that is, `document` or `passage`.
    """
    return DocumentTexts(corpus) if unit == "document" else UnitTexts(corpus)
