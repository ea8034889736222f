"""The fusion of the sci-rag kit: weighted reciprocal ranks over five layers, ties by id."""

from __future__ import annotations

import pytest

from benchbook import Rankings, Topics, UsageError
from benchbook.plugins.fusers.rrf import RrfFuser

ONE = Topics.of_ids(["t"])
WEIGHTS = {"vector": 1.5, "keyword": 1.0, "graph": 0.8, "community": 0.6, "hyde": 1.2}
KIT = RrfFuser(weights=WEIGHTS, k=60, ties="doc_id asc")
RANKED = {
    "vector": ("d1", "d2", "d3"),
    "keyword": ("d2", "d4"),
    "graph": ("d3", "d1"),
    "community": ("d5",),
    "hyde": ("d1", "d5"),
}


def lanes(**ranked: tuple[str, ...]) -> dict[str, Rankings]:
    """One topic's layers, empty ones where nothing is said."""
    return {
        name: Rankings.of(ONE, [[(unit, 1.0) for unit in ranked.get(name, ())]]) for name in WEIGHTS
    }


def test_k18_the_weights_of_the_layers() -> None:
    """Sums worked out by hand: d1 is 1.5/61 + 0.8/62 + 1.2/61, and so on."""
    ((_, rows),) = KIT.fuse(ONE, lanes(**RANKED), 10)

    assert [
        ("d1", 0.0571655),
        ("d2", 0.0405870),
        ("d3", 0.0369243),
        ("d5", 0.0291909),
        ("d4", 0.0161290),
    ] == [(unit, round(score, 7)) for unit, score in rows]


@pytest.mark.parametrize(("late", "early"), [("a", "b"), ("b", "a")])
def test_k18_ties_go_by_id(late: str, early: str) -> None:
    """Rank 33 by vector and rank 2 by keyword weigh the same: 1.5/93 = 1/62."""
    vector = (*(f"v{rank:02}" for rank in range(1, 33)), late)
    made = KIT.fuse(ONE, lanes(vector=vector, keyword=("k1", early)), 40)
    scores = dict(next(iter(made))[1])

    assert scores[late] == scores[early]
    assert ("a", "b") == tuple(unit for unit in made.units("t") if unit in {late, early})


def test_k18_a_layer_without_a_weight_is_refused() -> None:
    """The kit takes 1.0 for it."""
    with pytest.raises(UsageError, match="no weight for lane 'citations'"):
        KIT.check_lanes((*WEIGHTS, "citations"))


def test_k18_a_unit_twice_in_a_layer_is_refused() -> None:
    """The kit counts it twice."""
    with pytest.raises(UsageError, match="d1"):
        lanes(vector=("d1", "d2", "d1"))


def test_k18_layers_that_found_nothing_leave_the_rest() -> None:
    """Their weights stay where they are; nothing is shared out anew."""
    ((_, rows),) = KIT.fuse(ONE, lanes(graph=("d3", "d1")), 10)

    assert {"d3": 0.8 / 61, "d1": 0.8 / 62} == pytest.approx(dict(rows), rel=1e-12)
