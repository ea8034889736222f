"""Scoring a TREC run: populations, compatibility, and files that do not belong together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchbook import BadData, UsageError
from benchbook.core.commands.measure import DEFAULT_METRICS, Measurement, measure_run
from benchbook.core.files.trec import Compat
from scoring import built_in, write_run

QRELS = """
q1 0 a 1
q2 0 b 0
q3 0 c 1
q3 0 d 2
"""
RUN = """
q1 Q0 a 1 2 r
q2 Q0 b 1 2 r
q9 Q0 a 1 2 r
"""


def measured(
    folder: Path, *metrics: str, qrels: str = QRELS, run: str = RUN, compat: Compat | None = None
) -> Measurement:
    """Write two files and measure."""
    files = write_run(folder / "qrels", qrels), write_run(folder / "run", run)
    return measure_run(*files, metrics, built_in(), compat=compat)


def test_every_topic_of_the_qrels_counts(tmp_path: Path) -> None:
    """A topic that is not answered has 0; one without relevant documents has no value."""
    done = measured(tmp_path, "AP", "P@1")

    assert ("q1", "q2", "q3") == done.topics.ids
    assert [(0.5, 2, 3), (1 / 3, 3, 3)] == [
        (one.mean, one.defined, one.population) for one in done.measured
    ]
    assert (2, 3, ("q9",)) == (done.answered, done.judged_topics, done.unjudged_topics)


def test_p09_compat_averages_over_the_topics_of_both_files(tmp_path: Path) -> None:
    """trec_eval leaves out what the run does not answer, and counts 0 for what is not defined."""
    done = measured(tmp_path, "AP", compat="trec_eval-10")

    assert ("q1", "q2") == done.topics.ids
    assert (0.5, 2) == (done.measured[0].mean, done.measured[0].defined)


def test_holes_stand_beside_each_metric(tmp_path: Path) -> None:
    """The share of judged rows is taken within the metric's own cut-off."""
    run = "q1 Q0 a 1 9 r\nq1 Q0 x 2 8 r\nq2 Q0 x 1 9 r\nq3 Q0 c 1 9 r\n"

    done = measured(tmp_path, "RR@1", "AP", run=run)

    assert (2 / 3, 0.5) == done.judged


def test_p21_files_without_a_common_topic_are_an_error(tmp_path: Path) -> None:
    """Unequal spellings of ids are not scored as zero."""
    with pytest.raises(BadData) as refused:
        measured(tmp_path, qrels="7 0 a 1", run="007 Q0 a 1 1 r")

    assert "'007'" in refused.value.found
    assert "'7'" in refused.value.expected
    assert str(tmp_path / "run") == refused.value.file


def test_some_metrics_are_measured_without_asking(tmp_path: Path) -> None:
    """Two files are enough."""
    assert DEFAULT_METRICS == tuple(one.name for one in measured(tmp_path).measured)


def test_metrics_are_checked_before_files_are_read(tmp_path: Path) -> None:
    """A slip in a name costs no reading of a large file."""
    with pytest.raises(UsageError, match="did you mean"):
        measure_run(tmp_path / "none", tmp_path / "none", ["nDGC@10"], built_in())


@pytest.mark.parametrize("name", ["EvidenceRecall@5", "RR(by='evidence')"])
def test_a_metric_of_evidence_is_refused(tmp_path: Path, name: str) -> None:
    """A file of qrels names no titles and no phrases; kit-nDCG needs none."""
    with pytest.raises(UsageError, match="and a file of qrels has none"):
        measured(tmp_path, name)

    assert ["kit-nDCG@5"] == [one.name for one in measured(tmp_path, "kit-nDCG@5").measured]


def test_repeated_judgments_are_counted(tmp_path: Path) -> None:
    """The measurement says that the qrels repeat themselves."""
    assert measured(tmp_path, "AP", qrels=QRELS + "q1 0 a 1\n").twins == 1


def test_published_values_of_trectools(shared_data: Path) -> None:
    """Means of a real run as another tool's own tests have them."""
    known = json.loads((shared_data / "expected/trectools_robust03.json").read_text())
    folder = shared_data / "robust03"

    done = measure_run(
        folder / "robust03_cs_qrels.txt.gz",
        folder / "input.uic0301.gz",
        ["RR", "AP", "P@1000", *(f"R@{k}" for k in known["aggregate"]["recall"])],
        built_in(),
        compat="trec_eval-9",
    )

    expected = known["aggregate"]
    values = [expected["recip_rank"], expected["map"], expected["P_1000"]]
    values += expected["recall"].values()
    assert values == [round(one.mean or 0, 4) for one in done.measured]


def test_published_values_of_ir_measures(shared_data: Path, tmp_path: Path) -> None:
    """Topics of a small run as ir-measures has them, for every metric that both have."""
    known = json.loads((shared_data / "expected/ir_measures_cases.json").read_text())["inline_case"]
    ours = ("P", "R", "RR", "AP", "nDCG", "Rprec", "Bpref", "Success", "Judged")
    values = {
        name: case["per_query"]
        for name, case in known["values"].items()
        if name.partition("@")[0].partition("(")[0] in ours
    }

    done = measured(tmp_path, *values, qrels=known["qrels"], run=known["run"])

    for one, per_topic in zip(done.measured, values.values(), strict=True):
        found = dict(zip(done.topics.ids, one.values.values.tolist(), strict=True))
        assert pytest.approx(per_topic, abs=1e-5) == found, one.name
    assert len(values) == len(done.measured) == 24


def test_subtopics_of_the_qrels_are_axes(tmp_path: Path) -> None:
    """One of two subtopics at rank 1, both within rank 2; a document has its best grade."""
    qrels = write_run(tmp_path / "qrels", "q 1 a 1\nq 2 a 0\nq 2 b 2")
    run = write_run(tmp_path / "run", "q Q0 a 1 2 r\nq Q0 b 2 1 r")

    done = measure_run(qrels, run, ["AxisCoverage@1", "AxisCoverage", "P(rel=2)@2"], built_in())

    assert [0.5, 1.0, 0.5] == [one.mean for one in done.measured]


def test_qrels_without_subtopics_have_no_axes(tmp_path: Path) -> None:
    """One value in the second column throughout is none."""
    qrels = write_run(tmp_path / "qrels", "q 0 a 1\nq 0 b 1")
    run = write_run(tmp_path / "run", "q Q0 a 1 2 r")

    with pytest.raises(BadData, match="'0' in the second column of every line"):
        measure_run(qrels, run, ["AxisCoverage@1"], built_in())
