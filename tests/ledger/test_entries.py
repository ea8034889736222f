"""Entries and receipts: what the ledger hands back can be trusted, or says that it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook.ledger import CorruptLedger, Entry, canonical_json
from ledgers import STREAM, draft, new_ledger


def test_the_envelope_is_parsed_once() -> None:
    """Asking again gives the same object."""
    entry = Entry(3, "ab" * 32, canonical_json({"seq": 3}))

    assert entry.envelope is entry.envelope


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"seq":4}', "a body that says 4; expected one that says 3"),
        (b"{}", "a body that says None"),
        (b"[3]", "a list"),
        (b"not json", "no JSON"),
        (b"\xff", "no JSON"),
        (b"[" * 60_000, "no JSON"),
    ],
    ids=["other", "none", "list", "text", "bytes", "deep"],
)
def test_a_body_that_is_no_event_of_this_position(body: bytes, words: str) -> None:
    """It is refused by its position, whatever its leaf says."""
    with pytest.raises(CorruptLedger, match=f"event 3: found .*{words}"):
        _ = Entry(3, "ab" * 32, body).envelope


def test_a_receipt_says_where_the_event_is(tmp_path: Path) -> None:
    """Log, position, leaf, size and root are those of the log."""
    with new_ledger(tmp_path / "a.ledger", 5) as ledger:
        (receipt,) = ledger.append([draft(5)], stream=STREAM, expected_version=5)
        (entry,) = ledger.events(6)

        assert (ledger.origin, 6, entry.leaf, 7, ledger.basis().root, draft(5).id) == (
            receipt.log,
            receipt.seq,
            receipt.leaf,
            receipt.size,
            receipt.root,
            receipt.id,
        )
