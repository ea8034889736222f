"""Rankings that another program delivers, taken row by row and checked as they come."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from difflib import get_close_matches

from ..corpus import Unit
from ..errors import BadData
from ..files.json_lines import DecimalText, shown
from ..ids import id_fault
from ..topics import Topics
from .rankings import Rankings

UNIT, SCORE = "unit", "score"
TOLD = ("doc", "title", "text")
"""Fields of a row that tell about its unit; each may be left out or null."""

FIELDS = (UNIT, SCORE, *TOLD)


class Delivered:
    """What a program or a service ranks for a block of topics.

    A row is `{"unit": "d1", "score": 1.5, "doc": "d1", "title": "…", "text": "…"}`; the last three
    may be left out. The order in which the rows of a topic are added is its ranking: scores are
    kept and need not fall. A topic without a row has an empty ranking.

    Args:
        topics: what was asked.
        source: who delivers, as messages name it.
        known: the units that may be ranked; None where the corpus is declared only.
        units: what was told of units, by id. Rows add to it where `known` is None; else the corpus
            knows its units better.
    """

    def __init__(
        self,
        topics: Topics,
        source: str,
        *,
        known: Collection[str] | None,
        units: dict[str, Unit] | None = None,
    ) -> None:
        self.units: dict[str, Unit] = {} if units is None else units
        self._topics = topics
        self._source = source
        self._known = known
        self._rows: dict[str, dict[str, float]] = {topic: {} for topic in topics.ids}

    def count(self, topic: str) -> int:
        """How many units a topic has so far."""
        return len(self._rows[topic])

    def total(self) -> int:
        """How many rows there are so far."""
        return sum(map(len, self._rows.values()))

    def rankings(self, depth: int) -> Rankings:
        """One ranking per topic asked, in the order delivered, cut to `depth`."""
        rows = (self._rows[topic].items() for topic in self._topics.ids)
        return Rankings.of(self._topics, rows, depth)

    def asked(self, topic: object, line: int | None = None) -> str:
        """A topic as it was delivered, if it was asked for.

        Raises:
            BadData: it was not.
        """
        if type(topic) is not str or topic not in self._rows:
            found = f"topic {shown(topic)}"
            raise self.fault(line, found, "one of the topics that were asked")
        return topic

    def add(self, topic: str, row: object, line: int | None = None) -> None:
        """Take the next row of a topic that was asked for.

        Args:
            row: as strict JSON gives it (`parse_json`).
            line: where it stands, for messages.

        Raises:
            BadData: an unknown field, a unit that is no id, not known, or ranked already, a score
                that is no number, or another text for a unit than before.
        """
        where = f"topic {topic!r}, row {self.count(topic) + 1}: "
        if not isinstance(row, dict):
            raise self.fault(line, f"{where}{shown(row)}", "an object with unit and score")
        for name in row:
            if name not in FIELDS:
                near = get_close_matches(name, FIELDS, n=1)
                wanted = f"{near[0]!r}" if near else ", ".join(FIELDS)
                raise self.fault(line, f"{where}the field {name!r}", wanted)
        unit = self._unit(where, row, line)
        if unit in self._rows[topic]:
            raise self.fault(line, f"{where}unit {unit!r} again", "each unit once for a topic")
        score = self._score(where, row, line)
        self._tell(where, unit, row, line)
        self._rows[topic][unit] = score

    def fault(self, line: int | None, found: str, expected: str, hint: str = "") -> BadData:
        """The error for what was delivered."""
        return BadData(self._source, line, found, expected, hint)

    def _unit(self, where: str, row: Mapping[str, object], line: int | None) -> str:
        """The unit of a row: an id that can be kept, and that the corpus holds."""
        unit = row.get(UNIT)
        if type(unit) is not str:
            found = f"{UNIT} = {shown(unit)}" if UNIT in row else f"no {UNIT!r}"
            raise self.fault(line, f"{where}{found}", "an id as text", "Write ids as strings")
        self._check_id(where, "unit", unit, line)
        if self._known is not None and unit not in self._known:
            found = f"{where}unit {unit!r}, which the corpus does not hold"
            hint = "What was never ingested is ranked on a corpus that is declared"
            raise self.fault(line, found, "units of the corpus", hint)
        return unit

    def _check_id(self, where: str, kind: str, id_: str, line: int | None) -> None:
        """Refuse an id that the ledger cannot keep."""
        fault = id_fault(kind, id_)
        if fault is not None:
            raise self.fault(line, f"{where}{fault.found}", fault.expected, fault.hint)

    def _score(self, where: str, row: Mapping[str, object], line: int | None) -> float:
        """The score of a row: a finite number."""
        score = row.get(SCORE)
        number = math.nan
        if type(score) in {int, DecimalText}:
            try:
                number = float(score)  # type: ignore[arg-type]  # one of the two
            except OverflowError:
                number = math.inf
        if not math.isfinite(number):
            found = f"{SCORE} = {shown(score)}" if SCORE in row else f"no {SCORE!r}"
            raise self.fault(line, f"{where}{found}", "a number that a double can hold")
        return number

    def _tell(self, where: str, unit: str, row: Mapping[str, object], line: int | None) -> None:
        """Keep what a row tells about its unit; a unit has one text, whoever asks."""
        told = {name: row[name] for name in TOLD if row.get(name) is not None}
        for name, value in told.items():
            if type(value) is not str:
                raise self.fault(line, f"{where}{name} = {shown(value)}", f"{name!r} as text")
        if not told or self._known is not None:
            return
        document = str(told.get("doc", unit))
        self._check_id(where, "document", document, line)
        title, text = str(told.get("title", "")), str(told.get("text", ""))
        made = Unit(unit_id=unit, doc_id=document, title=title, text=text)
        if self.units.setdefault(unit, made) != made:
            found = f"{where}another document, title or text for unit {unit!r} than before"
            hint = "Give the passage itself, not what matches the query"
            raise self.fault(line, found, "the same for each topic", hint)
