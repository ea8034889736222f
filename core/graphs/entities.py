"""The entities of a corpus: terms and phrases that enough units share, and not too many.

Terms stand in runs, between function words, punctuation, and the borders of titles and texts. Each
term is an entity, if it has two characters or more and is no plain number; so is each two and three
neighbours of a run, if one of them is no plain number: `p53`, `stem cell`, `type 2 diabet`. This is
how RAKE finds candidates (Rose, Engel, Cramer and Cowley 2010, doi:10.1002/9780470689646.ch1), here
with every window of a run rather than the whole of it, and it takes no model of a language beyond
the stop words and the stems of English. Of these, an entity must occur in 2 units, and in at most a
tenth of them, or in 5 where a tenth is fewer: what fewer have links nothing, what more have links
all. Names that were merged into one entity are one term from the start, in the corpus and in what
people ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import attrs
import numpy as np
import numpy.typing as npt

from .aliases import NO_ALIASES, Aliases
from .incidence import Codes, Counts, Floats, Incidence
from .term_rows import TermRows
from .windows import Windows, windows
from .words import BREAK, TermsOfTokens, spelling, tokens_of

LONGEST = 3
"""Terms in a phrase, at most."""

LEAST_UNITS = 2
"""Units that an entity occurs in, at least."""

MOST_SHARE = 10
"""An entity occurs in at most one in so many units, or in `ALWAYS_ALLOWED`."""

ALWAYS_ALLOWED = 5
"""Units that an entity may occur in, however small the corpus."""

DECIMALS = 9
"""Logarithms are rounded to so many decimals: their last bit differs between processors."""


@attrs.frozen(eq=False)
class Mentions:
    """Entities of one text.

    Attributes:
        codes: int64 [entities], rising.
        counts: int64 [entities], how often each occurs.
    """

    codes: npt.NDArray[np.int64]
    counts: Counts


@attrs.define(frozen=True, eq=False, slots=False)
class Entities:
    """A corpus's entities, in code-point order of their names, each name once.

    Attributes:
        names: the terms of each, a space between two.
        labels: the same as words that a reader knows: for each term the word that it stands for
            most often in the corpus.
        terms: int32 [entities, 3]: numbers of the terms, -1 where there is none.
        incidence: the entities of each unit, with their counts.
        aliases: the names that were merged, as terms.
    """

    names: tuple[str, ...]
    labels: tuple[str, ...]
    terms: Codes
    incidence: Incidence
    aliases: Aliases = NO_ALIASES

    def __attrs_post_init__(self) -> None:
        self.terms.flags.writeable = False  # lanes share it

    @classmethod
    def of(
        cls, titles: Sequence[str], texts: Sequence[str], aliases: Aliases = NO_ALIASES
    ) -> Entities:
        """Find the entities of a corpus, whose units have these titles and texts.

        The order of the units reaches nothing but the rows of the incidence.

        Args:
            aliases: the names that were merged into entities of the corpus.
        """
        rows = TermRows.of(titles, texts, aliases)
        most = max(ALWAYS_ALLOWED, len(texts) // MOST_SHARE)
        found = windows(rows, LONGEST, LEAST_UNITS)
        kept = [one.kept((one.frequencies <= most) & _can_be_entity(rows, one)) for one in found]
        return attrs.evolve(_assembled(rows, kept), aliases=aliases)

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def idf(self) -> Floats:
        """ln(1 + N / df) of each entity, above 0.69: float64 [entities], nine decimals."""
        frequencies = self.incidence.frequencies.astype(np.float64)
        return np.log(1 + len(self.incidence) / frequencies).round(DECIMALS)

    @property
    def unlinked(self) -> tuple[str, ...]:
        """Merged entities that are no entity here, sorted: too few or too many units have them."""
        merged = self.aliases.labels
        return tuple(sorted(merged[term] for term in merged if term not in self._code_of))

    @cached_property
    def _code_of(self) -> dict[str, int]:
        """The code of each name."""
        return {name: code for code, name in enumerate(self.names)}

    @cached_property
    def _terms_of(self) -> TermsOfTokens:
        """Reads tokens."""
        return TermsOfTokens()

    def mentions(self, text: str) -> Mentions:
        """The entities of a text, found by the same rules.

        Since people ask in lower case, a token whose spelling is a symbol of the corpus counts as
        that too: `aids` finds AIDS beside the stem of aid, `il-2` finds IL-2.
        """
        found: dict[int, int] = {}
        for name in self._names_in(text):
            if (code := self._code_of.get(name)) is not None:
                found[code] = found.get(code, 0) + 1
        codes = sorted(found)
        return Mentions(
            np.array(codes, np.int64), np.array([found[code] for code in codes], np.int64)
        )

    def _names_in(self, text: str) -> Iterator[str]:
        """Every window of the terms of a text, and each token as the symbol that it may be."""
        terms: list[str] = []
        for token in tokens_of(text):
            of_token = self._terms_of(token)
            terms += of_token
            if BREAK not in of_token and spelling(token) not in of_token:
                yield from self.aliases.resolved([spelling(token)])
        run: list[str] = []
        for term in self.aliases.resolved(terms):
            run = [] if term == BREAK else [*run[1 - LONGEST :], term]
            yield from (" ".join(run[at:]) for at in range(len(run)))

    def mentions_in(self, texts: Iterable[str]) -> Incidence:
        """The entities of each of some texts, as rows."""
        found = [self.mentions(text) for text in texts]
        return Incidence.of(
            np.repeat(np.arange(len(found)), [len(one.codes) for one in found]),
            np.concatenate([np.empty(0, np.int64), *(one.codes for one in found)]),
            np.concatenate([np.empty(0, np.int64), *(one.counts for one in found)]),
            height=len(found),
            width=len(self),
        )


def _can_be_entity(rows: TermRows, found: Windows) -> npt.NDArray[np.bool_]:
    """Which windows of terms may be entities: bool [windows]."""
    is_word = np.array([not term.isdigit() for term in rows.vocabulary], np.bool_)
    if found.terms.shape[1] == 1:
        is_word &= np.array([len(term) > 1 for term in rows.vocabulary], np.bool_)
    mask = np.zeros(len(found.terms), np.bool_)
    for column in found.terms.T:
        mask |= is_word[column]
    return mask


def _assembled(rows: TermRows, found: Sequence[Windows]) -> Entities:
    """Put windows of every length together, numbered by their names."""
    terms = np.concatenate([_padded(one.terms) for one in found])
    numbers: list[list[int]] = terms.tolist()
    named = [" ".join(rows.vocabulary[at] for at in row if at >= 0) for row in numbers]
    order = sorted(range(len(named)), key=named.__getitem__)
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    firsts = np.cumsum([0, *(len(one.terms) for one in found)])
    entries = [one.windows + first for one, first in zip(found, firsts, strict=False)]
    return Entities(
        tuple(named[at] for at in order),
        tuple(" ".join(rows.labels[at] for at in numbers[row] if at >= 0) for row in order),
        terms[order].astype(np.int32),
        Incidence.of(
            np.concatenate([one.units for one in found]),
            place[np.concatenate(entries)],
            np.concatenate([one.counts for one in found]),
            height=rows.units,
            width=len(named),
        ),
    )


def _padded(terms: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Rows of terms with -1 up to the longest phrase."""
    return np.pad(terms, ((0, 0), (0, LONGEST - terms.shape[1])), constant_values=-1)
