"""Runs that were compared, as a page: the table of a paper, with what a reader must know of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

import attrs

from ..comparing import verdicts
from ..comparing.compared import Compared
from ..comparing.runs import oddities
from ..counting import counted
from ..decimals import fixed_text, signed_text
from ..objects.comparisons import Difference
from .compared_numbers import HEADER, ComparedNumbers, number_rows
from .findings import Found, findings_of
from .layout import Page, Section, Table
from .layout.cells import (
    ABSENT,
    HIGHER,
    LOWER,
    PLACES,
    confidence_text,
    listed,
    plain_text,
    share_text,
)
from .layout.comparing import CORRECTED, Primary, primary_section
from .rows import Comparison, ConditionRow, Number

TOPIC = "topic"
FIRST = "The baseline is {}, the first run, since none was named."
BOLD = "Bold, where a form has it: the highest of a column; no test stands behind it"
_FEW = ((10, "no comparison is made"), (25, "means are unstable"), (50, "below TREC practice"))
_SILENT = (verdicts.NOT_COMPARED, verdicts.CANNOT_TELL, verdicts.TIES_DECIDE)
_MARKS = {"higher": HIGHER, "lower": LOWER, "better": HIGHER, "worse": LOWER}


def compared_page(compared: Compared) -> Page:
    """The page of a comparison."""
    shown = ComparedNumbers.of(compared)
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
        rows=tuple(number_rows(shown)),
    )


def _found_section(shown: ComparedNumbers) -> Section:
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
        lines=(
            *(line.replace("question", TOPIC) for line in findings_of(found)),
            *([FIRST.format(compared.baseline)] if shown.against and compared.is_first else []),
        ),
        warnings=(*_few(compared), *oddities(compared)),
    )


def _condition(shown: ComparedNumbers, run: str) -> ConditionRow:
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


def _primary_section(shown: ComparedNumbers) -> Section:
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


def _metrics_section(shown: ComparedNumbers) -> Section:
    """Every metric, the best of each column strong."""
    compared = shown.compared
    n = shown.primary[compared.baseline].n
    columns = [[shown.number(run, metric) for run in compared.names] for metric in compared.metrics]
    rows = tuple(
        (run, *(_value(shown, run, metric, n) for metric in compared.metrics))
        for run in compared.names
    )
    return Section(
        title=f"Every metric, over {n} topics unless it says otherwise",
        table=Table(
            header=("run", *compared.metrics),
            rows=rows,
            align="l" + "r" * len(compared.metrics),
            strong=frozenset(_best(compared.metrics, columns)),
        ),
        below=(*_marked(compared, rows), *_silent(shown), *([BOLD] if len(rows) > 1 else [])),
    )


def _marked(compared: Compared, rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """What the marks say, where there are some."""
    if any(cell[-1:] in {HIGHER, LOWER} for row in rows for cell in row):
        yield (
            f"{HIGHER} {LOWER} higher and lower than {compared.baseline} by that metric's own "
            f"test, uncorrected: a hint and no finding; {compared.primary} follows the "
            f"{CORRECTED[compared.comparisons.instrument.correction]}"
        )


def _silent(shown: ComparedNumbers) -> Iterator[str]:
    """Where a value has no mark since nothing can be said; of the primary metric it is said."""
    primary = shown.compared.primary
    for verdict in _SILENT:
        found = [
            f"{run} by {', '.join(metrics)}"
            for run in shown.compared.names
            if (metrics := shown.told(run, verdict, but=primary))
        ]
        if found:
            yield f"{verdict}: {listed(found)}; the CSV has the reason of each"


def _value(shown: ComparedNumbers, run: str, metric: str, n: int) -> str:
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


def _holes_section(shown: ComparedNumbers) -> Section:
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


def _runs_section(shown: ComparedNumbers) -> Section:
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
            ("population", f"{len(compared.topics)} of {compared.judged_topics} judged topics"),
            ("SHA-256 of its ids", compared.population[:12]),
            ("intervals", level),
        ),
        table=Table(
            header=("run", "topics answered", "topics outside", "rows", "tied rows"),
            rows=rows,
            align="lrrrr",
        ),
        below=("tied rows: those whose score a neighbour has too, so that a rule orders them",),
    )
