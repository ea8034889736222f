"""Routes: which lanes a topic is asked of, decided by rules that an experiment states.

A rule is `PREDICATE -> LANES`. The first rule whose predicate holds for the topic's text decides:

    words <= 3 -> keyword, vector
    has digit -> keyword
    starts with how, why -> vector, graph
    otherwise -> all

Predicates: `words` (between blanks) or `characters`, then `<=` or `>=` and a number; `has digit`,
`has quotes`, `has question mark`; `starts with` and words, any of which may be the first, in upper
or lower case and whatever signs stand around it; `otherwise`, which always holds and stands last.
Lanes are names between commas, or `all`.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

import attrs

from ..errors import UsageError

ALL, OTHERWISE = "all", "otherwise"
_COUNT = re.compile(r"(words|characters)\s*(<=|>=)\s*([0-9]{1,6})")
_STARTS = re.compile(r"starts with\s+(\S.*)")
_WORD = re.compile(r"\w+(?:['-]\w+)*")
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
        if _is_covered([earlier.predicate for earlier in routes[:at]], route.predicate):
            before = "; ".join(repr(earlier.text) for earlier in routes[:at])
            message = f"rule {route.text!r} can never decide, for what stands before it: {before}"
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
    starts = _starts(predicate)
    if starts and all(map(_WORD.fullmatch, starts)):
        return lambda text: _first_word(text) in starts
    known = f"words <= 3, characters >= 80, {', '.join(_HAS)}, starts with how, why, {OTHERWISE}"
    message = f"rule {rule!r}: {predicate!r} is no predicate; there are, for example, {known}"
    raise UsageError(message)


def _compares(subject: str, sign: str, bound: int) -> Callable[[str], bool]:
    """A predicate about the length of a text, in words between blanks or in characters."""

    def holds(text: str) -> bool:
        length = len(text.split()) if subject == "words" else len(text)
        return length <= bound if sign == "<=" else length >= bound

    return holds


def _starts(predicate: str) -> frozenset[str]:
    """The words, folded, one of which a text starts with; none for another predicate."""
    starts = _STARTS.fullmatch(predicate)
    return frozenset(map(_folded, starts[1].split(","))) if starts else frozenset()


def _first_word(text: str) -> str:
    """The first word of a text, folded; empty where it has none."""
    word = _WORD.search(_folded(text))
    return word[0] if word else ""


def _folded(text: str) -> str:
    """A text in one case, one form of accents and one apostrophe."""
    return unicodedata.normalize("NFC", text).casefold().replace("’", "'").strip()


def _is_covered(earlier: Sequence[str], later: str) -> bool:
    """Whether one of the earlier predicates holds wherever a later one does.

    What different kinds of predicates have to do with each other is not looked at: that a text of
    five characters has at most three words, say.
    """
    if later in earlier or OTHERWISE in earlier:
        return True
    starts = _starts(later)
    if starts and starts <= frozenset().union(*map(_starts, earlier)):
        return True
    upper, lower = _bounds(earlier)
    if any(lower[subject] <= upper[subject] + 1 for subject in upper):
        return True
    count = _COUNT.fullmatch(later)
    if count is None:
        return False
    subject, bound = count[1], int(count[3])
    return bound <= upper[subject] if count[2] == "<=" else bound >= lower[subject]


def _bounds(predicates: Iterable[str]) -> tuple[dict[str, float], dict[str, float]]:
    """By words and characters, up to which number and from which on a text is taken."""
    upper = {"words": -1.0, "characters": -1.0}
    lower = {"words": math.inf, "characters": math.inf}
    for subject, sign, bound in (one.groups() for one in map(_COUNT.fullmatch, predicates) if one):
        if sign == "<=":
            upper[subject] = max(upper[subject], float(bound))
        else:
            lower[subject] = min(lower[subject], float(bound))
    return upper, lower
