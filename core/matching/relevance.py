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
from ..qrels import Qrels
from .evidence import Evidence, FoundEvidence, documents_of, phrases_of
from .gold_search import GoldSearch, names_evidence
from .rules import RULES, Rule

BY_DOCUMENT, BY_EVIDENCE, EITHER, BOTH = "document", "evidence", "either", "both"


@attrs.frozen(kw_only=True, eq=False)
class Relevance:
    """What is relevant in a run, and by which rules.

    Attributes:
        rule: `document`, `evidence`, `either` or `both`.
        match: the rule of matching with its version; empty where there is nothing to match.
        criteria: the qrels.
        found: titles and phrases with their units; None where the gold set names none.
    """

    rule: str
    match: str
    criteria: Criteria
    found: FoundEvidence | None


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

        Raises:
            UsageError: a rule is stated that the gold set cannot feed, all phrases of a question
                are ignored although phrases count, nothing of the corpus is relevant, or the corpus
                is only declared and phrases count.
        """
        rule = self.rule_for(gold)
        if corpus.is_declared and rule != BY_DOCUMENT:
            raise UsageError(
                "the corpus is only declared: its units are not known beforehand, so no title or "
                f'phrase of gold set {self.name!r} can be found in them; say relevance = "document"'
            )
        if corpus.is_declared or not names_evidence(gold):
            criteria = Criteria(qrels=gold.qrels, alone={}, sought=None)
            return Relevance(rule=rule, match="", criteria=criteria, found=None)
        by = RULES[self.match or "fold"]
        search = GoldSearch(gold, corpus, by, self.unit)
        found = FoundEvidence(
            gold=self.digest,
            corpus=corpus.digest,
            unit=self.unit,
            match=by.version,
            topics={topic: search.evidence(topic) for topic in gold.topics.ids},
        )
        if rule != BY_DOCUMENT:
            self._refuse_ignored(found)
        qrels = _relevant(rule, found, search)
        self._refuse_none(qrels, rule, by)
        criteria = Criteria(qrels=qrels, alone=found.alone, sought=found.sought)
        return Relevance(rule=rule, match=by.version, criteria=criteria, found=found)

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
