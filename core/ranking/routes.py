"""Routes: which lanes a topic is asked of, decided by rules that an experiment states.

A rule is `PREDICATE -> LANES`. The first rule whose predicate holds for the topic's text decides:

    words <= 3 -> keyword, vector
    has digit -> keyword
    starts with how, why -> vector, graph
    otherwise -> all

Predicates: `words` or `characters`, then `<=` or `>=` and a number; `has digit`, `has quotes`, `has
question mark`; `starts with` and words, any of which may be the first; `otherwise`, which always
holds and stands last. Lanes are names between commas, or `all`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import attrs

from ..errors import UsageError

ALL, OTHERWISE = "all", "otherwise"
_COUNT = re.compile(r"(words|characters)\s*(<=|>=)\s*([0-9]{1,6})")
_STARTS = re.compile(r"starts with\s+(\S.*)")
_QUOTES = re.compile("[\"“”„«»]|'[^']+'")
_HAS: dict[str, Callable[[str], bool]] = {
    "has digit": lambda text: any(character.isdigit() for character in text),
    "has quotes": lambda text: bool(_QUOTES.search(text)),
    "has question mark": lambda text: "?" in text,
}


@attrs.frozen(kw_only=True)
class Route:
    """A rule.

    Attributes:
        text: as it is recorded, blanks aside.
        predicate: the part before the arrow.
        lanes: names; none means all.
    """

    text: str
    predicate: str
    lanes: tuple[str, ...]
    holds: Callable[[str], bool] = attrs.field(repr=False, eq=False)


def read_routes(texts: Sequence[str]) -> tuple[Route, ...]:
    """The rules of their texts, the last of which always holds.

    Raises:
        UsageError: a rule of another form, one that can never decide, or none that always holds.
    """
    routes = tuple(map(_route, texts))
    if not routes or routes[-1].predicate != OTHERWISE:
        message = "the last rule always holds, as 'otherwise -> all'; it is missing"
        raise UsageError(message)
    for at, route in enumerate(routes):
        for earlier in routes[:at]:
            if _covers(earlier.predicate, route.predicate):
                message = f"rule {route.text!r} can never decide: {earlier.text!r} stands before it"
                raise UsageError(message)
    return routes


def _route(text: str) -> Route:
    """One rule.

    Raises:
        UsageError: it has another form.
    """
    before, arrow, after = (part.strip() for part in text.partition("->"))
    predicate = " ".join(before.split())
    lanes = tuple(dict.fromkeys(name.strip() for name in after.split(",")))
    if not arrow or not all(lanes):
        message = f"rule {text!r}; expected PREDICATE -> LANES, as 'words <= 3 -> keyword, vector'"
        raise UsageError(message)
    return Route(
        text=f"{predicate} -> {', '.join(lanes)}",
        predicate=predicate,
        lanes=() if lanes == (ALL,) else lanes,
        holds=_holds(predicate, text),
    )


def _holds(predicate: str, rule: str) -> Callable[[str], bool]:
    """The predicate as a function of a topic's text.

    Raises:
        UsageError: it is none.
    """
    if predicate == OTHERWISE:
        return lambda _: True
    if predicate in _HAS:
        return _HAS[predicate]
    if count := _COUNT.fullmatch(predicate):
        return _compares(count[1], count[2], int(count[3]))
    if starts := _STARTS.fullmatch(predicate):
        words = {word.strip().casefold() for word in starts[1].split(",")}
        return lambda text: bool(text.split()) and text.split()[0].casefold() in words
    known = f"words <= 3, characters >= 80, {', '.join(_HAS)}, starts with how, why, {OTHERWISE}"
    message = f"rule {rule!r}: {predicate!r} is no predicate; there are, for example, {known}"
    raise UsageError(message)


def _compares(subject: str, sign: str, bound: int) -> Callable[[str], bool]:
    """A predicate about the length of a text, in words between blanks or in characters."""

    def holds(text: str) -> bool:
        length = len(text.split()) if subject == "words" else len(text)
        return length <= bound if sign == "<=" else length >= bound

    return holds


def _covers(earlier: str, later: str) -> bool:
    """Whether an earlier predicate holds wherever a later one does, as far as it can be told."""
    if earlier in {later, OTHERWISE}:
        return True
    one, other = _COUNT.fullmatch(earlier), _COUNT.fullmatch(later)
    if one is None or other is None or one.group(1, 2) != other.group(1, 2):
        return False
    return int(other[3]) <= int(one[3]) if one[2] == "<=" else int(other[3]) >= int(one[3])
