"""Runs that were compared: what was asked for, what each run holds, and every number."""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from functools import cached_property

import attrs

from ..decimals import decimal_text
from ..errors import UsageError
from ..event_store import canonical_json, digest
from ..measuring.judged import Values
from ..objects.comparisons import Comparisons
from ..plain import to_plain
from ..topics import Topics
from .pairs import without_noise
from .rules import CORRECTIONS, HOLM, INTERVALS, SIGN_FLIP, STANDARD, TESTS


@attrs.frozen(kw_only=True)
class CompareOptions:
    """How runs are compared.

    Raises:
        UsageError: a test, correction or interval that there is not, or an alpha outside 0 to 1.

    Attributes:
        baseline: the run that the others are compared with; the first where it is empty.
        primary: the metric of the declared family, runs × primary; the first where it is empty.
        test, correction, interval: as an experiment names them.
        alpha: of the family.
        topics: the population; all topics of the qrels when None.
    """

    baseline: str = ""
    primary: str = ""
    test: str = SIGN_FLIP
    correction: str = HOLM
    interval: str = STANDARD
    alpha: Decimal = Decimal("0.05")
    topics: Topics | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse what there is not."""
        named = (("test", TESTS), ("correction", CORRECTIONS), ("interval", INTERVALS))
        for key, known in named:
            given = getattr(self, key)
            if given not in known:
                message = f"{key} {given!r}; expected one of {', '.join(known)}"
                raise UsageError(message)
        if not (self.alpha.is_finite() and 0 < self.alpha < 1):
            message = f"alpha {self.alpha}; expected a number between 0 and 1, as 0.05"
            raise UsageError(message)


@attrs.frozen(kw_only=True)
class RunFacts:
    """What a run holds, beside its numbers.

    Attributes:
        answered: topics of the population that it has rows for; of: topics of the population.
        unjudged: topics of the run outside the population, sorted; they are left out.
        rows: of the population's topics.
        tied: of these rows, the ones whose score a neighbour has too.
        depth: the most rows that a topic has.
        unseen: metrics that look deeper than that, where another run goes deeper: what this one may
            have below counts as missed.
        same_as: an earlier run with the same units in the same order for every topic; else empty.
    """

    name: str
    answered: int
    of: int
    unjudged: tuple[str, ...]
    rows: int
    tied: int
    depth: int
    unseen: tuple[str, ...]
    same_as: str


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Compared:
    """Runs that were compared.

    Attributes:
        baseline: a run's name; is_first: whether it is the first one, since nobody named another.
        primary, metrics: canonical names, the share of judged rows at each of their cut-offs behind
            those that were asked for.
        topics: the population, sorted; judged_topics: how many topics the qrels hold; twins: how
            many judgments they repeat.
        runs: in the order given.
        comparisons: means, differences, ties and holes, as a ledger records them.
        values: by run, then metric: one per topic.
    """

    baseline: str
    is_first: bool
    primary: str
    metrics: tuple[str, ...]
    topics: Topics
    judged_topics: int
    twins: int
    runs: tuple[RunFacts, ...]
    comparisons: Comparisons
    values: Mapping[str, Mapping[str, Values]]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The runs, in the order given."""
        return tuple(run.name for run in self.runs)

    @cached_property
    def population(self) -> str:
        """The digest of the topics' ids: two comparisons over the same topics have the same."""
        return digest(canonical_json(list(self.topics.ids)))

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it, values of topics included."""
        return {
            "baseline": self.baseline,
            "primary": self.primary,
            "metrics": list(self.metrics),
            "population": self.population,
            "topics": list(self.topics.ids),
            "judged_topics": self.judged_topics,
            "runs": to_plain(self.runs),
            "comparisons": to_plain(self.comparisons),
            "d_z": {
                run: {metric: self.effect(run, metric) for metric in self.metrics}
                for run in self.names
                if run != self.baseline
            },
            "values": {
                run: {metric: self.texts(run, metric) for metric in self.metrics}
                for run in self.names
            },
        }

    def texts(self, run: str, metric: str) -> list[str | None]:
        """The value of each topic as a decimal; None where it is not defined."""
        one = self.values[run][metric]
        return [
            decimal_text(value) if is_defined else None
            for value, is_defined in zip(one.values.tolist(), one.defined.tolist(), strict=True)
        ]

    def effect(self, run: str, metric: str) -> str | None:
        """Cohen's d_z of a run against the baseline: mean difference by its standard deviation.

        The deviation is of the paired differences, with n - 1. None where there are fewer than two,
        or all are the same.

        Source: Cohen 1988, Statistical Power Analysis, section 2.3.5; Lakens 2013,
        doi:10.3389/fpsyg.2013.00863, equation 6.
        """
        mine, its = self.values[run][metric], self.values[self.baseline][metric]
        both = mine.defined & its.defined
        differences = without_noise(mine.values[both] - its.values[both], 1.0).tolist()
        if len(set(differences)) < 2:  # noqa: PLR2004 - one value has no spread
            return None
        mean = math.fsum(differences) / len(differences)
        squares = math.fsum((one - mean) ** 2 for one in differences)
        return decimal_text(mean / math.sqrt(squares / (len(differences) - 1)))
