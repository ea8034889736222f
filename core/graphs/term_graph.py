"""The term graph of a corpus: its entities, the units they occur in, and the edges between them."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import attrs

from ..corpus import Corpus
from .aliases import Aliases
from .association import associate
from .edges import Edges
from .entities import Entities
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


_GRAPHS: WeakKeyDictionary[Corpus, TermGraph] = WeakKeyDictionary()
