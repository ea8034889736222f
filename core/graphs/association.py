"""Edges between entities that occur in the same units more often than chance would have it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .edges import Arcs, Edges, spans, strongest
from .entities import DECIMALS, Entities
from .incidence import Codes, Incidence, slices

PER_UNIT = 256
"""Entities of one unit that count, at most."""

_PAIRS = 2_000_000
_THOUSANDTHS = 1000


def associate(entities: Entities, neighbours: int) -> Edges:
    """Edges weighted by positive pointwise mutual information, at most `neighbours` from each end.

    For entities in n_i and n_j of N units, and together in n_ij of them, the weight is
    PMI = ln(n_ij N / (n_i n_j)) (Church and Hanks 1990); where it is not above 0 there is no edge.
    Nor is there one between phrases, or a phrase and a term, that share a term: that they stand
    together says nothing.

    An edge stays if it is among the `neighbours` strongest of either end. Strength is n_ij PMI in
    thousandths, what the pair gives to the mutual information: PMI alone would prefer what occurs
    twice in all. Equal strengths go by the entities' names.

    Of a unit with more than 256 entities the 256 of greatest tf idf count, for n_i, n_j and n_ij
    alike. So a unit costs at most 65,536 pairs, and memory is that of two million pairs. 5,000
    abstracts, some 47 million pairs, take a few seconds.
    """
    counted = _telling(entities, PER_UNIT)
    by_entity = counted.transposed
    pairs_of_entry = np.diff(counted.offsets)[by_entity.codes]
    ends = np.concatenate([[0], np.cumsum(pairs_of_entry)])[by_entity.offsets]
    parts = [
        _associates(entities.terms, counted, start, stop, neighbours)
        for start, stop in spans(np.diff(ends), _PAIRS)
    ]
    return Edges.of_arcs(parts, len(entities))


def _telling(entities: Entities, most: int) -> Incidence:
    """Each unit's entities of greatest tf idf, at most `most`."""
    incidence = entities.incidence
    if np.diff(incidence.offsets).max(initial=0) <= most:
        return incidence
    scores = np.rint(incidence.counts * entities.idf[incidence.codes] * _THOUSANDTHS)
    mask = np.zeros(len(incidence.codes), np.bool_)
    rows = incidence.rows.astype(np.int64)
    mask[strongest(rows, incidence.codes, scores.astype(np.int64), most)] = True
    return incidence.kept(mask)


def _associates(terms: Codes, counted: Incidence, start: int, stop: int, most: int) -> Arcs:
    """The strongest associates of the entities from `start` to before `stop`."""
    sources, targets, support = _together(counted, start, stop)
    frequencies = counted.frequencies
    chance = (frequencies[sources] * frequencies[targets]).astype(np.float64)
    information = np.log(support * len(counted) / chance).round(DECIMALS)
    kept = np.flatnonzero((information > 0) & ~_shares_term(terms, sources, targets))
    arcs = Arcs(sources[kept], targets[kept], information[kept], support[kept])
    strength = np.rint(arcs.support * arcs.weights * _THOUSANDTHS).astype(np.int64)
    return arcs.at(strongest(arcs.sources - start, arcs.targets, strength, most))


def _together(
    counted: Incidence, start: int, stop: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Which entities occur with those of a span, and in how many units: sorted by both."""
    by_entity, width = counted.transposed, counted.width
    units = by_entity.codes[by_entity.offsets[start] : by_entity.offsets[stop]]
    owners = np.repeat(np.arange(stop - start), np.diff(by_entity.offsets[start : stop + 1]))
    places, lengths = slices(counted.offsets, units)
    pairs = np.sort(np.repeat(owners, lengths) * width + counted.codes[places])
    firsts = np.flatnonzero(np.diff(pairs, prepend=-1))
    support = np.diff(firsts, append=len(pairs))
    sources = pairs[firsts] // max(width, 1)
    return sources + start, pairs[firsts] - sources * width, support


def _shares_term(
    terms: Codes, sources: npt.NDArray[np.int64], targets: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """Whether two entities have a term in common, as an entity has with itself: bool [pairs]."""
    common = np.zeros(len(sources), np.bool_)
    columns = [np.ascontiguousarray(column) for column in terms.T]
    theirs = [np.where(column < 0, -2, column)[targets] for column in columns]  # no term is no twin
    for column in columns:
        ours = column[sources]
        for other in theirs:
            common |= ours == other
    return common
