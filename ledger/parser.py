"""Reading canonical bytes back, and refusing every other spelling of the same value.

The grammar read here is the canonical form itself: no white space, keys in ascending order, one
spelling per string and number. What it accepts is therefore exactly what `canonical_json` writes,
and each refusal knows its byte. The nesting is bounded before it is entered, so that no input can
exhaust the stack.
"""

from __future__ import annotations

import json
import re
from typing import NoReturn

from .canonical import MAX_DEPTH, MAX_INTEGER, MAX_KEY_BYTES, canonical_json, check_text
from .errors import NotCanonical

# Possessive, or a string that does not end would be tried in exponentially many ways.
_TEXT = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\bfnrt]|u[0-9a-fA-F]{4}))*+"')
_NUMBER = re.compile(r"-?[0-9]+")
_WORDS = {"true": True, "false": False, "null": None}
_SPACE = " \t\r\n"
_LONGEST_INTEGER = len(str(-MAX_INTEGER))


def parse_canonical(data: bytes) -> object:
    """The value whose canonical bytes these are.

    Raises:
        NotCanonical: the bytes are not UTF-8, not JSON, or not the canonical spelling; `offset` is
            the first byte that is wrong.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise NotCanonical("bytes that are not UTF-8", offset=error.start) from error
    reader = _Reader(text)
    value = reader.value(0)
    if reader.at != len(text):
        reader.refuse("more after the end of the value")
    return value


class _Reader:
    """One pass over a text, from left to right."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def refuse(self, reason: str, at: int | None = None) -> NoReturn:
        """Raise, translating the character's place into the byte's."""
        place = self.at if at is None else at
        raise NotCanonical(reason, offset=len(self.text[:place].encode()))

    def value(self, depth: int) -> object:
        """Read the value that starts here."""
        sign = self.text[self.at : self.at + 1]
        if sign == '"':
            return self.string()
        if sign == "{":
            return self.object(self._deeper(depth))
        if sign == "[":
            return self.array(self._deeper(depth))
        if sign == "-" or sign.isdecimal():
            return self.integer()
        for word, value in _WORDS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        return self._refuse_sign(sign)

    def string(self) -> str:
        """Read a string in its one canonical spelling."""
        start = self.at
        match = _TEXT.match(self.text, start)
        if match is None:
            self.refuse("a string that does not end, or an unknown or missing escape")
        spelt = match.group()
        # ASCII without a backslash has one spelling and one normal form.
        if "\\" not in spelt and spelt.isascii():
            self.at = match.end()
            return spelt[1:-1]
        text: str = json.loads(spelt)
        try:
            check_text(text, "")
        except NotCanonical as error:
            self.refuse(error.reason)
        if canonical_json(text).decode() != spelt:
            self.refuse("a string with an escape that is not needed, or not spelt in lower case")
        self.at = match.end()
        return text

    def integer(self) -> int:
        """Read an integer in its one canonical spelling."""
        match = _NUMBER.match(self.text, self.at)
        if match is None:
            self.refuse("a number without digits")
        spelt = match.group()
        if self.text[match.end() : match.end() + 1] in (".", "e", "E"):
            self.refuse("a float; a decimal is written as text")
        # The length is asked first: reading thousands of digits takes quadratic time.
        if len(spelt) > _LONGEST_INTEGER or abs(int(spelt)) > MAX_INTEGER:
            self.refuse("an integer beyond 2**53 - 1")
        if spelt != str(int(spelt)):
            self.refuse("an integer with a leading zero, or minus zero")
        self.at = match.end()
        return int(spelt)

    def array(self, depth: int) -> list[object]:
        """Read the list that starts here."""
        parts: list[object] = []
        self.at += 1
        if self._took("]"):
            return parts
        while True:
            parts.append(self.value(depth))
            if self._took("]"):
                return parts
            self._take(",")

    def object(self, depth: int) -> dict[str, object]:
        """Read the object that starts here; its keys must ascend, so none comes twice."""
        parts: dict[str, object] = {}
        last: str | None = None
        self.at += 1
        if self._took("}"):
            return parts
        while True:
            last = self._key(last)
            self._take(":")
            parts[last] = self.value(depth)
            if self._took("}"):
                return parts
            self._take(",")

    def _key(self, last: str | None) -> str:
        start = self.at
        if self.text[start : start + 1] != '"':
            self._refuse_sign(self.text[start : start + 1])
        key = self.string()
        if not key.isascii() or len(key) > MAX_KEY_BYTES:
            self.refuse(f"a key that is not ASCII of at most {MAX_KEY_BYTES} bytes", start)
        if last is not None and key == last:
            self.refuse(f"the key {key!r} twice", start)
        if last is not None and key < last:
            self.refuse(f"the key {key!r} after {last!r}; keys ascend, and none comes twice", start)
        return key

    def _deeper(self, depth: int) -> int:
        if depth >= MAX_DEPTH:
            self.refuse(f"more than {MAX_DEPTH} containers deep")
        return depth + 1

    def _took(self, sign: str) -> bool:
        if self.text[self.at : self.at + 1] != sign:
            return False
        self.at += 1
        return True

    def _take(self, sign: str) -> None:
        if not self._took(sign):
            found = self.text[self.at : self.at + 1]
            if found in _SPACE and found:
                self.refuse("white space")
            self.refuse(
                f"expected {sign!r}" + (f", found {found!r}" if found else " before the end")
            )

    def _refuse_sign(self, sign: str) -> NoReturn:
        if not sign:
            self.refuse("the end, where a value should begin")
        if sign == "\ufeff":
            self.refuse("a byte order mark")
        if sign in _SPACE:
            self.refuse("white space")
        self.refuse(f"{sign!r}, which begins no canonical value")
