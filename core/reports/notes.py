"""The notes of a report's head: sentences made by rule, each from a count."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..counting import counted
from ..events import CorpusDeclared, CorpusIngested

FEW, UNSTABLE, BELOW_TREC = 10, 25, 50


def write(
    *,
    topics: int,
    states: Mapping[str, int],
    unknown_documents: int | None,
    unknown_topics: int,
    metrics: Sequence[str],
    depth: int,
    asked: int,
) -> tuple[str, ...]:
    """Every note that applies, in a fixed order.

    Args:
        unknown_documents: None where the corpus is only declared.
        asked: what the lane that is asked for least may return for a topic.
    """
    drafted = states.get("drafted", 0)
    uncut = [metric for metric in metrics if re.match(r"(AP|RR)\b", metric) and "@" not in metric]
    missing = _count(unknown_documents or 0, "judged document")
    unasked = _count(unknown_topics, "judged topic")
    lost = "not in the corpus: no lane can return what is missing, and it counts as missed"
    candidates = (
        (drafted > 0, f"{drafted} of {topics} questions are drafted: no person has reviewed them."),
        (True, _small(topics)),
        (bool(uncut), f"{', '.join(uncut)}: over at most the first {depth} of each ranking."),
        (asked < depth, f"A lane was asked for {asked}, not {depth}: alone it returns no more."),
        (bool(unknown_documents), f"{missing} {lost}."),
        (unknown_topics > 0, f"{unasked} without a question: not measured."),
    )
    return tuple(text for applies, text in candidates if applies and text)


def declared(corpus: CorpusIngested | CorpusDeclared) -> tuple[str, ...]:
    """That nothing of a corpus was read, where it is only declared, and who says what it is."""
    if isinstance(corpus, CorpusIngested):
        return ()
    by, documents = corpus.attested_by or "nobody", counted(corpus.documents, "document")
    what = f"{documents} in {corpus.engine} {corpus.version}, attested by {by}"
    return (
        f"The corpus is declared, not ingested: {what}.",
        "Nothing of it was checked, nor whether it holds what is judged; texts came with rankings.",
    )


def _count(number: int, noun: str) -> str:
    """`1 judged document is`, `2 judged documents are`."""
    return f"{counted(number, noun)} {'is' if number == 1 else 'are'}"


def _small(topics: int) -> str:
    """What a small number of topics allows to be said; empty from 50 on."""
    said = counted(topics, "topic")
    if topics < FEW:
        return f"{said}: too few for any comparison between conditions."
    if topics < UNSTABLE:
        return f"{said}: unstable; another question more or less can turn the order."
    if topics < BELOW_TREC:
        return f"{said}: fewer than the 50 that TREC takes as its practice."
    return ""
