"""What another corpus does to a diff: judged documents that are gone, new ones among the first."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import attrs

from .paired import PairedCondition
from .side import Side

TOP = 10


@attrs.frozen(kw_only=True)
class LostDocuments:
    """Relevant documents of A that B's corpus does not hold.

    Attributes:
        lost: of them, sorted; of: how many relevant documents A knows; topics: that lose one.
    """

    lost: tuple[str, ...]
    of: int
    topics: tuple[str, ...]


@attrs.frozen(kw_only=True)
class NewDocuments:
    """Documents of B's corpus that A's does not hold, among the first that a condition returns.

    Attributes:
        rows: of the first `TOP` of every topic; new: of these rows, the ones with such a document.
    """

    name: str
    rows: int
    new: int


def lost_documents(side: Side, held: AbstractSet[str]) -> LostDocuments:
    """The relevant documents of a side that another corpus lacks.

    Args:
        held: ids of the other corpus, in the unit that was judged.
    """
    grades = {} if side.qrels is None else side.qrels.grades
    relevant = {
        (topic, document)
        for topic, row in grades.items()
        for document, grade in row.items()
        if grade >= 1
    }
    gone = {pair for pair in relevant if pair[1] not in held}
    return LostDocuments(
        lost=tuple(sorted({document for _, document in gone})),
        of=len({document for _, document in relevant}),
        topics=tuple(sorted({topic for topic, _ in gone})),
    )


def new_documents(condition: PairedCondition, held: AbstractSet[str]) -> NewDocuments | None:
    """How much of what B returns first A could not return; None where B has no rankings."""
    rankings = condition.second.rankings
    if rankings is None:
        return None
    rows = [unit for topic in rankings.topics.ids for unit in rankings.units(topic)[:TOP]]
    return NewDocuments(
        name=condition.name, rows=len(rows), new=sum(unit not in held for unit in rows)
    )
