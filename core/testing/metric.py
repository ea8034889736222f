"""The contract of metrics."""

from __future__ import annotations

import inspect
from typing import ClassVar

import attrs
import numpy as np

from ..hookspec import Metric, MetricPlugin
from ..measuring.axes import Axes
from ..measuring.documents import Documents
from ..measuring.evidence import Sought
from ..measuring.join import join
from ..measuring.judged import Judged, Values
from ..measuring.metric_names import AXES, DOCUMENTS, EVIDENCE
from ..plugging.contracts import check_values
from ..qrels import Qrels
from ..ranking.rankings import Rankings
from ..topics import Topics
from .check import Contract
from .fakes import (
    toy_axes,
    toy_corpus,
    toy_evidence,
    toy_judged,
    toy_qrels,
    toy_rankings,
    toy_topics,
)

_CUTOFFS = (1, 5)


class MetricContract(Contract):
    """What every metric must keep. Subclass it, name `plugin`, and pytest runs the rules.

    Attributes:
        plugin: the metric's record.
        params: parameters as they stand in its name (`rel`, `dcg`).
        needs_relevant: whether a topic without relevant documents has no value, as for recall; a
            metric that has one there, as precision does, says False.
        empty_is_lowest: whether an empty ranking has the metric's least value where it is defined.
        stops_at_cutoff: whether rows beyond the cut-off change nothing.
    """

    plugin: ClassVar[MetricPlugin]
    needs_relevant: ClassVar[bool] = True
    empty_is_lowest: ClassVar[bool] = True
    stops_at_cutoff: ClassVar[bool] = True

    def test_values_are_sound(self) -> None:
        """One number per topic, in the metric's range wherever it is defined, for every cut-off."""
        for cutoff in self._cutoffs():
            self._score(cutoff, toy_judged())

    def test_asked_twice_answers_the_same(self) -> None:
        """The same object gives the same values again."""
        for cutoff in self._cutoffs():
            metric = self._metric(cutoff)
            first = _plain(metric.score(toy_judged()))
            again = _plain(metric.score(toy_judged()))
            self.expect("asked twice, answers the same", first, again, "equal values")

    def test_block_alone_is_the_block_within_all(self) -> None:
        """A topic's value does not depend on the topics measured beside it."""
        topics = toy_topics()
        for cutoff in self._cutoffs():
            whole = _plain(self._score(cutoff, toy_judged()))
            parts = []
            for number, block in enumerate(topics.blocks):
                here = _joined(toy_rankings(topics).block(number), toy_qrels(topics), block)
                parts += _plain(self._score(cutoff, here))
            self.expect("a block alone is the block within all", whole, parts, "equal values")

    def test_undefined_without_relevant_documents(self) -> None:
        """A topic without relevant documents is undefined, unless the metric says otherwise."""
        self._skip_of_documents()
        topics = Topics.of_ids(["a", "b"])
        qrels = Qrels.of([("a", "x", 0), ("b", "y", -1)])
        judged = _joined(Rankings.of(topics, [[("x", 2.0), ("y", 1.0)]] * 2), qrels, topics)
        wanted = [not self.needs_relevant] * 2
        for cutoff in self._cutoffs():
            found = self._score(cutoff, judged).defined.tolist()
            self.expect("undefined without relevant documents", wanted, found, str(wanted))

    def test_defined_with_relevant_documents(self) -> None:
        """A topic with a relevant document has a value, even where nothing was found."""
        self._skip_of_documents()
        topics = Topics.of_ids(["a", "b"])
        qrels = Qrels.of([("a", "x", 3), ("a", "z", 0), ("b", "x", 3), ("b", "z", 0)])
        judged = _joined(Rankings.of(topics, [[], [("z", 1.0)]]), qrels, topics)
        for cutoff in self._cutoffs():
            found = self._score(cutoff, judged).defined.tolist()
            self.expect("defined with relevant documents", [True, True], found, "a value for each")

    def test_empty_ranking_counts(self) -> None:
        """An empty ranking has the least value, so that silence never pays."""
        self._skip_of_documents()
        if not self.empty_is_lowest:
            self.skip("this metric says that an empty ranking is not its lowest")
        judged = toy_judged(silent=toy_topics().ids)
        for cutoff in self._cutoffs():
            values = self._score(cutoff, judged)
            found = sorted(set(values.values[values.defined].tolist()))
            self.expect(
                "an empty ranking counts", [self.plugin.low], found, "the least value of its range"
            )

    def test_rows_beyond_the_cutoff_do_not_matter(self) -> None:
        """Rows after the cut-off, judged or not, change nothing."""
        if not self.stops_at_cutoff:
            self.skip("this metric says that it looks at rows beyond its cut-off")
        for cutoff in self._cutoffs():
            if cutoff is None:
                continue
            long = _plain(self._score(cutoff, toy_judged(rows=12)))
            short = _plain(self._score(cutoff, toy_judged(rows=cutoff)))
            self.expect("rows beyond the cut-off do not matter", short, long, "equal values")

    def test_evidence_is_asked_for(self) -> None:
        """A metric that does not say that it needs evidence gives the same without."""
        if EVIDENCE in self.plugin.needs:
            self.skip("this metric says that it needs evidence")
        for cutoff in self._cutoffs():
            with_evidence = _plain(self._metric(cutoff).score(toy_judged()))
            without = _plain(self._metric(cutoff).score(attrs.evolve(toy_judged(), shown=None)))
            self.expect("evidence is asked for", without, with_evidence, "equal values")

    def test_axes_are_asked_for(self) -> None:
        """A metric that does not say that it needs axes gives the same without."""
        if AXES in self.plugin.needs:
            self.skip("this metric says that it needs axes")
        for cutoff in self._cutoffs():
            with_axes = _plain(self._metric(cutoff).score(toy_judged()))
            without = _plain(self._metric(cutoff).score(attrs.evolve(toy_judged(), covering=None)))
            self.expect("axes are asked for", without, with_axes, "equal values")

    def test_what_nobody_returned_does_not_matter(self) -> None:
        """A metric that need not know all that is relevant gives the same when there is more."""
        if self.plugin.enumerates:
            self.skip("this metric says that it needs to know all that is relevant")
        topics, qrels = toy_topics(), toy_qrels()
        more = Qrels.of(
            (topic, unit, grade)
            for topic, row in qrels.grades.items()
            for unit, grade in (*row.items(), ("zz-unreturned", max(row.values())))
        )
        evidence, axes = toy_evidence(qrels), toy_axes(qrels)
        for cutoff in self._cutoffs():
            one, other = (
                _plain(self._score(cutoff, _joined(toy_rankings(), known, topics, evidence, axes)))
                for known in (qrels, more)
            )
            self.expect("what nobody returned does not matter", one, other, "equal values")

    def test_judgments_are_left_alone(self) -> None:
        """Scoring changes nothing in what it was given, so that the next metric sees the same."""
        for cutoff in self._cutoffs():
            judged = toy_judged()
            metric = self._metric(cutoff)
            before = _snapshot(judged)
            metric.score(judged)
            self.expect("the judgments are left alone", before, _snapshot(judged), "no change")

    def test_no_topics(self) -> None:
        """No topics give no values."""
        for cutoff in self._cutoffs():
            self._score(cutoff, toy_judged(Topics((), ())))

    def footprint(self) -> bytes:
        """The values for every cut-off."""
        return repr([_plain(self._score(one, toy_judged())) for one in self._cutoffs()]).encode()

    def _cutoffs(self) -> tuple[int | None, ...]:
        """The cut-offs that the metric takes, as its `build` says."""
        known = inspect.signature(self.plugin.build).parameters
        if "cutoff" not in known:
            return (None,)
        is_required = known["cutoff"].default is inspect.Parameter.empty
        return _CUTOFFS if is_required else (None, *_CUTOFFS)

    def _metric(self, cutoff: int | None) -> Metric:
        """The metric at a cut-off."""
        metric: Metric = self.build(**({} if cutoff is None else {"cutoff": cutoff}))
        return metric

    def _skip_of_documents(self) -> None:
        """Skip a rule about relevance, which a metric of documents does not look at."""
        if DOCUMENTS in self.plugin.needs:
            self.skip("this metric describes documents, relevant or not")

    def _score(self, cutoff: int | None, judged: Judged) -> Values:
        """Score and check as a run does."""
        made = self._metric(cutoff).score(judged)
        return check_values(self.name, made, len(judged), self.plugin.low, self.plugin.high)


