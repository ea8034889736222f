"""What a declaration of gates came to."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from .detectable import Detectable
from .gate import Gate


@attrs.frozen(kw_only=True)
class DeclaredGate:
    """A gate as it stands in the ledger.

    Attributes:
        position: of its declaration; is_new: whether it was appended now.
        prior_runs: completed runs on the gold set before it.
        supersedes: the position of what it replaces; None where nothing.
        detectable: the smallest difference to its threshold that it could find.
        cannot_pass: why no run on so many topics can pass it; empty where one can.
    """

    gate: Gate
    position: int
    is_new: bool
    prior_runs: int
    supersedes: int | None
    detectable: Detectable
    cannot_pass: str


@attrs.frozen(kw_only=True)
class DeclaredGates:
    """What a declaration came to.

    Attributes:
        gold: the gold set that they are for; run: the last completed run on it, whose values tell
            how far topics scatter; empty where there is none.
    """

    experiment: str
    gold: str
    run: str
    gates: tuple[DeclaredGate, ...]


def as_plain(done: DeclaredGates) -> Mapping[str, object]:
    """The same as JSON knows it."""
    return {
        "experiment": done.experiment,
        "gold": done.gold,
        "scatter_of": done.run,
        "gates": [
            {
                "gate": one.gate.name,
                "position": one.position,
                "new": one.is_new,
                "prior_runs": one.prior_runs,
                "supersedes": one.supersedes,
                "detectable": one.detectable.value,
                "detectable_reason": one.detectable.reason,
                "unattainable": one.cannot_pass,
            }
            for one in done.gates
        ],
    }
