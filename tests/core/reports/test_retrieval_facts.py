"""What a report is folded from."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchbook import BadData
from benchbook.core.reports.retrieval_v1 import build
from book import EXPERIMENT, make_store, open_store, run

GATE = '[[gates]]\nname = "hits"\ncondition = "all"\nmetric = "RR"\nat_least = 0.1\n'


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("gold-set-imported", "gold-set-imported"),
        ("gate-decided", "gate small/hits"),
    ],
)
def test_a_fact_that_a_changed_column_hides_is_named(tmp_path: Path, kind: str, found: str) -> None:
    """Events are found by a column; one that was changed in it is missed, not a crash."""
    path = make_store(tmp_path)
    with open_store(path) as store:
        done = run(store, EXPERIMENT + GATE)
    with closing(sqlite3.connect(path)) as file:
        guards = file.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        triggers = guards.fetchall()
        for name, _ in triggers:
            file.execute(f"DROP TRIGGER {name}")
        file.execute("UPDATE event SET type = 'x' WHERE type = ?", [kind])
        for _, text in triggers:
            file.execute(text)
        file.commit()

    with open_store(path) as store, pytest.raises(BadData, match=found):
        build(store, done.run)
