"""Vectors of title and text, searched exactly or through an HNSW graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from benchbook import (
    Corpus,
    Embedder,
    LanePlugin,
    Rankings,
    Topics,
    UsageError,
    VectorIndex,
    check_parameter,
    describe_vectors,
    hookimpl,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Vectors = npt.NDArray[np.float32]
    Places = npt.NDArray[np.intp]

_SEED = 100
_SAMPLE = 100
"""Units that are asked as topics to measure what the graph misses."""


class DenseLane:
    """Ranks units by the inner product of their vector with the topic's.

    An embedder makes the vectors, of length 1, of a unit's title and text, a line each, and of the
    topic's text; so the score is the cosine. A unit or topic whose vector is all zeros has no
    place: it is not ranked, or gets an empty ranking. Every other topic ranks `depth` units, near
    or not. Scores are rounded to seven decimals; equal ones go by the neutral key.

    With `index = "exact"` every unit is scored. With `"hnsw"` a graph of near neighbours (Malkov
    and Yashunin 2018, doi:10.1109/TPAMI.2018.2889473, as built by hnswlib) proposes `ef` units, or
    `depth` where that is more, which are then scored as above. What it misses is measured: 100
    units, evenly spread, are asked as topics, and the notes say how many of their best `depth` it
    found. The graph is worth building for some 10,000 topics and more; below, it costs more than
    it saves, and an evaluation is better served by the exact search.

    Measured, R@100: on Cranfield 0.81 with the embedder lsa and 0.51 with hash, where bm25 has
    0.74; of 1,612 relevant documents lsa finds 182 that bm25 does not, hash 80. On SciFact 0.91
    with lsa and 0.68 with hash, where bm25 has 0.91; of 339, lsa finds 12 and hash 4 more.

    Cost: embedding; then, exact, a product of each topic with each unit: 300 topics over 5,000
    units in 0.1 s, over 50,000 in 1 s. A graph over 50,000 units takes half a minute. Memory: 4
    bytes for each number of a vector; a graph needs three times that.

    Determinism: vectors are rounded to whole numbers, whose products add up exactly in any order,
    so exact search gives the same bytes with every processor and number of threads, as far as the
    embedder does. The graph is built by one thread from a fixed seed, but compares 32-bit floats
    with the instructions of the processor that hnswlib was compiled for: on another machine it may
    propose other units.

    Args:
        corpus: the units to rank.
        embedder: what turns texts into vectors.
        index: `exact` or `hnsw`.
        m, ef_construction, ef: of the graph: neighbours per unit, 2 to 100; candidates while it is
            built, and while it is searched, 1 or more.

    Attributes:
        notes: embedder, revision, dimension and digest of the vectors; what the graph found.

    Raises:
        UsageError: a parameter is out of range, or hnswlib is not installed.
    """

    def __init__(
        self,
        corpus: Corpus,
        *,
        embedder: Embedder,
        index: Literal["exact", "hnsw"] = "exact",
        m: int = 16,
        ef_construction: int = 200,
        ef: int = 200,
    ) -> None:
        check_parameter("dense", "m", m, "2 to 100", fits=2 <= m <= 100)  # noqa: PLR2004 - hnswlib's
        for name, value, most in (
            ("ef_construction", ef_construction, 10_000),
            ("ef", ef, 100_000),
        ):
            check_parameter("dense", name, value, f"1 to {most:,}", fits=1 <= value <= most)
        if index == "hnsw":
            _load_hnswlib()
        self._embedder = embedder
        self._index = VectorIndex.of(corpus, embedder)
        self._graph = _Graph(self._index, m, ef_construction, ef) if index == "hnsw" else None
        self._recalls: dict[int, str] = {}

    @property
    def notes(self) -> tuple[str, ...]:
        return (describe_vectors(self._embedder, self._index), *self._recalls.values())

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        vectors = self._embedder.embed(topics.texts)
        if self._graph is None:
            return self._index.search(topics, vectors, depth)
        if depth not in self._recalls:
            self._recalls[depth] = self._graph.measure(depth)
        return self._graph.search(topics, vectors, depth)


class _Graph:
    """A graph of near neighbours over the distinct vectors of an index.

    Equal vectors stand in it once: many of them would be neighbours of each other alone, and cut
    the graph to pieces.
    """

    def __init__(self, index: VectorIndex, m: int, ef_construction: int, ef: int) -> None:
        import numpy as np

        self._index = index
        self._ef = ef
        self._made = f"M {m}, ef_construction {ef_construction}, ef {ef}"
        vectors = index.vectors
        groups: dict[bytes, list[int]] = {}
        for place in np.flatnonzero(~index.is_blank).tolist():
            groups.setdefault(vectors[place].tobytes(), []).append(place)
        self._groups = [np.array(group, np.intp) for group in groups.values()]
        self._graph: Any = _load_hnswlib().Index(space="ip", dim=index.dimension)
        self._graph.init_index(
            max_elements=max(1, len(self._groups)),
            M=m,
            ef_construction=ef_construction,
            random_seed=_SEED,
        )
        if self._groups:
            firsts = vectors[[group[0] for group in self._groups]]
            self._graph.add_items(firsts, np.arange(len(firsts)), num_threads=1)

    def search(self, topics: Topics, vectors: Vectors, depth: int) -> Rankings:
        """Score what the graph proposes."""
        candidates = [self._propose(vector, depth) for vector in vectors]
        return self._index.score(topics, vectors, candidates, depth)

    def measure(self, depth: int) -> str:
        """How much of the exact search's answer the graph finds, as a sentence."""
        import numpy as np

        places = np.flatnonzero(~self._index.is_blank)
        sample = places[np.linspace(0, len(places) - 1, min(_SAMPLE, len(places))).astype(np.intp)]
        topics = Topics.of_ids(f"{number:03}" for number in range(len(sample)))
        vectors = self._index.vectors[sample]
        exact = self._index.search(topics, vectors, depth)
        found = self.search(topics, vectors, depth)
        both = sum(len({*exact.units(id_)} & {*found.units(id_)}) for id_ in topics.ids)
        return (
            f"HNSW graph ({_version()}, {self._made}): found {both:,} of the {len(exact.codes):,} "
            f"units of exact search at depth {depth}, with {len(sample)} units asked as topics"
        )

    def _propose(self, vector: Vectors, depth: int) -> Places:
        """The places of units that may be near."""
        import numpy as np

        count = min(max(self._ef, depth), len(self._groups))
        if not count or not vector.any():
            return np.empty(0, np.intp)
        self._graph.set_ef(count)
        try:
            near, _ = self._graph.knn_query(vector, k=count, num_threads=1)
        except RuntimeError as error:
            message = f"dense: the graph does not reach {count} units ({self._made}); raise m or ef"
            raise UsageError(message) from error
        return np.concatenate([self._groups[group] for group in near[0].tolist()])


def _load_hnswlib() -> Any:  # noqa: ANN401 - hnswlib ships no types
    """The library of graphs.

    Raises:
        UsageError: it is not installed.
    """
    try:
        import hnswlib
    except ImportError as error:
        message = (
            "dense: index = \"hnsw\" needs hnswlib: run `pip install 'benchbook[hnsw]'`, or say "
            'index = "exact"'
        )
        raise UsageError(message) from error
    return hnswlib


def _version() -> str:
    """The library and its version."""
    from importlib.metadata import version

    return f"hnswlib {version('hnswlib')}"


@hookimpl
def benchbook_plugins() -> list[LanePlugin]:
    return [
        LanePlugin(
            name="dense",
            version="1",
            summary="Vectors of title and text, exact or through an HNSW graph",
            build=DenseLane,
            needs=("embedder",),
            requires=("numpy",),
        )
    ]
