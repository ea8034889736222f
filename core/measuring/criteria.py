"""What counts as relevant in a run: by its rule, and by either criterion alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..topics import Topics
from .evidence import Sought
from .join import join
from .judged import Judged
from .scoring import Measured, ReadyMetric, measure_each


@attrs.frozen(kw_only=True, eq=False)
class Criteria:
    """Qrels by criterion, and what the questions need as evidence.

    Attributes:
        qrels: what is relevant by the rule of the run.
        alone: by `document` and by `evidence`; empty where the gold set has no evidence.
        sought: titles and phrases, as they were found in the corpus; None likewise.
    """

    qrels: Qrels
    alone: Mapping[str, Qrels]
    sought: Sought | None

    def measure(
        self, rankings: Rankings, topics: Topics, metrics: Sequence[ReadyMetric]
    ) -> tuple[Measured, ...]:
        """Score rankings with each metric by the criterion in its name.

        Raises:
            RunFailed: a metric failed, or gave other than one value of its range per topic.
        """
        made: dict[str, Judged] = {}

        def judged_by(criterion: str) -> Judged:
            if criterion not in made:
                qrels = self.alone[criterion] if criterion else self.qrels
                made[criterion] = join(rankings, qrels, topics, self.sought)
            return made[criterion]

        return measure_each(judged_by, metrics)
