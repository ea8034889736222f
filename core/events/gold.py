"""Events of the streams `gold/<set>`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs

from .values import MadeBy, Source


@attrs.frozen(kw_only=True)
class GoldSetImported:
    """A gold set was read and stored.

    Attributes:
        questions: object with topics and qrels; its digest is the gold digest.
        topics, judgments, relevant: counts; relevant means grade 1 or more.
        states: topics by state (`as published`, `drafted`).
        unknown_topics: judged topics without a question.
        unknown_documents: judged documents that the corpus checked against does not hold; None when
            no corpus was at hand.
        checked_against: digest of that corpus, or None.
    """

    TYPE: ClassVar[str] = "gold-set-imported"
    SCHEMA: ClassVar[int] = 1

    gold: str
    questions: str
    topics: int
    judgments: int
    relevant: int
    states: Mapping[str, int]
    unknown_topics: int
    unknown_documents: int | None
    checked_against: str | None
    source: Source
    reader: MadeBy
