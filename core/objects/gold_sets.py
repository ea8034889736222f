"""A gold set as objects: chunks of questions with their grades, and a manifest that names them.

The manifest is canonical JSON; its SHA-256 is the digest of the gold set. A chunk holds one line
per topic, probe or unknown topic, as canonical JSON, in the order of ids. The name of the set is
no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..counting import counted
from ..errors import BadData
from ..event_store import canonical_json, read_json
from ..gold import Gold, Question
from ..qrels import Qrels
from ..topics import Topics
from .chunks import (
    Get,
    Put,
    chunks_as_plain,
    chunks_from_plain,
    json_line,
    read_chunks,
    write_chunks,
)

MANIFEST = "application/vnd.benchbook.gold+json"
QUESTIONS = "application/vnd.benchbook.questions+jsonl"

BEYOND = frozenset(("titles", "phrases", "answer", "bucket", "metadata"))
"""Fields of a question of which more is known than its text and grades."""

TOPIC, PROBE, UNKNOWN = "topic", "probe", "unknown"


def store_gold(gold: Gold, put: Put) -> str:
    """Store a gold set; gives the digest of its manifest.

    Raises:
        UsageError: a question with its grades is longer than 4 MiB.
    """
    lines = ((id_, json_line(plain)) for id_, plain in _lines(gold))
    manifest = {
        "kind": "gold",
        "version": 1,
        "state": gold.state,
        "topics": len(gold.topics),
        "judgments": len(gold.qrels),
        "twins": gold.qrels.twins,
        "chunks": chunks_as_plain(write_chunks(lines, put, QUESTIONS)),
    }
    return put(canonical_json(manifest), MANIFEST)


def load_gold(manifest: str, get: Get) -> Gold:
    """The gold set whose manifest has this digest.

    Raises:
        BadData: the object is no manifest of a gold set, or does not fit its chunks.
        LedgerError: an object is missing or damaged.
    """
    where = f"gold set {manifest[:12]}"
    plain = read_json(get(manifest))
    if not isinstance(plain, dict) or (plain.get("kind"), plain.get("version")) != ("gold", 1):
        raise BadData(where, None, "another object", "the manifest of a gold set, version 1")
    chunks = chunks_from_plain(plain["chunks"])
    lines = list(read_chunks(chunks, get, where))
    gold = _gold(lines, plain)
    if (len(gold.topics), len(gold.qrels)) != (plain["topics"], plain["judgments"]):
        found = f"{counted(len(gold.topics), 'topic')}, {counted(len(gold.qrels), 'judgment')}"
        expected = f"{plain['topics']} and {plain['judgments']}, as its manifest says"
        raise BadData(where, None, found, expected)
    return gold


def _lines(gold: Gold) -> Iterator[tuple[str, dict[str, object]]]:
    """Every question by id, as plain data; grades are null for a topic that nobody judged."""
    kinds = [(topic, TOPIC) for topic in gold.topics] + [(probe, PROBE) for probe in gold.probes]
    asked = [(topic.id, kind, topic.text) for topic, kind in kinds]
    for id_, kind, text in sorted([*asked, *((id_, UNKNOWN, "") for id_ in gold.unknown_topics)]):
        row = gold.qrels.grades.get(id_)
        yield (
            id_,
            {
                "id": id_,
                "kind": kind,
                "text": text,
                "tags": list(gold.tags.get(id_, ())),
                **_beyond(gold.questions.get(id_)),
                "grades": None if row is None else [[one, grade] for one, grade in row.items()],
            },
        )


def _gold(lines: list[dict[str, Any]], manifest: dict[str, Any]) -> Gold:
    """The gold set of its lines."""
    judged = {line["id"]: dict(line["grades"]) for line in lines if line["grades"] is not None}
    return Gold(
        topics=_topics(lines, TOPIC),
        qrels=Qrels(judged, twins=manifest["twins"]),
        state=manifest["state"],
        unknown_topics=tuple(line["id"] for line in lines if line["kind"] == UNKNOWN),
        tags={line["id"]: tuple(line["tags"]) for line in lines if line["tags"]},
        probes=_topics(lines, PROBE),
        questions={line["id"]: _question(line) for line in lines if not BEYOND.isdisjoint(line)},
    )


def _beyond(question: Question | None) -> dict[str, object]:
    """What is known of a question beyond its text and grades; nothing where nothing is."""
    if question is None:
        return {}
    return {
        "titles": list(question.titles),
        "phrases": list(question.phrases),
        "answer": question.answer,
        "bucket": question.bucket,
        "metadata": dict(question.metadata),
        # Only where there are some, so that a gold set without them keeps its digest.
        **({"axes": list(question.axes)} if question.axes else {}),
        **({"covers": _pairs(question.covers)} if question.covers else {}),
        **({"exclude": list(question.exclude)} if question.exclude else {}),
    }


def _pairs(covers: Mapping[str, tuple[str, ...]]) -> list[list[object]]:
    """What documents cover as pairs: an id is no key of canonical JSON."""
    return [[document, list(axes)] for document, axes in sorted(covers.items())]


def _question(line: dict[str, Any]) -> Question:
    """A question of its line."""
    return Question(
        titles=tuple(line["titles"]),
        phrases=tuple(line["phrases"]),
        answer=line["answer"],
        bucket=line["bucket"],
        axes=tuple(line.get("axes", ())),
        covers={document: tuple(axes) for document, axes in line.get("covers", ())},
        exclude=tuple(line.get("exclude", ())),
        metadata=line["metadata"],
    )


def _topics(lines: list[dict[str, Any]], kind: str) -> Topics:
    """The questions of a kind."""
    return Topics.of((line["id"], line["text"]) for line in lines if line["kind"] == kind)
