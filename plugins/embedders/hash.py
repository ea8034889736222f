"""Vectors of hashed words and letters: no model, no training, the same everywhere."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING

from benchbook import (
    EmbedderPlugin,
    check_parameter,
    hookimpl,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_WORD = re.compile(r"\w+")
_WHOLE_WORD, _TRIGRAM = 2, 1
"""Weights: a word counts twice as much as three of its letters."""

_MOST = 1 << 16


class HashEmbedder:
    """Adds up hashed features of a text: its words, and all runs of three characters within them.

    The text is composed (NFC) and in lower case; a word is a run of letters, digits and
    underscores, and its runs of three include a mark before and after it. Each feature is hashed
    (SHA-256) to one of `dimension` buckets and a sign, and adds its weight there: a word 1, a run
    0.5. The sum is brought to length 1. A text without words, or whose features cancel out, gets
    the vector that is 1 in the first bucket. The idea of hashed features with signs: Weinberger,
    Dasgupta, Langford, Smola and Attenberg (2009, doi:10.1145/1553374.1553516).

    It knows no meaning: words are near each other where their letters are, and features that share
    a bucket are confused. It stands in where no model may be used, in tests and trials; what it
    finds says nothing about what a trained model would find.

    Cost: each distinct feature is hashed once; then some 3,000 abstracts per second. Memory: some
    300 bytes per distinct word.

    Determinism: sums of whole numbers, then a root and a quotient of single numbers, which IEEE 754
    rounds in one way.

    Args:
        dimension: how many buckets, 1 to 65,536.

    Raises:
        UsageError: the dimension is out of range.
    """

    id = "hash"
    revision = "1"

    def __init__(self, *, dimension: int = 256) -> None:
        import numpy as np

        fits = 1 <= dimension <= _MOST
        check_parameter("hash", "dimension", dimension, f"1 to {_MOST:,}", fits=fits)
        self.dimension = dimension
        self._places: dict[str, tuple[int, int]] = {}
        self._codes: dict[str, int] = {}
        # The buckets of each known word and what it adds to them, word after word.
        self._starts = np.zeros(1, np.intp)
        self._buckets = np.empty(0, np.intp)
        self._added = np.empty(0, np.float64)

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        import numpy as np

        words = [_words(text) for text in texts]
        self._learn(dict.fromkeys(chain.from_iterable(words)))
        codes = np.fromiter(map(self._codes.__getitem__, chain.from_iterable(words)), np.intp)
        rows = np.repeat(np.arange(len(texts)), [len(row) for row in words])
        sums = self._add(codes, rows, len(texts))
        squares = np.square(sums).sum(axis=1)
        sums[squares == 0, 0] = squares[squares == 0] = 1
        vectors: npt.NDArray[np.float32] = (sums / np.sqrt(squares)[:, None]).astype(np.float32)
        return vectors

    def _add(
        self, codes: npt.NDArray[np.intp], rows: npt.NDArray[np.intp], count: int
    ) -> npt.NDArray[np.float64]:
        """The sum of each row over the buckets of its words."""
        import numpy as np

        lengths = np.diff(self._starts)[codes]
        ends = np.cumsum(lengths)
        cells = np.arange(ends[-1] if len(ends) else 0)
        cells += np.repeat(self._starts[codes] - ends + lengths, lengths)
        targets = np.repeat(rows, lengths) * self.dimension + self._buckets[cells]
        sums: npt.NDArray[np.float64] = np.bincount(
            targets, self._added[cells], count * self.dimension
        ).astype(np.float64, copy=False)  # of nothing they would be whole numbers
        return sums.reshape(count, self.dimension)

    def _learn(self, words: dict[str, None]) -> None:
        """Find the buckets of words that were not met before."""
        import numpy as np

        new = [word for word in words if word not in self._codes]
        added = [self._buckets_of(word) for word in new]
        self._codes.update(
            zip(new, range(len(self._codes), len(self._codes) + len(new)), strict=True)
        )
        lengths = np.cumsum([len(buckets) for buckets in added], dtype=np.intp)
        self._starts = np.concatenate([self._starts, self._starts[-1] + lengths])
        pairs = np.array([pair for buckets in added for pair in buckets.items()], np.intp)
        pairs = pairs.reshape(-1, 2)
        self._buckets = np.concatenate([self._buckets, pairs[:, 0]])
        self._added = np.concatenate([self._added, pairs[:, 1]])

    def _buckets_of(self, word: str) -> dict[int, int]:
        """What a word adds to which buckets."""
        marked = f"<{word}>"
        features = Counter(marked[at : at + 3] for at in range(len(marked) - 2))
        added: dict[int, int] = {}
        for feature, count in (
            (marked + " ", _WHOLE_WORD),
            *((run, _TRIGRAM * times) for run, times in features.items()),
        ):
            bucket, sign = self._place(feature)
            added[bucket] = added.get(bucket, 0) + sign * count
        return added

    def _place(self, feature: str) -> tuple[int, int]:
        """The bucket and the sign of a feature."""
        if feature not in self._places:
            digest = sha256(feature.encode("utf-8", "surrogatepass")).digest()
            bucket = int.from_bytes(digest[:8], "big") % self.dimension
            self._places[feature] = (bucket, 1 if digest[8] & 1 else -1)
        return self._places[feature]


def _words(text: str) -> list[str]:
    """The words of a text."""
    return _WORD.findall(unicodedata.normalize("NFC", text).lower())


@hookimpl
def benchbook_plugins() -> list[EmbedderPlugin]:
    return [
        EmbedderPlugin(
            name="hash",
            version="1",
            summary="Hashed words and runs of three letters; deterministic, no model",
            build=HashEmbedder,
            requires=("numpy",),
        )
    ]
