"""Relevance: which units answer which question, by reference documents, phrases, or both.

The predicate is evaluated over all units of a corpus before anything is retrieved, so that ideals
and recall exist.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs

from ..corpus import Corpus
from ..errors import UsageError
from ..gold import Gold
from ..measuring.criteria import Criteria
from ..measuring.metric_names import DOCUMENT, EVIDENCE
from ..qrels import Qrels
from .axes import axes_of
from .evidence import Evidence, FoundEvidence, documents_of, phrases_of
from .gold_search import GoldSearch, names_evidence
from .rules import RULES, Rule

BY_DOCUMENT, BY_EVIDENCE, EITHER, BOTH = "document", "evidence", "either", "both"
UNKNOWN = "none"
"""Nobody says what is relevant: only what documents are like is measured."""

RULE = ""
"""Stands for the rule of the run where a criterion is named, as `by` of a metric does."""

UNRETURNED = "\x01unreturned"
"""Stands in qrels for what answers a question and no lane returned; no unit can have this id."""


@attrs.frozen(kw_only=True, eq=False)
class Relevance:
    """What is relevant in a run, and by which rules.

    Attributes:
        rule: `document`, `evidence`, `either`, `both`, or `none`.
        match: the rule of matching with its version; empty where there is nothing to match.
        criteria: the qrels.
        found: titles and phrases with their units; None where the gold set names none, and before
            the lanes have ranked where the corpus is only declared.
        awaits_texts: whether titles and phrases are yet to be sought, in what lanes return.
        is_enumerated: whether all that is relevant is known, returned or not.
    """

    rule: str
    match: str
    criteria: Criteria
    found: FoundEvidence | None
    awaits_texts: bool = False
    is_enumerated: bool = True


@attrs.frozen(kw_only=True)
class Judging:
    """How a gold set is to be judged against a corpus.

    Attributes:
        name: of the gold set, for messages; digest: of it.
        relevance, match: as the experiment has them; empty where it says nothing.
        unit: what is measured, `document` or `passage`.
    """

    name: str
    digest: str
    relevance: str
    match: str
    unit: str

    def rule_for(self, gold: Gold) -> str:
        """The rule of relevance, filled in: by evidence too where there is some.

        Raises:
            UsageError: it, or a rule of matching, is stated and the gold set has no evidence.
        """
        if self.relevance == UNKNOWN:
            return UNKNOWN
        has_evidence = names_evidence(gold)
        if self.relevance not in {"", BY_DOCUMENT} and not has_evidence:
            raise self._unfounded("relevance", self.relevance)
        if self.match and not has_evidence:
            raise self._unfounded("match", self.match)
        return self.relevance or (EITHER if has_evidence else BY_DOCUMENT)

    def _unfounded(self, key: str, value: str) -> UsageError:
        """The error for a rule that has nothing to apply to."""
        return UsageError(
            f'{key} = "{value}": no question of gold set {self.name!r} has reference titles or '
            f"evidence phrases; leave {key} out"
        )

    def judge(self, gold: Gold, corpus: Corpus) -> Relevance:
        """Evaluate the predicate over all units of a corpus.

        Of a corpus that is only declared no unit is known beforehand: titles and phrases then await
        what lanes return, and until then the qrels hold the judged documents alone.

        Raises:
            UsageError: a rule is stated that the gold set cannot feed, all phrases of a question
                are ignored although phrases count, or nothing of the corpus is relevant.
        """
        rule = self.rule_for(gold)
        if rule == UNKNOWN:
            nothing = Qrels({topic: {} for topic in gold.topics.ids})
            unjudged = Criteria(qrels=nothing, alone={}, sought=None, decided=frozenset((RULE,)))
            return Relevance(rule=rule, match="", criteria=unjudged, found=None)
        axes = axes_of(gold, corpus, self.unit)
        if not names_evidence(gold):
            criteria = Criteria(qrels=gold.qrels, alone={}, sought=None, axes=axes)
            return Relevance(rule=rule, match="", criteria=criteria, found=None)
        by = RULES[self.match or "fold"]
        search, found = self._look_up(gold, corpus, by)
        if rule != BY_DOCUMENT:
            self._refuse_ignored(found)
        if corpus.is_declared:
            return Relevance(
                rule=rule,
                match=by.version,
                criteria=Criteria(qrels=gold.qrels, alone={}, sought=None, axes=axes),
                found=None,
                awaits_texts=True,
                is_enumerated=self._is_enumerated(rule, found),
            )
        qrels = _relevant(rule, found, search)
        self._refuse_none(qrels, rule, by)
        criteria = Criteria(
            qrels=qrels,
            alone=found.alone,
            sought=found.sought,
            decided=_decided(rule, found),
            axes=axes,
        )
        return Relevance(rule=rule, match=by.version, criteria=criteria, found=found)

    def judge_returned(self, gold: Gold, returned: Corpus) -> Relevance:
        """Evaluate the predicate over what lanes returned of a corpus that is only declared.

        Where nothing that was returned answers a question, `UNRETURNED` stands among its qrels for
        what would: the question counts, and nobody has found it. A unit of which no text or title
        was told may be relevant, so that nothing is decided where there is one.
        """
        rule, by = self.rule_for(gold), RULES[self.match or "fold"]
        search, found = self._look_up(gold, returned, by)
        alone = {name: _stood_in(qrels, found, name) for name, qrels in found.alone.items()}
        qrels = _stood_in(_relevant(rule, found, search), found, rule)
        decided = _decided(rule, found) if _is_told(returned, found) else frozenset[str]()
        axes = axes_of(gold, returned, self.unit)
        criteria = Criteria(
            qrels=qrels, alone=alone, sought=found.sought, decided=decided, axes=axes
        )
        return Relevance(rule=rule, match=by.version, criteria=criteria, found=found)

    def _look_up(self, gold: Gold, corpus: Corpus, by: Rule) -> tuple[GoldSearch, FoundEvidence]:
        """Everything that a gold set names, found in the units of a corpus."""
        search = GoldSearch(gold, corpus, by, self.unit)
        found = FoundEvidence(
            gold=self.digest,
            corpus=corpus.digest,
            unit=self.unit,
            match=by.version,
            topics={topic: search.evidence(topic) for topic in gold.topics.ids},
        )
        return search, found

    def _is_enumerated(self, rule: str, found: FoundEvidence) -> bool:
        """Whether judged documents alone are relevant, each of them being what is measured."""
        return rule == BY_DOCUMENT and self.unit == "document" and not found.tally.titles

    def _refuse_ignored(self, found: FoundEvidence) -> None:
        """Refuse a question that would silently become one without phrases."""
        for topic, row in found.topics.items():
            phrases = [one for one in row if one.kind == "phrase"]
            if phrases and not any(one.is_phrase for one in phrases):
                quoted = ", ".join(repr(one.text) for one in phrases[:3])
                raise UsageError(
                    f"gold set {self.name!r}, question {topic!r}: all its evidence phrases are "
                    f"ignored ({quoted}: {phrases[0].ignored}); write longer ones, or say "
                    f'relevance = "{BY_DOCUMENT}"'
                )

    def _refuse_none(self, qrels: Qrels, rule: str, by: Rule) -> None:
        """Refuse a gold set and a corpus that have nothing to do with each other."""
        if not any(grade > 0 for row in qrels.grades.values() for grade in row.values()):
            raise UsageError(
                f"nothing in the corpus is relevant to any question of gold set {self.name!r} by "
                f'relevance = "{rule}", match = "{by.name}"; `benchbook gold check {self.name} '
                "--against CORPUS` says of each title and phrase what it finds"
            )


def relevant_units(
    rule: str, row: tuple[Evidence, ...], joint: Callable[[], frozenset[str]]
) -> dict[str, int]:
    """The grades of the units of a topic by a rule of relevance.

    Args:
        row: what the gold set names for the topic.
        joint: gives the units that are both of a reference document and hold a phrase.
    """
    documents, holders = documents_of(row), phrases_of(row)
    if rule == BY_DOCUMENT:
        return documents
    if rule == BY_EVIDENCE:
        return holders
    if rule == EITHER:
        return documents | {
            unit: max(grade, documents.get(unit, grade)) for unit, grade in holders.items()
        }
    # What a person judged below 1 stays judged.
    both = joint()
    return {unit: grade for unit, grade in documents.items() if grade < 1 or unit in both}


def _relevant(rule: str, found: FoundEvidence, search: GoldSearch) -> Qrels:
    """The qrels by a rule of relevance; every topic has a row, and it may be empty."""
    return Qrels(
        {
            topic: dict(sorted(relevant_units(rule, row, partial(search.joint, topic)).items()))
            for topic, row in found.topics.items()
        }
    )


def _decided(rule: str, found: FoundEvidence) -> frozenset[str]:
    """The criteria by which titles and phrases alone say of every unit whether it is relevant.

    Where a person judged documents there are others that nobody judged.
    """
    names_documents = any(one.kind == "document" for row in found.topics.values() for one in row)
    if not names_documents:
        return frozenset((RULE, DOCUMENT, EVIDENCE))
    return frozenset((RULE, EVIDENCE) if rule == BY_EVIDENCE else (EVIDENCE,))


def _is_told(returned: Corpus, found: FoundEvidence) -> bool:
    """Whether lanes told of every unit what titles and phrases are sought in."""
    titles = found.tally.titles > 0
    return all(unit.text and (unit.title or not titles) for unit in returned.units)


def _stood_in(qrels: Qrels, found: FoundEvidence, rule: str) -> Qrels:
    """Qrels in which every question has something relevant that can have some by a rule."""
    grades = dict(qrels.grades)
    for topic, row in found.topics.items():
        if _can_have_some(rule, row) and not any(grade > 0 for grade in grades[topic].values()):
            grades[topic] = {UNRETURNED: 1, **grades[topic]}
    return Qrels(grades)


def _can_have_some(rule: str, row: tuple[Evidence, ...]) -> bool:
    """Whether what the gold set names for a topic can make a unit relevant by a rule."""
    references = any(one.is_reference for one in row)
    phrases = any(one.is_phrase for one in row)
    return {
        BY_DOCUMENT: references,
        BY_EVIDENCE: phrases,
        EITHER: references or phrases,
        BOTH: references and phrases,
    }[rule]
