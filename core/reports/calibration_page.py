"""Two calibrations side by side, as a page."""

from __future__ import annotations

from collections.abc import Iterator

from ..decimals import fixed_text
from ..diffing.calibration import UNSTABLE, Agreement, Calibration, CalibrationDiff
from .layout import Page, Section, Table
from .layout.cells import ABSENT, NOTED, listed
from .layout.page import Cell

HEADER = ("side", "dimension", "n", "exact_agreement", "kappa", "band", "constant")
MOST_IDS = 40
UNPAIRED = "nothing is tested: the files hold no labels by question, so that none can be paired"
_PLACES = 4


def calibration_page(held: CalibrationDiff) -> Page:
    """The page of two calibrations."""
    sides = (("A", held.first), ("B", held.second))
    return Page(
        title=f"{held.first.label} → {held.second.label}",
        sections=(
            Section(
                title="A and B",
                facts=tuple((letter, side.label) for letter, side in sides),
                lines=(UNPAIRED,),
                warnings=tuple(_warned(held)),
            ),
            _agreement_section(held),
            _labels_section(held),
        ),
        header=HEADER,
        rows=tuple(row for letter, side in sides for row in _rows(letter, side)),
    )


def _warned(held: CalibrationDiff) -> Iterator[str]:
    """What nobody should overlook."""
    for letter, side in (("A", held.first), ("B", held.second)):
        few = [name for name, one in side.dimensions.items() if one.n < UNSTABLE]
        if few:
            yield f"{letter}: fewer than {UNSTABLE} labels of {listed(few)}: unstable"
    if held.first.unmatched != held.second.unmatched or held.first.matched != held.second.matched:
        yield "other labels, or answers to other questions: the numbers are of unlike samples"


def _agreement_section(held: CalibrationDiff) -> Section:
    """Each dimension of either."""
    columns = [
        (held.first.dimensions.get(name), held.second.dimensions.get(name))
        for name in held.dimensions
    ]
    rows = tuple(
        (name, *(cell for spelt in (_n, _exact, _kappa) for cell in map(spelt, pair)))
        for name, pair in zip(held.dimensions, columns, strict=True)
    )
    constant = [one for pair in columns for one in pair if one is not None and one.constant]
    told = (
        f"{NOTED} a rater gave one grade throughout: kappa then says nothing of agreement, and "
        "where both did it is not defined (the kit writes 1)"
    )
    return Section(
        title="Agreement of the judge with a person",
        table=Table(
            header=("dimension", "n A", "n B", "exact A", "exact B", "kappa A", "kappa B"),
            rows=rows,
            align="lrrrrll",
        ),
        below=(
            "exact: the share of equal grades; kappa: Cohen's, unweighted, with the kit's word",
            *((told,) if constant else ()),
        ),
    )


def _n(one: Agreement | None) -> str:
    """How many labels."""
    return ABSENT if one is None else str(one.n)


def _exact(one: Agreement | None) -> str:
    """The share that agrees."""
    return ABSENT if one is None else fixed_text(one.exact, _PLACES)


def _kappa(one: Agreement | None) -> str:
    """Kappa with its word, and a sign where it says nothing."""
    if one is None:
        return ABSENT
    return f"{fixed_text(one.kappa, _PLACES)} {one.band}{f' {NOTED}' if one.constant else ''}"


def _labels_section(held: CalibrationDiff) -> Section:
    """Which labels were used, and which belong to no answer."""
    facts = []
    for letter, side in (("A", held.first), ("B", held.second)):
        facts.append((f"matched in {letter}", str(side.matched)))
        if side.unmatched:
            facts.append((f"without an answer in {letter}", listed(side.unmatched, MOST_IDS)))
    return Section(title="Labels", facts=tuple(facts))


def _rows(letter: str, side: Calibration) -> Iterator[tuple[Cell, ...]]:
    """One row for each dimension."""
    for name, one in side.dimensions.items():
        yield (letter, name, one.n, one.exact, one.kappa, one.band, one.constant)
