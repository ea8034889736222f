"""The start of a run: what it stands on, and the facts that come before any work."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from ..corpus import Corpus
from ..errors import UsageError
from ..event_store import EventStore, NewEvent, canonical_json, digest, event_id
from ..events import EnvironmentSealed, MadeBy, RunStarted
from ..gold import Gold
from ..matching.relevance import BY_DOCUMENT, Judging, Relevance
from ..measuring.documents import Documents
from ..objects.evidence import pack_evidence
from ..objects.frozen_gold import QRELS, TOPICS, qrels_bytes, topics_bytes
from ..plain import to_plain
from ..plugging.pins import benchbook_code_digest, requirements
from ..plugging.registration import register
from ..plugging.registry import Registered
from ..projections.log import LogView
from ..qrels import Qrels
from ..streams import LOG, run_stream
from ..topics import Topics
from .declared import refuse_unjudged
from .environment import python_minor, seal_environment
from .plan import Plan
from .specification import Experiment

EXPERIMENT = "application/vnd.benchbook.experiment+json"


@attrs.frozen(kw_only=True)
class Inputs:
    """What a run is about.

    Attributes:
        questions: the gold digest.
        gold: the gold set; judging: how it is judged against the corpus.
        relevance: what is relevant, by which rules.
        frozen: the topics, the qrels and the evidence as objects, each with its media type.
        topics_digest, qrels_digest, evidence_digest: of these objects; the last is None where the
            gold set has no evidence.
        unknown_documents: judged documents that the corpus does not hold; None where it is only
            declared, so that nobody knows.
        snapshot: the name of the corpus's state that was asked for, or None for its newest.
    """

    corpus: Corpus
    questions: str
    topics: Topics
    gold: Gold
    judging: Judging
    relevance: Relevance
    frozen: tuple[tuple[bytes, str], ...]
    topics_digest: str
    qrels_digest: str
    evidence_digest: str | None
    unknown_documents: int | None
    snapshot: str | None

    @property
    def qrels(self) -> Qrels:
        """What is relevant by the rule of the run."""
        return self.relevance.criteria.qrels


def freeze_inputs(
    experiment: Experiment,
    corpus: Corpus,
    questions: str,
    gold: Gold,
    snapshot: str | None,
) -> Inputs:
    """Freeze the topics, qrels and evidence of a run; `start` stores them.

    Raises:
        UsageError: there is no topic, nothing is relevant, a rule of relevance does not fit the
            gold set, or the qrels are about documents while passages are measured.
    """
    settings = experiment.settings
    if not len(gold.topics):
        message = f"gold set {settings.gold!r} holds no topic to measure"
        raise UsageError(message)
    judging = Judging(
        name=settings.gold,
        digest=questions,
        relevance=settings.relevance,
        match=settings.match,
        unit=settings.unit,
    )
    unknown = _unknown_documents(experiment, corpus, gold.qrels, judging.rule_for(gold))
    relevance = with_documents(judging.judge(gold, corpus), corpus, settings.unit)
    if corpus.is_declared:
        refuse_unjudged(settings.gold, relevance)
    topics, qrels = topics_bytes(gold.topics), qrels_bytes(relevance.criteria.qrels)
    evidence, objects = None, list[tuple[bytes, str]]()
    if relevance.found is not None:
        evidence, objects = pack_evidence(relevance.found, relevance.rule)
    return Inputs(
        corpus=corpus,
        questions=questions,
        topics=gold.topics,
        gold=gold,
        judging=judging,
        relevance=relevance,
        frozen=((topics, TOPICS), (qrels, QRELS), *objects),
        topics_digest=digest(topics),
        qrels_digest=digest(qrels),
        evidence_digest=evidence,
        unknown_documents=unknown,
        snapshot=snapshot,
    )


def with_documents(relevance: Relevance, corpus: Corpus, unit: str) -> Relevance:
    """The same with what is known of documents beside their grades, which some metrics ask for."""
    if corpus.is_declared:
        return relevance
    documents = Documents(corpus, unit)
    return attrs.evolve(relevance, criteria=attrs.evolve(relevance.criteria, documents=documents))


def _unknown_documents(
    experiment: Experiment, corpus: Corpus, qrels: Qrels, relevance: str
) -> int | None:
    """Judged ids that the corpus does not hold, in the unit that is measured; None if unknowable.

    Where relevance is by evidence too, a judged document stands for all of its passages.

    Raises:
        UsageError: none of them is known, or documents are judged where passages are ranked.
    """
    settings = experiment.settings
    if corpus.is_declared:
        return None
    judged = {document for row in qrels.grades.values() for document in row}
    known = documents = set(corpus.doc_ids)
    if settings.unit == "passage":
        units = set(corpus.unit_ids)
        known = units if relevance == BY_DOCUMENT else units | documents
        if judged & (documents - known):
            message = (
                f'{experiment.file}: unit = "passage", but gold set {settings.gold!r} judges '
                'documents that have several passages; say unit = "document"'
            )
            raise UsageError(message)
    if judged and not judged & known:
        message = (
            f"gold set {settings.gold!r} and corpus {settings.corpus!r} share no document id "
            f"(the gold set names {min(judged)!r}, the corpus {min(known)!r}); "
            "check that they belong together"
        )
        raise UsageError(message)
    return len(judged - known)


def fingerprint(plan: Plan, inputs: Inputs, sealed: EnvironmentSealed) -> str:
    """Digest over everything that can change a number of a run."""
    plugins = [
        [to_plain(made_by), list(requirements(registered.record))]
        for registered, made_by in _used(plan)
    ]
    return digest(
        canonical_json(
            {
                "experiment": digest(plan.resolved),
                "corpus": inputs.corpus.digest,
                "questions": inputs.questions,
                "topics": inputs.topics_digest,
                "qrels": inputs.qrels_digest,
                "evidence": inputs.evidence_digest,
                "plugins": plugins,
                "code": sealed.code,
                "python": python_minor(sealed.python),
                "libraries": to_plain(sealed.libraries),
            }
        )
    )


def seal(store: EventStore, log: LogView) -> tuple[str, EnvironmentSealed]:
    """The id of the environment in force, appended when it differs from the last one."""
    now = current_environment(store)
    if log.current is not None and log.sealed[log.current] == now:
        return log.current, now
    key = (digest(canonical_json(to_plain(now))), len(log.sealed))
    new = NewEvent(event=now, key=key, objects=(now.packages,))
    store.append(LOG, [new], expected_version=None)
    return event_id(LOG, now.TYPE, key), now


def current_environment(store: EventStore) -> EnvironmentSealed:
    """What this interpreter is; its package list is stored."""
    return environment_now(store.put)


def environment_now(put: Callable[[bytes, str], str]) -> EnvironmentSealed:
    """What this interpreter is.

    Args:
        put: stores the package list, or only gives its digest.
    """
    from ... import __version__  # noqa: PLC0415 - the face is above

    return seal_environment(__version__, benchbook_code_digest(), put)


def register_plugins(store: EventStore, log: LogView, plan: Plan) -> None:
    """Append a registration for each plugin of a plan whose code this log has not seen."""
    register(store, log, _used(plan))


def _used(plan: Plan) -> Iterator[tuple[Registered, MadeBy]]:
    """Every plugin of a plan with its pin."""
    for lane in plan.lanes:
        yield lane.registered, lane.made_by
        if lane.embedder is not None:
            yield lane.embedder.registered, lane.embedder.made_by
    for condition in plan.conditions:
        yield condition.registered, condition.made_by
        if condition.rerank is not None:
            yield condition.rerank.registered, condition.rerank.made_by
    for metric in plan.metrics:
        yield metric.ready.plugin, metric.made_by


def start(
    store: EventStore,
    plan: Plan,
    inputs: Inputs,
    sealed: tuple[str, EnvironmentSealed],
    gates: tuple[int, ...],
    entropy: Callable[[int], bytes],
) -> str:
    """Declare a run before its work; gives its id.

    Args:
        gates: the positions of the declarations that it is held to.
    """
    settings = plan.experiment.settings
    run_id = entropy(6).hex()
    env, environment_sealed = sealed
    store.put_all([(plan.resolved, EXPERIMENT), *inputs.frozen])
    event = RunStarted(
        run=run_id,
        experiment=digest(plan.resolved),
        experiment_name=settings.name,
        corpus=settings.corpus,
        manifest=inputs.corpus.digest,
        gold=settings.gold,
        questions=inputs.questions,
        topics=inputs.topics_digest,
        topics_count=len(inputs.topics),
        qrels=inputs.qrels_digest,
        evidence=inputs.evidence_digest,
        relevance=inputs.relevance.rule,
        match=inputs.relevance.match,
        judgments=len(inputs.qrels),
        fingerprint=fingerprint(plan, inputs, environment_sealed),
        unknown_documents=inputs.unknown_documents,
        snapshot=inputs.snapshot,
        gates=gates,
    )
    objects = [event.experiment, event.manifest, event.questions, event.topics, event.qrels]
    if event.evidence is not None:
        objects.append(event.evidence)
    new = NewEvent(event=event, key=(run_id,), objects=tuple(objects), env=env)
    store.append(run_stream(run_id), [new], expected_version=0)
    return run_id
