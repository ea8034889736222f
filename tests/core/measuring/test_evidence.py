"""Evidence in columns: the best rank of each piece."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
import pytest

from benchbook import Qrels, Rankings, Topics, UsageError, join
from benchbook.core.measuring.evidence import Piece, RankedEvidence, Sought
from scoring import phrase, rankings_of, reference

NOTHING = Qrels({})


def shown(
    ranked: Mapping[str, list[str]], pieces: Mapping[str, list[Piece]], *topics: str
) -> RankedEvidence:
    """What rankings show of pieces, over these topics."""
    rankings, population = rankings_of(dict(ranked)), Topics.of_ids(topics or ranked)
    return join(rankings, NOTHING, population, Sought(pieces)).evidence


def test_a_piece_has_the_rank_of_the_best_unit_that_shows_it() -> None:
    """One of its units is enough; 0 says that none is ranked."""
    pieces = [phrase("a", "c"), phrase("z"), reference("b"), phrase()]

    ranks = shown({"q": ["b", "c", "a"]}, {"q": pieces}).ranks

    assert [2, 0, 1, 0] == ranks.tolist()


def test_topics_keep_their_own_pieces() -> None:
    """The same unit counts for one topic and not for another; one without pieces has none."""
    pieces = {"p": [phrase("a")], "r": [reference("a"), phrase("b")]}

    found = shown({"p": ["b", "a"], "q": ["a"], "r": ["a"]}, pieces)

    assert [0, 1, 1, 3] == found.offsets.tolist()
    assert [2, 1, 0] == found.ranks.tolist()
    assert [True, False, True] == found.is_phrase.tolist()


def test_a_topic_that_is_not_ranked_shows_nothing() -> None:
    """It stays in the population with its pieces."""
    found = shown({"p": ["a"]}, {"p": [phrase("a")], "q": [phrase("a")]}, "p", "q")

    assert [1, 0] == found.ranks.tolist()


def test_pieces_are_counted_by_topic_and_cutoff() -> None:
    """`within` says which are shown by a rank, `count` how many that are of each topic."""
    pieces = {"p": [phrase("a"), phrase("b")], "q": [phrase("x")]}
    found = shown({"p": ["a", "b"], "q": ["a"]}, pieces)

    assert [1, 0] == found.count(found.within(1)).tolist()
    assert [2, 0] == found.count(found.within(None)).tolist()


@pytest.mark.parametrize("seed", range(20))
def test_columns_agree_with_plain_loops(seed: int) -> None:
    """Any rankings and pieces: the minimum over the ranks of a piece's units."""
    draw = random.Random(seed)  # noqa: S311 - fixed examples, no secret
    units = [f"u{n}" for n in range(12)]
    ranked = {f"q{n}": draw.sample(units, draw.randrange(12)) for n in range(70)}
    pieces = {
        topic: [
            draw.choice([phrase, reference])(*draw.sample(units, draw.randrange(4)))
            for _ in range(draw.randrange(4))
        ]
        for topic in ranked
    }
    expected = [
        min((row.index(unit) + 1 for unit in piece.units if unit in row), default=0)
        for topic, row in sorted(ranked.items())
        for piece in pieces[topic]
    ]

    assert expected == shown(ranked, pieces).ranks.tolist()


def test_no_topics_and_no_pieces() -> None:
    """Empty columns."""
    found = join(Rankings.of(Topics((), ()), []), NOTHING, Topics((), ()), Sought({})).evidence

    assert ([0], 0) == (found.offsets.tolist(), len(found.ranks))
    assert np.dtype(np.int64) == found.ranks.dtype


def test_without_evidence_the_message_says_what_to_declare() -> None:
    """A metric that reads what is not there is told how to ask for it."""
    judged = join(rankings_of({"q": ["a"]}), NOTHING, Topics.of_ids(["q"]))

    with pytest.raises(UsageError, match=r'needs=\("evidence",\)'):
        _ = judged.evidence
