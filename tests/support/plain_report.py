"""Every number of a report, each with a way to come by it again from what a run recorded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import attrs

from plain_run import PlainRun
from plain_statistics import Flips, detectable, holm, mean, student, wilson

Named = tuple[str, str, str]
"""A condition, the baseline, a metric."""


@attrs.frozen(kw_only=True)
class ReportNumber:
    """A number of a report, and how it is come by again.

    Attributes:
        kind: what it is a case of; where: as a reader would name it.
        recorded: as the report has it.
    """

    kind: str
    where: str
    recorded: str | int | None
    again: Callable[[], float | None]


@attrs.frozen(kw_only=True)
class PlainReport:
    """The JSON of a report, and its run as it is read without Benchbook."""

    report: dict[str, Any]
    run: PlainRun
    _flips: dict[Named, Flips] = attrs.field(factory=dict, init=False)

    @property
    def draws(self) -> int:
        """How many flips were drawn, as the report itself says."""
        said = re.match(
            r"of the mean difference, two-sided, ([\d,]+) flips of [\d,]+ topics drawn by PCG64",
            self.report["head"]["instrument"]["details"],
        )
        assert said
        return int(said[1].replace(",", ""))

    def flips(self, named: Named) -> Flips:
        """The test of one difference; it is asked for several numbers."""
        if named not in self._flips:
            seed = self.report["head"]["instrument"]["seed"]
            self._flips[named] = Flips(self.run.differences(*named), seed, self.draws)
        return self._flips[named]

    def p(self, named: Named) -> float:
        """The p of one difference, no smaller than so many unequal pairs can give."""
        return max(self.flips(named).p, self.smallest(named))

    def end(self, named: Named, at: int) -> float:
        """An end of its interval."""
        return self.flips(named).interval[at]

    def smallest(self, named: Named) -> float:
        """The smallest p that so many unequal pairs, and so many draws, can give."""
        unequal = sum(one != 0 for one in self.run.differences(*named))
        return max(2.0 ** -max(unequal - 1, 0), 1 / (self.draws + 1))

    def corrected(self, named: Named) -> float:
        """Holm's p over the family that was declared."""
        return holm([self.p(one) for one in self.family])[self.family.index(named)]

    @property
    def family(self) -> list[Named]:
        """The comparisons that were declared."""
        return [_named(one) for one in self.report["comparisons"] if one["declared"]]

    def numbers(self) -> Iterator[ReportNumber]:
        """All of them."""
        metrics = self.report["metrics"]
        for at, row in enumerate(self.report["conditions"]):
            scopes = [("", row["numbers"])]
            scopes += [(one["name"], one["numbers"][at]) for one in self.report["buckets"]]
            for bucket, numbers in scopes:
                for metric, number in zip(metrics, numbers, strict=True):
                    yield from _of_mean(self.run, row["name"], metric, bucket, number)
            for topic in self.report["topics"]:
                yield from _of_topic(self.run, row["name"], at, metrics, topic)
        for one in self.report["comparisons"]:
            yield from _of_difference(self, one)
        for one in self.report["gates"]:
            again = partial(_mean_of, self.run, one["condition"], one["metric"], "")
            recorded = one["number"]["value"]
            yield ReportNumber(kind="gate", where=one["name"], recorded=recorded, again=again)
        yield from self._of_rows()

    def _of_rows(self) -> Iterator[ReportNumber]:
        """What lanes brought, and what holes can do."""
        for one in self.report["shares"]:
            share = partial(self.run.share, one["condition"], one["lane"])
            yield from _of_fields("share", one, share, ("found", "kept", "alone", "topics", "of"))
        for one in self.report["holes"]:
            holes = partial(self.run.holes, one["condition"], one["metric"])
            yield from _of_fields("holes", one, holes, ("judged", "condensed", "at_most"))


def _named(one: Mapping[str, Any]) -> Named:
    """Which comparison this is."""
    return one["condition"], one["baseline"], one["metric"]


def _of_fields(
    kind: str, row: Mapping[str, Any], again: Callable[[], Any], names: tuple[str, ...]
) -> Iterator[ReportNumber]:
    """Some numbers of a row, all of which come again together."""
    for name in names:
        where = f"{row['condition']} {row.get('lane', '')}{row.get('metric', '')} {name}"
        yield ReportNumber(
            kind=kind, where=where, recorded=row[name], again=partial(_field, again, name)
        )


