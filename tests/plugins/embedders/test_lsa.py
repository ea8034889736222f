"""The embedder lsa is latent semantic analysis, and has one digest on every machine."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from benchbook import Corpus, Inapplicable, Tokenizer, Unit, UsageError
from benchbook.plugins.embedders.lsa import LsaEmbedder
from benchbook.plugins.readers.beir import BeirReader
from benchbook.testing import corpus_of, toy_corpus, toy_topics

KERNELS = ("Haswell", "Zen", "Sandybridge", "Prescott")


def documents(**texts: str) -> Corpus:
    """Give a corpus of documents without titles."""
    return corpus_of(Unit(unit_id=i, doc_id=i, title="", text=text) for i, text in texts.items())


def by_a_library(corpus: Corpus, texts: tuple[str, ...], dimension: int) -> np.ndarray:
    """Give the cosines of texts with units, by a plain decomposition of the stated weights."""
    tokens = Tokenizer()
    counts = [Counter(tokens(f"{unit.title}\n{unit.text}")) for unit in corpus]
    terms = sorted(set().union(*counts))
    held = [sum(term in count for count in counts) for term in terms]
    rarity = [math.log((len(counts) + 1) / number) for number in held]

    def weighted(count: Counter[str]) -> np.ndarray:
        row = np.array([math.log(1 + count[term]) for term in terms]) * rarity
        length = float(np.linalg.norm(row))
        return row / length if length else row

    matrix = np.array([weighted(count) for count in counts])
    _, stretches, axes = np.linalg.svd(matrix, full_matrices=False)
    axes = axes[:dimension].T * np.sqrt(stretches[:dimension])
    asked = np.array([weighted(Counter(tokens(text))) for text in texts])
    left, right = unit_length(asked @ axes), unit_length(matrix @ axes)
    cosines: np.ndarray = left @ right.T
    return cosines


def unit_length(rows: np.ndarray) -> np.ndarray:
    """Give rows of length 1; zeros stay."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    made: np.ndarray = rows / np.where(lengths < 1e-9, np.inf, lengths)
    return made


@pytest.mark.parametrize("dimension", [2, 5, 12])
def test_cosines_are_those_of_a_plain_decomposition(dimension: int) -> None:
    """Weights, axes and powers are the stated ones, to a thousandth."""
    corpus, texts = toy_corpus(), toy_topics().texts
    embedder = LsaEmbedder(corpus=corpus, dimension=dimension)
    units = embedder.embed([f"{unit.title}\n{unit.text}" for unit in corpus])

    expected = by_a_library(corpus, texts, dimension)
    made = embedder.embed(texts) @ units.T

    assert np.abs(expected - made).max() < 1e-3


def test_terms_that_occur_together_are_near() -> None:
    """Two words that no text shares are near through a third."""
    corpus = documents(
        a="otter river", b="otter stream", c="glacier ice", d="glacier snow", e="river otter bank"
    )
    river, stream, ice = LsaEmbedder(corpus=corpus, dimension=2).embed(["river", "stream", "ice"])

    assert river @ stream > 0.9
    assert abs(river @ ice) < 0.1


def test_the_commonest_terms_are_kept() -> None:
    """By the number of units that have them; equal ones in code-point order."""
    corpus = documents(a="moss heron", b="moss otter", c="heron otter coral", d="coral moss")
    embedder = LsaEmbedder(corpus=corpus, vocabulary=2)
    known = ~(embedder.embed(["moss", "coral", "heron", "otter"]) == 0).all(axis=1)

    assert [True, True, False, False] == known.tolist()


def test_dimensions_are_those_that_the_corpus_has() -> None:
    """Equal units add none."""
    assert 2 == LsaEmbedder(corpus=documents(a="moss", b="heron", c="moss")).dimension
    assert 1 == LsaEmbedder(corpus=documents(a="moss heron")).dimension


