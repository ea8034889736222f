"""The decision that follows from gates by a rule which was written down before the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from .decide import FAIL, INCONCLUSIVE, NOT_MEASURED, PASS, UNATTAINABLE

ADOPT, KEEP, COLLECT_MORE = "adopt", "keep", "collect-more"
REJECT = "reject"

BY_RULE = (ADOPT, KEEP, COLLECT_MORE, NOT_MEASURED)
"""What a rule comes to. What is not measured decides nothing."""

BY_PERSON = (ADOPT, REJECT, KEEP, COLLECT_MORE)
"""What a person may decide."""

_VERBS = {
    FAIL: "fails",
    NOT_MEASURED: "is not measured",
    UNATTAINABLE: "is unattainable",
    INCONCLUSIVE: "is inconclusive",
}


@attrs.frozen(kw_only=True)
class DecisionRule:
    """The table `[decision]`: adopt when every one of these gates passes.

    Attributes:
        name: what it is called.
        gates: names, in the order of the file, at least one.
    """

    name: str
    gates: tuple[str, ...]

    @property
    def text(self) -> str:
        """The rule in words, with what becomes of each outcome."""
        names = ", ".join(self.gates)
        if len(self.gates) == 1:
            return (
                f"adopt when {names} passes, keep when it fails, collect more when it is "
                "inconclusive or unattainable"
            )
        return (
            f"adopt when all of {names} pass, keep when one fails, collect more when one is "
            "inconclusive or unattainable and none fails"
        )

    def reach(self, verdicts: Mapping[str, Sequence[str]]) -> tuple[str, str]:
        """What the rule comes to, and because of which gates.

        Args:
            verdicts: by gate; several where it is held in each bucket by itself.
        """
        for word, grave in (
            (KEEP, (FAIL,)),
            (NOT_MEASURED, (NOT_MEASURED,)),
            (COLLECT_MORE, (UNATTAINABLE, INCONCLUSIVE)),
        ):
            of = [
                f"{gate} {_VERBS[one]}"
                for gate in self.gates
                for one in grave
                if one in verdicts.get(gate, (NOT_MEASURED,))
            ]
            if of:
                return word, ", ".join(of)
        assert all(set(verdicts[gate]) == {PASS} for gate in self.gates)  # noqa: S101 - the rest
        return ADOPT, f"{', '.join(self.gates)} {'passes' if len(self.gates) == 1 else 'pass'}"
