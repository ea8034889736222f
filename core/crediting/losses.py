"""What is lost without a lane: all lanes minus all but one, paired per topic and tested."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import numpy as np

from ..comparing.differences import compare_pairs
from ..comparing.pairs import Pair, without_noise
from ..comparing.rules import Rules
from ..comparing.scored import Floats, MetricScale
from ..comparing.systems import Field, System, scale_of, scored_of
from ..comparing.verdicts import BETTER, HIGHER, LESS, LOWER, MORE, WORSE
from ..measuring.criteria import Criteria
from ..measuring.scoring import ReadyMetric
from ..objects.comparisons import Bounds, Difference
from ..topics import Topics

_HINTS = {BETTER: HIGHER, WORSE: LOWER, MORE: HIGHER, LESS: LOWER}
_WHOLE = ""


@attrs.frozen(kw_only=True, eq=False)
class Lost:
    """What is compared.

    Attributes:
        whole: all lanes; without: all but each one; None where the fuser refused them.
    """

    metric: ReadyMetric
    beside: ReadyMetric | None
    criteria: Criteria
    topics: Topics
    whole: System | None
    without: Mapping[str, System | None]


def losses(lost: Lost, rules: Rules) -> dict[str, Difference]:
    """What is lost without each lane that can be left out, by lane.

    The p of all of them are corrected together, as the run corrects its family. Nothing of this was
    declared before the run: what would be a finding is a hint.
    """
    systems = {lane: one for lane, one in lost.without.items() if one is not None}
    if lost.whole is None or not systems:
        return {}
    scale = scale_of(lost.metric)
    scored = scored_of(
        Field(
            systems={_WHOLE: lost.whole, **systems},
            metrics=[lost.metric, *filter(None, (lost.beside,))],
            criteria=lost.criteria,
            topics=lost.topics,
            buckets={},
        )
    )
    pairs = []
    for lane in systems:
        pair = Pair.of(scored, attrs.evolve(rules, baseline=lane), _WHOLE, scale)
        pairs.append(attrs.evolve(pair, condition=f"with {lane}", declared=True))
    found = compare_pairs(pairs, rules)
    return {
        lane: attrs.evolve(
            one,
            baseline=f"without {lane}",
            declared=False,
            verdict=_HINTS.get(one.verdict, one.verdict),
        )
        for lane, one in zip(systems, found, strict=True)
    }


def interval_of(lane: str, values: Floats, scale: MetricScale, rules: Rules) -> Bounds | None:
    """The interval of a mean of Shapley values: a mean of differences, so the one of these."""
    pair = Pair(
        condition=lane,
        scale=scale,
        both=np.ones(len(values), np.bool_),
        differences=without_noise(values, scale.span),
        declared=False,
        apart=0.0,
        tied=None,
    )
    (found,) = compare_pairs([pair], rules)
    return found.bounds
