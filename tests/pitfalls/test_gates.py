"""Faults of gates that other programs had, each by its number and with its small input.

P113 and P115 are about judges and annotators, which Benchbook does not have yet.
"""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from statistics import fmean

import attrs
import pytest
from click.testing import CliRunner

from benchbook.cli.endings import EXIT_CODES
from benchbook.cli.main import main
from benchbook.core.events import RunStarted
from benchbook.core.gating.decide import decide
from benchbook.core.gating.decision import DecisionRule
from benchbook.core.gating.gate import Gate
from benchbook.core.gating.words import rule_text
from benchbook.core.objects.comparisons import Mean
from benchbook.core.reports.layout.cells import gate_text
from benchbook.core.reports.rows import Number
from benchbook.core.statistics.sign_flip import sign_flip
from benchbook.testing import toy_report
from book import EXPERIMENT, make_store, open_store, write_collection
from gated import gate, ran

GATE = Gate(
    name="g",
    condition="all",
    metric="nDCG@10",
    bound="at_least",
    threshold=Decimal("0.65"),
    statistic="mean",
    min_topics=1,
)


def verdict(asked: Gate, value: str, n: int = 30) -> str:
    """What comes of a gate on a mean without an interval."""
    mean = Mean(
        condition="all",
        metric="nDCG@10",
        bucket="",
        value=value,
        n=n,
        of=n,
        bounds=None,
        tied=None,
    )
    return decide(asked, mean, "", alpha=Decimal("0.05")).word


def test_p83_the_rule_over_several_numbers_is_fixed_before_them(tmp_path: Path) -> None:
    """P83: .62, .58 and .61 against .60: the statistic is declared, and the mean passes."""
    asked = attrs.evolve(GATE, threshold=Decimal("0.60"))
    each = ["0.62", "0.58", "0.61"]

    assert ["pass", "fail", "pass"] == [verdict(asked, one) for one in each]
    assert "pass" == verdict(asked, f"{fmean(map(float, each)):.10f}")

    with open_store(make_store(tmp_path, 12)) as store:
        ran(store, EXPERIMENT + gate("g", "at_least = 0.6") + "[decision]\n")
        (started,) = store.events(types=(RunStarted,))
        assert isinstance(started.event, RunStarted)
        frozen = json.loads(store.get(started.event.experiment))

    assert "mean" == frozen["gates"][0]["rule"]["statistic"]
    assert {"name": "decision", "gates": ["g"]} == frozen["decision"]


def test_p92_five_topics_cannot_reach_the_usual_level() -> None:
    """P92: all five improve, the smallest p is 0.0625, and the gate is not failed for it."""
    import numpy as np

    (tested,) = sign_flip(np.ones((5, 1)) / 2, seed=bytes(32), alpha=Decimal("0.05"))
    wide = attrs.evolve(GATE, statistic="interval")

    assert 0.0625 == float(tested.p)
    assert None is tested.low
    assert "inconclusive" == verdict(wide, "1", n=5)


def test_p105_a_tolerance_is_compared_in_decimals() -> None:
    """P105: 4.1 against 4.2 less 0.1, inclusive, passes; in floats 4.1 < 4.2 - 0.1 there."""
    asked = attrs.evolve(GATE, threshold=Decimal("4.2") - Decimal("0.1"))
    relative = attrs.evolve(GATE, relative_to="base", against="base", threshold=Decimal("-0.1"))

    assert 4.1 < 4.2 - 0.1
    assert "pass" == verdict(asked, "4.1")
    assert "pass" == verdict(relative, "-0.1")
    assert "fail" == verdict(relative, "-0.1000000001")


def test_p106_what_is_shown_is_not_what_decides() -> None:
    """P106: 3.49758 fails a floor of 3.5, and enough places are shown to see why."""
    asked = attrs.evolve(GATE, threshold=Decimal("3.5"))
    row = attrs.evolve(
        toy_report().gates[0],
        number=Number(value="3.49758", n=30, of=30, positions=(1,)),
    )

    assert "fail" == verdict(asked, "3.49758")
    assert "3.4976" == gate_text(row)


def test_p108_text_json_and_exit_code_agree_and_name_the_statistic(tmp_path: Path) -> None:
    """P108: 28 of 31 pass and the mean is .93: one verdict, by the statistic that is named."""
    write_collection(tmp_path / "small", 12)
    (tmp_path / "e.toml").write_text(EXPERIMENT_OF_ONE + gate("g", "below = 1", metric="R@10"))
    small = str(tmp_path / "small")
    for words in (
        ["init"],
        ["ingest", small, "--corpus", "small", "--reader", "beir"],
        ["gold", "import", small, "--gold", "small", "--reader", "beir"],
    ):
        assert 0 == CliRunner().invoke(main, [*words, "--dir", str(tmp_path)]).exit_code
    typed = ["eval", "retrieval", str(tmp_path / "e.toml"), "--dir", str(tmp_path)]
    done = CliRunner().invoke(main, [*typed, "--json"])
    (row,) = json.loads(done.stdout)["content"]["gates"]
    checked = CliRunner().invoke(main, ["gate", "check", "--dir", str(tmp_path)])

    assert ("mean", {"pass": 0, **EXIT_CODES}[row["verdict"]]) == (row["statistic"], done.exit_code)
    assert done.exit_code == checked.exit_code
    assert "mean below 1" in checked.stdout
    assert row["verdict"] in checked.stdout


EXPERIMENT_OF_ONE = """\
[experiment]
name = "one"
retrieve = 20
depth = 10
metrics = ["R@10"]
[lanes.keyword]
plugin = "bm25"
[conditions.keyword_only]
fuser = "single"
"""


@pytest.mark.parametrize(
    ("value", "word", "decision"),
    [
        ("0.70", "pass", "adopt"),
        ("0.6999999999", "inconclusive", "collect-more"),
        ("0.55", "inconclusive", "collect-more"),
        ("0.40", "inconclusive", "collect-more"),
        ("0.3999999999", "fail", "keep"),
    ],
)
def test_p109_between_adopting_and_keeping_there_is_a_third_outcome(
    value: str, word: str, decision: str
) -> None:
    """P109: from .70 on adopt, below .40 keep, .55 collects more; both borders are stated."""
    asked = attrs.evolve(GATE, threshold=Decimal("0.70"), fails=Decimal("0.40"))
    rule = DecisionRule(name="weights", gates=("g",))

    assert word == verdict(asked, value)
    assert decision == rule.reach({"g": [word]})[0]
    assert "at least 0.70, fails below 0.40, between them nothing is decided" == rule_text(asked)


def test_p109_labels_that_nobody_signed_decide_nothing(tmp_path: Path) -> None:
    """P109: insufficient labels are no failure and no pass."""
    text = EXPERIMENT + gate("g", "at_least = 0", "min_signed = 1") + "[decision]\n"
    with open_store(make_store(tmp_path, 12)) as store:
        _, report = ran(store, text)

    assert report.decision is not None
    assert ("not measured", "not measured") == (
        report.gates[0].verdict,
        report.decision.decision,
    )
