"""Conditions of a corpus in which names of entities are merged: when one may be run."""

from __future__ import annotations

from ..corpus import Corpus
from ..errors import UsageError
from .specification import Experiment


def refuse_unmerged(experiment: Experiment, corpus: Corpus, snapshot: str | None) -> None:
    """Refuse to run a condition that needs a merge where there is none, or beside others.

    A row that says that names were merged must stand on a state in which they were, and that state
    must have a name, so that the row can be made again. Rows beside it that do not need the merge
    would be of another state than their names say elsewhere.

    Raises:
        UsageError: no state is named, nothing is merged in it, or other conditions are run with it.
    """
    merged = experiment.merged
    if not merged:
        return
    names = ", ".join(merged)
    settings = experiment.settings
    others = [name for name in experiment.conditions if name not in merged]
    if others:
        message = (
            f"{names} and {', '.join(others)} are conditions of two states of the corpus; "
            "run them apart, and compare the two runs"
        )
        raise UsageError(message)
    if snapshot is None:
        message = (
            f"condition {names} needs a state of the corpus in which names of entities are merged; "
            f"name it with --snapshot (`benchbook corpus snapshot {settings.corpus} --name NAME`)"
        )
        raise UsageError(message)
    if not corpus.aliases:
        message = (
            f"condition {names} needs a state in which names of entities are merged, and snapshot "
            f"{snapshot!r} of corpus {settings.corpus!r} has no merge applied; "
            f"`benchbook corpus merge {settings.corpus} RESOLUTIONS.jsonl` applies one, and a "
            "snapshot names the state after it"
        )
        raise UsageError(message)
