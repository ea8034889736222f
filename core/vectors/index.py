"""Units by their vectors, searched exactly: the same order on every machine.

A float matrix product has other last bits on another processor, in another block, or with another
number of threads. Here vectors of length 1 are rounded to whole numbers of 26 binary digits; the
product of two is then a sum of whole numbers below 2**53, which doubles hold exactly in whatever
order they are added. So nothing needs to be scored twice, and no candidate can be missed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from ..corpus import Corpus
from ..counting import counted
from ..errors import UsageError
from ..hookspec import Embedder
from ..ranking.rankings import Rankings
from ..topics import Topics

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

DECIMALS = 7
"""Scores are rounded to this many decimals, which 32-bit vectors hold, before they are ordered."""

_BITS = 26
_STEP = math.ldexp(1.0, -_BITS)
_ONE = math.ldexp(1.0, 2 * _BITS)
_NEAR = 2 * 10.0**-DECIMALS * _ONE
"""What lies further below another score than this is below it after rounding too."""

_LONGEST = 1.01
"""The greatest square of a length: embedders may miss 1 a little, and sums are exact up to 2."""

_TEXTS = 1024
_UNITS = 8192
_CELLS = 1 << 22
"""Texts embedded at once, units multiplied at once, scores held at once: they bound the memory."""

_SHOWN = 12


class VectorIndex:
    """The vectors of some units.

    Args:
        unit_ids: in code-point order.
        vectors: floats [units, dimensions], each of length 1, or less.

    Attributes:
        unit_ids: the table that rankings point into.
        dimension: numbers in a vector.
        is_blank: bool [units]: all zeros, so that the unit cannot be ranked.

    Raises:
        UsageError: a vector is longer than 1 by more than a rounding.
    """

    def __init__(self, unit_ids: Sequence[str], vectors: npt.NDArray[np.floating]) -> None:
        self.unit_ids = unit_ids
        self.dimension = vectors.shape[1]
        self._grid = np.empty(vectors.shape, np.int32)
        for start in range(0, len(vectors), _UNITS):
            part = slice(start, start + _UNITS)
            self._grid[part] = _on_grid(vectors[part])
        self.is_blank = ~self._grid.any(axis=1)

    @classmethod
    def of(cls, corpus: Corpus, embedder: Embedder) -> VectorIndex:
        """The vectors of title and text, a line each, of every unit."""
        parts = [
            embedder.embed(_texts(corpus, slice(start, start + _TEXTS)))
            for start in range(0, len(corpus), _TEXTS)
        ]
        return cls(corpus.unit_ids, np.concatenate(parts) if parts else embedder.embed(()))

    def __len__(self) -> int:
        return len(self._grid)

    @cached_property
    def digest(self) -> str:
        """SHA-256 (hex) of the vectors as they are searched: little-endian int32, row after row."""
        return sha256(self._grid.astype("<i4").tobytes()).hexdigest()

    @property
    def vectors(self) -> npt.NDArray[np.float32]:
        """The vectors as they are searched, made anew: float32 [units, dimensions]."""
        return self._grid.astype(np.float32) * np.float32(_STEP)

    def search(self, topics: Topics, vectors: npt.NDArray[np.floating], depth: int) -> Rankings:
        """Rank all units by the inner product with a topic's vector.

        A unit without a vector (all zeros) is not ranked; a topic without one has an empty ranking.
        Scores are rounded to 7 decimals, equal ones go by the neutral key.

        Args:
            topics: what is asked.
            vectors: floats [topics, dimensions], none longer than 1.
            depth: rows per topic.

        Raises:
            UsageError: vectors of another dimension.
        """
        asked = self._asked(vectors)
        rows = max(1, _CELLS // max(1, len(self)))
        found = [
            one
            for start in range(0, len(asked), rows)
            for one in self._best(asked[start : start + rows], depth)
        ]
        return self._ranked(topics, found, depth)

    def score(
        self,
        topics: Topics,
        vectors: npt.NDArray[np.floating],
        candidates: Sequence[Places],
        depth: int,
    ) -> Rankings:
        """Rank some units for each topic, by the scores that `search` gives them.

        Args:
            topics, vectors, depth: as in `search`.
            candidates: for each topic, the places of units in `unit_ids`, each once.
        """
        found = [
            (places, self._grid[places].astype(np.float64) @ one)
            for one, places in zip(self._asked(vectors), candidates, strict=True)
        ]
        return self._ranked(topics, found, depth)

    def _asked(self, vectors: npt.NDArray[np.floating]) -> Floats:
        """The vectors of topics as whole numbers."""
        if vectors.shape[1] != self.dimension:
            found = counted(vectors.shape[1], "dimension")
            message = f"vectors of {found}; the units have {self.dimension}"
            raise UsageError(message)
        return _on_grid(vectors)

    def _best(self, asked: Floats, depth: int) -> Iterator[tuple[Places, Floats]]:
        """For each topic the best `depth` units, and all that may tie with the last of them."""
        scores = np.empty((len(asked), len(self)))
        for start in range(0, len(self), _UNITS):
            part = slice(start, start + _UNITS)
            scores[:, part] = asked @ self._grid[part].T.astype(np.float64)
        scores[:, self.is_blank] = -np.inf
        scores[~asked.any(axis=1)] = -np.inf
        for row in scores:
            least = np.partition(row, -depth)[-depth] if 0 < depth < len(row) else -np.inf
            places = np.flatnonzero((row >= least - _NEAR) & (row > -np.inf))
            yield places, row[places]

    def _ranked(
        self, topics: Topics, found: Sequence[tuple[Places, Floats]], depth: int
    ) -> Rankings:
        """Rankings of what was found, ordered and cut."""
        scores = np.concatenate([np.empty(0), *(scores for _, scores in found)]) / _ONE
        return (
            Rankings.from_columns(
                topics,
                self.unit_ids,
                np.cumsum([0, *(len(places) for places, _ in found)]),
                np.concatenate([np.empty(0, np.intp), *(places for places, _ in found)]).astype(
                    np.int32
                ),
                np.round(scores, DECIMALS) + 0.0,  # no score is minus zero
            )
            .sorted_by_score()
            .cut(depth)
        )


def _texts(corpus: Corpus, part: slice) -> list[str]:
    """Title and text of some units."""
    pairs = zip(corpus.titles[part], corpus.texts[part], strict=True)
    return [f"{title}\n{text}" for title, text in pairs]


def _on_grid(vectors: npt.NDArray[np.floating]) -> Floats:
    """Vectors as whole numbers: steps of 2**-26.

    Raises:
        UsageError: one is longer than 1, or no number.
    """
    grid: Floats = np.rint(vectors.astype(np.float64) / _STEP)
    longest = float(np.square(grid).sum(axis=1).max(initial=0.0)) / _ONE
    if not longest <= _LONGEST:
        message = f"a vector of length {math.sqrt(longest):.4g}; expected 1, or less"
        raise UsageError(message)
    return grid


def mean_vector(vectors: npt.NDArray[np.floating]) -> Floats:
    """The mean of some vectors, the same in whatever order they come: float64 [dimensions].

    The mean of none is all zeros.

    Args:
        vectors: floats [any, dimensions], each of length 1, or less.
    """
    mean: Floats = _on_grid(vectors).sum(axis=0) * (_STEP / max(1, len(vectors)))
    return mean


def describe_vectors(embedder: Embedder, index: VectorIndex) -> str:
    """One sentence for a lane's notes: what made the vectors of its units, and which they are."""
    dimensions = counted(index.dimension, "dimension")
    return (
        f"vectors by {embedder.id}, revision {embedder.revision}, {dimensions}; "
        f"sha256 of those of {counted(len(index), 'unit')} {index.digest[:_SHOWN]}"
    )
