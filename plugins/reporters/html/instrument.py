"""How intervals and differences were reckoned, by the names of the methods."""

from __future__ import annotations

from collections.abc import Iterable

from benchbook import Bounds, Report

from . import words

_METHODS = {
    "wilson": "Wilson for proportions",
    "student-t": "Student's t for other means",
    "percentile": "percentile bootstrap",
    "bootstrap": "paired bootstrap",
    "sign-flip inversion": "inversion of the sign-flip test",
}
_FOLD = (
    "fold/1 is the rule by which titles and phrases of the questions are found in the texts, and "
    "its version: kinds of hyphen and space, line breaks and case do not count; accents, digits "
    "and units of measure do."
)


def mean_methods(report: Report) -> str:
    """The methods of the intervals of means."""
    return _named(number.bounds for row in report.conditions for number in row.numbers)


def difference_methods(report: Report) -> str:
    """The methods of the intervals of differences."""
    return _named(one.bounds for one in report.comparisons)


def software(report: Report) -> str:
    """Every library with its version, in one line; a digest in it is shortened."""
    shown = {name: text[:16] if name == "code" else text for name, text in _environment(report)}
    return ", ".join(f"{name} {text}" for name, text in shown.items())


def match_words(report: Report) -> str:
    """What the rule of matching is; empty where nothing was matched, or the rule is another."""
    return _FOLD if report.head.relevance.match == "fold/1" else ""


def _environment(report: Report) -> Iterable[tuple[str, str]]:
    """By name."""
    return sorted(report.head.environment.items())


def _named(every: Iterable[Bounds | None]) -> str:
    """The methods that occur, in the order of the table; a dash for none."""
    found = {bounds.method for bounds in every if bounds and bounds.method}
    known = [text for method, text in _METHODS.items() if method in found]
    return ", ".join([*known, *sorted(found - set(_METHODS))]) or words.ABSENT
