"""An append-only, verifiable log of bytes in one SQLite file. It knows nothing of retrieval.

POSIX only: it stands on flock, hard links and inodes.
"""

from __future__ import annotations

from .canonical import canonical_json, digest
from .connection import JournalWarning
from .drafts import Actor, Basis, Draft
from .entries import Entry, Receipt
from .errors import (
    BasisMismatch,
    CorruptLedger,
    DraftRefused,
    ForeignOwner,
    IdConflict,
    LedgerBusy,
    LedgerError,
    LedgerExists,
    LedgerFull,
    LedgerMissing,
    LedgerReadOnly,
    LedgerReplaced,
    LedgerUnavailable,
    NewerLedger,
    NotALedger,
    NotCanonical,
    ObjectMissing,
    ObjectRefused,
    PositionUnknown,
    StaleVersion,
)
from .parser import parse_canonical
from .store import Ledger, system_clock
from .verification import Fault, Verification
from .verify import verify

__all__ = [
    "Actor",
    "Basis",
    "BasisMismatch",
    "CorruptLedger",
    "Draft",
    "DraftRefused",
    "Entry",
    "Fault",
    "ForeignOwner",
    "IdConflict",
    "JournalWarning",
    "Ledger",
    "LedgerBusy",
    "LedgerError",
    "LedgerExists",
    "LedgerFull",
    "LedgerMissing",
    "LedgerReadOnly",
    "LedgerReplaced",
    "LedgerUnavailable",
    "NewerLedger",
    "NotALedger",
    "NotCanonical",
    "ObjectMissing",
    "ObjectRefused",
    "PositionUnknown",
    "Receipt",
    "StaleVersion",
    "Verification",
    "canonical_json",
    "digest",
    "parse_canonical",
    "system_clock",
    "verify",
]