@pytest.mark.parametrize("text", ["", "zebra", "the of"])
def test_a_text_without_a_known_term_has_zeros(text: str) -> None:
    """It is nowhere."""
    assert not LsaEmbedder(corpus=documents(a="moss", b="heron")).embed([text]).any()


@pytest.mark.parametrize("corpus", [documents(), documents(a="", b="the of ?!")])
def test_a_corpus_without_words_cannot_be_fitted(corpus: Corpus) -> None:
    """The lane that wanted it is skipped, with this reason."""
    with pytest.raises(Inapplicable, match="no unit of the corpus has a word"):
        LsaEmbedder(corpus=corpus)


def test_revision_and_digest_name_what_was_fitted() -> None:
    """Another corpus, dimension or vocabulary is another revision; the same one is the same."""
    corpus = toy_corpus()
    fitted = [
        LsaEmbedder(corpus=corpus),
        LsaEmbedder(corpus=corpus, dimension=3),
        LsaEmbedder(corpus=corpus, vocabulary=9),
        LsaEmbedder(corpus=documents(a="moss")),
    ]

    assert 4 == len({one.revision for one in fitted})
    assert fitted[0].digest == LsaEmbedder(corpus=corpus).digest
    assert f"1-{fitted[0].digest[:12]}" == fitted[0].revision


@pytest.mark.parametrize("values", [{"dimension": 0}, {"dimension": 1025}, {"vocabulary": 0}])
def test_a_parameter_out_of_range_is_refused(values: dict[str, int]) -> None:
    """The message says the range."""
    with pytest.raises(UsageError, match="expected 1 to"):
        LsaEmbedder(corpus=documents(a="moss"), **values)


PROGRAM = """
import sys
from hashlib import sha256
from pathlib import Path
import numpy as np
from benchbook import VectorIndex
from benchbook.plugins.embedders.lsa import LsaEmbedder
from benchbook.plugins.readers.beir import BeirReader
from benchbook.testing import corpus_of

folder = Path(sys.argv[1])
corpus = corpus_of(unit for _, unit in BeirReader().corpus(folder))
topics = BeirReader().gold(folder).topics
embedder = LsaEmbedder(corpus=corpus)
index = VectorIndex.of(corpus, embedder)
rankings = index.search(topics, embedder.embed(topics.texts), 100)
columns = rankings.codes.tobytes() + rankings.scores.tobytes()
plain = np.random.Generator(np.random.PCG64(1)).standard_normal((300, 300))
print(embedder.digest, index.digest, sha256(columns).hexdigest())
print(sha256((plain @ plain).tobytes()).hexdigest())
"""


def told(folder: Path, kernel: str, threads: str) -> tuple[str, str]:
    """Give the digests that a process with another kernel of the matrix library prints."""
    environment = {
        **os.environ,
        "OPENBLAS_CORETYPE": kernel,
        "OPENBLAS_NUM_THREADS": threads,
        "OMP_NUM_THREADS": threads,
    }
    command = [sys.executable, "-c", PROGRAM, str(folder)]
    asked = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    ours, plain = asked.stdout.split("\n")[:2]
    return ours, plain


@pytest.mark.slow
def test_no_kernel_and_no_thread_reaches_a_bit(shared_data: Path) -> None:
    """Axes, vectors and rankings of Cranfield have one digest; a plain product has several."""
    found = [
        told(shared_data / "cranfield", kernel, threads)
        for kernel, threads in [*((kernel, "1") for kernel in KERNELS), ("Haswell", "2")]
    ]

    assert 1 == len({ours for ours, _ in found})
    if len({plain for _, plain in found}) == 1:
        pytest.skip("this matrix library has no kernels to choose from: nothing was shown")


@pytest.mark.slow
def test_the_fit_of_cranfield_is_the_recorded_one(shared_data: Path) -> None:
    """The digest that this corpus was fitted to on another day."""
    corpus = corpus_of(unit for _, unit in BeirReader().corpus(shared_data / "cranfield"))

    assert "1-60fe47d35d37" == LsaEmbedder(corpus=corpus).revision
