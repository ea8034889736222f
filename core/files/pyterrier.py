"""Result frames as PyTerrier has them: a line for each document of each topic, as CSV or TSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Literal

import numpy as np

from ..errors import UsageError
from ..ranking.rankings import Rankings
from .csv_cells import neutralise

COLUMNS = ("qid", "docno", "rank", "score", "query")


def write_frame(
    rankings: Rankings,
    *,
    scores: Literal["rank", "exact"] = "rank",
    separator: Literal[",", "\t"] = ",",
) -> str:
    """Rankings as a result frame: qid, docno, rank from 0, score, query.

    A frame has no line for a topic without documents. A query that a spreadsheet would run as a
    formula gets an apostrophe before it; ids never change.

    Args:
        rankings: any; the texts of their topics are the queries.
        scores: `rank` writes whole numbers that fall with the rank, so that whoever orders by score
            finds this order; `exact` writes the scores themselves.

    Raises:
        UsageError: an id begins as a formula does, or a score is infinite.
    """
    if scores == "exact" and not np.isfinite(rankings.scores).all():
        message = "an infinite score cannot stand in a frame; write scores by rank"
        raise UsageError(message)
    text = io.StringIO(newline="")
    lines = csv.writer(text, delimiter=separator, lineterminator="\n")
    lines.writerow(COLUMNS)
    lines.writerows(_rows(rankings, by_rank=scores == "rank"))
    return text.getvalue()


def _rows(rankings: Rankings, *, by_rank: bool) -> Iterator[tuple[str, str, int, str, str]]:
    """The lines of a frame."""
    for topic, (id_, pairs) in zip(rankings.topics, rankings, strict=True):
        query = neutralise(topic.text)
        for rank, (document, score) in enumerate(pairs):
            written = str(len(pairs) - rank) if by_rank else repr(score)
            yield _id(id_), _id(document), rank, written, query


def _id(id_: str) -> str:
    """An id that a spreadsheet leaves alone.

    Raises:
        UsageError: it is none.
    """
    if neutralise(id_) != id_:
        message = f"{id_!r} begins as a formula of a spreadsheet does; export as trec or jsonl"
        raise UsageError(message)
    return id_
