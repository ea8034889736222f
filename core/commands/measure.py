"""Scoring one TREC run against qrels: no workspace, no ledger."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import attrs

from ..errors import BadData
from ..files.run_forms import read_run
from ..files.trec import Compat, read_qrels
from ..files.trec_subtopics import read_subtopics
from ..measuring.join import join
from ..measuring.judged import Judged
from ..measuring.scoring import (
    Measured,
    measure,
    ready_metrics,
    refuse_without_documents,
    refuse_without_evidence,
)
from ..plugging.quiet import quiet
from ..plugging.registry import Registry
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..topics import Topics

DEFAULT_METRICS = ("nDCG@10", "RR@10", "Success@10", "P@10", "R@100", "AP")
"""What is measured when nobody says what: the top, the first hit, and the depth."""


@attrs.frozen(eq=False, kw_only=True)
class Measurement:
    """A run, measured.

    Attributes:
        topics: the population, sorted.
        answered: how many of them the run has rows for.
        judged_topics: how many topics the qrels hold.
        unjudged_topics: topics of the run that the qrels do not hold, sorted; they are left out.
        twins: judgments that the qrels repeat.
        measured: one per metric, in the order asked for.
        judged: the mean share of judged rows within each metric's cut-off, aligned with `measured`:
            what is missing from 1 are holes, which every metric takes for not relevant.
    """

    topics: Topics
    answered: int
    judged_topics: int
    unjudged_topics: tuple[str, ...]
    twins: int
    measured: tuple[Measured, ...]
    judged: tuple[float, ...]


def measure_run(
    qrels_file: Path,
    run_file: Path,
    metrics: Sequence[str],
    registry: Registry,
    *,
    compat: Compat | None = None,
) -> Measurement:
    """Score a run.

    Without `compat` the population is every topic of the qrels: one that the run does not answer
    counts 0, and one for which a metric is not defined is left out of its mean, visibly. With it,
    as trec_eval does without options, the topics that both files have are averaged, and what is not
    defined counts 0.

    Args:
        qrels_file: TREC qrels; with subtopics in their second column where a metric asks for axes.
        run_file: a run in any form that `read_run` knows.
        metrics: names of metrics; `DEFAULT_METRICS` when empty.
        registry: the plugins at hand.
        compat: which trec_eval to agree with.

    Raises:
        BadData: a file is not what it should be, or the two have no topic in common.
        UsageError: a name is no metric, or one that asks for evidence.
    """
    ready = ready_metrics(metrics or DEFAULT_METRICS, registry)
    refuse_without_evidence(ready, "a file of qrels")
    refuse_without_documents(ready, "a file of a run")
    by_axes = any(one.needs_axes for one in ready)
    qrels, axes = read_subtopics(qrels_file) if by_axes else (read_qrels(qrels_file), None)
    rankings = read_run(run_file, compat=compat)
    common = set(qrels.grades) & set(rankings.topics.ids)
    if not common:
        raise no_common_topic(run_file, rankings, qrels)
    topics = Topics.of_ids(qrels.topics if compat is None else common)
    judged = join(rankings, qrels, topics, axes=axes)
    with quiet():
        measured = measure(judged, ready, undefined_as_zero=compat is not None)
    return Measurement(
        topics=topics,
        answered=len(common),
        judged_topics=len(qrels.grades),
        unjudged_topics=tuple(id_ for id_ in rankings.topics.ids if id_ not in qrels.grades),
        twins=qrels.twins,
        measured=measured,
        judged=tuple(_share(judged, one.name.cutoff) for one in ready),
    )


def _share(judged: Judged, cutoff: int | None) -> float:
    """The mean share of judged rows over the topics."""
    return math.fsum(judged.judged_share(cutoff).tolist()) / len(judged)


def no_common_topic(run_file: Path, rankings: Rankings, qrels: Qrels) -> BadData:
    """The error for two files that speak of different topics: a value of 0 would be a lie."""
    return BadData(
        str(run_file),
        None,
        f"no topic of the qrels, but topics such as {rankings.topics.ids[0]!r}",
        f"topics such as {qrels.topics[0]!r}",
        "Ids are compared as text: '007' is not '7'.",
    )
