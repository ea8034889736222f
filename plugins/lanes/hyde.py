"""Passages written as if they answered the topic, searched with in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchbook import (
    Corpus,
    Embedder,
    Expansions,
    Inapplicable,
    LanePlugin,
    Rankings,
    Topics,
    VectorIndex,
    describe_vectors,
    hookimpl,
    mean_vector,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class HydeLane:
    """Ranks units by the inner product of their vector with the mean of the topic's passages.

    HyDE: Gao, Ma, Lin and Callan (2023, doi:10.18653/v1/2023.acl-long.99), where a model writes for
    each topic a few passages that might answer it, true or not, and an answer that exists is sought
    near them. Theirs adds the topic's own vector to the mean; here `with_topic = true` does. The
    passages come from a file that the experiment names (`expansions`); the record says who wrote
    them: a person's passages measure the idea, not a model. Vectors of units and the search are
    those of the lane dense with its exact index; the mean is not brought to length 1, which
    changes scores and no order.

    A topic without passages has an empty ranking, with or without `with_topic`.

    Cost and determinism: as dense. The mean is taken of whole numbers, in any order the same.

    Args:
        corpus: the units to rank.
        embedder: what turns texts into vectors.
        expansions: the passages of each topic; None where the experiment names no file.
        with_topic: whether the topic's own vector counts as one more passage.

    Attributes:
        notes: the embedder and its vectors.

    Raises:
        Inapplicable: no file of passages is named.
    """

    def __init__(
        self,
        corpus: Corpus,
        *,
        embedder: Embedder,
        expansions: Expansions | None,
        with_topic: bool = False,
    ) -> None:
        if expansions is None:
            reason = 'no expansions: name a file of passages with `expansions = "FILE"`'
            raise Inapplicable(reason)
        self._embedder = embedder
        self._expansions = expansions
        self._with_topic = with_topic
        self._index = VectorIndex.of(corpus, embedder)
        self.notes = (describe_vectors(embedder, self._index),)

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        return self._index.search(topics, self._vectors(topics), depth)

    def _vectors(self, topics: Topics) -> npt.NDArray[np.float64]:
        """The mean of each topic's passages; zeros for a topic without any."""
        import numpy as np

        groups = [self._texts(topic.id, topic.text) for topic in topics]
        made = self._embedder.embed([text for group in groups for text in group])
        ends = np.cumsum([len(group) for group in groups])
        parts = np.split(made, ends[:-1]) if groups else []
        means = [mean_vector(part) for part in parts]
        return np.array(means, np.float64).reshape(len(topics), self._index.dimension)

    def _texts(self, topic: str, text: str) -> tuple[str, ...]:
        """What is searched with in place of a topic."""
        passages = self._expansions.passages.get(topic, ())
        return (*passages, text) if passages and self._with_topic else passages


@hookimpl
def benchbook_plugins() -> list[LanePlugin]:
    return [
        LanePlugin(
            name="hyde",
            version="1",
            summary="Passages in place of the topic, by the mean of their vectors",
            build=HydeLane,
            needs=("embedder", "expansions"),
            requires=("numpy",),
        )
    ]
