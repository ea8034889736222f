"""Two calibrations of the sci-rag kit side by side: how a judge agreed with labels of a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import attrs

from ..errors import BadData
from ..files.json_lines import DecimalText
from ..plain import to_plain

UNSTABLE = 30
"""Labels below which the kit itself calls a kappa unstable."""


@attrs.frozen(kw_only=True)
class Agreement:
    """How a judge agreed with a person on one dimension.

    Attributes:
        n: labels; exact: the share that agrees, and kappa: Cohen's, unweighted; both as the file
            has them. band: the kit's word for kappa.
        constant: who gave one grade throughout: `person`, `judge`, `both`, or nobody (empty). Kappa
            then says nothing of agreement; of two constants it is not even defined, and the kit
            writes 1.
    """

    n: int
    exact: str
    kappa: str
    band: str
    constant: str


@attrs.frozen(kw_only=True)
class Calibration:
    """A `calibration.json`.

    Attributes:
        matched: labels that belong to an answer; unmatched: ids of the others, sorted.
    """

    label: str
    matched: int
    unmatched: tuple[str, ...]
    dimensions: Mapping[str, Agreement]


@attrs.frozen(kw_only=True)
class CalibrationDiff:
    """Two calibrations side by side. Nothing is tested: no file holds labels by question."""

    first: Calibration
    second: Calibration

    @property
    def dimensions(self) -> tuple[str, ...]:
        """Those of either, in the order of the first."""
        return tuple(dict.fromkeys((*self.first.dimensions, *self.second.dimensions)))

    def as_plain(self) -> dict[str, object]:
        """The same as JSON knows it."""
        return {
            "kind": "kit calibration",
            "a": to_plain(self.first),
            "b": to_plain(self.second),
            "tested": False,
        }


def is_calibration(content: Mapping[str, Any]) -> bool:
    """Whether a file looks like a calibration of the kit, which names no kind."""
    return "kind" not in content and "dimensions" in content and "matched_n" in content


def of_calibration(content: Mapping[str, Any], file: str) -> Calibration:
    """The calibration in a file.

    Args:
        content: its JSON, numbers with a fraction as `DecimalText`.

    Raises:
        BadData: it is none, or its counts do not fit each other.
    """
    try:
        return Calibration(
            label=f"the kit's calibration {file}",
            matched=_count(content["matched_n"]),
            unmatched=tuple(sorted(map(str, content["unmatched_label_ids"]))),
            dimensions={
                str(name): _agreement(str(name), one) for name, one in content["dimensions"].items()
            },
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        found = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise BadData(file, None, found, "a calibration of the kit") from error


def _agreement(name: str, told: Mapping[str, Any]) -> Agreement:
    """One dimension."""
    matrix = [[_count(cell) for cell in row] for row in told["matrix"]]
    n = _count(told["n"])
    if sum(map(sum, matrix)) != n:
        message = f"{name}: {n} labels, and {sum(map(sum, matrix))} in its matrix"
        raise ValueError(message)
    return Agreement(
        n=n,
        exact=_number(told["exact_agreement"]),
        kappa=_number(told["kappa"]),
        band=str(told["band"]),
        constant=_constant(matrix),
    )


def _constant(matrix: Sequence[Sequence[int]]) -> str:
    """Who gave one grade throughout; rows are the person's grades, columns the judge's."""
    person = sum(any(row) for row in matrix) == 1
    judge = sum(any(column) for column in zip(*matrix, strict=True)) == 1
    return {(True, True): "both", (True, False): "person", (False, True): "judge"}.get(
        (person, judge), ""
    )


def _count(value: object) -> int:
    """A whole number from 0."""
    if type(value) is not int or value < 0:
        message = f"{value!r} for a count"
        raise ValueError(message)
    return value


def _number(value: object) -> str:
    """A decimal in plain notation."""
    if type(value) is not int and not isinstance(value, DecimalText):
        message = f"{value!r} for a number"
        raise ValueError(message)
    return format(Decimal(str(value)), "f")
