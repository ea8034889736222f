"""The table of conditions: what each is made of, and how it differs from the baseline."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from benchbook import ConditionRow, Report
from benchbook.plugins.reporters.html.conditions import condition_table, differs_words
from benchbook.plugins.reporters.html.page import HtmlReporter
from benchbook.testing import toy_report
from big_report import big_report
from pages import section_of

BIG, TOY = big_report(), toy_report(hostile=False)
BASE = attrs.evolve(
    BIG.conditions[0],
    lanes=("keyword", "graph"),
    weights=("1.0", "0.8"),
    fuser='benchbook:rrf(k = 60.0, ties = "neutral")',
    reranker="",
)
RERANKED = "the same lanes, then the best 20 reranked by lexical"


def beside(row: ConditionRow) -> Report:
    """A report of the baseline and another condition."""
    return attrs.evolve(BIG, conditions=(BASE, row))


def test_lanes_are_told_as_they_differ_from_the_baseline() -> None:
    """Without, with, only, reranked; nothing for the baseline itself."""
    told = {row.name: differs_words(BIG, row) for row in BIG.conditions}

    assert "" == told["full_deep"]
    assert "without graph" == told["no_graph"]
    assert "only keyword" == told["keyword_only"]
    assert "with citations" == told["with_citations"]
    assert "the same lanes, then reranked by lexical" == told["reranked"]
    alone = attrs.evolve(BIG, baseline="elsewhere")
    assert "" == differs_words(alone, BIG.conditions[6])


@pytest.mark.parametrize(
    ("lanes", "expected"),
    [
        (("keyword", "graph[weighted = true]"), "graph: weighted = true"),
        (("keyword[fresh = true]", "graph[fresh = true]"), "all lanes: fresh = true"),
        (("keyword[fresh = true]",), "only keyword[fresh = true]"),
        (("keyword", "graph", "citations"), "with citations"),
        (("citations",), "only citations"),
        (("keyword", "graph"), "in nothing"),
    ],
)
def test_lanes_with_settings_of_their_own_are_told_briefly(
    lanes: tuple[str, ...], expected: str
) -> None:
    """Each setting once, however many lanes have it."""
    base = attrs.evolve(BIG.conditions[0], lanes=("keyword", "graph"), weights=())
    row = attrs.evolve(BIG.conditions[1], lanes=lanes, weights=(), fuser=base.fuser)

    assert expected == differs_words(attrs.evolve(BIG, conditions=(base, row)), row)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "in nothing"),
        ({"weights": ("1.0", "2.0")}, "the same lanes, weighted graph × 2.0"),
        (
            {"fuser": 'benchbook:rrf(k = 1.0, ties = "neutral")'},
            "the same lanes, fused by rrf(k = 1.0)",
        ),
        ({"fuser": "other:sum(a = 1)"}, "the same lanes, fused by other:sum(a = 1)"),
        ({"reranker": "benchbook:lexical(pool = 20, window = 8)"}, RERANKED),
        ({"reranker": "mine:first"}, "the same lanes, then reranked by mine:first"),
        ({"lanes": ("keyword",), "weights": (), "fuser": "benchbook:single"}, "only keyword"),
    ],
)
def test_more_than_lanes_can_differ(changes: dict[str, Any], expected: str) -> None:
    """Weights, fuser and reranker; of a fuser what is otherwise."""
    row = attrs.evolve(BASE, name="other", **changes)

    assert expected == differs_words(beside(row), row)


def test_a_reranker_that_a_condition_lacks_is_told() -> None:
    """Where the baseline has one."""
    base = attrs.evolve(BASE, reranker="benchbook:lexical")
    row = attrs.evolve(BASE, name="other")

    assert "the same lanes, not reranked" == differs_words(
        attrs.evolve(BIG, conditions=(base, row)), row
    )


def test_every_condition_is_in_the_table() -> None:
    """With lanes, weights and fuser, and on the page near the top."""
    table, text = condition_table(BIG), section_of(HtmlReporter().render(BIG).decode(), "made-of")

    assert {row.name for row in BIG.conditions} == {row.name for row in table.rows}
    for row in table.rows:
        assert all(part in text for part in (row.name, row.lanes, row.fuser, row.differs))


def test_a_column_in_which_nobody_has_anything_is_left_out() -> None:
    """Neither rerankers nor scopes."""
    table = condition_table(beside(attrs.evolve(BASE, name="other")))

    assert (False, False) == (table.has_rerankers, table.has_scopes)


def test_a_scope_is_read_from_the_lanes() -> None:
    """All lanes have it, or the ones that have it are named."""
    lane = attrs.evolve(BIG.head.lanes[0], name="keyword", parameters=("scope = fresh = true",))
    graph = attrs.evolve(lane, name="graph")
    report = beside(BASE)
    every = attrs.evolve(report, head=attrs.evolve(report.head, lanes=(lane, graph)))
    some = attrs.evolve(report, head=attrs.evolve(report.head, lanes=(lane,)))

    assert "fresh = true" == condition_table(every).rows[0].scope
    assert "keyword: fresh = true" == condition_table(some).rows[0].scope
