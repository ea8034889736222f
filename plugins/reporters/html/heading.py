"""The top of the page: what this is, what to be careful about, and the receipt."""

from __future__ import annotations

from benchbook import Report

from . import words


def title(report: Report) -> str:
    """What the page is about: the experiment, and what it asks."""
    is_compared = len(report.conditions) > 1
    asked = "what each condition is worth" if is_compared else "what it is worth"
    return f"{report.head.experiment_name}: {asked} by {report.primary}"


def subtitle(report: Report) -> str:
    """What was measured on what, in one sentence."""
    head = report.head
    questions = f"{words.count(head.topics, 'question')} of the gold set {head.gold}"
    documents = f"{words.count(head.documents, 'document')} of the corpus {head.corpus}"
    conditions = words.count(len(report.conditions), "condition")
    return f"{conditions} of retrieval, measured on {questions} over {documents}."


def receipt(report: Report) -> tuple[tuple[str, str], ...]:
    """Label and text of what a number of this page hangs on."""
    head = report.head
    states = [f"{head.states.get(state, 0):,} {state}" for state in ("drafted", "signed")]
    states += [
        f"{count:,} {state}"
        for state, count in sorted(head.states.items())
        if count and state not in {"drafted", "signed"}
    ]
    probes = (
        f"; beside them {words.count(head.probes, 'probe')} without an answer"
        if head.probes
        else ""
    )
    earlier = f"{head.reported} reported before this one, {head.abandoned} abandoned"
    return (
        ("Questions", f"{', '.join(states)} of {head.topics:,}{probes}"),
        ("Primary metric", f"{report.primary}, declared before the run"),
        ("Baseline", report.baseline),
        ("Runs on this gold", f"{head.runs_on_gold} in this log: {earlier}"),
        ("Local plugins", ", ".join(head.local_plugins) or "none"),
        (
            "Fingerprint",
            f"{head.fingerprint[:16]}, a digest over all that can change a number of this run",
        ),
        (
            "Basis",
            f"the first {report.basis.size:,} events of {report.log}, the record of all steps",
        ),
        ("Report", f"{report.id} of run {report.run}"),
    )
