"""Runs that were compared, as a page: the table of a paper, with what a reader must know of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

import attrs

from ..comparing.compared import Compared
from ..comparing.runs import oddities
from ..counting import counted
from ..decimals import fixed_text, signed_text
from ..objects.comparisons import Difference, Mean
from .findings import Found, findings_of
from .layout import Page, Section, Table
from .layout.cells import (
    ABSENT,
    HIGHER,
    LOWER,
    PLACES,
    confidence_text,
    plain_text,
    share_text,
)
from .layout.comparing import Primary, primary_section
from .layout.page import Cell
from .rows import Comparison, ConditionRow, Number

TOPIC = "topic"
HEADER = (
    *("run", "baseline", "metric", "value", "n", "of", "low", "high", "method"),
    *("tied_low", "tied_high", "difference", "diff_low", "diff_high", "diff_method"),
    *("p", "p_corrected", "declared", "wins", "ties", "losses", "d_z", "detectable"),
    *("verdict", "reason"),
)
_FEW = ((10, "no comparison is made"), (25, "means are unstable"), (50, "below TREC practice"))
_MARKS = {"higher": HIGHER, "lower": LOWER, "better": HIGHER, "worse": LOWER}


@attrs.frozen(eq=False)
class _Shown:
    """What was compared, by name."""

    compared: Compared
    means: Mapping[tuple[str, str], Mean]
    differences: Mapping[tuple[str, str], Difference]

    @classmethod
    def of(cls, compared: Compared) -> _Shown:
        """Look everything up once."""
        found = compared.comparisons
        return cls(
            compared,
            {(one.condition, one.metric): one for one in found.means},
            {(one.condition, one.metric): one for one in found.differences},
        )

    def number(self, run: str, metric: str) -> Number:
        """A mean with what stands beside it."""
        mean = self.means[run, metric]
        return Number(
            value=mean.value,
            n=mean.n,
            of=mean.of,
            positions=(),
            bounds=mean.bounds,
            tied=mean.tied,
        )

    @property
    def against(self) -> dict[str, Difference]:
        """The differences by the primary metric, by run."""
        primary = self.compared.primary
        names = self.compared.names
        return {
            run: self.differences[run, primary]
            for run in names
            if (run, primary) in self.differences
        }

    @property
    def primary(self) -> dict[str, Number]:
        """The means by the primary metric, by run."""
        return {run: self.number(run, self.compared.primary) for run in self.compared.names}


def compared_page(compared: Compared) -> Page:
    """The page of a comparison."""
    shown = _Shown.of(compared)
    return Page(
        title=f"{counted(len(compared.names) - 1, 'run')} against {compared.baseline}",
        sections=(
            _found_section(shown),
            _primary_section(shown),
            _metrics_section(shown),
            _holes_section(shown),
            _runs_section(shown),
        ),
        header=HEADER,
        rows=tuple(_rows(shown)),
    )


def topics_page(compared: Compared) -> Page:
    """Each topic's value of each run by each metric, as rows."""
    rows = (
        (topic, run, metric, value)
        for run in compared.names
        for metric in compared.metrics
        for topic, value in zip(compared.topics.ids, compared.texts(run, metric), strict=True)
    )
    header = ("topic", "run", "metric", "value")
    return Page(title="Values of topics", sections=(), header=header, rows=tuple(rows))


def _found_section(shown: _Shown) -> Section:
    """What was found in words, and what nobody should overlook."""
    compared = shown.compared
    found = Found(
        metrics=compared.metrics,
        primary=compared.primary,
        baseline=compared.baseline,
        depth=0,
        instrument=compared.comparisons.instrument,
        conditions=tuple(_condition(shown, run) for run in compared.names),
        comparisons=tuple(
            Comparison(
                **{field.name: getattr(one, field.name) for field in attrs.fields(Difference)},
                positions=(),
            )
            for one in compared.comparisons.differences
        ),
        buckets=(),
        shares=(),
        topics=(),
    )
    return Section(
        title="What was found",
        lines=tuple(line.replace("question", TOPIC) for line in findings_of(found)),
        warnings=(*_few(compared), *oddities(compared)),
    )


def _condition(shown: _Shown, run: str) -> ConditionRow:
    """A run as the sentences know conditions."""
    return ConditionRow(
        name=run,
        lanes=(),
        weights=(),
        left_out=(),
        fuser="",
        reranker="",
        choices=(),
        state="measured",
        reason="",
        numbers=tuple(shown.number(run, metric) for metric in shown.compared.metrics),
    )


def _few(compared: Compared) -> Iterator[str]:
    """What so few topics allow."""
    topics = len(compared.topics)
    for least, told in _FEW:
        if topics < least:
            yield f"{topics} topics, fewer than {least}: {told}"
            return


def _primary_section(shown: _Shown) -> Section:
    """The table of the paper."""
    compared, against = shown.compared, shown.against
    section = primary_section(
        Primary(
            metric=compared.primary,
            baseline=compared.baseline,
            instrument=compared.comparisons.instrument,
            numbers=shown.primary,
            against=against,
            of=len(compared.topics),
            topic=TOPIC,
            names="run",
            beside={
                "W/T/L": {run: f"{o.wins}/{o.ties}/{o.losses}" for run, o in against.items()},
                "d_z": {run: _effect_text(compared, run) for run in against},
            },
        )
    )
    below = (
        (
            "W/T/L: topics where the run is above the baseline, equal, below; d_z: mean difference "
            "by its standard deviation over topics (Cohen), no measure of certainty"
        ),
        (
            "The family, runs by this metric, is what was asked for here: nothing shows that it "
            "was chosen before the numbers were seen; a ledger does (benchbook eval retrieval)"
        ),
    )
    if not against:
        return section
    return attrs.evolve(section, below=(*section.below, *below))


