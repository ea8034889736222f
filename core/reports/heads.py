"""The head of a retrieval report: what a reader must know before any number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..events import EnvironmentSealed, MadeBy
from ..expansions import Expansions
from . import cautions, notes
from .lane_rows import lane_row
from .report import Head, RelevanceRow
from .retrieval_facts import Facts
from .rows import ConditionRow, GateRow

DISCLAIMER = (
    "Retrieval measured on one gold set and one corpus. The numbers say how these lanes ranked "
    "these documents for these questions; they do not say how well a system answers in general."
)


def head_of(
    facts: Facts,
    relevance: RelevanceRow,
    about: tuple[str, ...],
    conditions: Sequence[ConditionRow],
    gates: Sequence[GateRow],
) -> Head:
    """What a reader must know before any number.

    Args:
        about: notes on the conditions and on relevance.
    """
    started, settings = facts.started, facts.experiment["experiment"]
    on_gold = [run for run in facts.runs.values() if run.started.questions == started.questions]
    local = sorted({maker.qualified for maker in _makers(facts) if maker.local})
    made, other = _lane_notes(facts)
    return Head(
        disclaimer=settings["disclaimer"] or DISCLAIMER,
        fingerprint=started.fingerprint,
        experiment=started.experiment,
        experiment_name=started.experiment_name,
        corpus=started.corpus,
        corpus_digest=started.manifest,
        snapshot=started.snapshot or "",
        documents=facts.corpus.documents,
        units=facts.corpus.units,
        gold=started.gold,
        gold_digest=started.questions,
        qrels_digest=facts.qrels,
        relevance=relevance,
        topics=started.topics_count,
        probes=len(facts.questions.probes),
        judgments=facts.judgments,
        states=facts.gold.states,
        unknown_documents=started.unknown_documents,
        unknown_topics=facts.gold.unknown_topics,
        unit=settings["unit"],
        retrieve=settings["retrieve"],
        depth=settings["depth"],
        lanes=tuple(lane_row(facts.run, planned) for planned in facts.experiment["lanes"]),
        instrument=facts.comparisons.instrument,
        environment=_environment(facts.environment),
        runs_on_gold=len(on_gold),
        reported=sum(bool(run.reports) for run in on_gold),
        abandoned=sum(run.completed is None for run in on_gold),
        local_plugins=tuple(local),
        warnings=tuple(_warnings(facts, made, conditions, gates, local)),
        notes=(*other, *notes.of_merges(facts.merges), *about, *_depths(facts)),
    )


def _warnings(
    facts: Facts,
    lane_notes: Sequence[str],
    conditions: Sequence[ConditionRow],
    gates: Sequence[GateRow],
    local: Sequence[str],
) -> Iterator[str]:
    """What nobody should overlook, the gravest first."""
    started, gold = facts.started, facts.gold
    topics, missing = started.topics_count, started.unknown_documents
    yield from cautions.of_gold(topics, gold.states, missing, gold.unknown_topics)
    yield from cautions.of_relevance(started.relevance)
    yield from cautions.of_corpus(facts.corpus)
    yield from lane_notes
    yield from cautions.of_instrument(local, gates)
    yield from cautions.of_conditions(conditions)


def idle_scopes(facts: Facts) -> dict[str, str]:
    """The conditions with a scope that leaves nothing out, by name."""
    planned = facts.experiment["conditions"]
    return {one["name"]: one["idle_scope"] for one in planned if one["idle_scope"]}


def _lane_notes(facts: Facts) -> tuple[list[str], list[str]]:
    """What lanes said of themselves, each once with all who said it, in the order of the lanes.

    First what was made for the questions and is no part of the corpus, then all else.
    """
    said: dict[str, dict[str, None]] = {}
    for planned in facts.experiment["lanes"]:
        for _, fact in facts.run.frames_of(planned["instance"]):
            for note in fact.notes:
                # An override makes another lane of it, which was given the same.
                lane = fact.lane.partition("[")[0] if _is_made(note) else fact.lane
                said.setdefault(note, {})[lane] = None
    told: tuple[list[str], list[str]] = ([], [])
    for note, lanes in said.items():
        one = "lane" if len(lanes) == 1 else "lanes"
        told[0 if _is_made(note) else 1].append(f"{one} {', '.join(lanes)}: {note}")
    return told


def _is_made(note: str) -> bool:
    """Whether a lane worked with something made for the questions, and no part of the corpus."""
    return note.startswith(Expansions.WRITTEN)


def _depths(facts: Facts) -> Iterator[str]:
    """What the depths of the run cut off."""
    settings, lanes = facts.experiment["experiment"], facts.experiment["lanes"]
    asked = min(lane["retrieve"] for lane in lanes)
    return notes.of_depths(settings["metrics"], settings["depth"], asked)


def _makers(facts: Facts) -> list[MadeBy]:
    """The pins of every plugin that made a fact of the run."""
    run = facts.run
    return [
        *(fact.made_by for _, fact in run.frames.values()),
        *(fact.made_by for _, fact in run.stopped.values()),
        *(fact.made_by for _, fact in run.fused.values()),
        *(fact.made_by for _, fact in run.failed.values()),
        *(maker for scores in facts.scores.values() for maker, _ in scores.values()),
    ]


def _environment(sealed: EnvironmentSealed) -> dict[str, str]:
    """Python, Benchbook and the libraries, one line each."""
    return {
        "benchbook": sealed.benchbook,
        "code": sealed.code,
        "platform": sealed.platform,
        "python": f"{sealed.implementation} {sealed.python}",
        **sealed.libraries,
    }
