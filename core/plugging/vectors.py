"""The rule of embedders: one vector per text, float32, of length 1 or all zeros."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np
import numpy.typing as npt

from ..counting import counted
from ..hookspec import Embedder
from .contracts import PluginFault, answering

Vectors = npt.NDArray[np.float32]

OFF = 1e-3
"""How far the length of a vector may be from 1."""


@attrs.define(eq=False)
class CheckedEmbedder:
    """An embedder whose answers are checked, and whose prints go to stderr.

    Attributes:
        plugin: its qualified name, for messages.
        embedder: what the plugin built.
    """

    plugin: str
    embedder: Embedder
    _dimension: int | None = attrs.field(default=None, init=False)

    @property
    def id(self) -> str:
        """What made the vectors.

        Raises:
            PluginFault: it is not one line of text.
        """
        return self._line("id")

    @property
    def revision(self) -> str:
        """Of that.

        Raises:
            PluginFault: it is not one line of text.
        """
        return self._line("revision")

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One vector per text, of as many dimensions as in every other answer.

        Raises:
            PluginFault: the embedder raised, or gave anything else.
        """
        asked = tuple(texts)
        with answering(self.plugin, "embeds"):
            made = self.embedder.embed(asked)
        vectors = check_vectors(self.plugin, made, asked)
        if self._dimension is None:
            self._dimension = vectors.shape[1]
        if vectors.shape[1] != self._dimension:
            found, expected = (
                counted(vectors.shape[1], "dimension"),
                f"{self._dimension}, as before",
            )
            raise PluginFault(self.plugin, "the same dimensions always", found, expected)
        return vectors

    def _line(self, name: str) -> str:
        """An attribute that a report prints."""
        with answering(self.plugin, f"has {name}"):
            text: object = getattr(self.embedder, name)
        if type(text) is not str or not text.strip() or not text.isprintable():
            found = f"{name} = {text!r}"[:80]
            raise PluginFault(self.plugin, "id and revision", found, "one line of text")
        return text


def check_vectors(plugin: str, made: object, texts: Sequence[str]) -> Vectors:
    """Vectors as an embedder must give them.

    Args:
        plugin: qualified name, for the message.
        made: what it gave.
        texts: what it was given.

    Raises:
        PluginFault: any rule is broken.
    """
    if not isinstance(made, np.ndarray) or made.dtype != np.float32 or made.ndim != 2:  # noqa: PLR2004 - rows and columns
        found = (
            f"{made.dtype} {made.shape}" if isinstance(made, np.ndarray) else type(made).__name__
        )
        raise PluginFault(plugin, "gives vectors", found, "float32 [texts, dimensions]")
    if len(made) != len(texts):
        expected = f"one for each of {counted(len(texts), 'text')}"
        raise PluginFault(plugin, "one vector per text", counted(len(made), "vector"), expected)
    if not made.shape[1]:
        raise PluginFault(plugin, "gives vectors", "vectors of 0 dimensions", "1 or more")
    lengths = np.sqrt(np.square(made, dtype=np.float64).sum(axis=1))
    # Written so that a NaN, which compares false with everything, is caught too.
    wrong = lengths[~((np.abs(lengths - 1) <= OFF) | (lengths == 0))]
    if len(wrong):
        found = f"a vector of length {float(wrong[0]):.4g}"
        raise PluginFault(plugin, "vectors of length 1", found, "length 1, or all zeros")
    return made
