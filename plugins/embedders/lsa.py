"""Latent semantic analysis: vectors fitted on the corpus, the same bytes on every machine."""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from benchbook import (
    Corpus,
    EmbedderPlugin,
    Inapplicable,
    SparseRows,
    Tokenizer,
    check_parameter,
    hookimpl,
    principal_axes,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float64]

_LOGARITHM, _PRODUCT, _WEIGHT, _AXIS = 1 << 12, 1 << 16, 1 << 14, 1 << 26
"""Steps in 1 to which logarithms, products of two of them, weights and axes are rounded."""

_MOST_DIMENSIONS = 1024
_MOST_TERMS = 1 << 24
_SHOWN = 12


class LsaEmbedder:
    """Places a text by the terms that occur together in the corpus.

    Titles and texts of the corpus become a matrix of units by terms. Terms are those of
    `Tokenizer` with English stop words and stems; kept are the `vocabulary` ones that most units
    have, equal ones in code-point order. A term that occurs f times in a unit, and at all in df of
    N units, weighs there

        ln(1 + f) * ln((N + 1) / df)

    and each row is brought to length 1. The `dimension` strongest axes of that matrix (singular
    vectors V with singular values s) are found by a randomised decomposition; there are fewer in a
    corpus of fewer units or terms. A text t, weighted in the same way, becomes t V s^0.5, brought
    to length 1. A text without a known term gets zeros. Sources: Deerwester, Dumais, Furnas,
    Landauer and Harshman (1990); the decomposition: Halko, Martinsson and Tropp (2011,
    doi:10.1137/090771806); powers of the singular values: Caron (2001). The power 0.5 found more
    on Cranfield than 0 did (R@100 0.81 against 0.79).

    Limits: it knows what occurs together in this corpus, and nothing else; words that the corpus
    does not have are not seen. On another part of the corpus (a scope) it is another embedder.

    Cost: SciFact (5,183 abstracts) in some 10 seconds, 50,000 abstracts in some 60, on one
    processor. Memory: six matrices of terms by dimensions (50 MB each at 20,000 terms), and 100
    bytes for each distinct term of each unit: 1 GB for 50,000 abstracts.

    Determinism: all sums are of whole numbers, exact in any order; the small eigenproblem is solved
    by single operations. Neither the processor's kernels of a matrix library nor the number of
    threads reaches a bit. What remains is the logarithm of the C library: it is rounded to 1/4096,
    so that another last digit shows with a chance of about 1 in 10**10 for each distinct number.

    Args:
        corpus: what it is fitted on.
        dimension: 1 to 1,024.
        vocabulary: terms kept, 1 or more.

    Attributes:
        dimension: of its vectors.
        digest: SHA-256 (hex) of terms, weights and axes; `revision` shows its beginning.

    Raises:
        UsageError: a parameter is out of range.
        Inapplicable: no unit has a word, so that there is nothing to fit.
    """

    id = "lsa"

    def __init__(self, *, corpus: Corpus, dimension: int = 256, vocabulary: int = 20_000) -> None:
        import numpy as np

        for name, value, most in (
            ("dimension", dimension, _MOST_DIMENSIONS),
            ("vocabulary", vocabulary, _MOST_TERMS),
        ):
            check_parameter("lsa", name, value, f"1 to {most:,}", fits=1 <= value <= most)
        self._tokens = Tokenizer()
        cells, terms, held = _counted(corpus, self._tokens, vocabulary)
        self._codes = {term: code for code, term in enumerate(terms)}
        self._rarity = _logarithms((len(corpus) + 1) / held)
        rows = self._weighted(cells, len(corpus))
        axes = principal_axes(rows, terms, dimension)
        self.dimension = len(axes.stretches)
        if not self.dimension:
            reason = "lsa: no unit of the corpus has a word that tells it from another"
            raise Inapplicable(reason)
        strengths = np.sqrt(axes.stretches / axes.stretches[0])
        self._axes = np.asfortranarray(np.rint(axes.directions * strengths * _AXIS))
        self.digest = self._digest()
        self.revision = f"1-{self.digest[:_SHOWN]}"

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        import numpy as np

        known = self._codes
        tokens = ([term for term in self._tokens(text) if term in known] for text in texts)
        places = self._weighted(_count(tokens, known), len(texts)).times(self._axes)
        # Rounded again, so that the squares add up exactly.
        bits = (53 - self.dimension.bit_length()) // 2
        exponents = np.frexp(np.abs(places).max(axis=1, initial=0.0))[1]
        places = np.rint(places * np.ldexp(1.0, bits - exponents)[:, None])
        lengths = np.sqrt(np.square(places).sum(axis=1))
        lengths[lengths == 0] = 1.0
        vectors: npt.NDArray[np.float32] = (places / lengths[:, None]).astype(np.float32)
        return vectors

    def _weighted(self, cells: _Cells, count: int) -> SparseRows:
        """The weights of terms in texts, each text of length 1, in whole numbers."""
        import numpy as np

        products = _logarithms(cells.counts + np.float64(1.0)) * self._rarity[cells.columns]
        weights = np.rint(products * (_PRODUCT / _LOGARITHM**2))
        squares = np.zeros(count, np.int64)
        starts = np.flatnonzero(np.diff(cells.rows, prepend=-1))
        if len(starts):
            exact = np.square(weights.astype(np.int64))
            squares[cells.rows[starts]] = np.add.reduceat(exact, starts)
        lengths = np.sqrt(np.maximum(squares, 1).astype(np.float64))
        unit = np.rint(weights / lengths[cells.rows] * _WEIGHT)
        return SparseRows(cells.rows, cells.columns, unit, (count, len(self._rarity)))

    def _digest(self) -> str:
        """SHA-256 (hex) of all that a vector hangs on."""
        parts = (
            "\n".join(self._codes).encode("utf-8", "surrogatepass"),
            self._rarity,
            self._axes.T,
        )
        digests = (
            sha256(part if isinstance(part, bytes) else part.astype("<i4").tobytes()).digest()
            for part in parts
        )
        return sha256(b"".join(digests)).hexdigest()


