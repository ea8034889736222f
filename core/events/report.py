"""Events of the streams `report/<id>`."""

from __future__ import annotations

from typing import ClassVar

import attrs

from .values import MadeBy


@attrs.frozen(kw_only=True)
class ReportBuilt:
    """A report was folded from the ledger up to the basis in this event's envelope.

    Attributes:
        report: the first 12 hex digits of the digest of its canonical JSON.
        kind: with its version, as `retrieval/1`.
        content: object with that JSON.
    """

    TYPE: ClassVar[str] = "report-built"
    SCHEMA: ClassVar[int] = 1

    report: str
    kind: str
    run: str
    content: str


@attrs.frozen(kw_only=True)
class ReportRendered:
    """A report was turned into bytes that somebody may publish.

    Attributes:
        reporter: the plugin that made them, pinned; media: their media type.
        rendering: object with the bytes.
        libraries: `distribution==version` of what the reporter declares.
        code: digest over Benchbook's own module files, which every reporter stands on.
    """

    TYPE: ClassVar[str] = "report-rendered"
    SCHEMA: ClassVar[int] = 1

    report: str
    reporter: MadeBy
    media: str
    rendering: str
    libraries: tuple[str, ...]
    code: str


@attrs.frozen(kw_only=True)
class DecisionRecorded:
    """Somebody decided on a report what is to be done.

    Attributes:
        decision: `adopt`, `reject`, `keep` or `collect-more`; why: in one line.
        supersedes: position of the decision that stood until now, or None.
    """

    TYPE: ClassVar[str] = "decision-recorded"
    SCHEMA: ClassVar[int] = 1

    report: str
    decision: str
    why: str
    supersedes: int | None
