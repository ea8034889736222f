"""What models took, by topic and condition: read from a file that whoever called them wrote.

Each line is a JSON object with `topic`, `condition` and numbers under names of their own, as
`{"topic": "q7", "condition": "fused", "prompt_tokens": 812, "calls": 1, "price": 0.0021}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path

import attrs

from ..errors import BadData
from ..files.json_lines import DecimalText, JsonRecord, read_json_lines, shown

_IDS = ("topic", "condition")
MOST = Decimal(10) ** 12
"""No cost of one topic is greater."""


@attrs.frozen(kw_only=True)
class Costs:
    """The costs in a file.

    Attributes:
        columns: by condition and name, then by topic.
    """

    columns: Mapping[tuple[str, str], Mapping[str, Decimal]]

    def of(self, condition: str, name: str) -> Mapping[str, Decimal]:
        """One column, by topic; empty where there is none."""
        return self.columns.get((condition, name), {})


def read_costs(path: Path) -> Costs:
    """The costs of a file.

    Raises:
        BadData: a line is none, or a topic has the same cost twice in one condition.
    """
    columns: dict[tuple[str, str], dict[str, Decimal]] = {}
    for record in read_json_lines(path):
        topic, condition = record.id("topic"), record.string("condition")
        for name, value in record.fields.items():
            if name in _IDS:
                continue
            column = columns.setdefault((condition, name), {})
            if topic in column:
                raise record.fault(
                    f"{name} of topic {topic!r} in condition {condition!r} twice", "each once"
                )
            column[topic] = _cost(record, name, value)
    return Costs(columns=columns)


def _cost(record: JsonRecord, name: str, value: object) -> Decimal:
    """One number, 0 or more.

    Raises:
        BadData: it is none.
    """
    fault: BadData = record.fault(f"{name} = {shown(value)}", "a number from 0 on")
    if type(value) is int:
        cost = Decimal(value)
    elif isinstance(value, DecimalText):
        try:
            cost = Decimal(value)
        except InvalidOperation as error:
            raise fault from error
    else:
        raise fault
    if not 0 <= cost <= MOST:
        raise fault
    return cost
