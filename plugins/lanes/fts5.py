"""BM25 over title and text by SQLite's FTS5, which comes with Python."""

from __future__ import annotations

import math
import sqlite3
import weakref
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from benchbook import (
    Corpus,
    Inapplicable,
    LanePlugin,
    Rankings,
    Tokenizer,
    Topics,
    UsageError,
    hookimpl,
    rank_scores,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

DECIMALS = 12
"""Scores are rounded to this many decimals: a term that most units have weighs 0.000001."""

_TERMS_AT_ONCE = 64
_UNICODE61 = "unicode61 remove_diacritics 2"
_DIGITS = "ascii"

Words = Literal["benchbook", "unicode61"]


class Fts5Lane:
    """Ranks units by the `bm25()` of SQLite's full-text index FTS5, over title and text.

    A term t of the topic, each time it occurs there, adds to a unit d

        ln((N - df + 0.5) / (df + 0.5)) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * |d| / avgdl))

    with k1 = 1.2 and b = 0.75, which FTS5 fixes (sqlite.org/fts5.html, section 5.1.1). An idf that
    is not above 0, of a term in half of the units or more, counts as 0.000001. tf counts an
    occurrence in the title `title_weight` times; |d| counts the terms of both columns as they are.
    A unit without any of the topic's terms is not ranked; equal scores go by the neutral key.

    With `tokenizer = "benchbook"` both columns go through the `Tokenizer` of `bm25`, so that words,
    stop words and stems are equal and the two lanes differ by idf alone. One character is no word
    there, and a run of Chinese or Japanese characters is one, found by the same run only, unless
    `cjk = "bigrams"`. With `unicode61` the words are those of SQLite: letters and digits of any
    script, one character or more, lower case, without accents, no stems; a Chinese run is one word.
    Nothing in a topic is query syntax: its words are looked up one by one and quoted.

    Cost: nothing to install; an index in memory with full detail (without it FTS5 loses the term
    frequencies). Some 4,000 abstracts per second are indexed, 16,000 with unicode61; a topic takes
    time in proportion to the units that have a word of it: 6 ms for a claim of SciFact over its
    5,183 abstracts, 14 ms with unicode61, which keeps stop words.

    Determinism: scores are doubles summed in the order of the words, rounded to twelve decimals
    before they are ordered. SQLite's version is in the environment of each run.

    Args:
        corpus: the units to rank.
        tokenizer: `benchbook` or `unicode61`.
        title_weight: how often a word of the title counts, 0 or more; one of the text counts once.
        stop_words: `english` (33 words) or `none`; with unicode61 `none`.
        stemmer: `english` (Snowball), `porter` or `none`; with unicode61 `none`.
        cjk: `runs`, or `bigrams` for Chinese and Japanese text; with unicode61 `runs`.

    Raises:
        UsageError: the weight is out of range, or unicode61 is to stop, stem or part words.
        Inapplicable: the SQLite of this Python was built without FTS5.
    """

    def __init__(
        self,
        corpus: Corpus,
        *,
        tokenizer: Words = "benchbook",
        title_weight: float = 1.0,
        stop_words: Literal["english", "none"] = "english",
        stemmer: Literal["english", "porter", "none"] = "english",
        cjk: Literal["runs", "bigrams"] = "runs",
    ) -> None:
        _check_weight(title_weight)
        if tokenizer == "unicode61":
            _check_plain(stop_words, stemmer, cjk)
        self._unit_ids = corpus.unit_ids
        self._weight = title_weight
        self._index = index = _open()
        weakref.finalize(self, index.close)  # Python 3.13 warns of a connection left open
        self._words: _Numbered | _Unicode61 = (
            _Numbered(index, Tokenizer(stop_words, stemmer, cjk), corpus)
            if tokenizer == "benchbook"
            else _Unicode61(index, corpus)
        )

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        scores = map(self._search, self._words.of(topics.texts))
        return rank_scores(topics, self._unit_ids, scores, depth, decimals=DECIMALS)

    def _search(self, asked: Mapping[str, int]) -> npt.NDArray[np.float64]:
        """The score of each unit, 0 where no word of the topic is.

        FTS5 takes time in proportion to words times hits, so long topics are asked in parts; and
        words that a topic repeats are asked once and counted as often.
        """
        import numpy as np

        scores = np.zeros(len(self._unit_ids), np.float64)
        for times, match in _parts(asked):
            rows = self._index.execute(
                "SELECT rowid, bm25(unit, ?, 1.0) FROM unit WHERE unit MATCH ?",
                (self._weight, match),
            )
            found = np.fromiter(rows, np.dtype([("at", np.int64), ("score", np.float64)]))
            scores[found["at"]] -= times * found["score"]  # FTS5 gives the best the least
        return scores


class _Numbered:
    """An index over the terms of our tokenizer, which SQLite sees as numbers."""

    def __init__(self, index: sqlite3.Connection, tokens: Tokenizer, corpus: Corpus) -> None:
        self._tokens = tokens
        columns = [list(map(tokens, corpus.titles)), list(map(tokens, corpus.texts))]
        known = sorted(set().union(*(terms for column in columns for terms in column)))
        self._codes = {term: str(at) for at, term in enumerate(known)}
        titles, texts = ([self._line(terms) for terms in column] for column in columns)
        _fill(index, _DIGITS, zip(titles, texts, strict=True))

    def _line(self, terms: Sequence[str]) -> str:
        """Terms as numbers."""
        return " ".join(self._codes[term] for term in terms)

    def of(self, texts: Sequence[str]) -> Iterator[Mapping[str, int]]:
        """The words of each text that the index has, and how often the text has them."""
        codes = self._codes
        for text in texts:
            yield Counter(codes[term] for term in self._tokens(text) if term in codes)


class _Unicode61:
    """An index over the words of SQLite's own tokenizer."""

    def __init__(self, index: sqlite3.Connection, corpus: Corpus) -> None:
        self._index = index
        _fill(index, _UNICODE61, zip(corpus.titles, corpus.texts, strict=True))
        index.executescript(f"""
            CREATE VIRTUAL TABLE asked USING fts5(text, tokenize='{_UNICODE61}');
            CREATE VIRTUAL TABLE word USING fts5vocab(asked, 'instance');
        """)

    def of(self, texts: Sequence[str]) -> Iterator[Mapping[str, int]]:
        """The words of each text, and how often it has them.

        SQLite takes the texts apart as it did the units; so no rule is written twice.
        """
        self._index.execute("DELETE FROM asked")
        self._index.executemany("INSERT INTO asked(rowid, text) VALUES (?, ?)", enumerate(texts))
        words: list[dict[str, int]] = [{} for _ in texts]
        for at, term, times in self._index.execute(
            "SELECT doc, term, count(*) FROM word GROUP BY doc, term ORDER BY doc, term"
        ):
            words[at][term] = times
        return iter(words)


def _open() -> sqlite3.Connection:
    """An empty database in memory that has FTS5.

    Raises:
        Inapplicable: it has not.
    """
    index = sqlite3.connect(":memory:", isolation_level=None)
    # A word of more than 32 kB is cut by FTS5, at times within a character.
    index.text_factory = lambda data: data.decode("utf-8", "ignore")
    try:
        index.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
    except sqlite3.OperationalError as exc:
        index.close()
        reason = (
            f"SQLite {sqlite3.sqlite_version} of this Python has no FTS5 ({exc}); use a Python "
            "whose SQLite was built with it, or the lane bm25"
        )
        raise Inapplicable(reason) from exc
    return index


def _fill(index: sqlite3.Connection, tokenize: str, rows: Iterable[tuple[str, str]]) -> None:
    """Index title and text of each unit under its place, in one segment."""
    index.execute(
        "CREATE VIRTUAL TABLE unit USING"
        f" fts5(title, text, content='', detail=full, tokenize='{tokenize}')"
    )
    index.execute("BEGIN")
    index.executemany(
        "INSERT INTO unit(rowid, title, text) VALUES (?, ?, ?)",
        ((at, title, text) for at, (title, text) in enumerate(rows)),
    )
    index.execute("COMMIT")
    index.execute("INSERT INTO unit(unit) VALUES ('optimize')")


def _parts(asked: Mapping[str, int]) -> Iterator[tuple[int, str]]:
    """Queries of at most 64 words each, with the times that their words count."""
    by_times: defaultdict[int, list[str]] = defaultdict(list)
    for word, times in asked.items():
        by_times[times].append(f'"{word}"')
    for times, words in sorted(by_times.items()):
        for start in range(0, len(words), _TERMS_AT_ONCE):
            yield times, " OR ".join(words[start : start + _TERMS_AT_ONCE])


def _check_weight(weight: float) -> None:
    """Refuse a weight that is no finite number of 0 or more.

    Raises:
        UsageError: it is none.
    """
    if not (weight >= 0 and math.isfinite(weight)):
        message = f"fts5: title_weight = {weight}; expected 0 or more"
        raise UsageError(message)


def _check_plain(stop_words: str, stemmer: str, cjk: str) -> None:
    """Refuse what unicode61 does not do, so that the record of a run says what was done.

    Raises:
        UsageError: stop words, a stemmer or bigrams are named.
    """
    if (stop_words, stemmer, cjk) != ("none", "none", "runs"):
        message = (
            f"fts5: tokenizer = 'unicode61' with stop_words = {stop_words!r}, stemmer = "
            f"{stemmer!r}, cjk = {cjk!r}; it knows none of them: say stop_words = 'none', stemmer "
            "= 'none', cjk = 'runs'"
        )
        raise UsageError(message)


@hookimpl
def benchbook_plugins() -> list[LanePlugin]:
    return [
        LanePlugin(
            name="fts5",
            version="1",
            summary="BM25 by SQLite's FTS5 over title and text; nothing to install",
            build=Fts5Lane,
            requires=("snowballstemmer", "numpy"),
        )
    ]
