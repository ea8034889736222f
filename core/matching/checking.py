"""Checking a gold set against a corpus: what of it is there, and where."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ..corpus import Corpus
from ..gold import Gold
from .evidence import Evidence
from .explain import Excerpt, Near, near_phrases, near_titles, show
from .gold_search import GoldSearch
from .rules import Rule


@attrs.frozen(kw_only=True)
class Checked:
    """One thing that a gold set names, looked up.

    Attributes:
        named: what it is, with the documents or passages that match it.
        units: in how many units of the corpus it was found.
        excerpt: of the first of them, for a phrase.
        near: what comes near to a title or phrase that counts and was not found.
    """

    named: Evidence
    units: int
    excerpt: Excerpt | None
    near: Near | None

    @property
    def is_lost(self) -> bool:
        """Whether it counts and nothing of the corpus can return it."""
        return not self.named.ignored and self.named.grade > 0 and not self.named.documents


def check_evidence(
    gold: Gold, corpus: Corpus, rule: Rule, search: GoldSearch
) -> Mapping[str, tuple[Checked, ...]]:
    """Everything that a gold set names, by topic, with where it was found.

    Args:
        search: the same gold set in the same corpus by the same rule.
    """
    named = {topic: search.evidence(topic) for topic in gold.topics.ids}
    missing = [
        one
        for row in named.values()
        for one in row
        if one.kind != "document" and not one.ignored and not one.units
    ]
    near = {
        "title": near_titles(corpus, {one.text for one in missing if one.kind == "title"}),
        "phrase": near_phrases(corpus, rule, {one.text for one in missing if one.is_phrase}),
    }
    return {
        topic: tuple(
            _checked(one, corpus, rule, search, near.get(one.kind, {}).get(one.text)) for one in row
        )
        for topic, row in named.items()
    }


def _checked(
    one: Evidence, corpus: Corpus, rule: Rule, search: GoldSearch, near: Near | None
) -> Checked:
    """One thing with its first find."""
    places = search.places_of(one)
    excerpt = None
    if one.is_phrase and places:
        excerpt = show(corpus.units[places[0]], rule, rule.phrase(one.text))
    is_missing = not (one.ignored or one.units)
    return Checked(named=one, units=len(places), excerpt=excerpt, near=near if is_missing else None)
