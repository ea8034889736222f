"""An embedder for tests of what needs one, and passages for tests of what needs those."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..expansions import Expansions
from ..hookspec import EmbedderPlugin
from ..topics import Topics
from .fakes import WORDS, toy_topics

_WORD = re.compile(r"\w+")
_SILENT = 10


class ToyEmbedder:
    """Counts the words of the toy corpus; one more dimension counts all other words.

    Vectors have length 1; a text without words gets zeros.
    """

    id = "toy"
    revision = "1"
    dimension = len(WORDS) + 1

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """One vector per text: float32 [texts, 26]."""
        counts = np.array([self._counts(text) for text in texts], np.float64)
        counts = counts.reshape(len(texts), self.dimension)
        lengths = np.sqrt(np.square(counts).sum(axis=1))  # of whole numbers: exact in any order
        lengths[lengths == 0] = 1.0
        vectors: npt.NDArray[np.float32] = (counts / lengths[:, None]).astype(np.float32)
        return vectors

    def _counts(self, text: str) -> list[int]:
        """How often each word occurs, and then any other one."""
        found = Counter(_WORD.findall(text.lower()))
        known = [found[word] for word in WORDS]
        return [*known, found.total() - sum(known)]


TOY_EMBEDDER = EmbedderPlugin(
    name="toy", version="1", summary="counts the words of the toy corpus", build=ToyEmbedder
)


def toy_expansions(topics: Topics | None = None) -> Expansions:
    """Two passages for each topic, written by hand; every tenth topic has none.

    Args:
        topics: `toy_topics()` when None.
    """
    asked = toy_topics() if topics is None else topics
    passages = {
        topic.id: (f"{topic.text} and {WORDS[number % len(WORDS)]}", f"of {topic.text}")
        for number, topic in enumerate(asked)
        if number % _SILENT != _SILENT - 1
    }
    return Expansions(passages, ("hand",))
