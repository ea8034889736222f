"""Experiments with gates, and runs of them one after another."""

from __future__ import annotations

from itertools import count

from benchbook import Report
from benchbook.core.commands.find import find_report
from benchbook.core.commands.render_report import load_report
from benchbook.core.event_store import EventStore
from book import run

TOPICS = 24
RUNS = count(1)


def gate(name: str, *lines: str, metric: str | None = "R@10") -> str:
    """A gate of condition keyword_only."""
    about = [] if metric is None else [f'metric = "{metric}"']
    return "\n".join(
        ["[[gates]]", f'name = "{name}"', 'condition = "keyword_only"', *about, *lines, ""]
    )


def ran(store: EventStore, text: str) -> tuple[str, Report]:
    """One more run: its id and its report."""
    outcome = run(store, text, entropy=lambda size: bytes([next(RUNS) % 256] * size))
    return outcome.run, load_report(store, find_report(store, outcome.report))
