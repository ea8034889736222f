"""Every projection is a pure fold: however the log is cut, the view is the same."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from benchbook import FuserPlugin, Rankings, Topics
from benchbook.core.codec import EVENT_TYPES
from benchbook.core.commands.decide_report import decide
from benchbook.core.commands.find import find_report
from benchbook.core.commands.profile import profile_experiment, record_profile
from benchbook.core.commands.render_report import render_report
from benchbook.core.commands.snapshot import snapshot
from benchbook.core.event_store import EventStore, Recorded
from benchbook.core.events import LedgerOpened
from benchbook.core.projections import (
    corpora,
    gates,
    gold_sets,
    log,
    profiles,
    reports,
    run,
    runs,
    snapshots,
)
from benchbook.core.projections.projection import Projection, fold, view_at
from benchbook.core.running.experiment import parse_experiment
from book import EXPERIMENT, Stop, make_store, open_store, quiet_progress, registry
from book import run as run_experiment

GATE = '[[gates]]\nname = "hits"\ncondition = "all"\nmetric = "RR"\nat_least = {}\n'
PROJECTIONS: dict[str, Projection[Any]] = {
    projection.name: projection
    for projection in (
        corpora.CORPORA,
        gates.GATES,
        gold_sets.GOLD_SETS,
        log.LOG_VIEW,
        profiles.PROFILES,
        reports.REPORTS,
        run.RUN,
        runs.RUNS,
        snapshots.SNAPSHOTS,
    )
}


class Unlucky:
    """A fuser that breaks."""

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        """Nothing."""
        raise ZeroDivisionError(depth)


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with an abandoned run, one with broken lanes and a broken fuser, a rendered report."""
    path = make_store(tmp_path_factory.mktemp("log"))
    with open_store(path, appends=5) as store, pytest.raises(Stop):
        run_experiment(store)
    text = EXPERIMENT.replace('plugin = "backward"', 'plugin = "breaking"').replace(
        'plugin = "forward"', 'plugin = "unfed"'
    )
    text += '[conditions.broken]\nfuser = "unlucky"\nlanes = ["keyword"]\n' + GATE.format("0.5")
    unlucky = FuserPlugin(name="unlucky", version="1", summary="a toy", build=Unlucky)
    with EventStore.open(path, clock=lambda: 1) as store:
        outcome = run_experiment(
            store, text, registry(unlucky), entropy=lambda count: b"\x07" * count
        )
        table = registry().find("reporter", "table")
        render_report(store, find_report(store, outcome.report), table)
        snapshot(store, "small", "first")
        decide(store, find_report(store, outcome.report), "keep", "a toy")
        profile = profile_experiment(
            store,
            parse_experiment(EXPERIMENT, "small.toml", Path()),
            registry(),
            runs=1,
            clock=count().__next__,
            progress=quiet_progress,
        )
        record_profile(store, profile)
        text = text.replace("0.5\n", "0.6\n")
        run_experiment(store, text, registry(unlucky), entropy=lambda count: b"\x08" * count)
    return path


@pytest.fixture(scope="module")
def events(ledger: Path) -> list[Recorded]:
    """All its events."""
    with open_store(ledger) as store:
        return list(store.events())


@pytest.mark.parametrize("name", PROJECTIONS)
def test_a_prefix_and_then_the_rest_is_all(events: list[Recorded], name: str) -> None:
    """For every prefix: its view, taken further, is the view of the whole log."""
    projection = PROJECTIONS[name]
    whole = fold(projection, events)
    for size in range(len(events) + 1):
        prefix = fold(projection, events[:size])

        assert whole == fold(projection, events[size:], prefix), f"cut at {size}"


@pytest.mark.parametrize("name", PROJECTIONS)
def test_what_a_projection_does_not_handle_changes_nothing(
    events: list[Recorded], name: str
) -> None:
    """Only the types that a projection lists are ever applied."""
    projection = PROJECTIONS[name]
    handled = [one for one in events if isinstance(one.event, projection.handles)]

    assert fold(projection, events) == fold(projection, handled)
    assert len(handled) < len(events)
    assert LedgerOpened not in projection.handles


@pytest.mark.parametrize("name", PROJECTIONS)
def test_a_view_at_a_size_ignores_what_came_later(
    ledger: Path, events: list[Recorded], name: str
) -> None:
    """The view of the first n events is the fold of the first n events."""
    projection = PROJECTIONS[name]
    with open_store(ledger) as store:
        for size in (0, 1, len(events) // 2, len(events)):
            assert fold(projection, events[:size]) == view_at(projection, store, size)


@pytest.mark.parametrize("name", PROJECTIONS)
def test_a_view_is_never_changed(events: list[Recorded], name: str) -> None:
    """Applying an event gives a new view; the old one stays as it was."""
    projection = PROJECTIONS[name]
    seen = []
    view = projection.initial
    for one in events:
        if isinstance(one.event, projection.handles):
            seen.append((view, _copied(view)))
            view = projection.apply(view, one)

    assert all(before == copy for before, copy in ((_copied(view), c) for view, c in seen))


def _copied(view: Any) -> Any:  # noqa: ANN401 - views are of many types
    """What a view says, apart from the view."""
    return dict(view) if isinstance(view, Mapping) else repr(view)


def test_names_of_projections_are_their_own(events: list[Recorded]) -> None:
    """No two projections share a name, and each has seen something."""
    assert 9 == len(PROJECTIONS)
    for projection in PROJECTIONS.values():
        assert projection.initial != fold(projection, events)


def test_what_broke_stands_in_the_view_of_its_run(events: list[Recorded]) -> None:
    """By condition, with the position of its event; the lanes that broke are beside it."""
    ended = [one for one in events if one.stream == f"run/{'07' * 6}"]
    view = fold(run.RUN, ended)
    ((position, fact),) = view.failed.values()

    assert ["broken"] == list(view.failed)
    assert [fact] == [one.event for one in ended if one.seq == position]
    assert "fuser unlucky failed: ZeroDivisionError: 10" == view.why_failed("broken")
    assert "" == view.why_failed("keyword_only")


def test_every_event_type_is_folded_or_knowingly_left_out() -> None:
    """A new event type cannot be ignored in silence: it is handled somewhere, or named here."""
    left_out = {LedgerOpened}
    handled = {kind for projection in PROJECTIONS.values() for kind in projection.handles}

    assert set(EVENT_TYPES.values()) == handled | left_out
    assert not handled & left_out
