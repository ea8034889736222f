"""A gold set: questions and what answers them."""

from __future__ import annotations

import attrs

from .qrels import Qrels
from .topics import Topics


@attrs.define(frozen=True, slots=False)
class Gold:
    """The topics of a gold set with their qrels.

    Attributes:
        topics: the answerable topics that are measured, sorted by id.
        qrels: grades by topic; each of its topics is one of `topics`.
        state: `as published` for an imported collection, `drafted` for questions that no person has
            reviewed. Only a sign-off makes a question *signed*.
        unknown_topics: topics that the qrels name and the questions do not, sorted.
    """

    topics: Topics
    qrels: Qrels
    state: str = "as published"
    unknown_topics: tuple[str, ...] = ()
