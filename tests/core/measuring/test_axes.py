"""Axes in columns: which of them rankings cover, down to which rank and by which grades."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benchbook import Qrels, Rankings, Topics, join
from benchbook.core.measuring.axes import Asked, Axes, Covering
from scoring import rankings_of

AXES = Axes(
    {
        "p": Asked(3, (Covering(0, "a", 1), Covering(1, "a", 1), Covering(2, "b", 0))),
        "r": Asked(2, (Covering(1, "a", 3),)),
    }
)
QRELS = Qrels.of([("p", "a", 1), ("p", "b", 0), ("q", "a", 1), ("r", "a", 3)])
TOPICS = Topics.of_ids("pqr")


def covered(rankings: Rankings, cutoff: int | None = None, rel: int = 1) -> list[int]:
    """How many axes of each topic are covered."""
    axes = join(rankings, QRELS, TOPICS, axes=AXES).axes
    return [int(count) for count in axes.covered(cutoff, rel)]


def test_axes_are_counted_by_topic() -> None:
    """A topic that names none has none, whatever its neighbours have."""
    assert [3, 0, 2] == join(rankings_of({}), QRELS, TOPICS, axes=AXES).axes.counts.tolist()


def test_a_document_covers_what_it_was_judged_to_cover_where_it_is_ranked() -> None:
    """Two axes by `a`; the third by `b`, whose grade is 0; nothing by what is not ranked."""
    rankings = rankings_of({"p": ["x", "a", "b"], "q": ["a"], "r": ["b"]})

    assert [2, 0, 0] == covered(rankings)
    assert [3, 0, 0] == covered(rankings, rel=0)
    assert [0, 0, 0] == covered(rankings, rel=2)
    assert [0, 0, 0] == covered(rankings, 1, rel=0)
    assert [2, 0, 0] == covered(rankings, 2, rel=0)


def test_an_axis_that_several_documents_cover_counts_once() -> None:
    """The second document of the same axis adds nothing."""
    axes = Axes({"p": Asked(2, (Covering(0, "a", 1), Covering(0, "b", 2)))})
    judged = join(rankings_of({"p": ["a", "b"]}), QRELS, Topics.of_ids("p"), axes=axes)

    assert [1] == judged.axes.covered().tolist()


UNITS = "abcde"
ASKED = st.integers(0, 3).flatmap(
    lambda axes: st.builds(
        Asked,
        st.just(axes),
        st.lists(
            st.builds(
                Covering, st.integers(0, axes - 1), st.sampled_from(UNITS), st.integers(-1, 3)
            ),
            max_size=6,
        ).map(tuple)
        if axes
        else st.just(()),
    )
)


@given(
    asked=st.dictionaries(st.sampled_from("pqr"), ASKED),
    ranked=st.dictionaries(st.sampled_from("pqr"), st.permutations(UNITS).map(lambda row: row[:4])),
    cutoff=st.none() | st.integers(1, 5),
    rel=st.integers(0, 3),
)
def test_coverage_agrees_with_a_plain_loop(
    asked: dict[str, Asked], ranked: dict[str, list[str]], cutoff: int | None, rel: int
) -> None:
    """Sets of axes, topic by topic."""
    axes = join(rankings_of(ranked), QRELS, TOPICS, axes=Axes(asked)).axes
    expected = []
    for topic in "pqr":
        top = ranked.get(topic, [])[:cutoff]
        known = asked.get(topic, Asked(0)).coverings
        expected.append(len({one.axis for one in known if one.unit in top and one.grade >= rel}))

    assert expected == axes.covered(cutoff, rel).tolist()
