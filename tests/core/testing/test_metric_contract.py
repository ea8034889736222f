"""The contract of metrics: an honest metric passes, and each rule catches one that breaks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
import pytest

from benchbook import Judged, MetricPlugin, Values
from benchbook.testing import MetricContract
from judging import SLOW, broken_rules

Floats = npt.NDArray[np.float64]


class Honest:
    """The share of the relevant documents within the cut-off."""

    def __init__(self, *, cutoff: int | None = None) -> None:
        self.cutoff = cutoff

    def score(self, judged: Judged) -> Values:
        return Values.ratio(self.found(judged), judged.relevant())

    def found(self, judged: Judged) -> Floats:
        return judged.relevant_hits(1, self.cutoff).total()


class FoundAtAll(Honest):
    """Whether anything relevant is within the cut-off."""

    def score(self, judged: Judged) -> Values:
        return Values.over(np.minimum(self.found(judged), 1), judged.relevant() > 0)


class Counts(Honest):
    def score(self, judged: Judged) -> Values:
        return Values(self.found(judged) * 1.0, judged.relevant() > 0)


class TiresOfRepetition(Honest):
    asked = 0

    def score(self, judged: Judged) -> Values:
        self.asked += 1
        made = super().score(judged)
        return Values(made.values / self.asked, made.defined)


class ScalesByTheBlock(Honest):
    def score(self, judged: Judged) -> Values:
        made = super().score(judged)
        return Values(made.values / max(1, len(judged)), made.defined)


class DefinedEverywhere(Honest):
    def score(self, judged: Judged) -> Values:
        made = super().score(judged)
        return Values(made.values, np.ones(len(judged), np.bool_))


class UndefinedWhereNothingWasFound(Honest):
    def score(self, judged: Judged) -> Values:
        made = super().score(judged)
        return Values(made.values, made.defined & ~((judged.depths > 0) & (made.values == 0)))


class PaysForSilence(Honest):
    def score(self, judged: Judged) -> Values:
        made = super().score(judged)
        return Values(np.where(judged.depths == 0, 1.0, made.values), made.defined)


class IgnoresTheCutoff(Honest):
    def found(self, judged: Judged) -> Floats:
        return judged.relevant_hits(1).total()


class ReadsEvidenceUnasked(Honest):
    def score(self, judged: Judged) -> Values:
        made = super().score(judged)
        return made if judged.shown is None else Values.over(made.values / 2, made.defined)


class ClearsTheGrades(Honest):
    def score(self, judged: Judged) -> Values:
        made = super().score(judged)
        judged.qrels.grades.flags.writeable = True
        judged.qrels.grades[:] = 0
        return made


class WantsATopic(Honest):
    def score(self, judged: Judged) -> Values:
        max(judged.topics.ids)
        return super().score(judged)


class AddsTheHash(Honest):
    def score(self, judged: Judged) -> Values:
        made = super().score(judged)
        noise = np.array([hash(topic) % 1000 * 1e-12 for topic in judged.topics.ids])
        return Values(np.where(made.values > 0, made.values - noise, 0.0), made.defined)


def record(build: Callable[..., Any], summary: str = "a toy metric") -> MetricPlugin:
    """A record for a metric of this file."""
    return MetricPlugin(name="toy", version="1", summary=summary, build=build)


class HonestContract(MetricContract):
    """The contract over the honest metric."""

    plugin = record(Honest)


class HashContract(MetricContract):
    """The contract over a metric that differs from process to process."""

    plugin = record(AddsTheHash)


@pytest.mark.slow
def test_honest_metric_passes() -> None:
    """A metric that keeps every rule fails none, so that a failure means something."""
    assert set() == broken_rules(HonestContract, slow=True)


@pytest.mark.slow
def test_metric_that_depends_on_the_process_fails() -> None:
    """A metric that follows Python's hash seed is caught, and by that rule alone."""
    assert {SLOW} == broken_rules(HashContract, slow=True)


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (
            Counts,
            {
                "values_are_sound",
                "block_alone_is_the_block_within_all",
                "rows_beyond_the_cutoff_do_not_matter",
            },
        ),
        (TiresOfRepetition, {"asked_twice_answers_the_same"}),
        (ScalesByTheBlock, {"block_alone_is_the_block_within_all"}),
        (DefinedEverywhere, {"undefined_without_relevant_documents"}),
        (UndefinedWhereNothingWasFound, {"defined_with_relevant_documents"}),
        (PaysForSilence, {"empty_ranking_counts"}),
        (IgnoresTheCutoff, {"rows_beyond_the_cutoff_do_not_matter"}),
        (ReadsEvidenceUnasked, {"evidence_is_asked_for"}),
        (ClearsTheGrades, {"judgments_are_left_alone"}),
        (WantsATopic, {"no_topics"}),
    ],
)
def test_each_rule_catches_its_breaker(build: type, expected: set[str]) -> None:
    """A metric that breaks one promise fails exactly the rules about it."""
    contract = type("Contract", (MetricContract,), {"plugin": record(build)})

    assert {f"test_{rule}" for rule in expected} == broken_rules(contract)


def test_a_metric_that_needs_all_that_is_relevant_has_to_say_so() -> None:
    """Recall that says that it need not know is caught; precision that says so is right."""
    for build, expected in (
        (Honest, {"test_what_nobody_returned_does_not_matter"}),
        (FoundAtAll, set()),
    ):
        said = attrs.evolve(record(build), enumerates=False)
        contract = type("Contract", (MetricContract,), {"plugin": said})

        assert expected == broken_rules(contract)


def test_record_without_a_summary_fails() -> None:
    """A record that says nothing of itself is refused by the rule about records."""
    contract = type("Contract", (MetricContract,), {"plugin": record(Honest, "")})

    assert {"test_record_is_admitted"} == broken_rules(contract)
