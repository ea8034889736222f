"""A run of a few conditions over the small workspace, and what came of it."""

from __future__ import annotations

from benchbook import Report
from benchbook.core.commands.find import find_report, find_run
from benchbook.core.commands.render_report import load_report
from benchbook.core.event_store import EventStore
from benchbook.core.hookspec import Plugin
from benchbook.core.objects.frozen_gold import load_topics
from benchbook.core.projections.projection import fold
from benchbook.core.projections.run import RUN
from benchbook.core.running.book import load_condition
from book import registry, run

HEAD = """\
[experiment]
retrieve = 20
depth = 5
metrics = ["nDCG@5"]
[lanes.forward]
plugin = "forward"
[lanes.unfed]
plugin = "unfed"
[lanes.keyword]
plugin = "bm25"
"""


def report_of(
    store: EventStore, text: str, *records: Plugin, snapshot: str | None = None
) -> Report:
    """The report of a run."""
    outcome = run(store, text, registry(*records), snapshot=snapshot)
    return load_report(store, find_report(store, outcome.report))


def fused_units(store: EventStore, run_id: str, condition: str) -> tuple[str, ...]:
    """The units of the first topic in a condition."""
    events, _ = store.read(f"run/{run_id}")
    topics = load_topics(store, find_run(store, run_id).started.topics)
    return load_condition(store, fold(RUN, events), condition, topics).units("q000")
