"""The top of the page: what this is, what to be careful about, and the receipt."""

from __future__ import annotations

import re

from benchbook import Report

from . import words

_MATERIAL = re.compile(r"^lanes? .*\b(written|recorded|hand)\b")
"""Notes of lanes that worked with something made for the questions, beside the corpus."""
FEW, UNSTABLE, BELOW_TREC = 10, 25, 50


def subtitle(report: Report) -> str:
    """What was measured on what, in one sentence."""
    head = report.head
    questions = f"{words.count(head.topics, 'question')} of the gold set {head.gold}"
    documents = f"{words.count(head.documents, 'document')} of the corpus {head.corpus}"
    conditions = words.count(len(report.conditions), "condition")
    return f"{conditions} of retrieval, measured on {questions} over {documents}."


def warnings(report: Report) -> tuple[str, ...]:
    """What a reader should know before the first number, the gravest first."""
    head = report.head
    questions = words.count(head.topics, "question")
    drafted = head.states.get("drafted", 0)
    local = ", ".join(head.local_plugins)
    post_hoc = ", ".join(gate.name for gate in report.gates if gate.is_post_hoc)
    said = tuple(note for note in head.notes if _MATERIAL.search(note))
    candidates = (
        (drafted > 0, f"{drafted:,} of {questions} are drafted: no person has reviewed them."),
        (head.topics < BELOW_TREC, _small(head.topics)),
        (local, f"Loaded from single files, which no distribution pins: {local}."),
        (post_hoc, f"Gates changed after a run on this gold set: {post_hoc}."),
    )
    return (*(text for applies, text in candidates if applies), *_unmeasured(report), *said)


def _unmeasured(report: Report) -> list[str]:
    """Conditions that have no number, each reason once."""
    names: dict[str, list[str]] = {}
    for row in report.conditions:
        if row.state == words.NOT_MEASURED:
            names.setdefault(row.reason, []).append(row.name)
    return [f"Not measured: {', '.join(own)}: {reason}." for reason, own in names.items()]


def _small(topics: int) -> str:
    """What so few questions do not carry."""
    if topics < FEW:
        return f"{words.count(topics, 'question')}: too few for any comparison of conditions."
    if topics < UNSTABLE:
        return f"{topics} questions: unstable; one more or less can turn the order."
    return f"{topics} questions: fewer than the {BELOW_TREC} that are TREC's practice."


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
        ("Fingerprint", head.fingerprint[:16]),
        ("Basis", f"the first {report.basis.size:,} events of {report.log}"),
        ("Report", f"{report.id} of run {report.run}"),
    )
