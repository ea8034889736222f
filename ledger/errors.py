"""What can go wrong with a ledger: one tree of errors, each with its data and the next step.

`exit_code` is what a command line ends with: 2 for a wrong call, 4 for a corrupt file or bad data,
5 for a log that is not the one it was, 6 for what a later try may cure.
"""

from __future__ import annotations

from typing import ClassVar


class LedgerError(Exception):
    """Anything that a ledger refuses or cannot do."""

    exit_code: ClassVar[int] = 4


class NotCanonical(LedgerError):
    """A value or a byte string that is outside the canonical profile of JSON.

    Args:
        reason: what is wrong, in words.
        where: a path such as `$.data.name` for a value, or None.
        offset: the byte at which a byte string leaves the profile, or None.
    """

    def __init__(self, reason: str, *, where: str | None = None, offset: int | None = None) -> None:
        self.reason = reason
        self.where = where
        self.offset = offset
        place = f"at byte {offset}" if where is None else f"at {where}"
        super().__init__(f"not canonical JSON {place}: {reason}")


class DraftRefused(LedgerError):
    """A draft that cannot become an event: a field has the wrong shape.

    Args:
        field: the field's name.
        reason: what is wrong and what would be right.
    """

    exit_code = 2

    def __init__(self, field: str, reason: str) -> None:
        self.field = field
        self.reason = reason
        super().__init__(f"the draft's {field} {reason}")


class LedgerExists(LedgerError):
    """A ledger, or another file, already stands where one was to be created."""

    exit_code = 2

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"{path} exists already; open it, or choose another folder")


class LedgerMissing(LedgerError):
    """No file stands where a ledger was to be opened."""

    exit_code = 2

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"{path} does not exist; create it first, or name another folder")


class NotALedger(LedgerError):
    """The file is something else.

    Args:
        path: the file.
        found: what it is, in words.
    """

    def __init__(self, path: str, found: str) -> None:
        self.path = path
        self.found = found
        super().__init__(f"{path} is not a ledger: {found}; nothing in it was changed")


class NewerLedger(LedgerError):
    """The file was written by a later version of this software."""

    def __init__(self, path: str, found: int, expected: int) -> None:
        self.path = path
        self.found = found
        self.expected = expected
        super().__init__(
            f"{path} has ledger format {found}; this software knows up to {expected}: update it"
        )


class CorruptLedger(LedgerError):
    """Bytes in the file are not what they must be.

    Args:
        where: the place, such as `event 17` or `object 3f…`.
        found: what stands there.
        expected: what should stand there.
    """

    def __init__(self, where: str, found: str, expected: str) -> None:
        self.where = where
        self.found = found
        self.expected = expected
        super().__init__(
            f"the ledger is damaged at {where}: found {found}; expected {expected}. "
            "Keep the file as evidence, verify it to list every fault, and restore a copy"
        )


class IdConflict(LedgerError):
    """An event with this id is in the log, with other content.

    Args:
        id: the event's id.
        recorded: SHA-256 of the content in the log, 64 hex.
        offered: SHA-256 of the content that was to be appended, 64 hex.
    """

    def __init__(self, id: str, recorded: str, offered: str) -> None:  # noqa: A002 - the field's name
        self.id = id
        self.recorded = recorded
        self.offered = offered
        super().__init__(
            f"event id {id} is recorded with content {recorded} and was offered with {offered}; "
            "an id has one content for ever: derive it from all that makes the event what it is"
        )


class ObjectMissing(LedgerError):
    """No object with this digest is in the ledger; put it there before the event that names it."""

    def __init__(self, digest: str) -> None:
        self.digest = digest
        super().__init__(f"object {digest} is not in the ledger; put it there first")


class ObjectRefused(LedgerError):
    """An object that is too large, or whose media type is not plain."""

    exit_code = 2

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"the object {reason}")


class BasisMismatch(LedgerError):
    """A draft claims to have seen a state that this log never had.

    Args:
        size: the number of events that the claim is about.
        found: the claimed root, 64 hex.
        expected: the log's root at that size, or None where the log is shorter.
    """

    def __init__(self, size: int, found: str, expected: str | None) -> None:
        self.size = size
        self.found = found
        self.expected = expected
        truth = "is shorter than that" if expected is None else f"had root {expected} there"
        super().__init__(
            f"basis of {size} events with root {found}: this log {truth}; "
            "read the log again and decide anew"
        )


class PositionUnknown(LedgerError):
    """A position beyond the end of the log was asked for.

    Args:
        size: the number of events that was asked for.
        current: the number of events that the log has.
    """

    exit_code = 2

    def __init__(self, size: int, current: int) -> None:
        self.size = size
        self.current = current
        super().__init__(
            f"the log has {current} events, not {size}; name a position from 0 to {current}"
        )


class StaleVersion(LedgerError):
    """The stream moved on since it was read.

    Args:
        stream: the stream's name.
        expected: the version that the caller had seen.
        current: the version that the stream has.
    """

    exit_code = 6

    def __init__(self, stream: str, expected: int, current: int) -> None:
        self.stream = stream
        self.expected = expected
        self.current = current
        super().__init__(
            f"stream {stream} is at version {current}, not {expected}; read it and decide again"
        )


class LedgerBusy(LedgerError):
    """Another process holds the ledger."""

    exit_code = 6

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path} is busy: {reason}; try again")


class LedgerFull(LedgerError):
    """There is no room for what was to be written; nothing of it was."""

    exit_code = 6

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"no room left to write {path}; free some space and try again")


class LedgerReadOnly(LedgerError):
    """The file, its folder, or this opening of it does not allow writing."""

    exit_code = 6

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path} cannot be written: {reason}; reading and verifying still work")


class LedgerUnavailable(LedgerError):
    """The operating system refused to read or write; trying again with the same ids is safe."""

    exit_code = 6

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path} cannot be used: {reason}; try again")


class LedgerReplaced(LedgerError):
    """The file under this name is no longer the log that was opened, or lost events since.

    Args:
        path: the file.
        reason: how that shows.
    """

    exit_code = 5

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path} was replaced while it was open: {reason}; nothing was written")


class ForeignOwner(LedgerError):
    """An open ledger was used by another process or thread than the one that opened it."""

    exit_code = 2

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path} was opened elsewhere: {reason}; open it anew where it is used")
