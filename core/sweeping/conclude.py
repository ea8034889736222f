"""What a sweep comes to, by the rule that was written down before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs
import numpy as np

from ..comparing.differences import compare_pairs
from ..comparing.pairs import Pair, without_noise
from ..comparing.rules import Rules
from ..comparing.scored import MetricScale, Places
from ..decimals import decimal_text
from ..measuring.judged import Values
from ..measuring.scoring import summarise
from ..objects.comparisons import Difference
from ..objects.sweeps import Covered, Stratum, SweepFound, SweptMean
from .rule import SweepRule
from .split import split_topics

NOT_REPRODUCED = "premise does not reproduce"
HIGHEST = "highest mean"
NONE_ABOVE = "no fusion above the baseline"
NOT_MEASURED = "not measured"


@attrs.frozen(kw_only=True, eq=False)
class Swept:
    """What a sweep concludes from.

    Attributes:
        topics: ids, sorted.
        strata: the places of each stratum's topics, by name.
        scale: of the primary metric.
        values: of each configuration that was measured, one per topic.
        silent: for each topic that a lane ranked nothing for, these lanes.
        unmeasured: configurations that were not measured, with why.
    """

    topics: tuple[str, ...]
    strata: Mapping[str, Places]
    scale: MetricScale
    values: Mapping[str, Values]
    silent: Mapping[str, tuple[str, ...]]
    unmeasured: Mapping[str, str]


def conclude(rule: SweepRule, swept: Swept, rules: Rules) -> SweepFound:
    """What a sweep comes to.

    Nothing is chosen where too few topics were answered by every lane, or where one of the
    configurations that decide is not measured. With a split the hybrid with the highest mean on the
    tuning topics is the headline, and the verdict is about the others alone; without one both are
    about all topics. Equal means go to the configuration that stands first in the file. Where the
    baseline is not above the premise, no hybrid is called anything. Else the headline has the
    `highest mean` if it is above the baseline: whether that difference is more than chance, its
    own test says.

    Source: the written rule of SciX's fusion sweep, and its known-item protocol.
    """
    covered = _covered(swept)
    tuning, confirming = _split(rule, swept)
    nothing = SweepFound(
        metric=swept.scale.name,
        covered=covered,
        tuning=len(tuning),
        tuned=(),
        confirming=len(confirming),
        premise=None,
        baseline=None,
        headline=None,
        verdict=NOT_MEASURED,
        reason=_obstacle(rule, swept, covered),
        difference=None,
        strata=(),
    )
    if nothing.reason:
        return nothing
    hybrids = [name for name in rule.hybrids if name in swept.values]
    tuned = _ranked(hybrids, swept, tuning if rule.salt else confirming)
    premise, baseline, headline = (
        _mean(name, swept, confirming)
        for name in (rule.premise, rule.baseline, tuned[0].configuration)
    )
    verdict = _verdict(premise, baseline, headline)
    chosen = verdict != NOT_REPRODUCED
    return attrs.evolve(
        nothing,
        tuned=tuple(tuned) if rule.salt else (),
        premise=premise,
        baseline=baseline,
        headline=headline if chosen else None,
        verdict=verdict,
        reason="",
        difference=_difference(rule, headline, swept, confirming, rules) if chosen else None,
        strata=tuple(_strata(rule, headline, swept, confirming)) if chosen else (),
    )


def _covered(swept: Swept) -> Covered:
    """Of how many topics every lane ranked something."""
    stratum = {
        swept.topics[place]: name
        for name, places in swept.strata.items()
        for place in places.tolist()
    }
    missing = tuple(
        (topic, stratum.get(topic, ""), swept.silent[topic]) for topic in sorted(swept.silent)
    )
    return Covered(
        topics=len(swept.topics), answered=len(swept.topics) - len(missing), missing=missing
    )


def _obstacle(rule: SweepRule, swept: Swept, covered: Covered) -> str:
    """Why nothing can be concluded; empty where something can."""
    if covered.answered < rule.coverage * covered.topics:
        share = f"{covered.answered} of {covered.topics} topics"
        return f"every lane ranked something for {share}, and {rule.coverage:f} of them is asked"
    needed = [name for name in (rule.baseline, rule.premise) if name not in swept.values]
    if needed:
        return f"{needed[0]} is not measured: {swept.unmeasured.get(needed[0], 'no reason')}"
    if not any(name in swept.values for name in rule.hybrids):
        return "no hybrid is measured"
    return ""


def _split(rule: SweepRule, swept: Swept) -> tuple[Places, Places]:
    """The places of the tuning topics and of those that the verdict is about."""
    if not rule.salt:
        return np.empty(0, np.int64), np.arange(len(swept.topics))
    strata = {
        name: [swept.topics[place] for place in places.tolist()]
        for name, places in swept.strata.items()
    }
    place = {topic: at for at, topic in enumerate(swept.topics)}
    tuning, confirming = split_topics(strata, rule.salt)
    return (
        np.asarray([place[topic] for topic in tuning], np.int64),
        np.asarray([place[topic] for topic in confirming], np.int64),
    )


def _ranked(names: Sequence[str], swept: Swept, places: Places) -> list[SweptMean]:
    """Configurations by their mean, the best first; equal ones stay in the order of the file."""
    means = [_mean(name, swept, places) for name in names]
    return sorted(means, key=lambda one: -float(one.value or "-1"))


def _mean(name: str, swept: Swept, places: Places) -> SweptMean:
    """The mean of a configuration over some topics."""
    values = swept.values[name]
    measured = summarise(swept.scale.name, Values(values.values[places], values.defined[places]))
    mean = None if measured.mean is None else decimal_text(measured.mean)
    return SweptMean(configuration=name, value=mean, n=measured.defined)


def _verdict(premise: SweptMean, baseline: SweptMean, headline: SweptMean) -> str:
    """What the rule says of three means."""
    values = [one.value for one in (premise, baseline, headline)]
    if any(value is None for value in values):
        return NOT_MEASURED
    least, base, best = (float(value or 0) for value in values)
    if base <= least:
        return NOT_REPRODUCED
    return HIGHEST if best > base else NONE_ABOVE


def _difference(
    rule: SweepRule, headline: SweptMean, swept: Swept, places: Places, rules: Rules
) -> Difference:
    """Headline minus baseline over the topics that the verdict is about.

    It is the one comparison that the rule declares, so nothing is corrected; but without a split
    the headline was chosen on the very same topics, which `SweepFound` leaves to be said.
    """
    mine, its = (
        Values(one.values[places], one.defined[places])
        for one in (swept.values[headline.configuration], swept.values[rule.baseline])
    )
    both = mine.defined & its.defined
    pair = Pair(
        condition=headline.configuration,
        scale=swept.scale,
        both=both,
        differences=without_noise(mine.values[both] - its.values[both], swept.scale.span),
        declared=bool(rule.salt),
        apart=0.0,
        tied=None,
    )
    (found,) = compare_pairs([pair], attrs.evolve(rules, baseline=rule.baseline))
    return found


def _strata(
    rule: SweepRule, headline: SweptMean, swept: Swept, places: Places
) -> Iterator[Stratum]:
    """The headline and the baseline by stratum; nothing where there is one stratum alone."""
    counted = set(places.tolist())
    if len(swept.strata) < 2:  # noqa: PLR2004 - one stratum is all topics
        return
    for name, members in swept.strata.items():
        here = np.asarray([place for place in members.tolist() if place in counted], np.int64)
        yield Stratum(
            name=name,
            topics=len(here),
            baseline=_mean(rule.baseline, swept, here).value,
            headline=_mean(headline.configuration, swept, here).value,
        )
