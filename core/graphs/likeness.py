"""Edges between units that are about the same entities."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .edges import Arcs, Edges, spans, strongest
from .entities import Entities
from .incidence import slices

MOST_UNITS = 100
"""An entity of more units links none of them."""

_PAIRS = 2_000_000
_THOUSANDTHS = 1000
_WEIGHT_BITS = 20


def liken(entities: Entities, neighbours: int) -> Edges:
    """Edges weighted by likeness, in whole thousandths, at most `neighbours` from each end.

    The likeness of two units is the cosine of their sets of entities, each weighted by its idf:
    the sum of idf squared over the entities of both, divided by the root of the product of the same
    sums over each one's own. An entity of more than 100 units is left out above the line, for the
    pairs would grow with the square of the units; below it every entity counts. Below half a
    thousandth there is no edge. Sums are of whole thousandths, and so exact.

    An edge stays if it is among the `neighbours` greatest of either end, in whole thousandths;
    equal ones go by the units' order. Memory is that of two million pairs.
    """
    incidence = entities.incidence
    squares = np.rint(entities.idf**2 * _THOUSANDTHS).astype(np.int64)
    sizes = np.zeros(len(incidence), np.int64)
    np.add.at(sizes, incidence.rows, squares[incidence.codes])
    linking = incidence.kept(incidence.frequencies[incidence.codes] <= MOST_UNITS)
    entry_ends = np.concatenate([[0], np.cumsum(linking.frequencies[linking.codes])])
    parts = []
    for start, stop in spans(np.diff(entry_ends[linking.offsets]), _PAIRS):
        entries = slice(linking.offsets[start], linking.offsets[stop])
        entities_here = linking.codes[entries]
        places, lengths = slices(linking.transposed.offsets, entities_here)
        sources, targets, sums = _summed(
            np.repeat(linking.rows[entries].astype(np.int64), lengths),
            linking.transposed.codes[places],
            np.repeat(squares[entities_here], lengths),
            len(linking),
        )
        cosine = sums / np.sqrt(sizes[sources].astype(np.float64) * sizes[targets])
        parts.append(_nearest(sources, targets, np.rint(cosine * _THOUSANDTHS), neighbours))
    return Edges.of_arcs(parts, len(incidence))


def _summed(
    sources: npt.NDArray[np.int64],
    targets: npt.NDArray[np.int32],
    weights: npt.NDArray[np.int64],
    units: int,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The sum of the weights of each pair, sorted by source and target.

    A pair and its weight are one number, so that one sort of plain numbers brings pairs together.
    """
    packed = np.sort(((sources * units + targets) << _WEIGHT_BITS) | weights)
    pairs = packed >> _WEIGHT_BITS
    firsts = np.flatnonzero(np.diff(pairs, prepend=-1))
    sums = np.add.reduceat(packed & (2**_WEIGHT_BITS - 1), firsts)
    sources = pairs[firsts] // max(units, 1)
    return sources, pairs[firsts] - sources * units, sums


def _nearest(
    sources: npt.NDArray[np.int64],
    targets: npt.NDArray[np.int64],
    likeness: npt.NDArray[np.float64],
    most: int,
) -> Arcs:
    """The units most like each; itself is none of them."""
    kept = np.flatnonzero((sources != targets) & (likeness > 0))
    arcs = Arcs(sources[kept], targets[kept], likeness[kept], np.ones(len(kept), np.int64))
    first = int(sources[0]) if len(sources) else 0
    return arcs.at(
        strongest(arcs.sources - first, arcs.targets, arcs.weights.astype(np.int64), most)
    )
