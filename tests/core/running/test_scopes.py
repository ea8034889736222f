"""Scopes and named states: what part and which state of a corpus a run stands on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchbook import UsageError
from benchbook.core.commands.find import find_report
from benchbook.core.commands.ingest import ingest
from benchbook.core.commands.render_report import load_report
from benchbook.core.commands.snapshot import snapshot
from benchbook.core.event_store import EventStore
from benchbook.core.events import RunStarted
from book import Forward, lane, make_store, open_store, quiet_progress, registry, run
from conditions import HEAD, fused_units, report_of


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with a corpus and a gold set."""
    return make_store(tmp_path)


def add_years(folder: Path) -> None:
    """The documents of a collection get a year, and one is retracted."""
    path = folder / "small" / "corpus.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for at, row in enumerate(rows):
        row["metadata"] = {"year": 1990 + at, "retracted": at == 0}
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def ingest_again(store: EventStore, folder: Path) -> None:
    """The changed collection under the same name."""
    ingest(store, registry(), folder / "small", "small", reader="beir", progress=quiet_progress)


SCOPED = HEAD + (
    '[conditions.all]\nfuser = "single"\nlanes = ["keyword"]\n'
    '[conditions.later]\nextends = "all"\nscope = { year_from = 2000 }\n'
    '[conditions.rest]\nfuser = "rrf"\noptional = ["unfed"]\n'
)


def test_a_scope_builds_the_lane_on_the_part(tmp_path: Path, ledger: Path) -> None:
    """Another instance, which ranks units of the part alone and says how many are left out."""
    add_years(tmp_path)
    with open_store(ledger) as store:
        ingest(
            store, registry(), tmp_path / "small", "small", reader="beir", progress=quiet_progress
        )
        outcome = run(store, SCOPED)
        report = load_report(store, find_report(store, outcome.report))
        later = fused_units(store, outcome.run, "later")
        everything = fused_units(store, outcome.run, "all")

    assert "d000" in everything
    assert all(unit >= "d010" for unit in later)
    assert later
    names = [row.name for row in report.head.lanes]
    assert "keyword[year_from = 2000]" in names
    assert any("left out 10 of 60 units" in note for note in report.head.notes)


def test_a_scope_that_leaves_nothing_out_is_no_other_lane(ledger: Path) -> None:
    """Nothing is asked twice, and the report says that the scope has no effect."""
    text = SCOPED.replace("year_from = 2000", "exclude_retracted = true")
    with open_store(ledger) as store:
        report = report_of(store, text)

    assert ["keyword", "forward", "unfed"] == [row.name for row in report.head.lanes]
    notes = "\n".join(report.head.notes)
    assert (
        "The scope of later, exclude_retracted = true, leaves out nothing of this corpus" in notes
    )


def test_a_scope_that_leaves_no_unit_is_not_measured_as_a_lane_that_finds_nothing(
    ledger: Path,
) -> None:
    """A misspelt source would else be a row of zeros; its lane is skipped, and says why."""
    text = SCOPED.replace("year_from = 2000", 'source = ["nowhere"]')
    with open_store(ledger) as store:
        report = report_of(store, text)

    row = report.conditions[1]
    assert "not measured" == row.state
    assert row.reason.endswith('skipped: the scope source = ["nowhere"] leaves none of 60 units')


def test_a_lane_that_searches_elsewhere_takes_no_scope(ledger: Path) -> None:
    """Leaving rows out of its ranking would be another thing; so it is refused before any work."""
    elsewhere = lane("elsewhere", Forward, scoped=False)
    text = SCOPED.replace('plugin = "bm25"', 'plugin = "elsewhere"')
    with open_store(ledger) as store:
        before = store.basis().size
        said = r"lanes\.keyword: .*cannot be restricted to the scope year_from = 2000"
        with pytest.raises(UsageError, match=said):
            run(store, text, registry(elsewhere))
        assert before == store.basis().size


def test_a_run_on_a_snapshot_stands_on_the_state_that_it_names(
    tmp_path: Path, ledger: Path
) -> None:
    """The corpus moves on, the snapshot does not."""
    text = HEAD + '[conditions.rest]\nfuser = "rrf"\noptional = ["unfed"]\n'
    with open_store(ledger) as store:
        first = snapshot(store, "small", "first").event
        add_years(tmp_path)
        ingest(
            store, registry(), tmp_path / "small", "small", reader="beir", progress=quiet_progress
        )
        report = report_of(store, text, snapshot="first")
        (started,) = [one.event for one in store.events() if isinstance(one.event, RunStarted)]

        with pytest.raises(UsageError, match="for ever"):
            snapshot(store, "small", "first")
        with pytest.raises(UsageError, match="it has first"):
            run(store, text, snapshot="second")

    assert ("first", first.manifest) == (started.snapshot, started.manifest)
    assert ("first", first.manifest) == (report.head.snapshot, report.head.corpus_digest)


def test_a_snapshot_of_the_same_state_changes_nothing(ledger: Path) -> None:
    """Said twice, recorded once."""
    with open_store(ledger) as store:
        assert snapshot(store, "small", "first").is_new
        assert not snapshot(store, "small", "first").is_new
        with pytest.raises(UsageError, match="no corpus 'other'"):
            snapshot(store, "other", "first")
