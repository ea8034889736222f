"""Finding: every unit of a corpus that bears a title or holds a phrase, in one pass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import islice

import attrs

from ..corpus import Corpus
from .anchors import Anchors
from .phrases import Phrase
from .rules import Rule, texts_of

_SAMPLE = 500
"""Units from which it is seen which words are rare."""


@attrs.frozen(kw_only=True)
class Found:
    """What was found in a corpus.

    Attributes:
        titles: title -> the places of the units that bear it, rising; each title asked for.
        phrases: phrase -> the places of the units that hold it, rising; each phrase asked for, and
            none for one that is ignored.
    """

    titles: Mapping[str, tuple[int, ...]]
    phrases: Mapping[str, tuple[int, ...]]


def find(corpus: Corpus, rule: Rule, titles: Collection[str], phrases: Collection[str]) -> Found:
    """Look for titles and phrases, as a gold set spells them, in every unit of a corpus.

    A unit's title, section path and text are searched for phrases. An empty title is no unit's.

    Args:
        corpus: any number of units.
        rule: how they are compared.
    """
    asked = [phrase for phrase in map(rule.phrase, sorted(set(phrases))) if not phrase.ignored]
    held = find_phrases(corpus, rule, asked)
    return Found(
        titles=_find_titles(corpus, rule, sorted(set(titles))),
        phrases={text: held.get(text, ()) for text in sorted(set(phrases))},
    )


def _find_titles(corpus: Corpus, rule: Rule, titles: Collection[str]) -> dict[str, tuple[int, ...]]:
    """The places of the units with each title."""
    folds = {title: rule.title(title) for title in titles}
    wanted = {one for one in folds.values() if one}
    places: dict[str, list[int]] = defaultdict(list)
    known: dict[str, str] = {}  # many units share a title
    for place, title in enumerate(corpus.titles if wanted else ()):
        if title not in known:
            known[title] = rule.title(title)
        if known[title] in wanted:
            places[known[title]].append(place)
    return {title: tuple(places.get(one, ())) for title, one in folds.items()}


def find_phrases(
    corpus: Corpus, rule: Rule, phrases: Sequence[Phrase]
) -> dict[str, tuple[int, ...]]:
    """The places of the units that hold each phrase, by its text; none for one that nothing holds.

    Args:
        rule: how texts are made ready to be searched.
    """
    if not phrases:
        return {}
    step = max(1, len(corpus) // _SAMPLE)
    sample = (rule.searched(texts_of(unit)).plain for unit in islice(corpus, 0, None, step))
    anchors = Anchors(phrases, sample)
    places: dict[str, list[int]] = defaultdict(list)
    for place, unit in enumerate(corpus):
        searched = rule.searched(texts_of(unit))
        for number in anchors.likely(searched.plain):
            if phrases[number].is_in(searched):
                places[phrases[number].text].append(place)
    return {text: tuple(found) for text, found in places.items()}
