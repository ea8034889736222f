"""What differs in how two sides were made, and what that does to a difference of their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    "corpus": (CONFOUNDS, "other documents could be found"),
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
_EMBEDDER = (CONFOUNDS, "texts became other vectors")
_LANE = (CONFOUNDS, "a lane that takes part ran as something else")


@attrs.frozen(kw_only=True)
class Unlike:
    """Something that two sides differ in.

    Attributes:
        first, second: as each side has it, for a person; empty where it has none.
        kind: one of `CLASSES`; why: in a few words.
    """

    name: str
    first: str
    second: str
    kind: str
    why: str


def unlike_parts(
    first: Side, second: Side, conditions: Sequence[tuple[SideCondition, SideCondition]]
) -> tuple[Unlike, ...]:
    """Everything that two sides differ in, the gravest first.

    What one side does not tell is no difference; `Side.lacks` says so.

    Args:
        conditions: the pairs that are compared.
    """
    found = dict.fromkeys(_unlike(first.parts, second.parts))
    for mine, its in conditions:
        found |= dict.fromkeys(_unlike(mine.parts, its.parts))
    return tuple(sorted(found, key=lambda one: CLASSES.index(one.kind)))


def _unlike(first: Sequence[Part], second: Sequence[Part]) -> Iterator[Unlike]:
    """What two lists of parts differ in, in the order of the first."""
    its = {one.name: one for one in second}
    for one in first:
        other = its.get(one.name)
        if other is not None and other.key != one.key:
            otherwise = _EMBEDDER if one.name.endswith(": embedder") else _LANE
            kind, why = _WHY.get(one.name, otherwise)
            yield Unlike(name=one.name, first=one.shown, second=other.shown, kind=kind, why=why)
