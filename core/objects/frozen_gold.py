"""What a run is measured on, frozen as objects: its topics and its qrels."""

from __future__ import annotations

from typing import cast

from ..event_store import EventStore, canonical_json, read_json
from ..qrels import Qrels
from ..topics import Topics

TOPICS = "application/vnd.benchbook.topics+json"
QRELS = "application/vnd.benchbook.qrels+json"


def topics_bytes(topics: Topics) -> bytes:
    """Topics as canonical JSON: [[id, text], …], sorted by id."""
    return canonical_json([[topic.id, topic.text] for topic in topics])


def load_topics(store: EventStore, sha256: str) -> Topics:
    """The topics of an object."""
    pairs = cast("list[list[str]]", read_json(store.get(sha256)))
    return Topics.of((id_, text) for id_, text in pairs)


def qrels_bytes(qrels: Qrels) -> bytes:
    """Qrels as canonical JSON: [[topic, [[document, grade], …]], …], sorted by id."""
    return canonical_json(
        [[topic, [[d, g] for d, g in row.items()]] for topic, row in qrels.grades.items()]
    )


def load_qrels(store: EventStore, sha256: str) -> Qrels:
    """The qrels of an object; a topic without judgments keeps its place."""
    rows = cast("list[tuple[str, list[tuple[str, int]]]]", read_json(store.get(sha256)))
    return Qrels({topic: dict(row) for topic, row in rows})
