"""Counts of an import as lines for a person and as values for a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .output import counted

if TYPE_CHECKING:
    from ..core.importing.counts import QuestionCounts

NAMED = 12
"""Names that a line lists at most; a program gets all of them."""


def tell_fields(fields: Mapping[str, int], of: str) -> list[str]:
    """The line that says which fields were kept as metadata; none where there are none.

    Args:
        fields: how many have each field, by its name.
        of: what has them, as `units`.
    """
    return [f"  kept as metadata of {of}: {_listed(fields)}"] if fields else []


def tell_questions(counts: QuestionCounts) -> list[str]:
    """The lines that say what questions name; none where they name nothing."""
    lines = []
    if counts.with_evidence:
        evidence = f"{counted(counts.titles, 'title')}, {counted(counts.phrases, 'phrase')}"
        lines.append(f"  {counted(counts.with_evidence, 'question')} with evidence: {evidence}")
    if counts.with_axes:
        covering = f"covered by {counted(counts.covering, 'judged document')}"
        axes = f"{counted(counts.axes, 'axis', 'axes')}, {covering}"
        lines.append(f"  {counted(counts.with_axes, 'question')} with axes: {axes}")
    if counts.excluded:
        lines.append(f"  {counted(counts.excluded, 'document')} left out of rankings by questions")
    if counts.answers:
        lines.append(f"  {counted(counts.answers, 'reference answer')}")
    if counts.without_relevant:
        topics = counted(counts.without_relevant, "topic")
        lines.append(f"  {topics} without a relevant document: retrieval has no answer to find")
    if counts.buckets:
        lines.append(f"  {counted(len(counts.buckets), 'bucket')}: {_listed(counts.buckets)}")
    return [*lines, *tell_fields(counts.fields, "questions")]


def questions_as_plain(counts: QuestionCounts) -> dict[str, object]:
    """The same for programs."""
    return {
        "with_evidence": counts.with_evidence,
        "titles": counts.titles,
        "phrases": counts.phrases,
        "with_axes": counts.with_axes,
        "axes": counts.axes,
        "covering": counts.covering,
        "excluded": counts.excluded,
        "answers": counts.answers,
        "drafted": counts.drafted,
        "without_relevant": counts.without_relevant,
        "buckets": dict(counts.buckets),
        "metadata": dict(counts.fields),
    }


def _listed(counts: Mapping[str, int]) -> str:
    """Names with their counts, the first of them where there are many."""
    from ..core.printable import printable

    listed = [f"{printable(name)} ({count:,})" for name, count in counts.items()]
    more = [f"and {len(listed) - NAMED:,} more"] if len(listed) > NAMED else []
    return ", ".join([*listed[:NAMED], *more])
