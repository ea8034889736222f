"""A report: plain frozen data, every number with the positions in the ledger that it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import attrs

from ..codec import structure
from ..event_store import Basis, canonical_json, digest, read_json
from ..matching.relevance import UNKNOWN
from ..objects.comparisons import Instrument
from ..plain import field_names, to_plain
from .rows import (
    BucketRow,
    Comparison,
    ConditionRow,
    DecisionRow,
    GateRow,
    HolesRow,
    LaneRow,
    LaneShare,
    TopicRow,
)


@attrs.frozen(kw_only=True)
class RelevanceRow:
    """What counted as relevant, and what became of the titles and phrases of the gold set.

    Attributes:
        rule: `document`, `evidence`, `either`, `both` or `none`.
        match: the rule of matching with its version, as `fold/1`; empty where nothing is matched.
        evidence_digest: of what the gold set names and what matches it; empty without evidence.
        units_sought: units that lanes returned, in which alone titles and phrases were sought on a
            corpus that is only declared; None where they were sought in a whole corpus.
        titles, phrases: as often as questions name them.
        ignored_phrases: of these, those that do not count.
        unmatched_titles, unmatched_phrases: of those that count, found in no unit of the corpus.
        shared_titles: titles that several documents bear.
        one_sided: questions that lack phrases or reference documents.
        without_relevant: questions to which nothing is relevant.
    """

    rule: str
    match: str
    evidence_digest: str
    units_sought: int | None
    titles: int
    phrases: int
    ignored_phrases: int
    unmatched_titles: int
    unmatched_phrases: int
    shared_titles: int
    one_sided: int
    without_relevant: int

    @property
    def is_judged(self) -> bool:
        """Whether anybody says what is relevant."""
        return self.rule != UNKNOWN


@attrs.frozen(kw_only=True)
class Head:
    """What a reader must know before any number.

    Attributes:
        disclaimer: configurable text.
        fingerprint: digest over everything that can change a number of this run.
        snapshot: the name of the corpus's state that was asked for; empty for its newest.
        states: topics of the gold set by state: drafted, signed, as published, withdrawn.
        unknown_documents: judged documents that the corpus does not hold; None where it is only
            declared, so that nobody knows.
        unknown_topics: judged topics that have no question.
        probes: questions that nothing answers, which retrieval is not measured on.
        instrument: how differences are tested.
        runs_on_gold: runs on this gold set in this log up to the basis, this one included.
        reported, abandoned: of those, with a report built before the basis, and without an end.
        local_plugins: plugins loaded from a single file, which no distribution pins.
        warnings: what nobody should overlook before the first number; notes: the rest that
            a reader may want to know.
    """

    disclaimer: str
    fingerprint: str
    experiment: str
    experiment_name: str
    corpus: str
    corpus_digest: str
    snapshot: str
    documents: int
    units: int
    gold: str
    gold_digest: str
    qrels_digest: str
    relevance: RelevanceRow
    topics: int
    probes: int
    judgments: int
    states: Mapping[str, int]
    unknown_documents: int | None
    unknown_topics: int
    unit: str
    retrieve: int
    depth: int
    lanes: tuple[LaneRow, ...]
    instrument: Instrument
    environment: Mapping[str, str]
    runs_on_gold: int
    reported: int
    abandoned: int
    local_plugins: tuple[str, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...]


@attrs.define(frozen=True, kw_only=True, slots=False)
class Report:
    """A report at a basis.

    Attributes:
        kind: `retrieval/1`: the fold, the layout and the JSON together.
        log: origin of the ledger.
        basis: how much of the ledger the report stands on.
        metrics: canonical names, in the experiment's order.
        findings: what was found, in sentences made by rule, the most important first.
        comparisons: each condition against the baseline by each metric.
        shares: which lanes brought the relevant documents, by condition and lane.
        holes: what unjudged documents can do; empty where the metrics are not of that kind, or
            everything is decided by the rule of relevance.
        gates: in the order of the experiment; empty where it declares none.
        decision: what they come to by its rule; None where it has none.
    """

    kind: str
    log: str
    run: str
    basis: Basis
    head: Head
    metrics: tuple[str, ...]
    primary: str
    baseline: str
    findings: tuple[str, ...]
    gates: tuple[GateRow, ...]
    decision: DecisionRow | None
    conditions: tuple[ConditionRow, ...]
    comparisons: tuple[Comparison, ...]
    buckets: tuple[BucketRow, ...]
    shares: tuple[LaneShare, ...]
    holes: tuple[HolesRow, ...]
    topics: tuple[TopicRow, ...]

    def as_plain(self) -> dict[str, object]:
        """The report as dictionaries, lists, strings and integers."""
        return {name: to_plain(getattr(self, name)) for name in field_names(type(self))}

    def as_json(self) -> bytes:
        """The canonical JSON: equal reports give equal bytes, and the report id is their digest."""
        return self._json

    @cached_property
    def _json(self) -> bytes:
        """The canonical JSON, written once: the id, the record and a rendering all need it."""
        return canonical_json(self.as_plain())

    @cached_property
    def id(self) -> str:
        """The first 12 hex digits of the SHA-256 of the canonical JSON."""
        return digest(self.as_json())[:12]


def report_of(content: bytes, where: str) -> Report:
    """The report of its canonical JSON.

    Raises:
        BadData: the bytes are not a report of a kind that this version knows.
    """
    return structure(Report, read_json(content), where)
