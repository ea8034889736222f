"""A credit that is recorded, and where."""

from __future__ import annotations

import attrs

from ..objects.credits import Credit
from ..plain import to_plain


@attrs.frozen(kw_only=True)
class Credited:
    """The credit of a condition's lanes.

    Attributes:
        run: whose rankings it is of; position: where it is recorded.
    """

    run: str
    position: int
    credit: Credit

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it."""
        return {"run": self.run, "position": self.position, "credit": to_plain(self.credit)}
