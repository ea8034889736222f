"""Who returned what the baseline did not, and what equal scores leave open."""

from __future__ import annotations

import attrs
import pytest

from benchbook import RelevantDocument, Report, TieBounds, TopicRow
from benchbook.plugins.reporters.html.missing import elsewhere, returned_by
from benchbook.plugins.reporters.html.page import HtmlReporter
from benchbook.plugins.reporters.html.ties import tie_notes
from big_report import big_report

BIG = big_report()
NAMES = ("base", "a", "b", "c", "d")
SMALL = attrs.evolve(
    BIG,
    baseline="base",
    conditions=tuple(
        attrs.evolve(BIG.conditions[0], name=name, numbers=BIG.conditions[at].numbers)
        for at, name in enumerate(NAMES)
    ),
)


def document(*ranks: int | None) -> RelevantDocument:
    """A relevant document with its rank in each condition."""
    return RelevantDocument(id="d", title="A document", grade=1, ranks=ranks)


def question(*documents: RelevantDocument, found: tuple[int | None, ...]) -> TopicRow:
    """A question with these relevant documents."""
    return attrs.evolve(BIG.topics[0], documents=documents, found=found, relevant=len(documents))


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((None, None, None, None, None), ""),
        ((None, 2, None, None, None), "a at rank 2"),
        ((None, 4, 1, None, None), "b at rank 1 and a at rank 4"),
        ((None, 4, 1, 9, 2), "b at rank 1, d at rank 2, a at rank 4 and 1 other condition"),
    ],
)
def test_the_best_three_are_named_and_the_others_counted(
    ranks: tuple[int | None, ...], expected: str
) -> None:
    """By the rank of the best relevant document."""
    topic = question(document(*ranks), found=tuple(int(rank is not None) for rank in ranks))

    assert expected == returned_by(SMALL, topic)


def test_documents_that_the_report_does_not_list_are_counted() -> None:
    """A condition whose relevant document is beyond those listed returned one all the same."""
    topic = question(document(None, None, None, 3, None), found=(0, 1, None, 1, 0))
    unlisted = question(document(None, None, None, None, None), found=(0, 1, 0, 0, 0))

    assert "c at rank 3 and 1 other condition" == returned_by(SMALL, topic)
    assert "1 condition" == returned_by(SMALL, unlisted)


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1, 1, 2, None, None), ""),
        ((3, 1, 2, 1, None), "rank 1 in a and in 1 other condition"),
        ((None, None, 7, None, None), "rank 7 in b"),
        ((None, 2, 2, 2, 3), "rank 2 in a and in 2 other conditions"),
        ((None, None, None, None, None), "no condition returned it"),
        ((3, None, None, None, None), ""),
    ],
)
def test_another_condition_is_named_where_it_did_better(
    ranks: tuple[int | None, ...], expected: str
) -> None:
    """Nothing is said where the baseline is as good."""
    equal = tuple(attrs.evolve(row, numbers=BIG.conditions[0].numbers) for row in SMALL.conditions)

    assert expected == elsewhere(attrs.evolve(SMALL, conditions=equal), document(*ranks))


def tied(low: str, high: str, unseen: int) -> Report:
    """A report of one condition, all of whose means equal scores could change so."""
    bounds = TieBounds(low=low, high=high, topics=2, open=unseen)
    first = BIG.conditions[0]
    numbers = tuple(attrs.evolve(number, tied=bounds) for number in first.numbers)
    return attrs.evolve(
        BIG, metrics=BIG.metrics[:2], conditions=(attrs.evolve(first, numbers=numbers[:2]),)
    )


METRICS = "(nDCG@10, Success@5)"
SPANS = "nDCG@10 0.6745 to 0.6856, Success@5 0.6745 to 0.6856"


@pytest.mark.parametrize(
    ("high", "unseen", "expected"),
    [
        ("0.6745", 0, ""),
        ("0.68561", 0, f"with equal scores in another order: {SPANS}"),
        ("0.6745", 1, "1 question has equal scores at the cut-off: its value could differ"),
        ("0.6745", 2, "2 questions have equal scores at the cut-off: their values could differ"),
    ],
)
def test_what_equal_scores_leave_open_is_said(high: str, unseen: int, expected: str) -> None:
    """The range that is known, and how many questions may go on unseen, with the metrics."""
    notes = tie_notes(tied("0.6745", high, unseen))

    whole = f"full_deep: {expected} {METRICS}" if unseen else f"full_deep: {expected}"
    assert ([whole] if expected else []) == list(notes)


def test_a_baseline_without_numbers_missed_nothing_that_anybody_knows() -> None:
    """Not measured is no praise: nothing is said of what it returned."""
    place = [row.name for row in BIG.conditions].index(BIG.baseline)
    gone = attrs.evolve(BIG.conditions[place], state="not measured", reason="its fuser broke")
    conditions = (*BIG.conditions[:place], gone, *BIG.conditions[place + 1 :])
    text = HtmlReporter().render(attrs.evolve(BIG, conditions=conditions)).decode()

    assert "was not measured, so that nothing is known of what it missed." in text
    assert "returned something relevant to every question" not in text
    assert f"missed by {BIG.baseline}</summary>" not in text


def test_missed_questions_beyond_those_shown_are_counted() -> None:
    """The page shows 500 questions; what it says of all is counted over all."""
    place = [row.name for row in BIG.conditions].index(BIG.baseline)
    found = tuple(0 if at == place else 1 for at in range(len(BIG.conditions)))
    topics = tuple(attrs.evolve(BIG.topics[0], id=f"t{at:03}", found=found) for at in range(520))
    text = HtmlReporter().render(attrs.evolve(BIG, topics=topics)).decode()

    assert "520 questions of 520 to which" in text
    assert "20 of them are beyond the questions that this page shows." in text
