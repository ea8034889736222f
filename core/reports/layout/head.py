"""The head of a report as labelled facts."""

from __future__ import annotations

from ...counting import counted
from ..relevance import relevance_text
from ..report import Report


def report_facts(report: Report) -> tuple[tuple[str, str], ...]:
    """The head as label and text, in a fixed order."""
    head, basis = report.head, report.basis
    states = ", ".join(f"{count} {state}" for state, count in sorted(head.states.items()) if count)
    corpus = counted(head.documents, "document")
    if head.units != head.documents:
        corpus += f" in {counted(head.units, 'passage')}"
    corpus += f", snapshot {head.snapshot}" if head.snapshot else ""
    gold = f"{counted(head.topics, 'question')} ({states}), {counted(head.judgments, 'judgment')}"
    runs = f"{head.reported} reported before this one, {head.abandoned} abandoned"
    measured = f"{head.unit}s: {head.retrieve} retrieved per lane, the first {head.depth} counted"
    rows = [
        ("report", f"{report.id}, kind {report.kind}, of run {report.run}"),
        ("experiment", f"{head.experiment_name} ({head.experiment[:12]})"),
        ("corpus", f"{head.corpus} ({head.corpus_digest[:12]}): {corpus}"),
        ("gold", f"{head.gold} ({head.gold_digest[:12]}): {gold}"),
        ("relevance", relevance_text(head.relevance)),
        ("measured", measured),
        ("runs", f"{head.runs_on_gold} on this gold in this log: {runs}"),
        ("basis", f"{counted(basis.size, 'event')}, root {basis.root[:16]}, log {report.log}"),
        ("fingerprint", head.fingerprint[:16]),
        ("made with", _environment(report)),
    ]
    if head.local_plugins:
        rows.append(("local plugins", ", ".join(head.local_plugins)))
    return tuple(rows)


def _environment(report: Report) -> str:
    """Python, platform and what matters most of the libraries."""
    environment = report.head.environment
    names = ("benchbook", "python", "numpy", "platform")
    return ", ".join(
        environment[name] if name in ("python", "platform") else f"{name} {environment[name]}"
        for name in names
        if name in environment
    )
