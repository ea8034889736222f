"""Replaying a report, and rendering it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchbook.core.commands.find import find_report
from benchbook.core.commands.replay import Replayed, replay_report
from benchbook.core.event_store import EventStore, NewEvent
from benchbook.core.events import ReportBuilt, ReportRendered
from benchbook.core.plugging.pins import made_by
from benchbook.core.plugging.registry import Registry
from book import make_store, open_store, registry, run
from reporters_made import Moody, Plain, render, reporter


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with one run and its report."""
    path = make_store(tmp_path)
    with open_store(path) as store:
        run(store)
    return path


def replay(store: EventStore, plugins: Registry | None = None) -> Replayed:
    """Replay the latest report."""
    return replay_report(store, find_report(store, "latest"), plugins or registry())


def test_a_report_is_rebuilt_to_the_same_bytes(ledger: Path) -> None:
    """From the events alone, byte for byte."""
    with open_store(ledger) as store:
        assert "identical" == replay(store).verdict


def test_what_is_appended_later_does_not_change_a_report(ledger: Path) -> None:
    """A report stands on its own basis: a second run leaves it as it is."""
    with open_store(ledger) as store:
        first = find_report(store, "latest").built.report
        run_again(store)

        assert first != find_report(store, "latest").built.report
        assert "identical" == replay_report(store, find_report(store, first), registry()).verdict


def run_again(store: EventStore) -> None:
    """Another run of the same experiment."""
    run(store, entropy=lambda count: b"\xaa" * count)


@pytest.mark.parametrize("name", ["table", "markdown", "json"])
def test_a_rendering_is_made_again_to_the_same_bytes(ledger: Path, name: str) -> None:
    """A recorded rendering is compared as well."""
    with open_store(ledger) as store:
        render(store, name)
        replayed = replay(store)

    assert [("identical", f"rendering benchbook:{name}")] == [
        (one.verdict, one.what) for one in replayed.checked[1:]
    ]


def test_without_the_reporter_the_recorded_bytes_speak(ledger: Path) -> None:
    """A reporter that is not installed any more: recorded, and what to install."""
    with open_store(ledger) as store:
        render(store, "toy", registry(reporter(Plain)))
        replayed = replay(store)

    assert "recorded" == replayed.verdict
    assert "install" in replayed.checked[1].detail


def test_a_newer_reporter_is_never_used_in_its_place(ledger: Path) -> None:
    """Another version is another reporter: recorded, not different."""
    with open_store(ledger) as store:
        render(store, "toy", registry(reporter(Moody)))
        replayed = replay(store, registry(reporter(Moody, version="2")))

    assert "recorded" == replayed.verdict


def test_a_reporter_that_is_not_deterministic_is_found_out(ledger: Path) -> None:
    """The first differing line is shown."""
    plugins = registry(reporter(Moody))
    with open_store(ledger) as store:
        render(store, "toy", plugins)
        replayed = replay(store, plugins)

    assert "DIFFERENT" == replayed.verdict
    assert replayed.checked[1].detail.startswith("line 2, byte ")


def test_other_code_of_our_own_is_recorded_and_not_different(
    ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes that only another Benchbook makes are recorded, and what makes them is named."""
    plugins = registry(reporter(Moody))
    with open_store(ledger) as store:
        render(store, "toy", plugins)
        monkeypatch.setattr(
            "benchbook.core.commands.replay.benchbook_code_digest", lambda: "0" * 64
        )
        replayed = replay(store, plugins)

    assert "recorded" == replayed.verdict
    assert "Benchbook's own code" in replayed.checked[1].detail


def test_a_report_that_this_version_cannot_read_is_recorded(ledger: Path) -> None:
    """A rendering of a report of another shape keeps its recorded bytes; the JSON is told apart."""

    def reshape(plain: dict[str, object]) -> None:
        plain["shape"] = "of another version"

    with open_store(ledger) as store:
        forge(store, reshape, "retrieval/1")
        view = find_report(store, "latest")
        made = registry().find("reporter", "table")
        event = ReportRendered(
            report=view.built.report,
            reporter=made_by(made, {}),
            media="text/plain",
            rendering=store.put(b"as it was", "text/plain"),
            libraries=(),
            code="0" * 64,
        )
        new = NewEvent(event=event, key=("old",), objects=(event.rendering,), basis=view.basis)
        store.append(f"report/{view.built.report}", [new], expected_version=None)
        replayed = replay(store)

    assert ["DIFFERENT", "recorded"] == [one.verdict for one in replayed.checked]


def forge(store: EventStore, change: Callable[[dict[str, object]], None], kind: str) -> None:
    """Record a report whose content was changed by hand."""
    view = find_report(store, "latest")
    plain = json.loads(store.get(view.built.content))
    change(plain)
    content = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    digest = store.put(content, "application/json")
    event = ReportBuilt(report=digest[:12], kind=kind, run=view.built.run, content=digest)
    new = NewEvent(event=event, key=(digest,), objects=(digest,), basis=view.basis)
    store.append(f"report/{digest[:12]}", [new], expected_version=0)


def test_an_edited_number_is_different(ledger: Path) -> None:
    """A report whose number was improved by hand does not replay."""

    def improve(plain: dict[str, object]) -> None:
        plain["conditions"][0]["numbers"][0]["value"] = "0.9999"  # type: ignore[index]  # plain JSON

    with open_store(ledger) as store:
        forge(store, improve, "retrieval/1")
        replayed = replay(store)

    assert "DIFFERENT" == replayed.verdict
    assert "0.9999" in replayed.checked[0].detail


def test_a_report_kind_of_another_version_is_recorded(ledger: Path) -> None:
    """What this version cannot fold is not folded by something newer."""
    with open_store(ledger) as store:
        forge(store, lambda plain: plain.update(kind="retrieval/2"), "retrieval/2")
        replayed = replay(store)

    assert "recorded" == replayed.verdict
    assert "retrieval/2" in replayed.checked[0].detail
