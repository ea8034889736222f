"""Small corpora, topics, rankings, judgments and reports, the same on every machine.

They are made of arithmetic, not of chance, and hold what plugins stumble over: units with equal
text, ids that differ only in leading zeros, a document of several units, text outside ASCII, an
empty text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from ..corpus import Corpus, Unit
from ..measuring.axes import Asked, Axes, Covering
from ..measuring.documents import Documents
from ..measuring.evidence import Piece, Sought
from ..measuring.join import join
from ..measuring.judged import Judged
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..topics import Topics

_VOCABULARY = """
lichen granite glacier sediment river delta plankton coral tide current salinity oxygen nitrogen
carbon methane soil root fungus beetle pollen orchid moss heron otter salmon
"""
WORDS = tuple(_VOCABULARY.split())

_UNITS = 40
_TOPICS = 70
_ROWS = 12


def corpus_of(units: Iterable[Unit]) -> Corpus:
    """A corpus of units at hand, sorted by id, with a digest over their text."""
    ordered = sorted(units, key=lambda unit: unit.unit_id)
    text = "\n".join(f"{unit.unit_id}\t{unit.title}\t{unit.text}" for unit in ordered)
    return Corpus(tuple(ordered), sha256(text.encode()).hexdigest())


def toy_corpus() -> Corpus:
    """Forty-four units over twenty-five words; some have equal text, so that lanes meet ties."""
    plain = [
        Unit(
            unit_id=f"d{number:02}",
            doc_id=f"d{number:02}",
            title=WORDS[number % len(WORDS)],
            text=_sentence(number % (_UNITS // 2)),
            metadata={"year": 1990 + number % 7},
        )
        for number in range(_UNITS)
    ]
    return corpus_of([*plain, *_odd_units()])


def _odd_units() -> list[Unit]:
    """The units that plugins stumble over."""
    return [
        Unit(unit_id="007", doc_id="007", title="river", text="river delta, seen from a heron"),
        Unit(unit_id="7", doc_id="7", title="Über Moos", text="moss, naïve and 日本語; salmon ½"),
        Unit(unit_id="long#0001", doc_id="long", title="otter", text="otter and salmon"),
        Unit(unit_id="long#0002", doc_id="long", title="otter", text=""),
    ]


def _sentence(number: int) -> str:
    """A text whose words, and how often each occurs, follow from a number."""
    steps = range(3 + number % 5)
    return " ".join(WORDS[(number * 3 + step * step) % len(WORDS)] for step in steps) + "."


def toy_topics(count: int = _TOPICS) -> Topics:
    """Topics in two blocks: two words each, at times one that no unit has."""
    pairs = (
        (f"t{number:02}", f"{WORDS[number % 25]} {WORDS[(number * 7 + 3) % 25]}{_tail(number)}")
        for number in range(count)
    )
    return Topics.of(pairs)


def long_topics(corpus: Corpus, count: int = 16) -> Topics:
    """Topics of many words that the corpus has, some of them twice, of very unequal frequency.

    A topic of two words adds two numbers, which come to the same in either order; many do not.

    Args:
        corpus: where the words are from; they are those of the toy corpus where it has no units.
        count: how many topics.
    """
    sources = [f"{unit.title} {unit.text}".split()[:8] for unit in corpus] or [list(WORDS)]
    texts = (
        " ".join(word for step in range(4) for word in sources[(at * 5 + step * 7) % len(sources)])
        for at in range(count)
    )
    return Topics.of((f"long{at:02}", text) for at, text in enumerate(texts))


def _tail(number: int) -> str:
    """Every ninth topic has a word that the corpus does not."""
    return " quasar" if number % 9 == 0 else ""


def toy_rankings(
    topics: Topics | None = None, *, shift: int = 0, rows: int = _ROWS, silent: Sequence[str] = ()
) -> Rankings:
    """Rankings of the toy corpus with tied scores and some units in common between shifts.

    Args:
        topics: `toy_topics()` when None.
        shift: another number gives another lane.
        rows: per topic, at most 40.
        silent: topics for which nothing was found.
    """
    asked = toy_topics() if topics is None else topics
    units = toy_corpus().unit_ids
    found = (
        [] if topic in silent else [_row(units, number, shift, rank) for rank in range(rows)]
        for number, topic in enumerate(asked.ids)
    )
    return Rankings.of(asked, found)


def _row(units: tuple[str, ...], number: int, shift: int, rank: int) -> tuple[str, float]:
    """The unit at a rank, by a walk that meets no unit twice, with a falling score."""
    steps = len(units) - 1  # 43, a prime, so that every stride visits every place
    at = (number * 5 + shift + rank * (shift + 2)) % steps
    return units[at], 9.0 - (rank // 2) * 0.5


def toy_lanes(topics: Topics | None = None) -> dict[str, Rankings]:
    """Three lanes; `gamma` is silent on the second topic, `beta` on the third."""
    asked = toy_topics() if topics is None else topics
    silent = {"alpha": [], "beta": list(asked.ids[2:3]), "gamma": list(asked.ids[1:2])}
    return {
        name: toy_rankings(asked, shift=shift, silent=silent[name])
        for shift, name in enumerate(silent)
    }


def toy_qrels(topics: Topics | None = None) -> Qrels:
    """Grades -1 to 3 for six units of each topic; every eighth topic has no relevant one."""
    asked = toy_topics() if topics is None else topics
    units = toy_corpus().unit_ids
    return Qrels.of(
        (topic, units[(number * 5 + step * 3) % len(units)], _grade(number, step))
        for number, topic in enumerate(asked.ids)
        for step in range(6)
    )


def _grade(number: int, step: int) -> int:
    """Nothing relevant in every eighth topic; else 0 to 3, and at times -1, outside the pool."""
    if step == 0 and number % 5 == 0:
        return -1
    return 0 if number % 8 == 0 else (number + step) % 4


def toy_evidence(qrels: Qrels) -> Sought:
    """Evidence for every topic: its relevant documents in turn a phrase and a reference document.

    A phrase is shown by the next relevant document too. A topic without relevant documents has no
    evidence; one with a single document has a phrase alone.
    """
    relevant = {
        topic: [document for document, grade in row.items() if grade > 0]
        for topic, row in qrels.grades.items()
    }
    return Sought(
        {
            topic: [
                Piece(at % 2 == 0, tuple(sorted(row[at : at + 2 - at % 2])))
                for at in range(len(row))
            ]
            for topic, row in relevant.items()
        }
    )


def toy_axes(qrels: Qrels) -> Axes:
    """Three axes for every topic with a relevant document, and none for the others.

    Each relevant document covers one or two of them.
    """
    return Axes(
        {
            topic: Asked(
                3,
                tuple(
                    Covering(axis, unit, grade)
                    for at, (unit, grade) in enumerate(row.items())
                    if grade > 0
                    for axis in {at % 3, grade % 3}
                ),
            )
            for topic, row in qrels.grades.items()
            if max(row.values(), default=0) > 0
        }
    )


def toy_judged(
    topics: Topics | None = None, *, rows: int = _ROWS, silent: Sequence[str] = ()
) -> Judged:
    """The toy rankings joined with the toy qrels, and with evidence and axes made of them."""
    asked = toy_topics() if topics is None else topics
    qrels = toy_qrels(asked)
    rankings = toy_rankings(asked, rows=rows, silent=silent)
    documents = Documents(toy_corpus(), "passage")
    evidence, axes = toy_evidence(qrels), toy_axes(qrels)
    return join(rankings, qrels, asked, evidence, axes=axes, documents=documents)
