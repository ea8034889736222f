"""Who returned what the baseline did not: conditions by the rank of a relevant document."""

from __future__ import annotations

from collections.abc import Sequence

from benchbook import RelevantDocument, Report, TopicRow

from . import words
from .order import baseline_place, best_first

_MOST = 3


def returned_by(report: Report, topic: TopicRow) -> str:
    """`hyde_only at rank 1, no_graph at rank 4 and 2 other conditions`: the best three.

    A condition that returned a relevant document which the report does not list is among the
    others. Empty where no condition returned any.
    """
    ranks = {
        place: min(own)
        for place in best_first(report)
        if (own := _ranks(topic.documents, place)) and topic.found[place]
    }
    best = sorted(ranks, key=ranks.__getitem__)[:_MOST]
    told = [f"{report.conditions[place].name} at rank {ranks[place]}" for place in best]
    others = sum(1 for found in topic.found if found) - len(best)
    more = [words.count(others, "other condition" if told else "condition")] if others else []
    return words.listed([*told, *more])


def elsewhere(report: Report, document: RelevantDocument) -> str:
    """Its best rank, where another condition did better than the baseline: `rank 2 in no_graph`.

    Empty where none did, unless nobody returned it: then it says so.
    """
    baseline = baseline_place(report)
    own = None if baseline is None else document.ranks[baseline]
    found = {
        report.conditions[place].name: rank
        for place in best_first(report)
        if place != baseline and (rank := document.ranks[place]) is not None
    }
    if not found:
        return "" if own is not None else "no condition returned it"
    best = min(found.values())
    if own is not None and own <= best:
        return ""
    names = [name for name, rank in found.items() if rank == best]
    others = words.count(len(names) - 1, "other condition")
    return f"rank {best} in {names[0]}" + (f" and in {others}" if names[1:] else "")


def _ranks(documents: Sequence[RelevantDocument], place: int) -> list[int]:
    """The ranks of relevant documents in one condition."""
    return [rank for one in documents if (rank := one.ranks[place]) is not None]
