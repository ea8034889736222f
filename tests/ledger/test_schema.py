"""The file's own text: three tables and their guards, and whatever of them was changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from benchbook.ledger import CorruptLedger, Ledger, verify
from benchbook.ledger.schema import STATEMENTS, create_tables, schema_differences
from ledgers import new_ledger, plain


@pytest.fixture
def empty() -> Iterator[sqlite3.Connection]:
    """The tables in memory."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        create_tables(connection)
        yield connection


TRIGGERS = [text.split()[2] for text in STATEMENTS if text.startswith("CREATE TRIGGER")]


def test_what_is_created_is_what_is_expected(empty: sqlite3.Connection) -> None:
    """A file just made has no difference."""
    assert [] == list(schema_differences(empty))


@pytest.mark.parametrize("trigger", TRIGGERS)
def test_each_dropped_trigger_shows(tmp_path: Path, trigger: str) -> None:
    """A ledger that lost a guard is not opened, and verifying names the guard."""
    path = tmp_path / "a.ledger"
    new_ledger(path, 3).close()
    with plain(path) as connection:
        connection.execute(f"DROP TRIGGER {trigger}")

    with pytest.raises(CorruptLedger, match=f"trigger {trigger}: found nothing"):
        Ledger.open(path)
    assert [("schema", f"trigger {trigger}")] == [
        (fault.kind, fault.where) for fault in verify(path).faults
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE notes (text TEXT)",
        "CREATE VIEW latest AS SELECT * FROM event",
        "CREATE INDEX by_type ON event (type)",
        "ALTER TABLE event ADD COLUMN note TEXT",
        "ALTER TABLE object RENAME TO blob",
        "ANALYZE",
        "CREATE TRIGGER spy AFTER INSERT ON event BEGIN SELECT 1; END",
    ],
)
def test_foreign_tables_and_triggers_show(tmp_path: Path, statement: str) -> None:
    """Whatever another tool adds to the file is found at the next opening and by verifying."""
    path = tmp_path / "a.ledger"
    new_ledger(path, 3).close()
    with plain(path) as connection:
        connection.execute(statement)

    with pytest.raises(CorruptLedger, match="schema"):
        Ledger.open(path)
    assert "schema" in {fault.kind for fault in verify(path).faults}


def test_one_changed_letter_in_a_trigger_shows(tmp_path: Path) -> None:
    """A flipped byte in a guard's text passes SQLite's own check, and is found all the same."""
    path = tmp_path / "a.ledger"
    new_ledger(path, 3).close()
    data = path.read_bytes()
    assert 1 == data.count(b"SELECT RAISE(ABORT, 'event: rows are never deleted')")
    path.write_bytes(
        data.replace(b"event: rows are never deleted", b"event: rows are never deletee")
    )

    with pytest.raises(CorruptLedger, match="trigger event_no_delete: found another text"):
        Ledger.open(path)
    assert ["trigger event_no_delete"] == [fault.where for fault in verify(path).faults]


def test_a_table_rebuilt_by_sqlite_utils_shows(tmp_path: Path) -> None:
    """`transform` drops the guards without a word; the next opening says so."""
    sqlite_utils = pytest.importorskip("sqlite_utils", reason="the extra `test` brings it")
    path = tmp_path / "a.ledger"
    with new_ledger(path, 3) as ledger:
        root = ledger.basis().root
    database = sqlite_utils.Database(path, execute_plugins=False)
    database["event"].transform(types={"type": str})
    database.close()

    with pytest.raises(CorruptLedger, match="schema"):
        Ledger.open(path)
    verified = verify(path)
    assert {"schema"} == {fault.kind for fault in verified.faults}
    assert root == verified.root


def test_differences_are_named(empty: sqlite3.Connection) -> None:
    """The differences name what is missing, what is foreign, and what has another text."""
    empty.execute("DROP TRIGGER tile_append")
    empty.execute("CREATE TABLE notes (text TEXT)")

    assert [
        ("table notes", "something foreign", "nothing of this name"),
        ("trigger tile_append", "nothing", "the one of this format"),
    ] == list(schema_differences(empty))
