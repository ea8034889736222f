"""The other metrics of each condition, and conditions without any."""

from __future__ import annotations

from collections.abc import Iterator

from ...counting import counted
from ..report import Report
from ..rows import Comparison, ConditionRow
from .cells import HIGHER, LOWER, NOT_MEASURED, plain_text
from .comparing import counted_topics
from .tables import Section, Table

_MARKS = {"higher": HIGHER, "lower": LOWER}
_JUDGED = "Judged"


def metrics_section(report: Report) -> Section:
    """Every metric but the primary, as plain values: their intervals stand in the JSON and CSV."""
    others = [at for at, metric in enumerate(report.metrics) if metric != report.primary]
    found = {(one.condition, one.metric): one for one in report.comparisons}
    rows = tuple(
        (row.name, *(_value(report, row, at, found) for at in others))
        for row in report.conditions
        if row.state != NOT_MEASURED
    )
    over = counted(counted_topics(report), "question")
    return Section(
        title=f"Other metrics, over {over} unless they say otherwise",
        table=Table(
            header=("condition", *(report.metrics[at] for at in others)),
            rows=rows if others else (),
            align="l" + "r" * len(others),
        ),
        below=tuple(_below(report, rows)),
    )


def unmeasured_section(report: Report) -> Section:
    """Every condition that is not measured, with why."""
    rows = tuple((row.name, row.reason) for row in report.conditions if row.state == NOT_MEASURED)
    return Section(title="Not measured", facts=rows)


def _value(
    report: Report, row: ConditionRow, at: int, found: dict[tuple[str, str], Comparison]
) -> str:
    """One value, marked where its own test found a difference to the baseline."""
    one = found.get((row.name, report.metrics[at]))
    mark = _MARKS.get(one.verdict, "") if one else ""
    return plain_text(row.numbers[at], counted_topics(report)) + mark


def _below(report: Report, rows: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    """What the signs and Judged mean, where they occur."""
    signs = [sign for sign in (HIGHER, LOWER) if any(sign in cell for row in rows for cell in row)]
    if signs:
        words = " and ".join(f"{sign} {'higher' if sign == HIGHER else 'lower'}" for sign in signs)
        yield (
            f"{words} than {report.baseline} by that metric's own test, uncorrected: a hint and no "
            "finding, since only comparisons by the primary metric were declared"
        )
    judged = [metric for metric in report.metrics if metric.startswith(_JUDGED)]
    if judged:
        yield (
            f"{', '.join(judged)}: the share of the first rows that the gold set speaks of; all "
            "else counts as not relevant"
        )
