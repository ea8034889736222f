"""From units to documents: a document stands where its best unit stands."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
import numpy.typing as npt

from ..corpus import Corpus
from ..errors import UsageError
from .rankings import Rankings


def collapse(rankings: Rankings, corpus: Corpus) -> Rankings:
    """Turn rankings of units into rankings of documents, each at its first occurrence.

    Later units of a document are left out and the rows below move up; a row keeps the score that
    its lane gave to the unit. To be done inside each lane, before fusion and before the cut-off,
    so that a document with many units gets no second vote. A corpus in which each document has one
    unit of its own name is left as it is.

    Raises:
        UsageError: a ranked unit is not in the corpus.
    """
    if corpus.is_flat:
        return rankings
    codes = _documents_of(rankings, corpus)[rankings.codes]
    owners = np.repeat(np.arange(len(rankings), dtype=np.int64), np.diff(rankings.offsets))
    first = np.zeros(len(codes), np.bool_)
    first[np.unique((owners << 32) | codes, return_index=True)[1]] = True
    kept = np.concatenate([[0], np.cumsum(first, dtype=np.int64)])
    return Rankings.from_columns(
        rankings.topics,
        corpus.documents,
        kept[rankings.offsets],
        codes[first],
        rankings.scores[first],
    )


def _documents_of(rankings: Rankings, corpus: Corpus) -> npt.NDArray[np.int32]:
    """The code of the document of each unit in the rankings' table.

    Raises:
        UsageError: the corpus does not have a unit.
    """
    if rankings.table is corpus.unit_ids:
        return corpus.document_codes
    places = []
    for unit in rankings.table:
        place = bisect_left(corpus.unit_ids, unit)
        if corpus.unit_ids[place : place + 1] != (unit,):
            message = f"unit {unit!r} was ranked, but the corpus does not hold it"
            raise UsageError(message)
        places.append(place)
    return corpus.document_codes[places] if places else corpus.document_codes[:0]
