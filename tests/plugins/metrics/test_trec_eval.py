"""Metrics against the golden outputs of trec_eval 10's own tests, to their four decimals."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchbook import Topics, join, read_qrels, read_trec_run
from benchbook.core.measuring.scoring import measure, ready_metrics
from scoring import built_in

# Cases of the file that are applied: the threshold, the depth, and whether all topics count (-c).
APPLIED: dict[str, tuple[int, int | None, bool]] = {
    "out.test": (1, None, False),
    "out.comment.test": (1, None, False),
    "out.test.a": (1, None, False),
    "out.test.aq": (1, None, False),
    "out.test.aqc": (1, None, True),
    "out.test.aqcM": (1, 100, True),
    "out.test.aql": (2, None, False),
    "out.test.meas_params": (1, None, False),
}
# Cases that cannot be, and why.
NOT_APPLIED = {
    "out.test.prefs": "its judgments are preferences between documents, not grades",
    "out.test.qrels_prefs": "it measures preferences made from qrels",
    "out.test.qrels_jg": "its qrels hold several judges' grades for a document",
    "out.test.aqZ": "its values are z-scores against a file of means that is not in the data",
}
# Metrics of trec_eval that Benchbook does not have, by reason.
NOT_MEASURED = {
    r"runid|num_q|num_ret|num_rel|num_rel_ret|num_nonrel_judged_ret": "counts, not metrics",
    r"gm_map|gm_bpref": "geometric means over topics",
    r"iprec_at_recall_.*|11pt_avg.*": "interpolated precision",
    r"Rprec_mult_.*|relative_P_.*|utility.*|relstring": "not among the metrics here",
    r"set_map|set_relative_P|binG|G|ndcg_rel|Rndcg": "not among the metrics here",
    r"unj_.*": "counts of holes; Judged@k is their share",
    r"ndcg_.*=.*": "gains given per grade, which is another metric",
}
NAMES = {
    "map": "AP(rel={rel})",
    "Rprec": "Rprec(rel={rel})",
    "bpref": "Bpref(rel={rel})",
    "recip_rank": "RR(rel={rel})",
    "ndcg": "nDCG",
    "infAP": "infAP(rel={rel})",
    "set_P": "SetP(rel={rel})",
    "set_recall": "SetR(rel={rel})",
    "set_F": "SetF(rel={rel})",
    "rbp": "RBP(p=0.9)",
    "rbp_resid": "RBPResidual(p=0.9)",
}
# Values that differ on purpose, by case and name: the topics, and why.
DIFFERENT: dict[tuple[str, str], tuple[tuple[str, ...], str]] = {
    ("out.test.aql", "rbp"): (("301", "all"), "trec_eval gains by grade, RBP by the threshold"),
    ("out.test.aqc", "rbp_resid"): (("302", "all"), "of no answer trec_eval leaves 0 unknown"),
    ("out.test.aqcM", "rbp_resid"): (("302", "all"), "of no answer trec_eval leaves 0 unknown"),
}
CUT = {
    "map_cut": "AP(rel={rel})",
    "P": "P(rel={rel})",
    "recall": "R(rel={rel})",
    "success": "Success(rel={rel})",
    "ndcg_cut": "nDCG",
}


def our_name(name: str, rel: int) -> str | None:
    """Our name of one of trec_eval's metrics; None where we have none."""
    family, _, cutoff = name.rpartition("_")
    if family in CUT and cutoff.isdigit():
        return f"{CUT[family]}@{cutoff}".format(rel=rel)
    return NAMES[name].format(rel=rel) if name in NAMES else None


def golden(data: Path) -> dict[str, dict[str, Any]]:
    """The cases by name."""
    cases: dict[str, dict[str, Any]] = json.loads(
        (data / "expected/trec_eval_tests.json").read_text()
    )["cases"]
    return cases


def test_every_golden_case_is_applied_or_has_its_reason(shared_data: Path) -> None:
    """No case of the file is passed over in silence."""
    assert sorted(golden(shared_data)) == sorted([*APPLIED, *NOT_APPLIED])


def test_every_golden_metric_is_compared_or_has_its_reason(shared_data: Path) -> None:
    """No metric in an applied case is passed over in silence."""
    cases = golden(shared_data)
    names = {name for case in APPLIED for name in cases[case]["expected"]["all"]}

    unexplained = {
        name
        for name in names
        if our_name(name, 1) is None
        and not any(re.fullmatch(pattern, name) for pattern in NOT_MEASURED)
    }

    assert set() == unexplained


@pytest.mark.slow
@pytest.mark.parametrize("case", sorted(APPLIED))
def test_golden_outputs_of_trec_eval(shared_data: Path, case: str) -> None:
    """Means and topics agree with the reference program's printed four decimals."""
    rel, depth, complete = APPLIED[case]
    files, known = shared_data / "trec_eval", golden(shared_data)[case]
    qrels = read_qrels(files / known["qrels"])
    rankings = read_trec_run(files / known["run"], compat="trec_eval-10").cut(depth)
    answered = sorted(set(qrels.topics) & set(rankings.topics.ids))
    judged = join(rankings, qrels, Topics.of_ids(qrels.topics if complete else answered))

    for topic, expected in known["expected"].items():
        for name, value in expected.items():
            ours = our_name(name, rel)
            if ours is None or topic in DIFFERENT.get((case, name), ((), ""))[0]:
                continue
            (made,) = measure(judged, ready_metrics([ours], built_in()), undefined_as_zero=True)
            ids = judged.topics.ids
            found = made.mean if topic == "all" else made.values.values[ids.index(topic)]
            assert f"{value:.4f}" == f"{found:.4f}", (topic, name)
