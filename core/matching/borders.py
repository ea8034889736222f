"""Borders: whether what was found is whole, or a part of a longer word or number."""

from __future__ import annotations

import re
import unicodedata

from .fold import GROUP
from .units_of_measure import ATTACHED

_SEPARATORS = f".,\u00b7\u066b\u066c'{GROUP}"
"""What stands inside a number: decimal points and marks between thousands."""

_OPENING = "([{<>=\u2264\u2265~\u2248\u00b1:;,/|*\u00d7"
"""Behind these and behind a space a `-` is the sign of a number, elsewhere a dash."""

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer; then Kana, Han, Hangul
    "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Ranges of letters of scripts without spaces between words, or with endings that adjoin."""

_UNSPACED = re.compile(f"[{UNSPACED}]")

BEGINS_WITH_NUMBER = re.compile(r"[-+\u00b1]?[.,]?\d")


def is_unspaced(char: str) -> bool:
    """Whether a character is of a script in which words are not set apart."""
    return _UNSPACED.match(char) is not None


def begins_whole(text: str, start: int, *, number: bool) -> bool:
    """Whether no word or number runs on from before `start` into what begins there.

    Args:
        text: `Folded.exact`; `start`: a place in it, before its end.
        number: whether it is a number that begins there.
    """
    if start == 0:
        return True
    before = text[start - 1]
    if number and (_runs_into_number(text, start) or _is_sign(text, start - 1)):
        return False
    return not _are_joined(before, text[start])


def ends_whole(text: str, end: int) -> bool:
    """Whether no word or number runs on from before `end` to behind it.

    Behind a number a unit of measure may adjoin: 320 is whole in `320kg`.

    Args:
        text: `Folded.exact`; `end`: a place in it, behind its start.
    """
    if end == len(text):
        return True
    last, after = text[end - 1], text[end]
    if last.isdigit():
        if _number_goes_on(text, end):
            return False
        if last.isdecimal() and ATTACHED.match(text, end):
            return True
    return not _are_joined(last, after)


def _runs_into_number(text: str, start: int) -> bool:
    """Whether digits stand before `start`, right there or before a separator."""
    before = text[start - 1]
    if before in _SEPARATORS and start > 1:
        return text[start - 2].isdecimal()
    return before.isdigit() or before in "\u207a\u207b"


def _number_goes_on(text: str, end: int) -> bool:
    """Whether digits stand at `end`, right there, as a power, or behind a separator."""
    after, then = text[end], text[end + 1 : end + 2]
    if after in _SEPARATORS or after == "^":
        return then.isdecimal()
    return after.isdigit() or after in "\u207a\u207b"


def _is_sign(text: str, at: int) -> bool:
    """Whether the minus at a place belongs to the number behind it: -5 is not 5, 3-5 has a 5."""
    return text[at] == "-" and (at == 0 or text[at - 1].isspace() or text[at - 1] in _OPENING)


def _are_joined(left: str, right: str) -> bool:
    """Whether two characters stand in one word."""
    return (
        _is_of_word(left)
        and _is_of_word(right)
        and not is_unspaced(left)
        and not is_unspaced(right)
    )


def _is_of_word(char: str) -> bool:
    """Whether a character is part of a word: a letter, a digit, a mark on one, `_`."""
    return char.isalnum() or char == "_" or unicodedata.combining(char) != 0
