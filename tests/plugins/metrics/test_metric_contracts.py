"""The built-in metrics keep the contract of metrics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from benchbook.plugins.metrics import (
    all_evidence,
    ap,
    axis_coverage,
    bpm,
    bpref,
    capped_recall,
    compat,
    err,
    evidence_recall,
    inf_ap,
    insq,
    inst,
    judged,
    kit_ndcg,
    ndcg,
    nerr8,
    nerr9,
    nerr10,
    nerr11,
    precision,
    rbp,
    rbp_residual,
    recall,
    rprec,
    rr,
    sdcg,
    set_f,
    set_precision,
    set_recall,
    success,
)
from benchbook.testing import MetricContract


class TestAllEvidence(MetricContract):
    """Whether every phrase and reference document is returned."""

    plugin = all_evidence.benchbook_plugins()[0]


class TestAp(MetricContract):
    """Average precision."""

    plugin = ap.benchbook_plugins()[0]


class TestApAtGradeTwo(MetricContract):
    """Average precision where grade 2 is the least that counts."""

    plugin = ap.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"rel": 2}


class TestAxisCoverage(MetricContract):
    """The share of a topic's axes that are covered."""

    plugin = axis_coverage.benchbook_plugins()[0]


class TestAxisCoverageOfEveryGrade(MetricContract):
    """The same where a document of grade 0 may cover an axis."""

    plugin = axis_coverage.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"rel": 0}


class TestBpref(MetricContract):
    """Binary preference."""

    plugin = bpref.benchbook_plugins()[0]


class TestEvidenceRecall(MetricContract):
    """The share of phrases returned."""

    plugin = evidence_recall.benchbook_plugins()[0]


class TestJudged(MetricContract):
    """The share of judged rows, defined for every topic."""

    plugin = judged.benchbook_plugins()[0]
    needs_relevant = False


class TestKitNdcg(MetricContract):
    """The kit's nDCG: defined for every topic, its ideal is made of the whole ranking."""

    plugin = kit_ndcg.benchbook_plugins()[0]
    needs_relevant = False
    stops_at_cutoff = False


class TestNdcg(MetricContract):
    """nDCG with linear gain."""

    plugin = ndcg.benchbook_plugins()[0]


class TestNdcgExponential(MetricContract):
    """nDCG with exponential gain."""

    plugin = ndcg.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"dcg": "exp-log2"}


class TestPrecision(MetricContract):
    """Precision, defined for every topic."""

    plugin = precision.benchbook_plugins()[0]
    needs_relevant = False


class TestRecall(MetricContract):
    """Recall."""

    plugin = recall.benchbook_plugins()[0]


class TestRprec(MetricContract):
    """Precision at the number of relevant documents."""

    plugin = rprec.benchbook_plugins()[0]


class TestRr(MetricContract):
    """Reciprocal rank."""

    plugin = rr.benchbook_plugins()[0]


class TestSuccess(MetricContract):
    """Success."""

    plugin = success.benchbook_plugins()[0]


class TestBpm(MetricContract):
    """The Bejeweled player model."""

    plugin = bpm.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"max_rel": 3}
    needs_relevant = False


class TestCappedRecall(MetricContract):
    """Recall of what the cut-off can hold."""

    plugin = capped_recall.benchbook_plugins()[0]


class TestCompat(MetricContract):
    """Compatibility with the ideal ranking."""

    plugin = compat.benchbook_plugins()[0]


class TestCompatNotNormalised(MetricContract):
    """The same without dividing by what the ideal has."""

    plugin = compat.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"normalize": False, "p": 0.5}


class TestErr(MetricContract):
    """Expected reciprocal rank."""

    plugin = err.benchbook_plugins()[0]


class TestInfAp(MetricContract):
    """Inferred average precision."""

    plugin = inf_ap.benchbook_plugins()[0]


class TestInsq(MetricContract):
    """INSQ, defined for every topic."""

    plugin = insq.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"max_rel": 3}
    needs_relevant = False


class TestInst(MetricContract):
    """INST, defined for every topic."""

    plugin = inst.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"max_rel": 3}
    needs_relevant = False


class TestNerr8(MetricContract):
    """Nearly expected reciprocal rank, equation 8."""

    plugin = nerr8.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"max_rel": 3}
    needs_relevant = False


class TestNerr9(MetricContract):
    """Nearly expected reciprocal rank, equation 9."""

    plugin = nerr9.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"max_rel": 3}
    needs_relevant = False


class TestNerr10(MetricContract):
    """Nearly expected reciprocal rank, equation 10."""

    plugin = nerr10.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"max_rel": 3}
    needs_relevant = False


class TestNerr11(MetricContract):
    """Nearly expected reciprocal rank, equation 11."""

    plugin = nerr11.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"max_rel": 3}
    needs_relevant = False


class TestRbp(MetricContract):
    """Rank-biased precision, defined for every topic."""

    plugin = rbp.benchbook_plugins()[0]
    needs_relevant = False


class TestRbpResidual(MetricContract):
    """The residual of RBP: of an empty ranking everything is unknown."""

    plugin = rbp_residual.benchbook_plugins()[0]
    needs_relevant = False
    empty_is_lowest = False


class TestSdcg(MetricContract):
    """Scaled discounted gain, defined for every topic."""

    plugin = sdcg.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"max_rel": 3}
    needs_relevant = False


class TestSetF(MetricContract):
    """The F measure of the returned set."""

    plugin = set_f.benchbook_plugins()[0]


class TestSetFWithBeta(MetricContract):
    """The F measure that prefers recall."""

    plugin = set_f.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"beta": 4.0}


class TestSetPrecision(MetricContract):
    """Precision of the returned set, defined for every topic."""

    plugin = set_precision.benchbook_plugins()[0]
    needs_relevant = False


class TestSetRecall(MetricContract):
    """Recall of the returned set."""

    plugin = set_recall.benchbook_plugins()[0]