def _field(again: Callable[[], Any], name: str) -> float | None:
    """One number of several; None where there are none."""
    found: float | None = (again() or {}).get(name)
    return found


def _mean_of(run: PlainRun, condition: str, metric: str, bucket: str) -> float:
    """A mean of a condition over a bucket."""
    return mean(run.values(condition, metric, bucket))


def _n_of(run: PlainRun, condition: str, metric: str, bucket: str) -> int:
    """How many topics have a value."""
    return len(run.values(condition, metric, bucket))


def _bound_of(run: PlainRun, condition: str, metric: str, bucket: str, at: int) -> float:
    """An end of the interval of a mean."""
    values = run.values(condition, metric, bucket)
    if metric.startswith("Success"):
        return wilson(round(sum(values)), len(values))[at]
    return student(values)[at]


def _of_mean(
    run: PlainRun, condition: str, metric: str, bucket: str, number: dict[str, Any]
) -> Iterator[ReportNumber]:
    """What a report says of one mean."""
    where, asked = f"{condition} {metric} {bucket}".strip(), (run, condition, metric, bucket)
    interval = "Wilson" if metric.startswith("Success") else "Student"
    computed: list[tuple[str, Any, Callable[[], float | None]]] = [
        ("bucket" if bucket else "mean", number["value"], partial(_mean_of, *asked)),
        ("n", number["n"], partial(_n_of, *asked)),
        ("of", number["of"], lambda: len(run.population(bucket))),
        (interval, number["bounds"]["low"], partial(_bound_of, *asked, 0)),
        (interval, number["bounds"]["high"], partial(_bound_of, *asked, 1)),
    ]
    for kind, recorded, again in computed:
        yield ReportNumber(kind=kind, where=where, recorded=recorded, again=again)
    if not bucket:
        names = ("low", "high", "topics", "open")
        ranges = {"condition": where, **dict.fromkeys(names), **(number["tied"] or {})}
        kind = "ties" if number["tied"] else "no ties"
        yield from _of_fields(kind, ranges, partial(run.tied, condition, metric), names)


def _of_difference(found: PlainReport, one: dict[str, Any]) -> Iterator[ReportNumber]:
    """What a report says of one comparison."""
    named = _named(one)

    def apart() -> list[float]:
        return found.run.differences(*named)

    computed: list[tuple[str, Any, Callable[[], float | None]]] = [
        ("difference", one["difference"], lambda: mean(apart())),
        ("wins", one["wins"], lambda: sum(value > 0 for value in apart())),
        ("wins", one["ties"], lambda: sum(value == 0 for value in apart())),
        ("wins", one["losses"], lambda: sum(value < 0 for value in apart())),
        ("n", one["n"], lambda: len(apart())),
        ("smallest", one["smallest"], partial(found.smallest, named)),
        ("p", one["p"], partial(found.p, named)),
        ("interval", one["bounds"]["low"], partial(found.end, named, 0)),
        ("interval", one["bounds"]["high"], partial(found.end, named, 1)),
    ]
    if one["detectable"] is not None:
        family = len(found.family) if one["declared"] else 1
        computed.append(("detectable", one["detectable"], lambda: detectable(apart(), family)))
    if one["declared"]:
        computed.append(("corrected", one["corrected"], partial(found.corrected, named)))
    for kind, recorded, again in computed:
        where = f"{one['condition']} {one['metric']}"
        yield ReportNumber(kind=kind, where=where, recorded=recorded, again=again)


def _of_topic(
    run: PlainRun, condition: str, at: int, metrics: list[str], topic: dict[str, Any]
) -> Iterator[ReportNumber]:
    """What a report says of one topic and condition."""
    id_ = topic["id"]
    computed: list[tuple[str, Any, Callable[[], float | None]]] = [
        ("found", topic["found"][at], partial(run.found, condition, id_))
    ]
    for metric, value in zip(metrics, topic["values"][at], strict=True):
        computed.append(("topic", value, partial(run.value, condition, metric, id_)))
    computed.extend(
        ("rank", one["ranks"][at], partial(run.rank, condition, id_, one["id"]))
        for one in topic["documents"]
    )
    for kind, recorded, again in computed:
        yield ReportNumber(kind=kind, where=f"{id_} {condition}", recorded=recorded, again=again)
