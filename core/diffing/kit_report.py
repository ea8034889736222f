"""A side of a diff from the sci-rag kit's `report.json`, of retrieval or of answers.

Its numbers have the kit's own names where they are not the field's: `kit-nDCG@10` idealises over
what was retrieved, and its mean reciprocal rank is cut at the limit of the report. All are computed
anew from ranks and grades; what the report itself says of them is not read.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..errors import BadData
from .side import KIT_ANSWERS, KIT_RETRIEVAL, Part, Side, SideCondition

KINDS = {"retrieval": KIT_RETRIEVAL, "answers": KIT_ANSWERS}
ANSWERS = "answers"
CUTOFF = 10
HITS_5, HITS_10, RECIPROCAL, GAIN = "Success@5", "Success@10", "RR", f"kit-nDCG@{CUTOFF}"
TOKENS = "prompt_tokens"
BEST_GRADE = 2
GRADES = ("groundedness", "citation_accuracy", "completeness", "correctness")

_LACKS = "the kit's report holds the ranks of what is relevant: no judgments, rankings, documents"
_ANSWER_LACKS = "the kit's report of answers holds grades: no questions, references and sources"
_PARTS = ("commit", "corpus", "prompts", "embedding", "decoding", "snapshot", "gold states")
_ROLES: Mapping[str, Mapping[str, str]] = {
    KIT_RETRIEVAL: {
        "extraction": "extraction model",
        "answer": "idle models",
        "judge": "idle models",
    },
    KIT_ANSWERS: {"extraction": "extraction model", "answer": "answer model", "judge": "judge"},
}
"""What a model did, by the kind of the report: retrieval has no use for two of them."""


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
    named, made = KINDS[kind], str(content.get("generated_at") or "no time")
    label = f"the kit's {kind} report {content.get('git_commit') or 'of no commit'} ({made})"
    try:
        conditions = _retrieval(content) if named == KIT_RETRIEVAL else _answers(content)
        parts = tuple(_parts(content, named))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        found = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise BadData(file, None, found, "the records of a report of the kit") from error
    return Side(
        label=label,
        kind=named,
        fingerprint="",
        parts=parts,
        conditions=conditions,
        unmeasured=(),
        primary=GAIN if named == KIT_RETRIEVAL else GRADES[0],
        baseline="",
        texts={},
        qrels=None,
        manifest="",
        lacks=(_LACKS if named == KIT_RETRIEVAL else _ANSWER_LACKS, *_untold(parts, named)),
    )


def _parts(content: Mapping[str, Any], kind: str) -> Iterator[Part]:
    """What the report says of how it was made; what it does not say is left out."""
    made = content.get("provenance") or {}
    told = {
        "commit": content.get("git_commit"),
        "corpus": content.get("corpus"),
        **_models(made.get("models") or content.get("models") or {}, kind),
        "prompts": made.get("domain_digest"),
        "embedding": made.get("embedding"),
        "decoding": made.get("decoding"),
        "snapshot": content.get("snapshot"),
        "gold states": content.get("ground_truth"),
        "compression": (content.get("config") or {}).get("compression"),
    }
    for name, value in told.items():
        if value is not None:
            shown = value if isinstance(value, str) else _listed(value)
            key = json.dumps(value, sort_keys=True, allow_nan=False)
            yield Part(name=name, key=key, shown=shown)


def _models(models: Mapping[str, object], kind: str) -> dict[str, object]:
    """Each model by what it did; those that did nothing together."""
    told: dict[str, object] = {}
    for role, model in sorted(models.items()):
        name = _ROLES[kind].get(role, f"{role} model")
        told[name] = f"{told[name]}, {model}" if name in told else model
    return told


def _listed(value: object) -> str:
    """A table of the report in one line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {inner}" for key, inner in value.items())
    return str(value)


def _untold(parts: Sequence[Part], kind: str) -> Iterator[str]:
    """What the report does not say of how it was made."""
    told = {part.name for part in parts}
    wanted = (*_PARTS, *dict.fromkeys(_ROLES[kind].values()))
    missing = [name for name in wanted if name not in told and name != "idle models"]
    if missing:
        yield f"it does not say its {', '.join(missing)}: differences in them cannot be seen"


