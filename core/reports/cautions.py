"""What nobody should overlook before the first number: sentences made by rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..comparing.verdicts import FEWEST
from ..counting import counted
from ..events import CorpusDeclared, CorpusIngested
from ..matching.relevance import UNKNOWN
from .rows import ConditionRow, GateRow

FEW, UNSTABLE, BELOW_TREC = FEWEST, 25, 50
_LOST = "not in the corpus: no lane can return what is missing, and it counts as missed"


def of_gold(
    topics: int, states: Mapping[str, int], unknown_documents: int | None, unknown_topics: int
) -> Iterator[str]:
    """What the gold set allows to be said.

    Args:
        unknown_documents: None where the corpus is only declared.
    """
    drafted = states.get("drafted", 0)
    if drafted:
        questions = counted(topics, "question")
        yield f"{drafted:,} of {questions} are drafted: no person has reviewed them."
    if topics < BELOW_TREC:
        yield _small(topics)
    if unknown_documents:
        yield f"{_are(unknown_documents, 'judged document')} {_LOST}."
    if unknown_topics:
        yield f"{_are(unknown_topics, 'judged topic')} without a question: not measured."


def of_relevance(rule: str) -> Iterator[str]:
    """That nobody says what is relevant, where that is so."""
    if rule == UNKNOWN:
        yield (
            "Nobody says what is relevant here: numbers describe what was returned, and not "
            "whether it answers anything."
        )


def of_corpus(corpus: CorpusIngested | CorpusDeclared) -> Iterator[str]:
    """That nothing of a corpus was read, where it is only declared, and who says what it is."""
    if isinstance(corpus, CorpusIngested):
        return
    by, documents = corpus.attested_by or "nobody", counted(corpus.documents, "document")
    what = f"{documents} in {corpus.engine} {corpus.version}, attested by {by}"
    yield f"The corpus is declared, not ingested: {what}."
    unchecked = "Nothing of it was checked, nor whether it holds what is judged"
    yield f"{unchecked}; texts came with rankings."


def of_instrument(local: Sequence[str], gates: Sequence[GateRow]) -> Iterator[str]:
    """Code that no distribution pins, and thresholds that came after the numbers."""
    if local:
        yield f"Loaded from single files, which no distribution pins: {', '.join(local)}."
    late = dict.fromkeys(gate.name for gate in gates if gate.is_post_hoc)
    if late:
        yield f"Gates changed after a run on this gold set: {', '.join(late)}."


def of_conditions(conditions: Sequence[ConditionRow]) -> Iterator[str]:
    """Conditions that have no number, and those that went without a lane, each reason once."""
    names: dict[str, list[str]] = {}
    for row in conditions:
        if row.state == "not measured":
            names.setdefault(row.reason, []).append(row.name)
    for reason, those in names.items():
        yield f"Not measured: {', '.join(those)}: {reason}."
    without: dict[str, list[str]] = {}
    for row in conditions:
        for lane in row.left_out:
            without.setdefault(lane, []).append(row.name)
    for lane, those in without.items():
        yield f"Measured without lane {lane}. This holds for {', '.join(those)}."


def _small(topics: int) -> str:
    """What so few topics allow to be said."""
    questions = counted(topics, "question")
    if topics < FEW:
        return f"{questions}: too few for any comparison between conditions."
    if topics < UNSTABLE:
        return f"{questions}: unstable; another one more or less can turn the order."
    return f"{questions}: fewer than the {BELOW_TREC} that TREC takes as its practice."


def _are(count: int, noun: str) -> str:
    """`1 judged document is`, `2 judged documents are`."""
    return f"{counted(count, noun)} {'is' if count == 1 else 'are'}"
