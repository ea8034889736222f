"""Names of metrics are read as people write them and printed in one way."""

from __future__ import annotations

from decimal import Decimal

import pytest

from benchbook import Judged, MetricPlugin, UsageError, Values
from benchbook.core.measuring.metric_names import BadMetric, MetricName, parse_metric
from benchbook.core.plugging.registry import Registry
from scoring import built_in


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("nDCG@10", "nDCG@10"),
        ("nDCG", "nDCG"),
        ("nDCG(dcg='exp-log2')@10", "nDCG(dcg='exp-log2')@10"),
        ('nDCG(dcg="exp-log2")@10', "nDCG(dcg='exp-log2')@10"),
        ("nDCG(dcg=exp-log2)@10", "nDCG(dcg='exp-log2')@10"),
        ("nDCG(dcg='log2')@10", "nDCG@10"),
        ("P(rel=2)@5", "P(rel=2)@5"),
        (" P( rel = 2 ) @ 5 ", "P(rel=2)@5"),
        ("P(rel=1)@5", "P@5"),
        ("P()@5", "P@5"),
        ("AP@010", "AP@10"),
        ("benchbook:AP", "AP"),
        ("hit@3", "Success@3"),
        ("MRR@10", "RR@10"),
        ("MAP", "AP"),
        ("Recall@100", "R@100"),
        ("ndcg@5", "nDCG@5"),
        ("NDCG@5", "nDCG@5"),
        ("Hit@3", "Success@3"),
        ("map", "AP"),
        ("ndcg_cut_10", "nDCG@10"),
        ("map_cut_100", "AP@100"),
        ("recall_100", "R@100"),
        ("success_5", "Success@5"),
        ("P_5", "P@5"),
        ("recip_rank", "RR"),
        ("bpref", "Bpref"),
    ],
)
def test_name_has_one_canonical_spelling(written: str, canonical: str) -> None:
    """Aliases, blanks, quotes and defaults are read; ir-measures' spelling is printed."""
    name = parse_metric(written, built_in())

    assert canonical == name.canonical
    assert name == parse_metric(name.canonical, built_in())


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("AP@0", "found cut-off '0'; expected a whole number from 1"),
        ("AP@-3", "found cut-off '-3'"),
        ("AP@1_0", "found cut-off '1_0'"),
        ("AP@\uff11\uff10", "found cut-off '\uff11\uff10'"),
        ("AP@", "found cut-off ''"),
        ("P", "P needs a cut-off, as P@10"),
        ("Rprec@5", "Rprec takes no cut-off; write it without @5"),
        ("Bpref@5", "Bpref takes no cut-off"),
        ("P(rel=0)@5", "expected the lowest relevant grade, at least 1"),
        ("P(rle=2)@5", "expected 'rel', the nearest parameter"),
        ("P(rel='2')@5", "expected int"),
        ("P(rel=true)@5", "expected int"),
        ("P(rel=2, rel=2)@5", "'rel' is given twice"),
        ("P(2)@5", "found '2'; expected key=value"),
        ("nDCG(dcg='ln')@5", 'expected one of "log2", "exp-log2"'),
        ("P(cutoff=3)@5", "'cutoff'"),
        ("nDCG(rel=2)@5", "'rel'"),
        ("@5", "expected a form as nDCG@10"),
        ("AP(", "expected a form as nDCG@10"),
        ("AP@5@6", "expected a form as nDCG@10"),
        ("", "expected a form as nDCG@10"),
    ],
)
def test_bad_name_says_what_is_wrong(written: str, reason: str) -> None:
    """What a metric does not take is refused with what it takes."""
    with pytest.raises(BadMetric) as refused:
        parse_metric(written, built_in())

    assert reason in str(refused.value)
    assert written == refused.value.text


@pytest.mark.parametrize(("written", "near"), [("nDGC@10", "nDCG"), ("Sucess@5", "Success")])
def test_unknown_name_is_answered_with_the_nearest(written: str, near: str) -> None:
    """A slip of the pen costs one try."""
    with pytest.raises(UsageError, match=f"did you mean '{near}'"):
        parse_metric(written, built_in())


