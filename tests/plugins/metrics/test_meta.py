"""What the metrics of documents say of a few of them."""

from __future__ import annotations

import pytest

from benchbook import Corpus, Judged, Qrels, Rankings, Topics, Unit, UsageError, join
from benchbook.core.measuring.documents import Documents
from benchbook.plugins.metrics.meta_known import MetaKnown
from benchbook.plugins.metrics.meta_median import MetaMedian
from benchbook.plugins.metrics.meta_share import MetaCount, MetaShare

METADATA: dict[str, dict[str, object]] = {
    "a": {"doctype": "article", "cited": 10, "tags": ["x", "y"], "cold": -5, "bytes": 4e9},
    "b": {"doctype": "abstract", "cited": 500, "cold": -2},
    "c": {"doctype": "article", "cited": True},
    "d": {"cited": 4},
    "e": {},
}


def judged(*rows: str) -> Judged:
    """Rankings of one-letter documents, one for each topic; nothing is judged."""
    units = [
        Unit(unit_id=id_, doc_id=id_, title="", text="word " * (at + 1), metadata=metadata)
        for at, (id_, metadata) in enumerate(METADATA.items())
    ]
    topics = Topics.of_ids(f"q{at}" for at in range(len(rows)))
    rankings = Rankings.of(
        topics, [[(unit, -float(at)) for at, unit in enumerate(row)] for row in rows]
    )
    documents = Documents(Corpus(tuple(units), "0" * 64), "document")
    return join(rankings, Qrels({id_: {} for id_ in topics.ids}), topics, documents=documents)


def values(
    metric: MetaShare | MetaCount | MetaKnown | MetaMedian, *rows: str
) -> list[float | None]:
    """The value of each topic; None where it has none."""
    found = metric.score(judged(*rows))
    return [
        value if is_defined else None
        for value, is_defined in zip(found.values.tolist(), found.defined.tolist(), strict=True)
    ]


def test_a_share_is_of_those_that_have_the_field() -> None:
    """Two of three types are articles; of a document without type nothing is said."""
    assert [pytest.approx(2 / 3), None, None] == values(
        MetaShare(field="doctype", value="article"), "abcd", "de", ""
    )


def test_the_cut_off_comes_first() -> None:
    """What stands below it does not count."""
    assert [0.5, 1.0] == values(MetaShare(field="doctype", value="article", cutoff=2), "abc", "acb")


def test_bounds_are_of_numbers_and_belong_to_them() -> None:
    """500 is at least 500; True is no number."""
    assert [pytest.approx(1 / 3)] == values(MetaShare(field="cited", at_least=500), "abcd")
    assert [1.0] == values(MetaShare(field="cited", at_least=4, at_most=10), "ad")


def test_a_list_holds_a_value() -> None:
    """As keywords are."""
    assert [1.0] == values(MetaShare(field="tags", value="y"), "a")


def test_words_are_counted_of_every_document() -> None:
    """The n-th has n words."""
    assert [0.4] == values(MetaShare(field="words", at_most=2), "abcde")


def test_how_many_have_a_field() -> None:
    """What a share is of."""
    assert [0.8, None] == values(MetaKnown(field="cited"), "abcde", "")


def test_a_median_is_of_numbers() -> None:
    """4, 10 and 500; of two the mean; of none nothing."""
    assert [10.0, 7.0, None] == values(MetaMedian(field="cited"), "abcde", "ad", "ce")


def test_a_median_may_be_below_zero() -> None:
    """As a temperature is."""
    assert [-3.5] == values(MetaMedian(field="cold"), "ab")


def test_a_median_beyond_the_range_is_refused() -> None:
    """It is not cut, which would be another number."""
    with pytest.raises(UsageError, match=r"found a median of 4e\+09; expected -1e\+06 to 1e\+06"):
        values(MetaMedian(field="bytes"), "a")


def test_s4_seminal_documents_are_counted() -> None:
    """Not divided: of two known, one has 500. Where the field is nowhere, nobody knows."""
    metric = MetaCount(field="cited", at_least=500)

    assert [1.0, 1.0, 0.0, None] == values(metric, "abcde", "b", "ad", "ce")


@pytest.mark.parametrize("given", [{}, {"value": "x", "at_least": 1.0}])
def test_a_share_of_nothing_or_of_two_things_is_refused(given: dict[str, object]) -> None:
    """A value, or bounds."""
    with pytest.raises(UsageError, match="takes a value, or at_least"):
        MetaShare(field="x", **given)  # type: ignore[arg-type]  # on purpose
