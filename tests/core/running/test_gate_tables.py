"""Tables of gates and decisions: what they may say, and what is refused with its reason."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from benchbook.core.errors import BadExperiment
from benchbook.core.running.experiment import parse_experiment
from benchbook.core.running.specification import Experiment
from book import EXPERIMENT, make_store, open_store, run

GATE = '[[gates]]\nname = "g"\ncondition = "all"\n'
METRIC = GATE + 'metric = "R@10"\n'


def read(text: str) -> Experiment:
    """An experiment with these tables."""
    return parse_experiment(EXPERIMENT + text, "e.toml", Path())


@pytest.mark.parametrize(
    ("gate", "found"),
    [
        (GATE + "at_least = 0.5\n", "nothing to measure"),
        (METRIC + 'latency = "p95"\nat_most = 4\n', "and latency, both"),
        (METRIC + "at_least = 0.5\nbelow = 0.9\n", "and below, both"),
        (METRIC + "at_least = 0.5\nfail_below = 0.5\n", "fail_below = 0.5"),
        (METRIC + "at_least = 0.5\nfail_above = 0.9\n", "fail_above beside at_least"),
        (METRIC + 'at_least = 0.5\nbucket = "a"\nper_bucket = true\n', "and per_bucket, both"),
        (METRIC + "at_least = 0.5\nper_bucket = 1\n", "true or false"),
        (METRIC + 'at_least = 0.5\nrelative_to = "al"\n', "'all'"),
        (METRIC + 'at_least = 0.5\nrelative_to = "all"\n', "another condition than its own"),
        (METRIC + 'at_least = 0.5\nrelative_to = "run:latest"\n', "`latest` is none"),
        (METRIC + 'at_least = 0.5\nrelative_to = "run:"\n', "a condition, run:ID"),
        (METRIC + 'at_least = 0.5\nagainst = "all"\n', "against without relative_to"),
        (
            METRIC + 'at_least = 0\nrelative_to = "weighted"\nagainst = "all"\n',
            "beside a condition of the same run",
        ),
        (GATE + 'latency = "p99"\nat_most = 4\n', "one of p50, p95"),
        (GATE + 'latency = "p95"\nat_most = 4\nlane = "a"\nstage = "fuse"\n', "and stage, both"),
        (GATE + 'latency = "p95"\nat_most = 4\nstatistic = "interval"\n', "the percentile decides"),
        (GATE + 'latency = "p95"\nat_most = 4\nrelative_to = "weighted"\n', "no pairs of topics"),
        (GATE + 'latency = "p95"\nat_most = 4\nper_bucket = true\n', "times all topics"),
        (GATE + 'cost = "two words"\nat_most = 4\n', "the name of a column"),
        (GATE + 'cost = "t"\nat_most = 4\nrelative_to = "run:4f3a"\n', "costs are of one run"),
    ],
)
def test_a_gate_that_says_no_one_thing_is_refused(gate: str, found: str) -> None:
    """With the key, and what could stand there."""
    with pytest.raises(BadExperiment, match=found):
        read(gate)


def test_absence_of_evidence_is_not_asked_for() -> None:
    """A relative gate by interval without a margin would pass the less is known."""
    text = METRIC + 'relative_to = "weighted"\nstatistic = "interval"\n'
    with pytest.raises(BadExperiment, match="Absence of evidence"):
        read(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("at_least = 0\n", "a margin, as at_least = -0.02; or above = 0"),
        ("at_most = 0\n", "or below = 0"),
        ("at_least = 1\n", "none is wholly at 1"),
        ("at_least = -1.5\n", "from -1 to 1, the range of a difference of R@10"),
    ],
)
def test_a_margin_that_means_nothing_is_refused(tmp_path: Path, text: str, found: str) -> None:
    """Before any work."""
    gate = METRIC + 'relative_to = "weighted"\nstatistic = "interval"\n' + text
    with open_store(make_store(tmp_path, 12)) as store, pytest.raises(BadExperiment, match=found):
        run(store, EXPERIMENT + gate)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("above = 1\n", "can be passed"),
        ("below = 0\n", "can be passed"),
        ('at_least = 1\nstatistic = "interval"\n', "none is wholly at 1"),
        ('at_most = 0\nstatistic = "interval"\n', "none is wholly at 0"),
        ("at_least = 0.5\nfail_below = -1\n", "fails below -1"),
    ],
)
def test_a_threshold_that_nothing_can_pass_is_refused(
    tmp_path: Path, text: str, found: str
) -> None:
    """It says nothing, whatever is built."""
    with open_store(make_store(tmp_path, 12)) as store, pytest.raises(BadExperiment, match=found):
        run(store, EXPERIMENT + METRIC + text)


def test_a_test_about_ranks_has_no_interval(tmp_path: Path) -> None:
    """Wilcoxon's cannot say how much worse something is."""
    text = EXPERIMENT.replace("depth = 10", 'depth = 10\ntest = "wilcoxon"')
    gate = METRIC + 'relative_to = "weighted"\nstatistic = "interval"\nat_least = -0.1\n'
    with open_store(make_store(tmp_path, 12)) as store, pytest.raises(BadExperiment, match="ranks"):
        run(store, text + gate)


def test_a_gate_is_read_with_all_that_it_asks_for() -> None:
    """Numbers as they were written."""
    (gate,) = read(
        METRIC
        + "at_least = 0.70\nfail_below = 0.40\nmin_topics = 5\nmin_signed = 3\nper_bucket = true\n"
    ).gates

    assert ("0.70", Decimal("0.40")) == (str(gate.threshold), gate.fails)
    assert (5, 3, True) == (gate.min_topics, gate.min_signed, gate.per_bucket)


def test_a_baseline_has_the_condition_of_its_gate_unless_it_says_another() -> None:
    """The same condition, in an earlier run."""
    text = METRIC + 'at_least = 0\nrelative_to = "report:4f3a9c01d27e"\n'

    assert "all" == read(text).gates[0].against
    assert "weighted" == read(text + 'against = "weighted"\n').gates[0].against


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[decision]\n", "without a gate"),
        (METRIC + 'at_least = 0\n[decision]\ngates = ["h"]\n', "'h'"),
        (METRIC + "at_least = 0\n[decision]\ngates = []\n", "at least one gate"),
        (METRIC + 'at_least = 0\n[decision]\nname = "a b"\n', "'a b'"),
        (METRIC + 'at_least = 0\n[decision]\nadopt = "g"\n', "unknown key"),
    ],
)
def test_a_decision_without_its_gates_is_refused(text: str, found: str) -> None:
    """It would follow from nothing."""
    with pytest.raises(BadExperiment, match=found):
        read(text)


def test_a_decision_is_about_all_gates_unless_it_names_some() -> None:
    """In the order of the file; it goes with a gate that is left out."""
    text = METRIC + 'at_least = 0\n[[gates]]\nname = "h"\ncondition = "weighted"\n'
    experiment = read(text + 'metric = "RR"\nat_least = 0\n[decision]\n')

    assert experiment.decision is not None
    assert ("g", "h") == experiment.decision.gates
    assert experiment.only(("all",)).decision is None
    assert experiment.only(("all", "weighted")).decision == experiment.decision


def test_a_gate_goes_with_what_it_is_relative_to() -> None:
    """Without the baseline there is nothing to hold it against."""
    experiment = read(METRIC + 'at_least = 0\nrelative_to = "weighted"\n')

    assert () == experiment.only(("all",)).gates
    assert experiment.gates == experiment.only(("all", "weighted")).gates
