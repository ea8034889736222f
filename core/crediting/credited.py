"""A credit that is recorded, and where."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ..decimals import decimal_text
from ..measuring.judged import Values
from ..objects.credits import Credit
from ..plain import to_plain


@attrs.frozen(kw_only=True, eq=False)
class Credited:
    """The credit of a condition's lanes.

    Attributes:
        run: whose rankings it is of; position: where it is recorded.
        topics: their ids, sorted.
        values: of these topics, by name, as `objects.credits` names them.
    """

    run: str
    position: int
    credit: Credit
    topics: tuple[str, ...]
    values: Mapping[str, Values]

    def texts(self, name: str) -> list[str | None]:
        """The value of each topic as a decimal; None where there is none."""
        if name not in self.values:
            return [None] * len(self.topics)
        one = self.values[name]
        return [
            decimal_text(value) if is_defined else None
            for value, is_defined in zip(one.values.tolist(), one.defined.tolist(), strict=True)
        ]

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it."""
        return {
            "run": self.run,
            "position": self.position,
            "credit": to_plain(self.credit),
            "topics": list(self.topics),
            "values": {name: self.texts(name) for name in self.values},
        }
