"""The built-in metrics keep the contract of metrics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from benchbook.plugins.metrics import (
    all_evidence,
    ap,
    bpref,
    evidence_recall,
    judged,
    kit_ndcg,
    ndcg,
    precision,
    recall,
    rprec,
    rr,
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
