"""A gold set comes back from its objects as it was."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import BadData, Gold, Qrels, Question, Topics
from benchbook.core.objects.gold_sets import load_gold, store_gold
from collections_made import Objects

IDS = st.text(st.sampled_from("abcü"), min_size=1, max_size=3)
ROWS = st.dictionaries(IDS, st.integers(-3, 3), max_size=4)
TAGS = st.lists(st.sampled_from(["drafted", "x"]), unique=True, max_size=2).map(
    lambda tags: tuple(sorted(tags))
)

TEXTS = st.text(st.sampled_from("ab µ₂\n"), max_size=4)
QUESTIONS = st.builds(
    Question,
    titles=st.lists(TEXTS, max_size=2).map(tuple),
    phrases=st.lists(TEXTS, max_size=2).map(tuple),
    answer=st.none() | TEXTS,
    bucket=TEXTS,
    axes=st.lists(TEXTS, max_size=2).map(tuple),
    covers=st.dictionaries(TEXTS, st.lists(TEXTS, max_size=2).map(tuple), max_size=2),
    exclude=st.lists(TEXTS, max_size=2).map(tuple),
    metadata=st.dictionaries(TEXTS, st.integers() | st.booleans() | st.lists(TEXTS, max_size=2)),
).filter(lambda question: question != Question())


@st.composite
def gold_sets(draw: st.DrawFn) -> Gold:
    """Draw a gold set in which every part may be empty or not."""
    ids = draw(st.lists(IDS, unique=True, max_size=6))
    kinds = {id_: draw(st.sampled_from(["topic", "topic", "probe", "unknown"])) for id_ in ids}
    named = {kind: [id_ for id_ in ids if kinds[id_] == kind] for kind in set(kinds.values())}
    topics = named.get("topic", [])
    asked = [*topics, *named.get("probe", [])]
    judged = draw(st.lists(st.sampled_from(topics), unique=True)) if topics else []
    return Gold(
        topics=Topics.of((id_, f"text of {id_}") for id_ in topics),
        qrels=Qrels(
            {id_: dict(sorted(draw(ROWS).items())) for id_ in sorted(judged)},
            twins=draw(st.integers(0, 3)),
        ),
        state=draw(st.sampled_from(["as published", "drafted"])),
        unknown_topics=tuple(sorted(named.get("unknown", []))),
        tags={id_: tags for id_ in sorted(asked) if (tags := draw(TAGS))},
        probes=Topics.of((id_, "?") for id_ in named.get("probe", [])),
        questions={id_: draw(QUESTIONS) for id_ in sorted(asked) if draw(st.booleans())},
    )


@given(gold=gold_sets())
def test_a_gold_set_comes_back_as_it_was(gold: Gold) -> None:
    """Topics, grades, tags, probes, unknown topics, evidence, and counts of repetitions."""
    objects = Objects()

    read = load_gold(store_gold(gold, objects.put), objects.__getitem__)

    assert (gold, gold.qrels.twins) == (read, read.qrels.twins)


def test_the_digest_hangs_on_every_grade() -> None:
    """A gold set with one other grade is another gold set."""
    digests = {
        store_gold(
            Gold(topics=Topics(("a",), ("?",)), qrels=Qrels.of([("a", "d", grade)])), Objects().put
        )
        for grade in (0, 1, 2)
    }

    assert 3 == len(digests)


@pytest.mark.parametrize(
    "other",
    [
        Question(titles=("t",)),
        Question(phrases=("t",)),
        Question(answer=""),
        Question(answer="t"),
        Question(bucket="t"),
        Question(metadata={"t": 1}),
    ],
)
def test_the_digest_hangs_on_everything_that_is_known_of_a_question(other: Question) -> None:
    """A gold set with one other phrase, title, answer, bucket or field is another gold set."""
    topics, qrels = Topics(("a",), ("?",)), Qrels.of([("a", "d", 1)])
    bare = store_gold(Gold(topics=topics, qrels=qrels), Objects().put)

    known = Gold(topics=topics, qrels=qrels, questions={"a": other})

    assert bare != store_gold(known, Objects().put)


def test_another_object_is_not_read_as_a_gold_set() -> None:
    """A digest of something else is named."""
    objects = Objects()

    with pytest.raises(BadData, match="the manifest of a gold set"):
        load_gold(objects.put(b'{"kind":"corpus","version":1}', ""), objects.__getitem__)


def test_a_manifest_that_does_not_fit_its_chunks_is_refused() -> None:
    """A wrong count is a fault of the ledger's content."""
    objects = Objects()
    gold = Gold(topics=Topics(("a",), ("?",)), qrels=Qrels.of([("a", "d", 1)]))
    plain = json.loads(objects[store_gold(gold, objects.put)])
    forged = json.dumps({**plain, "judgments": 2}, sort_keys=True, separators=(",", ":"))

    with pytest.raises(BadData, match="1 topic, 1 judgment; expected 1 and 2"):
        load_gold(objects.put(forged.encode(), ""), objects.__getitem__)
