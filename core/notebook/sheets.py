"""What was measured or compared in Python, as gates are held against it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs
import numpy as np

from ..comparing.compared import Compared
from ..comparing.rules import Rules
from ..comparing.scored import MetricScale
from ..errors import UsageError
from ..gating.scoresheet import Instrument, Scoresheet
from ..measuring.judged import Values
from ..objects.comparisons import Mean
from .scores import RUN, Scores

MINE, ITS = "the run", "the baseline"
"""What two runs are called that were measured apart."""

_INSTRUMENT = Instrument(
    questions="", qrels="", relevance="", unit="", depth=0, metrics=MappingProxyType({})
)
"""All that stands on one sheet was measured alike."""


def sheet_of_compared(compared: Compared, scales: Mapping[str, MetricScale]) -> Scoresheet:
    """Runs that were compared, by name.

    Args:
        scales: of the metrics, by canonical name.
    """
    means = {(one.condition, one.metric, ""): one for one in compared.comparisons.means}
    return _sheet(compared, scales, means, compared.values)


def sheet_of_scores(
    mine: Scores, its: Scores | None, scales: Mapping[str, MetricScale]
) -> Scoresheet:
    """One run, and another one as its baseline where there is one.

    Raises:
        UsageError: they were measured on different qrels.
    """
    both = {MINE: mine} if its is None else {MINE: mine, ITS: its}
    if its is not None and mine.qrels != its.qrels:
        message = "the baseline was measured on other qrels; measure both on the same"
        raise UsageError(message)
    means = {
        (name, one.metric, ""): attrs.evolve(one, condition=name)
        for name, scores in both.items()
        for one in scores.compared.comparisons.means
    }
    values = {name: scores.compared.values[RUN] for name, scores in both.items()}
    return _sheet(mine.compared, scales, means, values)


def _sheet(
    compared: Compared,
    scales: Mapping[str, MetricScale],
    means: Mapping[tuple[str, str, str], Mean],
    values: Mapping[str, Mapping[str, Values]],
) -> Scoresheet:
    """The numbers of runs over one population, none of it signed or in a bucket."""
    used = compared.comparisons.instrument
    return Scoresheet(
        name="what was measured",
        instrument=_INSTRUMENT,
        rules=Rules.recorded(used, compared.baseline, compared.primary),
        topics=compared.topics.ids,
        buckets={},
        signed=np.zeros(len(compared.topics), dtype=bool),
        scales=scales,
        means=means,
        values_of=lambda run: values[run],
        is_rounded=False,
        missing={},
    )
