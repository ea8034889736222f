"""A gold set: questions and what answers them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

import attrs

from .qrels import Qrels
from .topics import Topics

DRAFTED = "drafted"
"""The tag, and the state, of a question that no person has reviewed."""

AS_PUBLISHED = "as published"
"""The state of a question of an imported collection."""

_NOTHING: Mapping[str, object] = MappingProxyType({})
_NO_TOPICS = Topics((), ())
_NO_TAGS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


@attrs.frozen(kw_only=True)
class Question:
    """What a gold set says of a topic beyond its text and its grades.

    Attributes:
        UNANSWERABLE: the tag of a probe, a question that nothing answers.
        titles: of the reference documents; each of them is relevant.
        phrases: of evidence; a unit that holds one of them is relevant.
        answer: the reference answer, or None.
        bucket: what the topic is counted with, or empty.
        axes: the aspects that an answer should cover, each once.
        covers: which of the axes a judged document covers, by its id.
        exclude: documents that no ranking of this topic may hold, as the one that asks.
        metadata: further fields as they were read (strings, integers, booleans, lists of them).
    """

    UNANSWERABLE: ClassVar[str] = "unanswerable"

    titles: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    answer: str | None = None
    bucket: str = ""
    axes: tuple[str, ...] = ()
    covers: Mapping[str, tuple[str, ...]] = _NO_TAGS
    exclude: tuple[str, ...] = ()
    metadata: Mapping[str, object] = _NOTHING

    @property
    def has_evidence(self) -> bool:
        """Whether relevance can be found by title or phrase."""
        return bool(self.titles or self.phrases)


_NO_QUESTIONS: Mapping[str, Question] = MappingProxyType({})


@attrs.define(frozen=True, slots=False)
class Gold:
    """The topics of a gold set with their qrels.

    Attributes:
        topics: the answerable topics that are measured, sorted by id.
        qrels: grades by topic; each of its topics is one of `topics`.
        state: of every topic that its tags do not call drafted: `as published` for an imported
            collection. Only a sign-off makes a question *signed*.
        unknown_topics: topics that the qrels name and the questions do not, sorted.
        tags: by topic, sorted; a topic without tags has no entry.
        probes: questions that nothing answers, kept beside; retrieval is not measured on them.
        questions: what else is known of a topic or probe, by id; absent where nothing is.
    """

    topics: Topics
    qrels: Qrels
    state: str = AS_PUBLISHED
    unknown_topics: tuple[str, ...] = ()
    tags: Mapping[str, tuple[str, ...]] = _NO_TAGS
    probes: Topics = _NO_TOPICS
    questions: Mapping[str, Question] = _NO_QUESTIONS

    @property
    def has_evidence(self) -> bool:
        """Whether any question names reference titles or evidence phrases."""
        return any(question.has_evidence for question in self.questions.values())

    def state_of(self, topic: str) -> str:
        """The state of one topic."""
        return DRAFTED if DRAFTED in self.tags.get(topic, ()) else self.state

    @property
    def states(self) -> Mapping[str, int]:
        """How many topics are in each state that occurs, by name."""
        return dict(sorted(Counter(map(self.state_of, self.topics.ids)).items()))