class _Cells(NamedTuple):
    """How often each distinct term of a text occurs there: int64 [cells] each, row after row."""

    rows: Integers
    columns: Integers
    counts: Integers


def _counted(
    corpus: Corpus, tokens: Tokenizer, vocabulary: int
) -> tuple[_Cells, list[str], Integers]:
    """The terms that are kept, sorted; how many units have each; how often each occurs where.

    There are as many cells as kept terms in units: `rows` rise, `columns` are places of terms.
    """
    import numpy as np

    codes: defaultdict[str, int] = defaultdict()
    codes.default_factory = codes.__len__
    pairs = zip(corpus.titles, corpus.texts, strict=True)
    cells = _count((tokens(f"{title}\n{text}") for title, text in pairs), codes)
    held = np.bincount(cells.columns, minlength=len(codes))
    terms = list(codes)
    kept = sorted(range(len(terms)), key=lambda at: (-held[at], terms[at]))[:vocabulary]
    kept.sort(key=terms.__getitem__)
    return _among(cells, kept, len(terms)), [terms[at] for at in kept], held[kept]


def _count(texts: Iterable[Sequence[str]], codes: Mapping[str, int]) -> _Cells:
    """Count the terms of texts; `codes` has each of them."""
    import numpy as np

    rows, columns, counts = array("q"), array("q"), array("q")
    for row, terms in enumerate(texts):
        found = Counter(terms)
        rows.extend(repeat(row, len(found)))
        columns.extend(map(codes.__getitem__, found))
        counts.extend(found.values())
    return _Cells(*(np.array(column, np.int64) for column in (rows, columns, counts)))


def _among(cells: _Cells, kept: Sequence[int], terms: int) -> _Cells:
    """The cells of the terms that are kept, numbered anew."""
    import numpy as np

    codes = np.full(terms, -1, np.int64)
    codes[kept] = np.arange(len(kept))
    columns = codes[cells.columns]
    is_kept = columns >= 0
    return _Cells(cells.rows[is_kept], columns[is_kept], cells.counts[is_kept])


def _logarithms(values: Floats) -> Floats:
    """Natural logarithms in steps of 1/4096, as whole numbers; each distinct one is taken once."""
    import numpy as np

    distinct, places = np.unique(values, return_inverse=True)
    logarithms = [round(math.log(value) * _LOGARITHM) for value in distinct.tolist()]
    return np.array(logarithms, np.float64)[places]


@hookimpl
def benchbook_plugins() -> list[EmbedderPlugin]:
    return [
        EmbedderPlugin(
            name="lsa",
            version="1",
            summary="Latent semantic analysis, fitted on the corpus",
            build=LsaEmbedder,
            needs=("corpus",),
            requires=("numpy", "snowballstemmer"),
        )
    ]
