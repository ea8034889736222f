"""Building, rendering and finding reports."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import attrs
import pytest

from benchbook.core.commands.build_report import build_report
from benchbook.core.commands.find import find_report
from benchbook.core.commands.render_report import load_report
from benchbook.core.errors import UsageError
from benchbook.core.plugging.contracts import PluginFault
from book import make_store, open_store, registry, run
from reporters_made import Raising, Text, render, reporter


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with one run and its report."""
    path = make_store(tmp_path)
    with open_store(path) as store:
        run(store)
    return path


def test_the_report_id_is_the_digest_of_its_json(ledger: Path) -> None:
    """Whoever holds the JSON can check the id."""
    with open_store(ledger) as store:
        view = find_report(store, "latest")
        content = render(store, "json")

    assert view.built.report == sha256(content).hexdigest()[:12]
    assert view.built.content == sha256(content).hexdigest()


def test_building_again_changes_nothing(ledger: Path) -> None:
    """The same run gives the same report, and nothing is appended."""
    with open_store(ledger) as store:
        size = store.size
        built = build_report(store, find_report(store, "latest").built.run)

        assert find_report(store, "latest").built.report == built.id
        assert size == store.size


def test_a_report_reads_back_as_it_was(ledger: Path) -> None:
    """The recorded JSON gives the same report object."""
    with open_store(ledger) as store:
        view = find_report(store, "latest")
        report = load_report(store, view)

        assert store.get(view.built.content) == report.as_json()


def test_every_number_names_positions_below_the_basis(ledger: Path) -> None:
    """Each number can be traced: its positions hold the run's start, the fusion and the scores."""
    with open_store(ledger) as store:
        report = load_report(store, find_report(store, "latest"))
        kinds = {one.seq: one.event.TYPE for one in store.events(stop=report.basis.size)}

    for row in report.conditions:
        for number in row.numbers:
            assert [
                "run-started",
                "condition-fused",
                "scores-computed",
                "comparisons-computed",
            ] == [kinds[position] for position in number.positions]
    for lane in report.head.lanes:
        assert {"lane-ranked"} == {kinds[position] for position in lane.positions}


@pytest.mark.parametrize(
    ("name", "says"),
    [("abcd", "there is no report"), ("ab", "there is no report"), ("", "there is no report")],
)
def test_an_unknown_report_says_what_lists_them(ledger: Path, name: str, says: str) -> None:
    """The next step stands in the message."""
    with open_store(ledger) as store, pytest.raises(UsageError, match=says):
        find_report(store, name)


def test_a_report_is_found_by_the_beginning_of_its_id_or_its_run(ledger: Path) -> None:
    """Four characters are enough where they are unique."""
    with open_store(ledger) as store:
        view = find_report(store, "latest")

        assert view == find_report(store, view.built.report[:4])
        assert view == find_report(store, view.built.run)


def test_reports_are_plain_frozen_data(ledger: Path) -> None:
    """Nobody can change a report in passing."""
    with open_store(ledger) as store:
        report = load_report(store, find_report(store, "latest"))

    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        report.run = "other"  # type: ignore[misc]  # that is the point


def test_rendering_twice_is_recorded_once(ledger: Path) -> None:
    """The same bytes by the same code are one fact."""
    with open_store(ledger) as store:
        render(store, "table")
        size = store.size
        render(store, "table")

        assert size == store.size


@pytest.mark.parametrize("build", [Raising, Text])
def test_a_reporter_that_breaks_is_named_and_records_nothing(ledger: Path, build: type) -> None:
    """A reporter's fault is its own; the ledger stays as it was."""
    with open_store(ledger) as store:
        size = store.size
        with pytest.raises(PluginFault, match=":toy"):
            render(store, "toy", registry(reporter(build)))

        assert size == store.size
