"""A run's book knows what its stream says."""

from __future__ import annotations

from pathlib import Path

from benchbook.core.event_store import NewEvent
from benchbook.core.events import RunCompleted
from benchbook.core.running.book import RunBook
from book import make_store, open_store


def test_what_is_appended_stands_in_the_view_as_a_new_reader_sees_it(tmp_path: Path) -> None:
    """Facts, positions and the environment, although they are not read back."""
    with open_store(make_store(tmp_path)) as store:
        book = RunBook.open(store, "some", env="0" * 32)
        event = RunCompleted(run="some", measured=0, not_measured=1)
        book.append([NewEvent(event=event, key=("some",))])

        assert RunBook.open(store, "some", env="").view == book.view
        assert store.size - 1 == book.view.completed


def test_what_stands_there_already_is_seen_where_it_stands(tmp_path: Path) -> None:
    """Appending the same fact again gives its first receipt, with its first time."""
    new = NewEvent(event=RunCompleted(run="some", measured=0, not_measured=1), key=("some",))
    with open_store(make_store(tmp_path)) as store:
        first, again = (store.append("run/some", [new], expected_version=None) for _ in range(2))
        (recorded,) = store.events(stream="run/some")

    assert first == again
    assert (recorded.seq, recorded.id, recorded.ts) == (first[0].seq, first[0].id, first[0].ts)
