"""A sweep as a page: the verdict of its rule, every configuration, and what was confirmed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..counting import counted
from ..decimals import fixed_text
from ..objects.sweeps import SweptMean
from ..sweeping.conclude import HIGHEST, NONE_ABOVE, NOT_MEASURED, NOT_REPRODUCED
from .layout import Page, Section, Table
from .layout.cells import (
    ABSENT,
    difference_text,
    listed,
    p_text,
    value_text,
    verdict_text,
)
from .layout.comparing import CORRECTED, instrument_text
from .layout.page import Cell
from .rows import Comparison, ConditionRow
from .sweep_shown import SweepShown

HEADER = ("configuration", "metric", "value", "n", "difference", "p", "p_corrected", "verdict")
PLACES = 4
_KNOWN = (
    "A diagnosis by known items: each topic looks for documents that are known beforehand. It is "
    "no evidence of how well anything is found in general."
)


def sweep_page(done: SweepShown) -> Page:
    """The page of a sweep."""
    return Page(
        title=f"Sweep {done.report.head.experiment_name}, run {done.report.run}",
        sections=(
            _verdict_section(done),
            _overall_section(done),
            _tuning_section(done),
            _strata_section(done),
            _coverage_section(done),
        ),
        header=HEADER,
        rows=tuple(_rows(done)),
    )


def _verdict_section(done: SweepShown) -> Section:
    """What the rule says, and no more."""
    return Section(
        title="Verdict",
        lines=tuple(_said(done)),
        warnings=(
            *((_KNOWN,) if done.rule.known_documents else ()),
            *done.report.head.warnings,
        ),
        facts=(
            ("rule", _rule(done)),
            ("recorded", f"frozen with the run, concluded at position {done.position}"),
        ),
    )


def _rule(done: SweepShown) -> str:
    """The rule in words."""
    rule = done.rule
    chosen = "on the tuning topics, and told of the others" if rule.salt else "on all topics"
    return (
        f"where {rule.baseline} is not above {rule.premise}, nothing is chosen; else the hybrid "
        f"with the highest {done.found.metric} {chosen} is the headline"
    )


def _said(done: SweepShown) -> Iterator[str]:
    """The verdict in sentences."""
    found, rule = done.found, done.rule
    over = f"{counted(found.confirming, 'topic')}" + (
        f" that it was not chosen on ({found.tuning} tuned)" if rule.salt else ""
    )
    if found.verdict == NOT_MEASURED:
        yield f"Nothing is concluded: {found.reason}."
        return
    if found.verdict == NOT_REPRODUCED:
        yield (
            f"The premise does not reproduce: {_text(found.baseline)} is not above "
            f"{_text(found.premise)} over {over}. No configuration is chosen."
        )
        return
    headline = found.headline.configuration if found.headline else ""
    if found.verdict == NONE_ABOVE:
        yield f"No fusion is above {_text(found.baseline)}: the best is {_text(found.headline)}."
    if found.verdict == HIGHEST:
        yield f"{_text(found.headline)} has the highest mean, {_text(found.baseline)}, over {over}."
    one = found.difference
    if one is not None:
        shown = f"{difference_text(one).strip()}, p = {p_text(one.p)}"
        yield f"{headline} minus {rule.baseline}: {shown}: {verdict_text(one)}."
    if not rule.salt:
        yield "It was chosen on the topics that it is measured on: the difference flatters it."


def _text(one: SweptMean | None) -> str:
    """A configuration with its mean."""
    if one is None or one.value is None:
        return NOT_MEASURED
    return f"{one.configuration} ({fixed_text(one.value, PLACES)})"


def _overall_section(done: SweepShown) -> Section:
    """Every configuration over all topics, the highest mean first."""
    report = done.report
    against = {(one.condition, one.metric): one for one in report.comparisons}
    place = report.metrics.index(report.primary)
    metrics = [metric for metric in report.metrics if not metric.startswith("Judged")]
    ordered = sorted(report.conditions, key=lambda row: -float(row.numbers[place].value or "-1"))
    rows = tuple(_overall(done, row, against, metrics) for row in ordered)
    by = CORRECTED[report.head.instrument.correction]
    return Section(
        title=f"Overall, over {report.head.topics} topics, by {report.primary}",
        table=Table(
            header=("configuration", *metrics, f"Δ {report.primary}", by, "verdict"),
            rows=rows,
            align="l" + "r" * len(metrics) + "lrl",
        ),
        below=(
            (
                f"Δ: against {done.rule.baseline}, paired by topic; these topics hold those that "
                "the headline was chosen on"
            ),
            instrument_text(report.head.instrument),
        ),
    )


def _overall(
    done: SweepShown,
    row: ConditionRow,
    against: Mapping[tuple[str, str], Comparison],
    metrics: list[str],
) -> tuple[str, ...]:
    """One configuration."""
    report = done.report
    numbers = dict(zip(report.metrics, row.numbers, strict=True))
    one = against.get((row.name, report.primary))
    values = [value_text(numbers[metric]) for metric in metrics]
    if one is None:
        return row.name, *values, "baseline" if row.name == done.rule.baseline else "", "", ""
    return row.name, *values, difference_text(one), p_text(one.corrected), verdict_text(one)


def _tuning_section(done: SweepShown) -> Section:
    """What the headline was chosen from."""
    found = done.found
    rows = tuple(
        (
            one.configuration,
            ABSENT if one.value is None else fixed_text(one.value, PLACES),
            str(one.n),
        )
        for one in found.tuned
    )
    return Section(
        title=f"Chosen on {counted(found.tuning, 'tuning topic')}",
        table=Table(header=("configuration", found.metric, "topics"), rows=rows, align="lrr"),
        below=("equal means go to what stands first in the file",),
    )


def _strata_section(done: SweepShown) -> Section:
    """The headline and the baseline by stratum."""
    found, rule = done.found, done.rule
    headline = found.headline.configuration if found.headline else "headline"
    rows = tuple(
        (one.name, str(one.topics), *(_value(value) for value in (one.baseline, one.headline)))
        for one in found.strata
    )
    return Section(
        title=f"{found.metric} by bucket",
        table=Table(header=("bucket", "topics", rule.baseline, headline), rows=rows, align="lrrr"),
        below=("of the topics that the verdict is about; buckets were not tested",),
    )


def _value(value: str | None) -> str:
    """A mean, or a dash."""
    return ABSENT if value is None else fixed_text(value, PLACES)


def _coverage_section(done: SweepShown) -> Section:
    """Of how many topics every lane ranked something."""
    covered = done.found.covered
    told = f"{covered.answered} of {covered.topics} topics; {done.rule.coverage:f} of them is asked"
    missing = [f"{topic} ({', '.join(lanes)})" for topic, _, lanes in covered.missing]
    facts = [("every lane ranked something for", told)]
    if missing:
        facts.append(("nothing ranked", listed(missing, 20)))
    return Section(title="Coverage", facts=tuple(facts))


def _rows(done: SweepShown) -> Iterator[tuple[Cell, ...]]:
    """A row for each configuration and metric, over all topics."""
    report = done.report
    against = {(one.condition, one.metric): one for one in report.comparisons}
    for row in report.conditions:
        for metric, number in zip(report.metrics, row.numbers, strict=True):
            one = against.get((row.name, metric))
            tested = (one.difference, one.p, one.corrected, one.verdict) if one else (None,) * 4
            yield (row.name, metric, number.value, number.n, *tested)
