"""Measuring by more than one criterion of relevance."""

from __future__ import annotations

import attrs
import pytest

from benchbook import Topics, UsageError, join
from benchbook.core.measuring.criteria import Criteria
from benchbook.core.measuring.evidence import Sought
from benchbook.core.measuring.scoring import measure, ready_metrics
from scoring import built_in, phrase, qrels_of, rankings_of, reference

CRITERIA = Criteria(
    qrels=qrels_of({"q": {"a": 1, "b": 1}}),
    alone={"document": qrels_of({"q": {"a": 1}}), "evidence": qrels_of({"q": {"b": 1}})},
    sought=Sought({"q": [phrase("b"), reference("a")]}),
)


def test_each_metric_goes_by_the_criterion_in_its_name() -> None:
    """By the rule of the run, by reference documents alone, by phrases alone."""
    names = ["RR", "RR(by='document')", "RR(by='evidence')", "EvidenceRecall@1", "AllEvidence@2"]

    measured = CRITERIA.measure(
        rankings_of({"q": ["b", "a"]}), Topics.of_ids(["q"]), ready_metrics(names, built_in())
    )

    assert dict(zip(names, [1.0, 0.5, 1.0, 1.0, 1.0], strict=True)) == {
        one.name: one.mean for one in measured
    }


def test_what_is_decided_is_decided_by_criterion() -> None:
    """Phrases say it of every unit, judged documents do not; the rule of the run goes by itself."""
    criteria = attrs.evolve(CRITERIA, decided=frozenset(("evidence",)))
    names = ["Judged@2", "Judged(by='document')@2", "Judged(by='evidence')@2"]

    measured = criteria.measure(
        rankings_of({"q": ["b", "z"]}), Topics.of_ids(["q"]), ready_metrics(names, built_in())
    )

    assert [0.5, 0.0, 1.0] == [one.mean for one in measured]


@pytest.mark.parametrize("name", ["EvidenceRecall@5", "AllEvidence@5", "Success(by='evidence')@5"])
def test_qrels_alone_cannot_say_what_evidence_is(name: str) -> None:
    """A metric that asks for evidence is refused by its name."""
    judged = join(rankings_of({"q": ["a"]}), qrels_of({"q": {"a": 1}}))

    with pytest.raises(UsageError) as refusal:
        measure(judged, ready_metrics([name], built_in()))

    assert f"metric {name}: needs reference titles or evidence phrases" in str(refusal.value)
