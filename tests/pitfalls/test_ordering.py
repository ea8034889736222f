"""Faults of order and ties that other programs had, each by its number and with its small input.

P04 is about pools for judging, which Benchbook does not draw yet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import BadData, Rankings, Topics, UsageError, read_trec_run
from benchbook.core.commands.measure import measure_run
from benchbook.core.comparing.tie_range import tie_ranges
from benchbook.core.files.trec import Compat
from benchbook.core.measuring.criteria import Criteria
from benchbook.core.measuring.scoring import ready_metrics
from every_metric import names, values
from scoring import built_in, qrels_of, write_run

LOG3 = math.log2(3)
TIED: list[tuple[str, float]] = [("a", 1.0), ("b", 1.0)]


def lines(rows: Sequence[tuple[str, float]]) -> str:
    """Rows of topic q as a TREC run, in the order given."""
    return "\n".join(f"q Q0 {unit} {rank} {score} r" for rank, (unit, score) in enumerate(rows, 1))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [(TIED, [1.0, 1.0, 1.0]), ([("b", 1.0), ("c", 1.0)], [0.0, 1 / LOG3, 0.5])],
)
def test_p01_equal_scores_of_a_file_go_by_document_id_falling(
    tmp_path: Path, rows: list[tuple[str, float]], expected: list[float]
) -> None:
    """As trec_eval has them: b before a, and c before b."""
    qrels = write_run(tmp_path / "qrels", "q 0 b 1")
    run = write_run(tmp_path / "run", lines(rows))

    for compat in (None, "trec_eval-9", "trec_eval-10"):
        done = measure_run(qrels, run, ["P@1", "nDCG", "RR"], built_in(), compat=compat)

        assert expected == [one.mean for one in done.measured]


@pytest.mark.parametrize("other", ["a", "c"])
def test_p01_what_is_expected_is_the_same_for_either_id(other: str) -> None:
    """Half a hit, and the mean of what ranks 1 and 2 are worth; the tie is said to be one."""
    rankings = Rankings.of(Topics.of_ids("q"), [sorted([("b", 1.0), (other, 1.0)])])
    criteria = Criteria(qrels=qrels_of({"q": {"b": 1}}), alone={}, sought=None)
    ready = ready_metrics(["P@1", "RR", "nDCG"], built_in())
    measured = criteria.measure(rankings, rankings.topics, ready)

    found = tie_ranges(criteria, rankings, rankings.topics, ready, measured=measured, depth=10)

    assert [(0.5, 1), (0.75, 1), (0.8155, 1)] == [
        (round(one.expected or 0, 4), one.topics) for one in found if one
    ]


QRELS = qrels_of({"q": {"a": 3, "b": 0, "c": 1, "d": -1, "z": 2}, "r": {"a": 1}})
ROWS = [("a", 0.5), ("b", 0.5), ("c", 0.5), ("d", 0.25), ("e", 0.25)]


@pytest.mark.parametrize("compat", [None, "trec_eval-9", "trec_eval-10"])
@pytest.mark.parametrize("metric", names())
def test_p03_no_metric_hangs_on_the_order_of_the_rows(
    tmp_path: Path, metric: str, compat: Compat | None
) -> None:
    """Whichever way the rows of a file stand, ties and all, every metric says the same."""
    path = tmp_path / "run"
    found = set()
    for rows in list(permutations(ROWS))[::7]:
        path.write_text(lines(rows) + "\n")
        found.add(tuple(values(metric, QRELS, read_trec_run(path, compat=compat)).items()))

    assert 1 == len(found)


@given(rows=st.permutations(ROWS), ties=st.sampled_from(["neutral", "doc_id asc", "doc_id desc"]))
def test_p03_rankings_by_score_hang_on_no_order(rows: list[tuple[str, float]], ties: str) -> None:
    """Pairs in any order, as a dictionary gives them, make one ranking by each rule for ties."""
    topics = Topics.of_ids("q")

    one, other = (
        Rankings.by_score(topics, [given], ties=ties)  # type: ignore[arg-type]  # a drawn literal
        for given in (rows, ROWS)
    )

    assert one.units("q") == other.units("q")
    assert one.scores.tolist() == other.scores.tolist()


def test_p06_scores_are_kept_as_they_were_produced_and_ties_are_counted(tmp_path: Path) -> None:
    """Two that differ in the fifth decimal stay two, in their order; two that are one are a tie."""
    path = write_run(tmp_path / "run", lines([("a", 0.81234), ("b", 0.81241), ("c", 0.81234)]))

    rankings = read_trec_run(path)

    assert (("b", 0.81241), ("c", 0.81234), ("a", 0.81234)) == dict(rankings)["q"]
    assert [False, True, True] == rankings.tied.tolist()


@pytest.mark.parametrize("score", ["nan", "NaN", "inf", "-inf"])
def test_p08_a_file_with_what_is_no_finite_number_is_refused(tmp_path: Path, score: str) -> None:
    """Neither first nor last: refused, with its line."""
    path = write_run(tmp_path / "run", f"q Q0 a 1 1.0 r\nq Q0 b 2 {score} r")

    with pytest.raises(BadData, match=f"score '{score}'") as refused:
        read_trec_run(path)

    assert 2 == refused.value.line


@pytest.mark.parametrize("make", [Rankings.of, Rankings.by_score])
def test_p08_rankings_hold_no_nan(make: object) -> None:
    """What a lane or fuser gives is refused too; an infinite score it may declare its best."""
    topics = Topics.of_ids("q")
    assert callable(make)

    with pytest.raises(UsageError, match="NaN"):
        make(topics, [[("a", math.nan), ("b", 1.0)]])
    assert ("a", "b") == make(topics, [[("a", math.inf), ("b", 1.0)]]).units("q")
