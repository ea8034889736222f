"""The terms of a corpus in the order in which they stand, as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import attrs
import numpy as np
import numpy.typing as npt

from .aliases import NO_ALIASES, Aliases
from .words import BREAK, TermsOfTokens, tokens_of

Numbers = npt.NDArray[np.int64]

_BORDER = "\n"
"""Between a title and its text: no token is white space, and it breaks a run."""


class _Numbered(dict[str, int]):
    """Numbers given in the order of asking."""

    def __missing__(self, token: str) -> int:
        number = self[token] = len(self)
        return number


@attrs.frozen(eq=False)
class TermRows:
    """Terms and breaks of all units, unit after unit, a break behind each.

    Attributes:
        vocabulary: the terms, sorted.
        labels: for each term the word that it stands for most often, in lower case; of equally
            frequent ones the first in code-point order.
        terms: int64 [places]: a number of `vocabulary`, or -1 for a break.
        owners: int64 [places]: the unit of each place.
        units: the number of units.
    """

    vocabulary: tuple[str, ...]
    labels: tuple[str, ...]
    terms: Numbers
    owners: Numbers
    units: int

    @classmethod
    def of(
        cls, titles: Sequence[str], texts: Sequence[str], aliases: Aliases = NO_ALIASES
    ) -> TermRows:
        """Read the units' titles and texts; a run does not go on from one to the other.

        Args:
            aliases: names in whose place the term of their entity stands.
        """
        numbers = _Numbered({_BORDER: 0})
        units = [
            np.fromiter(map(numbers.__getitem__, tokens), np.int32, len(tokens))
            for tokens in map(_tokens, titles, texts)
        ]
        tokens = np.concatenate([np.empty(0, np.int32), *units])
        read = TermsOfTokens()
        terms_of = [(BREAK,) if token == _BORDER else read(token) for token in numbers]
        vocabulary = sorted({*chain.from_iterable(terms_of), *aliases.labels} - {BREAK})
        lengths = np.array(list(map(len, terms_of)), np.int64)
        owners = np.repeat(np.arange(len(units), dtype=np.int64), list(map(len, units)))
        owners = np.repeat(owners, lengths[tokens])
        terms = _spread(tokens, terms_of, lengths, vocabulary)
        counts = np.bincount(tokens, minlength=1).tolist()
        labels = _labels(vocabulary, numbers, terms_of, counts)
        return cls(
            tuple(vocabulary),
            tuple(aliases.labels.get(*pair) for pair in zip(vocabulary, labels, strict=True)),
            *_resolved(terms, owners, vocabulary, aliases),
            len(units),
        )


def _tokens(title: str, text: str) -> list[str]:
    """The tokens of a unit, with borders."""
    return [*tokens_of(title), _BORDER, *tokens_of(text), _BORDER]


def _spread(
    tokens: npt.NDArray[np.int32],
    terms_of: Sequence[tuple[str, ...]],
    lengths: Numbers,
    vocabulary: Sequence[str],
) -> Numbers:
    """The terms of each token in turn."""
    number_of = {BREAK: -1} | {term: at for at, term in enumerate(vocabulary)}
    flat = np.fromiter(
        (number_of[term] for terms in terms_of for term in terms), np.int64, int(lengths.sum())
    )
    ends = np.cumsum(lengths[tokens])
    firsts = (np.cumsum(lengths) - lengths)[tokens] - ends + lengths[tokens]
    places = np.repeat(firsts, lengths[tokens])
    return flat[places + np.arange(len(places), dtype=np.int64)]


def _resolved(
    terms: Numbers, owners: Numbers, vocabulary: Sequence[str], aliases: Aliases
) -> tuple[Numbers, Numbers]:
    """Terms and owners with one place for each name of an entity, none of them over two units."""
    number_of = {term: at for at, term in enumerate(vocabulary)}
    firsts = [number_of[term] for term in aliases.first_terms if term in number_of]
    ends = np.cumsum(np.bincount(owners, minlength=1))
    kept = np.ones(len(terms), np.bool_)
    resolved = terms.copy()
    free = 0
    for at in np.flatnonzero(np.isin(terms, firsts)).tolist():
        if at < free:
            continue
        stop = min(at + aliases.longest, int(ends[owners[at]]))
        places: list[int] = terms[at:stop].tolist()
        window = [vocabulary[one] if one >= 0 else BREAK for one in places]
        if (found := aliases.begins(window, 0)) is not None:
            free = at + found[0]
            resolved[at] = number_of[found[1]]
            kept[at + 1 : free] = False
    return resolved[kept], owners[kept]


def _labels(
    vocabulary: Sequence[str],
    tokens: Iterable[str],
    terms_of: Sequence[tuple[str, ...]],
    counts: Sequence[int],
) -> Iterable[str]:
    """The most frequent word of each term; the term itself where it never stands alone."""
    words: dict[str, dict[str, int]] = {}
    for token, terms, count in zip(tokens, terms_of, counts, strict=True):
        if len(terms) == 1 and terms[0] != BREAK:
            of_term = words.setdefault(terms[0], {})
            of_term[token.lower()] = of_term.get(token.lower(), 0) + count
    for term in vocabulary:
        of_term = words.get(term, {term: 1})
        yield min(of_term, key=lambda word: (-of_term[word], word))
