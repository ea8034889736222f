"""A run that another system wrote, as a lane."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Literal

from benchbook import (
    BadData,
    Corpus,
    LanePlugin,
    Rankings,
    Topics,
    first_line_with,
    hookimpl,
    read_run,
    run_form,
)


class RunFileLane:
    """Gives the rankings of a run: a TREC file, MS MARCO's ranks, PyTerrier's frame, or JSON lines.

    The first line tells the form. Of a TREC run and of a frame with scores, the score decides as
    trec_eval has it: score, then id, descending, compared as doubles. A file of ranks alone keeps
    them, and each score is minus the rank. Topics that the run does not have get an empty ranking,
    topics that were not asked for are left out. The file is read once, at build, and the run
    records its SHA-256. Plain or gzip.

    Args:
        corpus: what the run must be about: it ranks units of this corpus; any, where it is only
            declared.
        path: the file; an experiment gives it relative to its own folder.
        unknown: what a document means that the corpus does not hold: `error`, or `drop` for
            leaving its rows out, which closes the ranks.

    Attributes:
        notes: how much was left out, and that there are no scores.

    Raises:
        BadData: the file is no run, or names a document that the corpus does not hold.
    """

    def __init__(
        self, corpus: Corpus, *, path: Path, unknown: Literal["error", "drop"] = "error"
    ) -> None:
        rankings = read_run(path)
        held = set(rankings.table if corpus.is_declared else corpus.unit_ids)
        strange = {unit for unit in rankings.table if unit not in held}
        if strange and unknown == "error":
            raise _unknown(path, strange, corpus)
        self._rankings = _without(rankings, strange)
        dropped = len(rankings.codes) - len(self._rankings.codes)
        left_out = f"rows left out: {dropped:,}; documents not in the corpus: {len(strange):,}"
        no_scores = run_form(path) == "ms-marco"
        self.notes = (*([left_out] if dropped else ()), *([_NO_SCORES] if no_scores else ()))

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        return self._rankings.for_topics(topics).cut(depth)


_NO_SCORES = "the file has ranks and no scores: each score is minus the rank"


def _without(rankings: Rankings, strange: Collection[str]) -> Rankings:
    """Rankings without the rows of some units."""
    if not strange:
        return rankings
    import numpy as np

    held = np.array([unit not in strange for unit in rankings.table], np.bool_)
    return rankings.keep(held[rankings.codes])


def _unknown(path: Path, strange: Collection[str], corpus: Corpus) -> BadData:
    """The error that names the first line with a document that the corpus does not hold."""
    place, document = first_line_with(path, strange)
    more = f" (and {len(strange) - 1} more)" if len(strange) > 1 else ""
    hint = 'Run on the corpus that the file was made on, or say unknown = "drop"'
    if document in set(corpus.doc_ids):
        hint = "The corpus has several passages for it: give a run of passages"
    return BadData(
        place.file,
        place.line,
        f"document {document!r}, which the corpus does not hold{more}",
        f"documents of the corpus, as {corpus.unit_ids[0]!r}" if len(corpus) else "an empty run",
        hint,
    )


@hookimpl
def benchbook_plugins() -> list[LanePlugin]:
    return [
        LanePlugin(
            name="run-file",
            version="1",
            summary="A run from a file: TREC, MS MARCO, a PyTerrier frame or JSON lines",
            build=RunFileLane,
            needs=("file:path",),
            requires=("numpy",),
            scoped=False,
            declared=True,
        )
    ]
