"""What the streams of the ledger are called."""

from __future__ import annotations

LOG = "log"
"""The one stream about the book itself: environments and plugins."""


def corpus_stream(corpus: str) -> str:
    """The stream of a corpus, by its name."""
    return f"corpus/{corpus}"


def gold_stream(gold: str) -> str:
    """The stream of a gold set, by its name."""
    return f"gold/{gold}"


def gate_stream(gate: str) -> str:
    """The stream of a gate, by its name in the log: `<experiment>/<name>`."""
    return f"gate/{gate}"


def profile_stream(profile: str) -> str:
    """The stream of a profile, by its id."""
    return f"profile/{profile}"


def run_stream(run_id: str) -> str:
    """The stream of a run, by its id."""
    return f"run/{run_id}"


def report_stream(report_id: str) -> str:
    """The stream of a report, by its id."""
    return f"report/{report_id}"