def _joined(
    rankings: Rankings,
    qrels: Qrels,
    topics: Topics,
    evidence: Sought | None = None,
    axes: Axes | None = None,
) -> Judged:
    """Rankings joined with qrels, with evidence and axes made of them unless given, and texts."""
    return join(
        rankings,
        qrels,
        topics,
        evidence or toy_evidence(qrels),
        axes=axes or toy_axes(qrels),
        documents=Documents(toy_corpus(), "passage"),
    )


def _plain(values: Values) -> list[float | None]:
    """Values as plain numbers, None where undefined."""
    pairs = zip(values.values.tolist(), values.defined.tolist(), strict=True)
    return [value if defined else None for value, defined in pairs]


def _snapshot(judged: Judged) -> tuple[bytes, ...]:
    """Everything that a careless metric could change."""
    shown, covering = judged.shown, judged.covering
    columns = (
        judged.offsets,
        judged.grades,
        judged.mask,
        judged.hits.grades,
        judged.hits.ranks,
        judged.qrels.grades,
        judged.ideals.grades,
        judged.relevant(),
        *((shown.offsets, shown.is_phrase, shown.ranks) if shown else ()),
        *((covering.axes, covering.ranks, covering.grades) if covering else ()),
    )
    return tuple(np.ascontiguousarray(column).tobytes() for column in columns)