class Persistent:
    def __init__(self, *, p: float = 0.8, deep: bool = False) -> None:
        self.p = p

    def score(self, judged: Judged) -> Values:
        return Values.everywhere(judged.judged_share())


PERSISTENT = MetricPlugin(name="RBP", version="1", summary="a toy", build=Persistent)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("RBP(p=0.90)", "RBP(p=0.9)"),
        ("RBP(p=0.8)", "RBP"),
        ("RBP(p=1)", "RBP(p=1.0)"),
        ("RBP(p=0.5, deep=true)", "RBP(deep=True, p=0.5)"),
        ("RBP(deep=True)", "RBP(deep=True)"),
    ],
)
def test_parameters_of_other_types_have_one_spelling_too(written: str, canonical: str) -> None:
    """Decimals and truth values of a third party's metric are read back as they are printed."""
    registry = Registry.of(PERSISTENT)
    name = parse_metric(written, registry)

    assert canonical == name.canonical
    assert name == parse_metric(canonical, registry)


def test_two_metrics_of_one_name_are_told_apart() -> None:
    """Where two distributions have a metric of this name, the name that is printed says whose."""
    own = MetricPlugin(name="AP", version="1", summary="a toy", build=Persistent)
    registry = Registry((*built_in().registered, *Registry.of(own).registered))

    assert parse_metric("local:AP(p=0.7)", registry).canonical == "local:AP(p=0.7)"
    with pytest.raises(UsageError, match="write 'benchbook:AP' or 'local:AP'"):
        parse_metric("AP", registry)


def test_name_builds_its_metric() -> None:
    """The parameters in the name are those that the plugin is built with."""
    metric = MetricName("RBP", (("p", Decimal("0.7")),)).build(PERSISTENT)

    assert isinstance(metric, Persistent)
    assert metric.p == Decimal("0.7")


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("Success(by='evidence')@10", "Success(by='evidence')@10"),
        ("hit( by = document )@5", "Success(by='document')@5"),
        ('P(rel=2, by="evidence")@5', "P(by='evidence', rel=2)@5"),
        ("AP(by=document)", "AP(by='document')"),
    ],
)
def test_every_metric_may_go_by_one_criterion(written: str, canonical: str) -> None:
    """Core reads `by` itself: the plugin is built without it, and the name prints it."""
    name = parse_metric(written, built_in())

    assert canonical == name.canonical
    assert name == parse_metric(canonical, built_in())
    assert "by" not in dict(name.params)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("AP(by='title')", "found by='title'; expected 'document' or 'evidence'"),
        ("AP(by=1)", "found by=1"),
        ("EvidenceRecall(by='evidence')@5", "looks at evidence itself; write it without by"),
    ],
)
def test_a_criterion_that_there_is_not_is_refused(written: str, reason: str) -> None:
    """Two criteria, and none for a metric that reads no grades."""
    with pytest.raises(BadMetric) as refusal:
        parse_metric(written, built_in())

    assert reason in str(refusal.value)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("nDCG(judged_only=True)@10", "nDCG(judged_only=True)@10"),
        ("AP( judged_only = true )", "AP(judged_only=True)"),
        ("AP(judged_only=False)", "AP"),
        (
            "P(rel=2, judged_only=True, by=document)@5",
            "P(by='document', judged_only=True, rel=2)@5",
        ),
    ],
)
def test_holes_can_be_taken_out_for_every_metric(written: str, canonical: str) -> None:
    """`judged_only` is core's own parameter; its default is not printed."""
    name = parse_metric(written, built_in())

    assert canonical == name.canonical
    assert "judged_only" not in dict(name.params)
    assert name == parse_metric(canonical, built_in())


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("AP(judged_only=1)", "found judged_only=1; expected True or False"),
        ("AP(judged_only='yes')", "found judged_only='yes'; expected True or False"),
        (
            "AllEvidence(judged_only=True)@5",
            "AllEvidence looks at evidence, to which holes are nothing",
        ),
    ],
)
def test_holes_are_taken_out_or_not(written: str, reason: str) -> None:
    """Anything but yes or no is refused, and so is a metric to which holes are nothing."""
    with pytest.raises(BadMetric) as refused:
        parse_metric(written, built_in())

    assert reason in str(refused.value)
