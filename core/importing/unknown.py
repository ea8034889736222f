"""What a gold set names and nothing else has: topics without a question, documents of no corpus."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import attrs

from ..counting import counted
from ..errors import BadData
from ..gold import Gold

EXAMPLES = 3


@attrs.frozen(kw_only=True)
class Unknown:
    """What a gold set names and nothing else has.

    Attributes:
        topics: judged topics without a question, sorted.
        corpus: the name of the corpus that was checked against; None where none was at hand.
        documents: judged documents that it does not hold, sorted; empty where none was at hand.
        judgments: how many judgments are about those documents.
        judged: how many documents are judged.
    """

    topics: tuple[str, ...]
    corpus: str | None
    documents: tuple[str, ...]
    judgments: int
    judged: int

    def refuse(self, file: str) -> None:
        """Stop where anything is unknown.

        Args:
            file: what the gold set was read from, for the message.

        Raises:
            BadData: naming up to three examples.
        """
        if self.topics:
            topics = counted(len(self.topics), "judged topic")
            found = f"{topics} without a question: {some(self.topics)}"
            raise BadData(file, None, found, "a question for each judged topic (--strict)")
        if self.documents:
            found = (
                f"{len(self.documents):,} of {counted(self.judged, 'judged document')} that corpus "
                f"{self.corpus!r} does not hold: {some(self.documents)}"
            )
            raise BadData(file, None, found, "judged documents of the corpus (--strict)")


def find_unknown(gold: Gold, corpus: str | None, documents: Collection[str]) -> Unknown:
    """Compare a gold set with a corpus.

    Args:
        gold: read and checked.
        corpus: its name, or None where there is none to compare with.
        documents: the ids of its documents.
    """
    judged = {document for row in gold.qrels.grades.values() for document in row}
    missing = judged.difference(documents) if corpus is not None else set()
    return Unknown(
        topics=gold.unknown_topics,
        corpus=corpus,
        documents=tuple(sorted(missing)),
        judgments=sum(
            document in missing for row in gold.qrels.grades.values() for document in row
        ),
        judged=len(judged),
    )


def some(ids: Sequence[str]) -> str:
    """Up to three ids, quoted, for a message."""
    more = ", …" if len(ids) > EXAMPLES else ""
    return ", ".join(map(repr, ids[:EXAMPLES])) + more
