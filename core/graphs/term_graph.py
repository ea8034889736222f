"""The term graph of a corpus: its entities, the units they occur in, and the edges between them."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import attrs

from ..corpus import Corpus
from .aliases import Aliases
from .association import associate
from .edges import Edges
from .entities import ALWAYS_ALLOWED, LEAST_UNITS, Entities
from .likeness import liken


@attrs.define(frozen=True, eq=False, slots=False)
class TermGraph:
    """What lanes over the terms of a corpus share; each part is made when it is first asked for.

    Attributes:
        entities: the terms and phrases that link units, with the incidence of units and entities.
    """

    entities: Entities
    _associations: dict[int, Edges] = attrs.field(factory=dict, init=False)  # lanes ask alike

    @classmethod
    def of(cls, corpus: Corpus) -> TermGraph:
        """The term graph of a corpus; the same object as long as the corpus is in use.

        It hangs on titles, texts and the entities that were merged, and not on the order in which
        units were given.
        """
        graph = _GRAPHS.get(corpus)
        if graph is None:
            aliases = Aliases.of(corpus.aliases)
            graph = _GRAPHS[corpus] = cls(Entities.of(corpus.titles, corpus.texts, aliases))
        return graph

    @property
    def notes(self) -> tuple[str, ...]:
        """What a lane over this graph should say of itself: which merged names link nothing.

        An entity that names were merged into is none where too few or too many units have it.
        """
        unlinked = self.entities.unlinked
        if not unlinked:
            return ()
        shown = ", ".join(unlinked[:_SHOWN])
        more = f" and {len(unlinked) - _SHOWN} more" if len(unlinked) > _SHOWN else ""
        why = f"fewer than {LEAST_UNITS} units have the entity, or more than a tenth and over"
        return (f"merged names link nothing, for {why} {ALWAYS_ALLOWED}: {shown}{more}",)

    def associations(self, neighbours: int) -> Edges:
        """Edges between entities, weighted by PMI, their support the number of common units.

        Args:
            neighbours: at least 1; an edge is among so many strongest of one of its ends.
        """
        if neighbours not in self._associations:
            self._associations[neighbours] = associate(self.entities, neighbours)
        return self._associations[neighbours]

    def likenesses(self, neighbours: int) -> Edges:
        """Edges between units, numbered as in the corpus, weighted by their common entities.

        Args:
            neighbours: at least 1, as with associations.
        """
        return liken(self.entities, neighbours)


_SHOWN = 5
"""Entities that a note names, at most."""

_GRAPHS: WeakKeyDictionary[Corpus, TermGraph] = WeakKeyDictionary()
