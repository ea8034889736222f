"""What a verification found: a verdict with each fault by its place."""

from __future__ import annotations

import attrs

MOST_FAULTS_KEPT = 100
_LONGEST = 200

LEVELS = {
    0: (
        "level 0: internally consistent; "
        "nothing here proves that the log was not rewritten as a whole"
    ),
}
"""What each level means, in the words that are printed. Higher ones need a witness elsewhere."""


@attrs.frozen
class Fault:
    """One thing that is not as it must be.

    Args:
        kind: what sort: `schema`, `page`, `unreadable`, `gap`, `leaf`, `body`, `column`, `place`,
            `link`, `time`, `version`, `basis`, `tile`, `object`, `reference`.
        where: the place, such as `event 17`, `tile 0/3`, `object 3f…`.
        found: what stands there.
        expected: what should stand there.
    """

    kind: str
    where: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.where}: {self.kind}: found {self.found}; expected {self.expected}"


@attrs.define
class Faults:
    """Faults as they turn up: the first hundred kept, all counted."""

    kept: list[Fault] = attrs.field(factory=list)
    total: int = 0

    def add(self, kind: str, where: str, found: object, expected: object) -> None:
        """Take note of one. What was found may be hostile, and is cut."""
        self.total += 1
        if len(self.kept) < MOST_FAULTS_KEPT:
            self.kept.append(Fault(kind, where, str(found)[:_LONGEST], str(expected)[:_LONGEST]))


@attrs.frozen(kw_only=True)
class Verification:
    """The verdict on a ledger file.

    Args:
        origin: the log's origin, or "" where no event could be read.
        events: the number of events read.
        objects: the number of objects read.
        object_bytes: how many bytes they have, unpacked.
        root: the Merkle root over the bodies as they are, 64 hex.
        schema: the digest of the schema that the file was compared with, 64 hex.
        faults: the first hundred faults.
        fault_count: how many there are.
    """

    origin: str
    events: int
    objects: int
    object_bytes: int
    root: str
    schema: str
    faults: tuple[Fault, ...]
    fault_count: int

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found."""
        return self.fault_count == 0

    @property
    def level(self) -> int | None:
        """How much the verdict proves; None where faults were found."""
        return 0 if self.is_sound else None

    @property
    def statement(self) -> str:
        """The verdict in words, claiming no more than was shown."""
        if self.level is None:
            return f"damaged: {self.fault_count} faults; no level reached"
        return LEVELS[self.level]
