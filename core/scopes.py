"""Scopes: a part of a corpus, chosen by what is known of its documents.

A lane is built on the part, as if nothing else existed: what a scope leaves out takes no place in a
ranking and no share in a term's frequency.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from .corpus import Corpus
from .event_store import canonical_json, digest
from .plugging.parameter_values import resolved_text


@attrs.frozen(kw_only=True)
class Scope:
    """Which units belong to the part. What is not stated restricts nothing.

    A unit whose metadata lacks a field that is asked for does not belong: what is not known to be
    allowed is not searched. Only `retracted` is taken as false where it is missing.

    Attributes:
        exclude_retracted: leave out what is marked `retracted = true`.
        year_from, year_to: the first and last `year`, both included.
        source, licence: the values that are allowed; an empty list allows nothing.
    """

    exclude_retracted: bool = False
    year_from: int | None = None
    year_to: int | None = None
    source: tuple[str, ...] | None = None
    licence: tuple[str, ...] | None = None

    @property
    def stated(self) -> Mapping[str, object]:
        """What restricts, by name."""
        values = attrs.asdict(self)
        return {name: value for name, value in values.items() if value not in (None, False)}

    def __str__(self) -> str:
        return ", ".join(f"{name} = {resolved_text(value)}" for name, value in self.stated.items())

    def holds(self, metadata: Mapping[str, object]) -> bool:
        """Whether a unit with this metadata belongs to the part."""
        if self.exclude_retracted and metadata.get("retracted") is True:
            return False
        return self._holds_year(metadata.get("year")) and all(
            allowed is None or metadata.get(name) in allowed
            for name, allowed in (("source", self.source), ("licence", self.licence))
        )

    def _holds_year(self, year: object) -> bool:
        """Whether a year lies between the two."""
        if self.year_from is None and self.year_to is None:
            return True
        if type(year) is not int:
            return False
        first = year if self.year_from is None else self.year_from
        last = year if self.year_to is None else self.year_to
        return first <= year <= last

    def part_of(self, corpus: Corpus) -> Corpus:
        """The part of a corpus, or the corpus itself where nothing is left out.

        Equal scopes of equal corpora have equal digests.
        """
        if not self.stated:
            return corpus
        kept = [at for at, metadata in enumerate(corpus.metadata) if self.holds(metadata)]
        if len(kept) == len(corpus):
            return corpus
        return corpus.part(kept, self.digest_of(corpus.digest))

    def digest_of(self, corpus: str) -> str:
        """The digest of the part that something is left out of, of the corpus with this digest."""
        stated = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.stated.items()
        }
        return digest(canonical_json({"kind": "part", "corpus": corpus, "scope": stated}))
