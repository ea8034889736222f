"""Measuring: means, populations, and metrics that break their word."""

from __future__ import annotations

import math

import numpy as np
import pytest

from benchbook import Judged, MetricPlugin, UsageError, Values, join
from benchbook.core.errors import RunFailed
from benchbook.core.measuring.scoring import measure, ready_metrics, summarise
from benchbook.core.plugging.registry import Registry
from scoring import built_in, qrels_of, rankings_of


def judged() -> Judged:
    """Two topics, the second without a relevant document."""
    return join(rankings_of({"a": ["x"], "b": ["y"]}), qrels_of({"a": {"x": 1}, "b": {"y": 0}}))


def test_p10_the_mean_and_its_denominator_agree() -> None:
    """The mean is over the topics that are counted as defined, and both numbers are told."""
    ap, precision = measure(judged(), ready_metrics(["AP", "P@1"], built_in()))

    assert (1.0, 1, 2) == (ap.mean, ap.defined, ap.population)
    assert (0.5, 2, 2) == (precision.mean, precision.defined, precision.population)


def test_undefined_counts_as_zero_where_trec_eval_says_so() -> None:
    """Compatible means are over all topics."""
    (ap,) = measure(judged(), ready_metrics(["AP"], built_in()), undefined_as_zero=True)

    assert (0.5, 2) == (ap.mean, ap.defined)


def test_a_mean_over_nothing_is_not_measured() -> None:
    """Where no topic has a value there is no number, not even 0."""
    made = summarise("AP", Values(np.zeros(3), np.zeros(3, np.bool_)))

    assert (None, 0, 3) == (made.mean, made.defined, made.population)


def test_the_sum_is_rounded_once() -> None:
    """Tenths add up to one, and the order of topics does not matter."""
    values = np.array([0.1] * 10 + [1e-30, 1.0])

    means = {summarise("m", Values.everywhere(np.roll(values, by))).mean for by in range(12)}

    assert {math.fsum(values) / 12} == means


def test_metrics_named_twice_are_measured_once() -> None:
    """An alias and its name are one column."""
    ready = ready_metrics(["MAP", "AP", "P(rel=1)@5", "P@5"], built_in())

    assert ["AP", "P@5"] == [one.name.canonical for one in ready]


class Odd:
    """A metric that gives whatever it was told to give."""

    def __init__(self, made: object) -> None:
        self.made = made

    def score(self, judged: Judged) -> Values:
        if isinstance(self.made, Exception):
            raise self.made
        return self.made  # type: ignore[return-value]  # a broken promise on purpose


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (Values.everywhere(np.array([1.0, math.nan])), "nan"),
        (Values.everywhere(np.array([1.0, 1.5])), "1.5"),
        (Values.everywhere(np.array([1.0])), "one value per topic"),
        ([1.0, 1.0], "gives Values"),
        (ValueError("no such grade"), "ValueError: no such grade"),
    ],
)
def test_a_metric_that_breaks_its_contract_is_named(made: object, said: str) -> None:
    """A number outside the range, a NaN or an exception never becomes a mean."""
    record = MetricPlugin(name="odd", version="1", summary="a toy", build=lambda: Odd(made))

    with pytest.raises(RunFailed, match=r"local:odd") as failed:
        measure(judged(), ready_metrics(["odd"], Registry.of(record)))

    assert said in str(failed.value)


def test_a_refusal_of_a_metric_keeps_its_message() -> None:
    """An error of ours passes as it is."""
    refusal = UsageError("grade 5000 is too high")
    record = MetricPlugin(name="odd", version="1", summary="a toy", build=lambda: Odd(refusal))

    with pytest.raises(UsageError, match="grade 5000"):
        measure(judged(), ready_metrics(["odd"], Registry.of(record)))
