"""What every lane must survive, beside the contract of lanes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import ClassVar

import attrs

from benchbook import Corpus, Inapplicable, Rankings, Topics, Unit
from benchbook.core.plugging.contracts import check_rankings
from benchbook.testing import LaneContract, corpus_of, toy_corpus

MANY = 2_000
DECIMALS = 6
CHINESE = "水獭住在河边。三角洲的沉积物很厚。珊瑚礁在潮水中生长。"
ARABIC = "الأنهار تحمل الرواسب إلى الدلتا، والسلمون يسبح ضد التيار."
HEBREW = "הלוטרה חיה ליד הנהר. הסלמון שוחה נגד הזרם."
TOPICS = Topics.of(
    {
        "arabic": "السلمون الرواسب الدلتا",
        "chinese": "三角洲的沉积物很厚",
        "chinese-character": "河",
        "empty": "",
        "hebrew": "הסלמון הנהר",
        "letter": "a",
        "long": " ".join(["river delta", *(f"word{number}" for number in range(9_998))]),
        "mixed": "river 水獭住在河边 הנהר",
        "plain": "river delta otter",
        "punctuation": "*",
    }.items()
)
"""What is asked of every lane here; `long` has 10,000 words. A lane with expansions needs some."""


class LaneSurvival(LaneContract):
    """The contract of lanes, and: what every lane must survive. Use it in place of LaneContract.

    One class per set of parameters, at the top of a test file; pytest finds the rules of both:

        class TestBm25(LaneSurvival):
            plugin = benchbook_plugins()[0]
            params: ClassVar[Mapping[str, object]] = {"k1": 0.9}

    It asks `TOPICS` over corpora of empty texts, of one document, of 2,000, in Chinese, Arabic and
    Hebrew, and builds the lane on the same units in other orders and under other ids. A lane says
    what it is with the attributes below. One that needs something made from the corpus (a fitted
    embedder) overrides `build(corpus, **passed)`; one that needs metadata (`cites`) overrides
    `prepared`. Where a corpus cannot feed the lane, `Inapplicable` is as good as a ranking, except
    over the 2,000 documents.

    Attributes:
        finds_words: whether a unit is found by its own words, in any script: true of lexical lanes.
        ids_matter: why scores may change with the ids of units, as `walks by id`; empty where they
            must not.
    """

    finds_words: ClassVar[bool] = True
    ids_matter: ClassVar[str] = ""

    @classmethod
    def prepared(cls, units: Sequence[Unit]) -> Iterable[Unit]:
        """Give the units, in any order, with what the lane needs of them."""
        return units

    def test_survives_empty_texts(self) -> None:
        """Units without any word, alone and among others, give sound rankings."""
        empty = [unit_of(f"e{number}", "", "") for number in range(3)]
        self._asked(empty)
        self._asked([*empty, *toy_corpus()])

    def test_survives_one_document(self) -> None:
        """A corpus of one document is ranked, in each script, or refused as too small."""
        for text in ("river delta otter", "", CHINESE, ARABIC, HEBREW):
            self._asked([unit_of("only", "", text)])

    def test_survives_two_thousand_documents(self) -> None:
        """Over 2,000 documents rankings are sound, and something is found."""
        made = self._answers(self._corpus(many_units()), TOPICS, 100)
        if not len(made.codes):
            self.fail("2,000 documents", "no unit for any topic", "a unit for at least one topic")

    def test_survives_long_texts(self) -> None:
        """A document of 10,000 words is ranked among short ones."""
        self._asked([unit_of("long", "", TOPICS.texts[TOPICS.ids.index("long")]), *toy_corpus()])

    def test_survives_other_scripts(self) -> None:
        """Chinese and right-to-left text gives sound rankings; a lexical lane finds it."""
        made = self._asked([*foreign_units(), *toy_corpus()])
        if not self.finds_words:
            return
        for topic, unit in (("chinese", "zh"), ("arabic", "ar"), ("hebrew", "he")):
            found = made.units(topic)[:1] if made is not None else ()
            self.expect(f"finds {topic} text", (unit,), found, "the unit with the topic's words")

    def test_input_order_does_not_matter(self) -> None:
        """Units that arrive in another order are ranked the same."""
        units = list(self.prepared([*foreign_units(), *many_units(300)]))
        expected = self._rows(corpus_of(units))
        for seed in (1, 2):
            mixed = corpus_of(shuffled(units, seed))
            self.expect("input order", expected, self._rows(mixed), "the same rows")

    def test_ids_do_not_matter(self) -> None:
        """The same texts under ids in another order have the same scores."""
        if self.ids_matter:
            self.skip(self.ids_matter)
        units = [*foreign_units(), *many_units(100)]
        names = {unit.unit_id: f"u{len(units) - at:04}" for at, unit in enumerate(units)}
        renamed = [
            attrs.evolve(unit, unit_id=names[unit.unit_id], doc_id=names[unit.unit_id])
            for unit in units
        ]
        before = self._scores(self._corpus(units), len(units))
        after = self._scores(self._corpus(renamed), len(units))
        expected = {(topic, names[unit]): score for (topic, unit), score in before.items()}
        self.expect("ids", expected, after, f"the same scores, to {DECIMALS} decimals")

    def _corpus(self, units: Sequence[Unit]) -> Corpus:
        """Give a corpus of units as the lane needs them."""
        return corpus_of(self.prepared(units))

    def _asked(self, units: Sequence[Unit]) -> Rankings | None:
        """Give sound rankings over some units; None where the lane says that they do not do."""
        corpus = self._corpus(units)
        try:
            return self._answers(corpus, TOPICS, self.depth)
        except Inapplicable:
            return None

    def _answers(self, corpus: Corpus, topics: Topics, depth: int) -> Rankings:
        """Give what the lane answers over a corpus, checked as a run checks it."""
        made = self._lane(corpus).retrieve(topics, depth)
        return check_rankings(self.name, made, topics, depth, corpus.unit_ids)

    def _rows(self, corpus: Corpus) -> list[tuple[str, tuple[tuple[str, float], ...]]]:
        """Give the rankings over a corpus as plain rows."""
        return list(self._answers(corpus, TOPICS, self.depth))

    def _scores(self, corpus: Corpus, depth: int) -> dict[tuple[str, str], float]:
        """Give the scores over a corpus by topic and unit, rounded."""
        return {
            (topic, unit): round(score, DECIMALS)
            for topic, row in self._answers(corpus, TOPICS, depth)
            for unit, score in row
        }


def unit_of(name: str, title: str, text: str) -> Unit:
    """Give a document of one unit."""
    return Unit(unit_id=name, doc_id=name, title=title, text=text)


def foreign_units() -> list[Unit]:
    """Give a document in each script, by the code of its language."""
    return [
        unit_of("zh", "水獭", CHINESE),
        unit_of("ar", "الأنهار", ARABIC),
        unit_of("he", "הלוטרה", HEBREW),
    ]


def many_units(count: int = MANY) -> list[Unit]:
    """Give documents of some 40 words: words by falling frequency, drawn with a fixed seed.

    A word of rank r has weight 1 / r, as Zipf's law says; a tenth of the documents repeat another.
    """
    drawn = random.Random(7)  # noqa: S311 - text, no secret
    words = ["river", "delta", "otter", "salmon", *(f"term{number}" for number in range(3_000))]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    texts = [" ".join(drawn.choices(words, weights, k=drawn.randint(5, 75))) for _ in range(count)]
    texts[::10] = [text for text, _ in pairwise([*texts, ""])][1::10][: len(texts[::10])]
    return [unit_of(f"m{at:05}", " ".join(text.split()[:3]), text) for at, text in enumerate(texts)]


def shuffled(units: Sequence[Unit], seed: int) -> list[Unit]:
    """Give units in another order, the fields of their metadata too."""
    drawn = random.Random(seed)  # noqa: S311 - an order, no secret
    mixed = [
        attrs.evolve(unit, metadata=dict(reversed(list(unit.metadata.items())))) for unit in units
    ]
    drawn.shuffle(mixed)
    return mixed