def _effect_text(compared: Compared, run: str) -> str:
    """`+0.21`, or a dash where there is no spread."""
    effect = compared.effect(run, compared.primary)
    return ABSENT if effect is None else signed_text(effect, 2)


def _metrics_section(shown: _Shown) -> Section:
    """Every metric, the best of each column strong."""
    compared = shown.compared
    n = shown.primary[compared.baseline].n
    columns = [[shown.number(run, metric) for run in compared.names] for metric in compared.metrics]
    rows = tuple(
        (run, *(_value(shown, run, metric, n) for metric in compared.metrics))
        for run in compared.names
    )
    hints = any(cell[-1:] in {HIGHER, LOWER} for row in rows for cell in row)
    below = (
        (
            f"{HIGHER} {LOWER} higher and lower than {compared.baseline} by that metric's own "
            f"test, uncorrected: a hint and no finding; {compared.primary} follows the corrected p"
        ),
    )
    return Section(
        title=f"Every metric, over {n} topics unless it says otherwise",
        table=Table(
            header=("run", *compared.metrics),
            rows=rows,
            align="l" + "r" * len(compared.metrics),
            strong=frozenset(_best(compared.metrics, columns)),
        ),
        below=below if hints else (),
    )


def _value(shown: _Shown, run: str, metric: str, n: int) -> str:
    """One mean, marked where its test found a difference."""
    one = shown.differences.get((run, metric))
    mark = _MARKS.get(one.verdict, "") if one else ""
    return plain_text(shown.number(run, metric), n) + mark


def _best(metrics: Sequence[str], columns: Sequence[Sequence[Number]]) -> Iterator[tuple[int, int]]:
    """Row and column of the highest value of each metric; how much is judged is no quality."""
    for at, (metric, numbers) in enumerate(zip(metrics, columns, strict=True), 1):
        values = [None if one.value is None else Decimal(one.value) for one in numbers]
        known = [value for value in values if value is not None]
        if len(known) > 1 and not metric.startswith("Judged"):
            yield from ((row, at) for row, value in enumerate(values) if value == max(known))


def _holes_section(shown: _Shown) -> Section:
    """What unjudged documents could do, and Bpref beside, which does not look at them."""
    compared = shown.compared
    bpref = next((metric for metric in compared.metrics if metric.startswith("Bpref")), None)
    rows = tuple(
        (
            hole.condition,
            hole.metric,
            fixed_text(hole.judged, 2),
            plain_text(shown.number(hole.condition, hole.metric), compared.runs[0].of),
            fixed_text(hole.condensed, PLACES),
            fixed_text(hole.at_most, PLACES),
            *(
                [plain_text(shown.number(hole.condition, bpref), compared.runs[0].of)]
                if bpref
                else []
            ),
        )
        for hole in compared.comparisons.holes
    )
    header = ("run", "metric", "judged", "value", "without", "at most", *([bpref] if bpref else []))
    return Section(
        title="What unjudged documents could change",
        table=Table(header=header, rows=rows, align="ll" + "r" * (len(header) - 2)),
        below=(
            "value: what nobody judged counts as not relevant; without: its rows are taken out "
            "(a condensed list); at most: all of it had the best grade"
            + ("; Bpref ignores what nobody judged" if bpref else ""),
        ),
    )


def _runs_section(shown: _Shown) -> Section:
    """What the runs hold."""
    compared = shown.compared
    rows = tuple(
        (
            run.name,
            share_text(run.answered, run.of),
            str(len(run.unjudged)),
            f"{run.rows:,}",
            f"{100 * run.tied / run.rows:.1f} %",
        )
        for run in compared.runs
    )
    level = confidence_text(compared.comparisons.instrument)
    return Section(
        title="The runs",
        facts=(
            ("population", f"{len(compared.topics)} topics, of {compared.judged_topics} judged"),
            ("intervals", level),
        ),
        table=Table(
            header=("run", "topics answered", "topics outside", "rows", "tied rows"),
            rows=rows,
            align="lrrrr",
        ),
        below=("tied rows: those whose score a neighbour has too, so that a rule orders them",),
    )


def _rows(shown: _Shown) -> Iterator[tuple[Cell, ...]]:
    """A row for each run and metric, numbers as they would be recorded."""
    compared = shown.compared
    for run in compared.names:
        for metric in compared.metrics:
            mean, one = shown.means[run, metric], shown.differences.get((run, metric))
            bounds, tied = mean.bounds, mean.tied
            yield (
                *(run, compared.baseline, metric, mean.value, mean.n, mean.of),
                *((bounds.low, bounds.high, bounds.method) if bounds else (None,) * 3),
                *((tied.low, tied.high) if tied else (None, None)),
                *(_difference(compared, one) if one else (None,) * 14),
            )


def _difference(compared: Compared, one: Difference) -> tuple[Cell, ...]:
    """The cells of a difference."""
    bounds = one.bounds
    return (
        one.difference,
        *((bounds.low, bounds.high, bounds.method) if bounds else (None,) * 3),
        *(one.p, one.corrected, "yes" if one.declared else "no"),
        *(one.wins, one.ties, one.losses, compared.effect(one.condition, one.metric)),
        *(one.detectable, one.verdict, one.reason),
    )
