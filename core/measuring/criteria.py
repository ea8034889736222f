"""What counts as relevant in a run: by its rule, and by either criterion alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from weakref import WeakKeyDictionary

import attrs

from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..topics import Topics
from .axes import Axes
from .documents import Documents
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
        decided: the criteria by which every unit is known to be relevant or not, so that there are
            no holes: `document`, `evidence`, and the empty text for the rule of the run.
        axes: what the topics ask for and what covers it; None where the gold set has no axes.
        documents: what is known of them beside their grades; None where only their ids are.
    """

    qrels: Qrels
    alone: Mapping[str, Qrels]
    sought: Sought | None
    decided: frozenset[str] = frozenset()
    axes: Axes | None = None
    documents: Documents | None = None
    # By rankings, for as long as these live: ties and holes are looked for where metrics looked.
    _joined: WeakKeyDictionary[Rankings, dict[tuple[Topics, str], Judged]] = attrs.field(
        factory=WeakKeyDictionary, init=False, repr=False
    )

    def measure(
        self, rankings: Rankings, topics: Topics, metrics: Sequence[ReadyMetric]
    ) -> tuple[Measured, ...]:
        """Score rankings with each metric by the criterion in its name.

        Raises:
            RunFailed: a metric failed, or gave other than one value of its range per topic.
        """
        return measure_each(cache(partial(self.judged, rankings, topics)), metrics)

    def judged(self, rankings: Rankings, topics: Topics, criterion: str = "") -> Judged:
        """Join rankings with the qrels of a criterion; with those of the run's rule when empty.

        Args:
            criterion: `document`, `evidence` or the empty text, as `by` of a metric's name.
        """
        made = self._joined.setdefault(rankings, {})
        if (topics, criterion) not in made:
            qrels = self.alone[criterion] if criterion else self.qrels
            decided = criterion in self.decided
            made[topics, criterion] = join(
                rankings,
                qrels,
                topics,
                self.sought,
                axes=self.axes,
                documents=self.documents,
                decided=decided,
            )
        return made[topics, criterion]
