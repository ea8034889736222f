"""The embedder hash is what its docstring says, bit for bit."""

from __future__ import annotations

import math
import re
import unicodedata
from hashlib import sha256

import numpy as np
import pytest

from benchbook import UsageError
from benchbook.plugins.embedders.hash import HashEmbedder


def place(feature: str, dimension: int) -> tuple[int, int]:
    """Give the bucket and the sign of a feature."""
    digest = sha256(feature.encode()).digest()
    return int.from_bytes(digest[:8], "big") % dimension, 1 if digest[8] % 2 else -1


def by_the_rule(text: str, dimension: int) -> list[float]:
    """Give the vector as the docstring of the embedder defines it."""
    sums = [0.0] * dimension
    for word in re.findall(r"\w+", unicodedata.normalize("NFC", text).lower()):
        marked = f"<{word}>"
        runs = [marked[at : at + 3] for at in range(len(marked) - 2)]
        for feature, weight in [(f"{marked} ", 1.0), *((run, 0.5) for run in runs)]:
            bucket, sign = place(feature, dimension)
            sums[bucket] += sign * weight
    length = math.sqrt(sum(number * number for number in sums))
    return [number / length for number in sums]


@pytest.mark.parametrize("dimension", [7, 256])
@pytest.mark.parametrize(
    "text", ["Otter", "the river, the delta; the River", "p53 IL-2 naïve", "水獭住在河边 a"]
)
def test_vectors_are_those_of_the_rule(text: str, dimension: int) -> None:
    """Words count 1, runs of three letters 0.5, in hashed buckets with hashed signs."""
    (made,) = HashEmbedder(dimension=dimension).embed([text])

    assert np.array_equal(np.array(by_the_rule(text, dimension), np.float32), made)


@pytest.mark.parametrize("text", ["", " \n", "?!"])
def test_a_text_without_words_has_a_fixed_vector(text: str) -> None:
    """It is 1 in the first bucket."""
    assert [1.0, 0.0, 0.0] == HashEmbedder(dimension=3).embed([text])[0].tolist()


def test_features_that_cancel_out_leave_the_fixed_vector() -> None:
    """A text with words may add up to nothing; its vector still has length 1."""
    words = (f"{first}{second}" for first in "abcdefgh" for second in "abcdefgh")
    cancelling = next(word for word in words if by_sum(word, 1) == 0)

    assert [[1.0]] == HashEmbedder(dimension=1).embed([cancelling]).tolist()


def by_sum(word: str, dimension: int) -> float:
    """Give the sum of all features of a word in one bucket."""
    marked = f"<{word}>"
    runs = [marked[at : at + 3] for at in range(len(marked) - 2)]
    return 2 * place(f"{marked} ", dimension)[1] + sum(place(run, dimension)[1] for run in runs)


def test_likeness_follows_words_and_letters() -> None:
    """The same words in another order are the same; a near spelling is nearer than none."""
    made = HashEmbedder().embed(["sediment transport", "transport, sediment", "sediments", "moss"])

    assert np.array_equal(made[0], made[1])
    assert made[0] @ made[2] > 0.3 > abs(made[0] @ made[3])


@pytest.mark.parametrize("dimension", [0, -1, 65_537])
def test_a_dimension_out_of_range_is_refused(dimension: int) -> None:
    """The message says the range."""
    with pytest.raises(UsageError, match="expected 1 to 65,536"):
        HashEmbedder(dimension=dimension)
