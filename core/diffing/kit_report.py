"""A side of a diff from the sci-rag kit's `report.json`, of retrieval or of answers.

Its numbers have the kit's own names where they are not the field's: `kit-nDCG@10` idealises over
what was retrieved, and its mean reciprocal rank is cut at the limit of the report.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..errors import BadData
from ..event_store import canonical_json, digest
from .side import KIT_ANSWERS, KIT_RETRIEVAL, Part, Side, SideCondition

KINDS = {"retrieval": KIT_RETRIEVAL, "answers": KIT_ANSWERS}
ANSWERS = "answers"
CUTOFF = 10
HITS_5, HITS_10, RECIPROCAL, GAIN = "Success@5", "Success@10", "RR", f"kit-nDCG@{CUTOFF}"
TOKENS = "prompt_tokens"
GRADES = ("groundedness", "citation_accuracy", "completeness", "correctness")

_LACKS = "the kit's report holds the ranks of what is relevant: no judgments, rankings, documents"
_PARTS = ("commit", "corpus", "models", "prompts", "embedding", "decoding", "snapshot")


def of_kit(content: Mapping[str, Any], file: str) -> Side:
    """The side of a report of the kit.

    Args:
        content: the JSON of the file.

    Raises:
        BadData: it is no such report.
    """
    kind = content.get("kind")
    if kind not in KINDS:
        expected = f"a report of kind {' or '.join(KINDS)}"
        raise BadData(file, None, f"kind {kind!r}", expected, "Name a report.json of the kit")
    made = str(content.get("generated_at") or "no time")
    label = f"the kit's {kind} report {content.get('git_commit') or 'of no commit'} ({made})"
    try:
        conditions = _retrieval(content) if kind == "retrieval" else _answers(content)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadData(
            file, None, f"{type(error).__name__}: {error}", "the kit's records"
        ) from error
    return Side(
        label=label,
        kind=KINDS[kind],
        fingerprint="",
        parts=tuple(_parts(content)),
        conditions=conditions,
        unmeasured=(),
        primary=GAIN if kind == "retrieval" else GRADES[0],
        qrels=None,
        manifest="",
        lacks=(_LACKS, *_untold(content)),
    )


def _parts(content: Mapping[str, Any]) -> Iterator[Part]:
    """What the report says of how it was made; what it does not say is left out."""
    made = content.get("provenance") or {}
    told = {
        "commit": content.get("git_commit"),
        "corpus": content.get("corpus"),
        "models": made.get("models") or content.get("models"),
        "prompts": made.get("domain_digest"),
        "embedding": made.get("embedding"),
        "decoding": made.get("decoding"),
        "snapshot": content.get("snapshot"),
        "compression": (content.get("config") or {}).get("compression"),
    }
    for name, value in told.items():
        if value is not None:
            shown = value if isinstance(value, str) else _listed(value)
            yield Part(name=name, key=digest(canonical_json(str(value))), shown=shown)


def _listed(value: object) -> str:
    """A table of the report in one line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {inner}" for key, inner in value.items())
    return str(value)


def _untold(content: Mapping[str, Any]) -> Iterator[str]:
    """What the report does not say of how it was made."""
    told = {part.name for part in _parts(content)}
    missing = [name for name in _PARTS if name not in told]
    if missing:
        yield f"it does not say its {', '.join(missing)}: differences in them cannot be seen"


def _retrieval(content: Mapping[str, Any]) -> dict[str, SideCondition]:
    """The configurations of a retrieval report."""
    return {str(one["name"]): _configuration(one["records"]) for one in content["configs"]}


def _configuration(records: Sequence[Mapping[str, Any]]) -> SideCondition:
    """One configuration, measured again from its ranks."""
    firsts: dict[str, int | None] = {}
    values: dict[str, dict[str, float | None]] = {
        metric: {} for metric in (HITS_5, HITS_10, RECIPROCAL, GAIN)
    }
    for record in records:
        topic, first = str(record["question_id"]), record["first_relevant_rank"]
        if topic in firsts:
            message = f"question {topic!r} twice in a configuration"
            raise ValueError(message)
        firsts[topic] = None if first is None else int(first)
        values[HITS_5][topic] = float(first is not None and first <= 5)  # noqa: PLR2004 - hit@5
        values[HITS_10][topic] = float(first is not None and first <= CUTOFF)
        values[RECIPROCAL][topic] = 0.0 if first is None else 1 / first
        ranks = record.get("relevant_ranks")
        if ranks is not None:
            values[GAIN][topic] = _gain(ranks)
    known = {metric: found for metric, found in values.items() if found}
    return SideCondition(parts=(), values=known, firsts=firsts, rankings=None)


def _gain(ranks: Sequence[int]) -> float:
    """The kit's nDCG: the ideal has as many relevant units as were retrieved, at the top."""
    ideal = math.fsum(1 / math.log2(rank + 1) for rank in range(1, min(len(ranks), CUTOFF) + 1))
    gained = math.fsum(1 / math.log2(rank + 1) for rank in sorted(ranks) if rank <= CUTOFF)
    return gained / ideal if ideal else 0.0


def _answers(content: Mapping[str, Any]) -> dict[str, SideCondition]:
    """The answers as one condition: grades 0 to 2, and the tokens of the prompt."""
    values: dict[str, dict[str, float | None]] = {metric: {} for metric in (*GRADES, TOKENS)}
    for record in content["records"]:
        topic = str(record["question_id"])
        grades = {**(record.get("grounding") or {}), **(record.get("correctness") or {})}
        for grade in GRADES:
            given = grades.get(grade)
            values[grade][topic] = None if given is None else float(given)
        tokens = record.get("prompt_tokens_after") or 0
        values[TOKENS][topic] = float(tokens) if tokens > 0 else None
    return {ANSWERS: SideCondition(parts=(), values=values, firsts=None, rankings=None)}
