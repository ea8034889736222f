"""A search engine in the standard library: words in common, rare ones first.

As a program it speaks the protocol of the lane `command`: `python toy_engine.py CORPUS`, topics on
stdin, ranked units on stdout. In a test it is served over HTTP.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping

WORD = re.compile(r"[\u3400-\u9fff]|[^\W\d_\u3400-\u9fff]+|\d+")
DECIMALS = 9


class Engine:
    """Ranks units by the sum of 1 / (units with the word) over the words that they share.

    Args:
        units: rows with `unit`, `title` and `text`.

    Attributes:
        texts: title and text of each unit.
    """

    def __init__(self, units: Iterable[Mapping[str, str]]) -> None:
        self.texts = {one["unit"]: f"{one['title']} {one['text']}" for one in units}
        self._words = {unit: frozenset(words(text)) for unit, text in self.texts.items()}
        self._found = Counter(word for found in self._words.values() for word in found)

    def search(self, text: str, depth: int) -> list[tuple[str, float]]:
        """The best units with their scores; equal ones by id."""
        wanted = frozenset(words(text))
        scored = [
            (unit, round(math.fsum(1 / self._found[word] for word in wanted & found), DECIMALS))
            for unit, found in self._words.items()
            if not wanted.isdisjoint(found)
        ]
        return sorted(scored, key=lambda pair: (-pair[1], pair[0]))[:depth]


def words(text: str) -> list[str]:
    """The words of a text, in lower case; each character of Chinese is one."""
    return WORD.findall(text.casefold())


def main() -> None:
    """Answer the topics on stdin."""
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123 - pathlib doubles the start
        engine = Engine(json.loads(line) for line in file)
    for line in sys.stdin:
        topic = json.loads(line)
        for rank, (unit, score) in enumerate(engine.search(topic["text"], topic["depth"]), 1):
            row = {"topic": topic["id"], "rank": rank, "unit": unit, "score": score}
            row["text"] = engine.texts[unit]
            sys.stdout.write(f"{json.dumps(row)}\n")


if __name__ == "__main__":
    main()
