"""What differs in how two sides were made, and what that does to a difference of their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

import attrs

from .side import Part, Side, SideCondition

INVALIDATES, CONFOUNDS, HARMLESS = "invalidates", "confounds", "harmless"
CLASSES = (INVALIDATES, CONFOUNDS, HARMLESS)
"""`invalidates`: the numbers are about different things. `confounds`: a difference may be due to
that. `harmless`: no number follows from it."""

_WHY = {
    "judgments": (INVALIDATES, "other documents count as relevant"),
    "relevance": (INVALIDATES, "another rule says what is relevant"),
    "unit": (INVALIDATES, "documents and passages are measured differently"),
    "judge": (INVALIDATES, "another judge gave the grades"),
    "decoding": (CONFOUNDS, "models answered with other settings"),
    "questions": (CONFOUNDS, "questions may be worded otherwise, or be others"),
    "corpus": (CONFOUNDS, "other documents, or other names merged in them"),
    "embedding": (CONFOUNDS, "texts became other vectors"),
    "extraction model": (CONFOUNDS, "another model made the graph of the corpus"),
    "answer model": (CONFOUNDS, "another model answered"),
    "idle models": (HARMLESS, "they answer and judge: retrieval has no use for them"),
    "gold states": (CONFOUNDS, "questions were reviewed or added, and may be others"),
    "prompts": (CONFOUNDS, "models were told something else, a judge perhaps too"),
    "compression": (CONFOUNDS, "answers were made from other text"),
    "retrieve": (CONFOUNDS, "lanes were asked for another number of units"),
    "depth": (CONFOUNDS, "conditions returned another number of units"),
    "lanes": (CONFOUNDS, "other lanes were fused"),
    "fuser": (CONFOUNDS, "they were fused otherwise"),
    "reranker": (CONFOUNDS, "they were ordered anew otherwise"),
    "code": (CONFOUNDS, "the program itself may measure or rank otherwise"),
    "commit": (CONFOUNDS, "the program itself may measure or rank otherwise"),
    "environment": (HARMLESS, "the same bytes are promised whatever the machine"),
    "experiment": (HARMLESS, "a name"),
    "snapshot": (HARMLESS, "a name; the digest of the corpus decides"),
}
METRIC, CODE_OF = "metric ", "code of "
"""What parts begin with that are about one metric's definition, and about one plugin's code."""

_DEFINITION = (INVALIDATES, "the metric is defined otherwise")
_CODE = (CONFOUNDS, "its version says that it does the same; its code is another")
_EMBEDDER = (CONFOUNDS, "texts became other vectors")
_LANE = (CONFOUNDS, "a lane that takes part ran as something else")


@attrs.frozen(kw_only=True)
class Unlike:
    """Something that two sides differ in.

    Attributes:
        first, second: as each side has it, for a person; empty where it has none.
        kind: one of `CLASSES`; why: in a few words.
        metric: the only one that it is about; empty where it is about all.
    """

    name: str
    first: str
    second: str
    kind: str
    why: str
    metric: str = ""


def unlike_parts(
    first: Side,
    second: Side,
    conditions: Sequence[tuple[SideCondition, SideCondition]],
    *,
    is_same: bool = False,
) -> tuple[Unlike, ...]:
    """Everything that two sides differ in, the gravest first.

    What one side does not tell is no difference; `Side.lacks` says so.

    Args:
        conditions: the pairs that are compared.
        is_same: whether their rankings and values are the same to the last bit, so that other code
            had no effect.
    """
    found = dict.fromkeys(_unlike(first.parts, second.parts))
    for mine, its in conditions:
        found |= dict.fromkeys(_unlike(mine.parts, its.parts))
    told = [_without_effect(one) if is_same and _is_code(one) else one for one in found]
    return by_gravity(_settled(one, {other.name for other in told}, first, second) for one in told)


def _settled(one: Unlike, unlike: AbstractSet[str], first: Side, second: Side) -> Unlike:
    """A difference of gold in the light of the rest.

    Only topics that both have are paired: what differs in others changes nothing. Titles and
    phrases of one gold set are sought in each corpus: other units are then relevant because the
    corpus is another.
    """
    if one.name == "judgments" and _judged_alike(first, second):
        why = "the same documents count for the topics that both have"
        return attrs.evolve(one, kind=HARMLESS, why=why)
    if one.name == "judgments" and "corpus" in unlike and not unlike & {"questions", "relevance"}:
        why = "the same gold set, sought in another corpus: other documents count as relevant"
        return attrs.evolve(one, kind=CONFOUNDS, why=why)
    if one.name == "questions" and first.texts and second.texts and not _reworded(first, second):
        return attrs.evolve(one, kind=HARMLESS, why="topics that both have are worded alike")
    return one


def _judged_alike(first: Side, second: Side) -> bool:
    """Whether both are known to have the same judgments of the topics that both have."""
    if first.qrels is None or second.qrels is None:
        return False
    mine, its = first.qrels.grades, second.qrels.grades
    return all(mine[topic] == its[topic] for topic in mine.keys() & its.keys())


def _reworded(first: Side, second: Side) -> int:
    """How many topics of both sides ask something else."""
    both = first.texts.keys() & second.texts.keys()
    return sum(first.texts[topic] != second.texts[topic] for topic in both)


def by_gravity(found: Iterable[Unlike]) -> tuple[Unlike, ...]:
    """The gravest first, otherwise as they come."""
    return tuple(sorted(found, key=lambda one: CLASSES.index(one.kind)))


def _is_code(one: Unlike) -> bool:
    """Whether it is the program that differs, not what it was told to do."""
    return one.name in {"code", "commit"} or one.name.startswith(CODE_OF)


def _without_effect(one: Unlike) -> Unlike:
    """Other code that gave the same."""
    return attrs.evolve(one, kind=HARMLESS, why="rankings and values are the same to the last bit")


def _unlike(first: Sequence[Part], second: Sequence[Part]) -> Iterator[Unlike]:
    """What two lists of parts differ in, in the order of the first."""
    its = {one.name: one for one in second}
    for one in first:
        other = its.get(one.name)
        if other is not None and other.key != one.key:
            kind, why = _WHY.get(one.name) or _of_a_plugin(one.name)
            yield Unlike(
                name=one.name,
                first=one.shown,
                second=other.shown,
                kind=kind,
                why=why,
                metric=one.name.removeprefix(METRIC) if one.name.startswith(METRIC) else "",
            )


def _of_a_plugin(name: str) -> tuple[str, str]:
    """What it does that a plugin differs."""
    if name.startswith(METRIC):
        return _DEFINITION
    if name.startswith(CODE_OF):
        return _CODE
    return _EMBEDDER if name.endswith(": embedder") else _LANE
