"""Metrics of evidence, on examples small enough to reckon by hand."""

from __future__ import annotations

import pytest

from benchbook import Qrels, Topics, join
from benchbook.core.measuring.evidence import Piece, Sought
from benchbook.core.measuring.scoring import measure, ready_metrics
from scoring import built_in, phrase, rankings_of, reference, scores


def value(metric: str, ranked: list[str], *pieces: Piece) -> float | None:
    """The value for a single topic with these pieces of evidence."""
    topics = Topics.of_ids(["q"])
    judged = join(rankings_of({"q": ranked}), Qrels({}), topics, Sought({"q": pieces}))
    return measure(judged, ready_metrics([metric], built_in()))[0].mean


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [([1], 1.0), ([3], 0.5), ([1, 3], 0.9197), ([2, 4, 9], 0.6395), ([], 0.0)],
)
def test_kit_ndcg_has_the_values_of_the_kit(ranks: list[int], expected: float) -> None:
    """By its formula; relevant units that were not returned change nothing."""
    grades = {f"d{rank:02}": 1 for rank in ranks} | {"elsewhere": 1}
    ranked = [f"d{rank:02}" for rank in range(1, 11)]

    found = scores("kit-nDCG@10", {"q": grades}, {"q": ranked})["q"]

    assert expected == pytest.approx(found, abs=5e-5)


def test_kit_ndcg_builds_its_ideal_from_the_whole_ranking() -> None:
    """A relevant unit behind the cut-off is part of the ideal, as in the kit."""
    grades = {"q": {"a": 1, "z": 1}}

    assert 1.0 == scores("kit-nDCG@2", grades, {"q": ["a", "b"]})["q"]
    assert 0.6131 == pytest.approx(scores("kit-nDCG@2", grades, {"q": ["a", "b", "z"]})["q"], 1e-3)


def test_kit_ndcg_takes_every_grade_for_one() -> None:
    """Its gain is binary."""
    assert 1.0 == scores("kit-nDCG@2", {"q": {"a": 1, "b": 3}}, {"q": ["a", "b"]})["q"]


def test_evidence_recall_is_the_share_of_phrases() -> None:
    """Two of three phrases within 2; a reference document is no phrase."""
    pieces = [phrase("a"), phrase("x", "b"), phrase("c"), reference("a")]

    assert pytest.approx(2 / 3) == value("EvidenceRecall@2", ["a", "b", "c"], *pieces)
    assert 1.0 == value("EvidenceRecall@3", ["a", "b", "c"], *pieces)


def test_evidence_recall_counts_a_phrase_that_nothing_holds() -> None:
    """What no unit of the corpus holds cannot be returned, and is missed."""
    assert 0.5 == value("EvidenceRecall@5", ["a"], phrase("a"), phrase())


def test_evidence_recall_is_undefined_without_phrases() -> None:
    """Reference documents alone give no value."""
    assert None is value("EvidenceRecall@5", ["a"], reference("a"))


@pytest.mark.parametrize(("cutoff", "expected"), [(1, 0.0), (2, 0.0), (3, 1.0)])
def test_all_evidence_wants_every_phrase_and_document(cutoff: int, expected: float) -> None:
    """A question of two hops is answered where both its documents and its phrase stand."""
    pieces = [reference("a"), reference("c"), phrase("b", "a")]

    assert expected == value(f"AllEvidence@{cutoff}", ["a", "b", "c"], *pieces)


def test_all_evidence_is_undefined_without_evidence() -> None:
    """A question that names nothing is not answered by everything."""
    assert None is value("AllEvidence@5", ["a"])