def _retrieval(content: Mapping[str, Any]) -> dict[str, SideCondition]:
    """The configurations of a retrieval report."""
    made: dict[str, SideCondition] = {}
    for one in content["configs"]:
        name = str(one["name"])
        if name in made:
            message = f"configuration {name!r} twice"
            raise ValueError(message)
        made[name] = _configuration(one["records"], name)
    return made


def _configuration(records: Sequence[Mapping[str, Any]], name: str) -> SideCondition:
    """One configuration, measured again from its ranks."""
    firsts: dict[str, int | None] = {}
    values: dict[str, dict[str, float | None]] = {
        metric: {} for metric in (HITS_5, HITS_10, RECIPROCAL, GAIN)
    }
    for topic, record in _by_question(records, f"configuration {name!r}").items():
        first = record["first_relevant_rank"]
        ranks = record.get("relevant_ranks") or ([] if first is None else [first])
        if first is None and ranks:
            message = f"question {topic!r} has relevant ranks and no first one"
            raise ValueError(message)
        if first is not None and first != min(map(_rank, ranks)):
            message = f"question {topic!r} has {first} as its first relevant rank of {ranks}"
            raise ValueError(message)
        firsts[topic] = first
        values[HITS_5][topic] = float(first is not None and first <= 5)  # noqa: PLR2004 - hit@5
        values[HITS_10][topic] = float(first is not None and first <= CUTOFF)
        values[RECIPROCAL][topic] = 0.0 if first is None else 1 / first
        values[GAIN][topic] = _gain(ranks)
    return SideCondition(parts=(), values=values, firsts=firsts, rankings=None)


def _by_question(records: Sequence[Mapping[str, Any]], where: str) -> dict[str, Mapping[str, Any]]:
    """Records by the id of their question, in their order: each question once."""
    made: dict[str, Mapping[str, Any]] = {}
    for record in records:
        topic = str(record["question_id"])
        if topic in made:
            message = f"question {topic!r} twice in {where}"
            raise ValueError(message)
        made[topic] = record
    return made


def _rank(rank: object) -> int:
    """A rank: a whole number from 1."""
    if type(rank) is not int or rank < 1:
        message = f"rank {rank!r}, where ranks are whole numbers from 1"
        raise ValueError(message)
    return rank


def _gain(ranks: Sequence[int]) -> float:
    """The kit's nDCG: the ideal has as many relevant units as were retrieved, at the top."""
    ideal = math.fsum(1 / math.log2(rank + 1) for rank in range(1, min(len(ranks), CUTOFF) + 1))
    gained = math.fsum(1 / math.log2(rank + 1) for rank in sorted(ranks) if rank <= CUTOFF)
    return gained / ideal if ideal else 0.0


def _answers(content: Mapping[str, Any]) -> dict[str, SideCondition]:
    """The answers as one condition: grades 0 to 2, and the tokens of the prompt.

    Questions are sorted by id, since the kit resamples them so.
    """
    values: dict[str, dict[str, float | None]] = {metric: {} for metric in (*GRADES, TOKENS)}
    records = _by_question(content["records"], "the answers")
    for topic in sorted(records):
        record = records[topic]
        grades = {**(record.get("grounding") or {}), **(record.get("correctness") or {})}
        for grade in GRADES:
            values[grade][topic] = _grade(grade, grades.get(grade))
        tokens = record.get("prompt_tokens_after") or 0
        values[TOKENS][topic] = float(tokens) if tokens > 0 else None
    return {ANSWERS: SideCondition(parts=(), values=values, firsts=None, rankings=None)}


def _grade(name: str, grade: object) -> float | None:
    """A grade of a judge; None where it gave none."""
    if grade is None:
        return None
    if type(grade) is not int or not 0 <= grade <= BEST_GRADE:
        message = f"{name} {grade!r}, where grades are 0, 1 and 2"
        raise ValueError(message)
    return float(grade)
