"""The contract of embedders."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import ClassVar

import attrs

from ..corpus import Corpus, Unit
from ..errors import BenchbookError
from ..hookspec import Embedder, EmbedderPlugin
from ..plugging.vectors import CheckedEmbedder, Vectors, check_vectors
from .check import Contract
from .fakes import corpus_of, toy_corpus, toy_topics

_LONG = 200_000
_SHOWN = 40
_HOSTILE = (
    "\x00\x01\x1b[31m river\x00delta",
    "\u202egnissim\u202c \u200b\ufeff moss",
    "<s> [CLS] [MASK] <|endoftext|> {{ text }} %s",
    "otter " * (_LONG // len("otter ")),
    "a" * _LONG,
    "\U0001d52f\U0001d526 e\u0301 \ufb01 \u0130 \xdf \u65e5\u672c\u8a9e \U0001f9a6",
)


class EmbedderContract(Contract):
    """What every embedder must keep. Subclass it, name `plugin`, and pytest runs the rules.

    Attributes:
        plugin: the embedder's record.
        params: parameters as an experiment gives them.
        corpus: what it is fitted on, if its record needs one; the toy corpus by default.
        texts: what is embedded, each once; those of the toy corpus and topics by default.
    """

    plugin: ClassVar[EmbedderPlugin]
    corpus: ClassVar[Corpus] = toy_corpus()
    texts: ClassVar[Sequence[str]] = tuple(
        dict.fromkeys([f"{one.title}\n{one.text}" for one in toy_corpus()] + [*toy_topics().texts])
    )

    def test_vectors_are_sound(self) -> None:
        """One vector per text, float32, of length 1 or all zeros."""
        self._checked(self._embedder(), self.texts)

    def test_texts_are_told_apart(self) -> None:
        """Not all texts have the same vector."""
        made = self._checked(self._embedder(), self.texts)
        if not (made != made[:1]).any():
            self.fail("texts are told apart", "one vector for all texts", "different vectors")

    def test_id_and_revision(self) -> None:
        """What made the vectors, and which revision of it, are one line of text each."""
        checked = CheckedEmbedder(self.name, self._embedder())
        self.expect("id and revision", True, all((checked.id, checked.revision)), "two texts")  # noqa: FBT003 - what is found

    def test_asked_twice_answers_the_same(self) -> None:
        """The same object gives the same vectors again: no call leaves anything behind."""
        embedder = self._embedder()
        first = embedder.embed(self.texts).copy()
        again = embedder.embed(self.texts)
        self._same("asked twice, answers the same", self.texts, first, again)

    def test_built_twice_answers_the_same(self) -> None:
        """Two objects built alike give the same vectors, and are of the same revision."""
        first, second = self._embedder(), self._embedder()
        rule = "built twice, answers the same"
        names = [(one.id, one.revision) for one in (first, second)]
        self.expect(rule, names[0], names[1], "the same id and revision")
        self._same(rule, self.texts, first.embed(self.texts), second.embed(self.texts))

    def test_company_does_not_matter(self) -> None:
        """A text alone has the vector that it has among others."""
        embedder = self._embedder()
        whole = self._checked(embedder, self.texts)
        for number, text in enumerate(self.texts):
            alone = self._checked(embedder, (text,))
            self._same("company does not matter", (text,), whole[number : number + 1], alone)

    def test_order_does_not_matter(self) -> None:
        """Texts in another order, one of them twice, have the same vectors."""
        embedder = self._embedder()
        turned = (*self.texts[::-1], self.texts[-1])
        whole = self._checked(embedder, self.texts)
        expected = whole[[*range(len(self.texts))[::-1], -1]]
        self._same("order does not matter", turned, expected, self._checked(embedder, turned))

    def test_text_without_words(self) -> None:
        """An empty text, white space and punctuation have sound vectors, alone and among others."""
        embedder = self._embedder()
        texts = ("", " \n\t", "?!", *self.texts[:1])
        whole = self._checked(embedder, texts)
        for number, text in enumerate(texts):
            alone = self._checked(embedder, (text,))
            self._same("a text without words", (text,), whole[number : number + 1], alone)

    def test_no_texts(self) -> None:
        """No texts give no vectors, of as many dimensions as others have."""
        embedder = self._embedder()
        dimension = self._checked(embedder, self.texts[:1]).shape[1]
        found = self._checked(embedder, ()).shape
        self.expect("no texts", (0, dimension), found, "vectors of the same dimension")

    def test_hostile_texts(self) -> None:
        """Control characters, a model's own marks and 200,000 characters have sound vectors."""
        self._checked(self._embedder(), _HOSTILE)

    def test_texts_are_left_alone(self) -> None:
        """Embedding changes nothing in the list that it was given."""
        given = list(self.texts)
        self._embedder().embed(given)
        self.expect("texts are left alone", list(self.texts), given, "an untouched list")

    def test_other_corpora(self) -> None:
        """No unit, one, and hostile texts: sound vectors, or an error of Benchbook."""
        self._skip_unless_fitted()
        units = [
            Unit(unit_id=f"h{number}", doc_id=f"h{number}", title=text[:80], text=text)
            for number, text in enumerate(_HOSTILE)
        ]
        for corpus in (corpus_of([]), corpus_of(units[:1]), corpus_of(units)):
            self._sound_or_refused(corpus)

    def test_order_of_ids_does_not_matter(self) -> None:
        """The same texts under other ids are fitted to the same vectors."""
        self._skip_unless_fitted()
        last = len(self.corpus) - 1
        renamed = corpus_of(
            attrs.evolve(unit, unit_id=f"x{last - number:05}", doc_id=f"x{last - number:05}")
            for number, unit in enumerate(self.corpus)
        )
        first, second = self._embedder(), self._embedder(renamed)
        rule = "the order of ids does not matter"
        self._same(rule, self.texts, first.embed(self.texts), second.embed(self.texts))

    def test_corpus_is_left_alone(self) -> None:
        """Fitting changes nothing in the corpus."""
        self._skip_unless_fitted()
        corpus = corpus_of(
            attrs.evolve(unit, metadata=deepcopy(dict(unit.metadata))) for unit in self.corpus
        )
        before = repr(corpus)
        self._embedder(corpus)
        self.expect("the corpus is left alone", before, repr(corpus), "an untouched corpus")

    def footprint(self) -> bytes:
        """Id, revision, and the vectors of all texts."""
        embedder = self._embedder()
        vectors = self._checked(embedder, self.texts).astype("<f4")
        return f"{embedder.id}\n{embedder.revision}\n{vectors.shape}\n".encode() + vectors.tobytes()

    def _embedder(self, corpus: Corpus | None = None) -> Embedder:
        """The embedder, fitted on a corpus if it is of that sort."""
        passed = {"corpus": self.corpus if corpus is None else corpus} if self._is_fitted else {}
        embedder: Embedder = self.build(**passed)
        return embedder

    @property
    def _is_fitted(self) -> bool:
        """Whether core passes it a corpus."""
        return "corpus" in self.plugin.needs

    def _skip_unless_fitted(self) -> None:
        """Skip a rule about fitting."""
        if not self._is_fitted:
            self.skip("this embedder is not fitted on a corpus")

    def _checked(self, embedder: Embedder, texts: Sequence[str]) -> Vectors:
        """Embed and check as a run does; a copy, for an embedder may write to what it gave."""
        return check_vectors(self.name, embedder.embed(texts), texts).copy()

    def _sound_or_refused(self, corpus: Corpus) -> None:
        """Sound vectors; or the embedder says in our words that it cannot be fitted on this."""
        try:
            made = self._embedder(corpus).embed(self.texts)
        except BenchbookError:
            return
        except Exception as error:  # noqa: BLE001 - whatever else a plugin raises is what we look for
            found = f"{type(error).__name__}: {error}"
            self.fail("other corpora", found, "sound vectors or a BenchbookError")
        check_vectors(self.name, made, self.texts)

    def _same(self, rule: str, texts: Sequence[str], expected: Vectors, found: Vectors) -> None:
        """Fail with the rule unless each text has the vector that is expected."""
        if expected.shape != found.shape:
            self.fail(rule, f"vectors {found.shape}", f"vectors {expected.shape}, as before")
        for text, one, other in zip(texts, expected, found, strict=True):
            if one.tobytes() != other.tobytes():
                self.fail(rule, f"another vector for {text[:_SHOWN]!r}", "the same, bit for bit")
