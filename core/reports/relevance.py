"""What counted as relevant in a run: its row in the head of a report, its text and its notes."""

from __future__ import annotations

from collections.abc import Iterable

from ..counting import counted
from ..events import EvidenceSought, RunStarted
from ..matching.evidence import Tally
from ..matching.relevance import BOTH, BY_DOCUMENT, BY_EVIDENCE, EITHER, UNKNOWN
from .report import RelevanceRow

_NOTHING = Tally(
    titles=0,
    phrases=0,
    ignored=0,
    unmatched_titles=0,
    unmatched_phrases=0,
    shared_titles=0,
    one_sided=0,
)
_JUDGED = (
    "Relevance follows from titles and phrases, looked up in every unit: where no document is "
    "judged by hand beside them and all texts are known, every unit is decided and Judged is 1."
)
_UNDEFINED = "they stay in the population, and metrics that need one are not defined for them"
_SAID = {
    BY_DOCUMENT: "a reference document",
    BY_EVIDENCE: "an evidence phrase held",
    EITHER: "a reference document, or an evidence phrase held",
    BOTH: "a reference document, and an evidence phrase held in it",
    UNKNOWN: "nobody says what is relevant",
}


def relevance_row(
    started: RunStarted, sought: EvidenceSought | None, tally: Tally | None, without_relevant: int
) -> RelevanceRow:
    """The row of a run.

    Args:
        sought: what was sought in what lanes returned; None on a corpus that was ingested.
        tally: over what the gold set names; None where it has no evidence.
        without_relevant: questions to which nothing is relevant.
    """
    counts = tally or _NOTHING
    return RelevanceRow(
        rule=started.relevance,
        match=started.match,
        evidence_digest=(sought.evidence if sought else started.evidence) or "",
        units_sought=sought.units if sought else None,
        titles=counts.titles,
        phrases=counts.phrases,
        ignored_phrases=counts.ignored,
        unmatched_titles=counts.unmatched_titles,
        unmatched_phrases=counts.unmatched_phrases,
        shared_titles=counts.shared_titles,
        one_sided=counts.one_sided,
        without_relevant=without_relevant,
    )


def relevance_text(row: RelevanceRow) -> str:
    """The row in one line."""
    said = f"{row.rule}: {_SAID.get(row.rule, '')}"
    if not row.match:
        return said
    ignored = f", {row.ignored_phrases} of them ignored" if row.ignored_phrases else ""
    named = f"{counted(row.titles, 'title')}, {counted(row.phrases, 'phrase')}"
    return f"{said}; {named}{ignored}, matched by {row.match}"


def relevance_notes(row: RelevanceRow, topics: int) -> tuple[str, ...]:
    """Every note that applies, in a fixed order.

    Args:
        topics: of the population.
    """
    phrases, titles, questions = (
        f"of {count} {word}"
        for count, word in (
            (row.phrases, "evidence phrases"),
            (row.titles, "reference titles"),
            (topics, "questions"),
        )
    )
    lost = "no lane can return them, and they count as missed"
    if row.rule == UNKNOWN:
        return ()
    if row.units_sought is not None:
        return _returned_notes(row, phrases, titles, questions)
    candidates = (
        (bool(row.match), _JUDGED),
        (row.ignored_phrases, f"{phrases} do not count: under three characters, or repeated."),
        (row.unmatched_phrases, f"{phrases} are in no unit of the corpus: {lost}."),
        (row.unmatched_titles, f"{titles} name no document of the corpus: {lost}."),
        (row.shared_titles, f"{titles} name several documents, and all of these count."),
        (
            row.one_sided if row.rule == BOTH else 0,
            f"{questions} lack phrases or reference documents, so that nothing is both.",
        ),
        (row.without_relevant, f"{questions} have no relevant unit: {_UNDEFINED}."),
    )
    return _that_apply(candidates)


def _returned_notes(
    row: RelevanceRow, phrases: str, titles: str, questions: str
) -> tuple[str, ...]:
    """The same where titles and phrases were sought in what lanes returned."""
    units = counted(row.units_sought or 0, "unit")
    sought = f"Titles and phrases were sought in the {units} that lanes returned"
    lost = "they count as missed, whether the corpus has them or not"
    candidates = (
        (True, f"{sought}; what none of them returned is not known, and no recall is measured."),
        (True, _JUDGED),
        (row.ignored_phrases, f"{phrases} do not count: under three characters, or repeated."),
        (row.unmatched_phrases, f"{phrases} are in no unit that was returned: {lost}."),
        (row.unmatched_titles, f"{titles} name no document that was returned: {lost}."),
        (row.shared_titles, f"{titles} name several documents, and all of these count."),
        (
            row.one_sided if row.rule == BOTH else 0,
            f"{questions} lack phrases or reference documents, so that nothing is both.",
        ),
        (row.without_relevant, f"{questions} got no relevant unit from any lane."),
    )
    return _that_apply(candidates)


def _that_apply(candidates: Iterable[tuple[bool | int, str]]) -> tuple[str, ...]:
    """The notes that apply, each behind its count where it has one."""
    return tuple(
        text if count is True else f"{count} {text}" for count, text in candidates if count
    )
