"""The lane community finds what stands beside the units that the topic names."""

from __future__ import annotations

import math
import random
from collections import Counter
from pathlib import Path

import pytest

from benchbook import Corpus, Lane, Topics, Unit, UsageError
from benchbook.plugins.lanes.bm25 import Bm25Lane
from benchbook.plugins.lanes.community import CommunityLane
from benchbook.testing import corpus_of
from beside_bm25 import Found, collection

SUBJECTS = {
    "river": ["heron", "otter", "salmon", "delta", "sediment", "trout"],
    "sky": ["comet", "nebula", "quasar", "orbit", "telescope", "parallax"],
    "kitchen": ["saffron", "ladle", "dough", "oven", "nutmeg", "whisk"],
}


def subject_corpus() -> Corpus:
    """Give twelve documents on each of three subjects, each of three of the subject's six words.

    With as many empty ones each word stands in at most a tenth of them.
    """
    drawn = random.Random(1)  # noqa: S311 - text, no secret
    units = []
    for subject, words in SUBJECTS.items():
        for number in range(12):
            chosen = drawn.sample(words, 3)
            units.append((f"{subject}-{number:02}", chosen[0], ", ".join(chosen)))
    units += [(f"empty-{number:02}", "", "") for number in range(60)]
    return corpus_of(
        Unit(unit_id=name, doc_id=name, title=title, text=text) for name, title, text in units
    )


CORPUS = subject_corpus()


def found(lane: Lane, text: str, depth: int = 100) -> list[str]:
    """Give the units for one text, best first."""
    ((_, rows),) = lane.retrieve(Topics(("t",), (text,)), depth)
    return [unit for unit, _ in rows]


def test_units_on_one_subject_are_one_community() -> None:
    """Each of the subjects, whole; a unit without words is alone."""
    communities = CommunityLane(CORPUS).communities

    subjects = [{unit.partition("-")[0] for unit in one.units} for one in communities]
    assert [*[{"empty"}] * 60, {"kitchen"}, {"river"}, {"sky"}] == subjects
    assert [12, 12, 12] == [len(one.units) for one in communities if len(one.units) > 1]


def test_the_summary_tells_the_subject() -> None:
    """Its terms are the subject's, its titles those of its units; no model writes it."""
    kitchen, river, _ = CommunityLane(CORPUS).communities[-3:]

    assert set(kitchen.terms) <= {*SUBJECTS["kitchen"]}
    assert {"heron", "otter"} <= set(river.terms)
    assert set(river.titles) <= {*SUBJECTS["river"]}
    assert 3 == len(river.titles)
    assert river.summary == ". ".join(["; ".join(river.terms), *river.titles])


def test_the_terms_that_are_used_most_come_first() -> None:
    """Of words that no other community uses."""
    kitchen = CommunityLane(CORPUS).communities[-3]
    used = Counter(
        word for unit in CORPUS for word in f"{unit.title}, {unit.text}".split(", ") if word
    )

    counts = [used[term] for term in kitchen.terms]
    assert sorted(counts, reverse=True) == counts
    assert counts[0] > counts[-1]


def test_units_beside_those_with_the_topics_words_are_found() -> None:
    """All of the subject, those with the word first; a lexical lane finds these alone."""
    by_words = found(Bm25Lane(CORPUS), "saffron")
    by_community = found(CommunityLane(CORPUS, communities=1), "saffron")

    assert {f"kitchen-{number:02}" for number in range(12)} == set(by_community)
    assert set(by_words) == set(by_community[: len(by_words)])
    assert len(by_words) < len(by_community)


def test_other_communities_are_not_ranked() -> None:
    """Only the nearest, as many as asked for."""
    asked = "saffron, ladle, saffron, heron"

    one = found(CommunityLane(CORPUS, communities=1), asked)
    two = found(CommunityLane(CORPUS, communities=2), asked)

    assert {"kitchen"} == {unit.partition("-")[0] for unit in one}
    assert {"kitchen", "river"} == {unit.partition("-")[0] for unit in two}


def test_a_community_is_parted_until_it_is_small_enough() -> None:
    """By itself, if it falls apart at all."""
    sizes = [len(one.units) for one in CommunityLane(CORPUS, largest=6).communities]

    assert max(sizes) < 12
    assert 96 == sum(sizes)


def test_summaries_alone_can_choose() -> None:
    """A topic is near to a community by what its summary says."""
    assert "river" == found(CommunityLane(CORPUS, summary_share=1), "heron")[0].partition("-")[0]


@pytest.mark.parametrize("text", ["", "the of", "zebra"])
def test_a_topic_without_a_known_entity_has_an_empty_ranking(text: str) -> None:
    """No unit is made up."""
    assert [] == found(CommunityLane(CORPUS), text)


@pytest.mark.parametrize("texts", [(), ("",), ("river",)])
def test_a_corpus_without_entities_says_so(texts: tuple[str, ...]) -> None:
    """Its empty rankings carry the reason into the report."""
    units = [Unit(unit_id=f"d{n}", doc_id=f"d{n}", title="", text=t) for n, t in enumerate(texts)]
    lane = CommunityLane(corpus_of(units))

    assert [] == found(lane, "river")
    assert len(texts) == len(lane.communities)
    (note,) = lane.notes
    assert "no entities and every ranking is empty" in note


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("communities", 0),
        ("neighbours", 0),
        ("largest", 0),
        ("resolution", 0.0),
        ("resolution", math.inf),
        ("summary_share", 1.5),
        ("summary_share", -0.5),
    ],
)
def test_a_parameter_out_of_range_is_refused(name: str, value: float) -> None:
    """The message says the range."""
    with pytest.raises(UsageError, match=f"community: {name} = .*; expected"):
        CommunityLane(CORPUS, **{name: value})  # type: ignore[arg-type]  # one of the parameters


@pytest.mark.slow
def test_cranfield_and_what_bm25_misses(shared_data: Path) -> None:
    """The collection that the defaults were chosen on; bm25 has R@100 0.7354."""
    assert Found(0.7369, 158, 1612) == (
        collection(shared_data / "cranfield").measure(CommunityLane)
    )


@pytest.mark.slow
def test_scifact_and_what_bm25_misses(shared_data: Path) -> None:
    """A collection that nothing was chosen on; bm25 has R@100 0.9127."""
    assert Found(0.8549, 8, 339) == collection(shared_data / "scifact").measure(CommunityLane)
