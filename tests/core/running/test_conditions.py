"""Conditions: optional lanes, scopes, rerankers, choices, and the corpus's named states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from benchbook import (
    FuserPlugin,
    Rankings,
    RerankerPlugin,
    Topics,
)
from benchbook.core.event_store import read_json
from benchbook.core.events import ConditionFused
from benchbook.core.hookspec import Plugin
from book import Forward, lane, make_store, open_store, registry, run
from conditions import HEAD, fused_units, report_of


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with a corpus and a gold set."""
    return make_store(tmp_path)


def test_an_optional_lane_that_cannot_be_fed_is_gone_without(ledger: Path) -> None:
    """The row is measured from the others and says so; one that needs the lane is not measured."""
    text = HEAD + (
        '[conditions.deep]\nfuser = "rrf"\noptional = ["unfed"]\n'
        '[conditions.plain]\nextends = "deep"\nwithout = ["unfed"]\n'
        '[conditions.strict]\nfuser = "rrf"\n'
    )
    with open_store(ledger) as store:
        report = report_of(store, text)

    deep, plain, strict = report.conditions
    assert ("measured", "measured", "not measured") == (deep.state, plain.state, strict.state)
    assert plain.lanes == deep.lanes == ("forward", "keyword")
    assert ("unfed: skipped: none of the 60 units cites another",) == deep.left_out
    assert deep.numbers[0].value == plain.numbers[0].value
    assert "lane unfed skipped: none of the 60 units cites another" == strict.reason
    assert "Measured without lane unfed: skipped" in "\n".join(report.head.warnings)
    notes = "\n".join(report.head.notes)
    assert "The same rankings, byte for byte: deep, plain." in notes


def test_a_condition_of_optional_lanes_alone_is_not_measured_without_any(ledger: Path) -> None:
    """Nothing is never fused from nothing."""
    text = HEAD + (
        '[conditions.none]\nfuser = "rrf"\nlanes = ["unfed"]\noptional = ["unfed"]\n'
        '[conditions.rest]\nfuser = "rrf"\nlanes = ["forward", "keyword"]\n'
    )
    with open_store(ledger) as store:
        report = report_of(store, text)

    assert ("not measured", "measured") == tuple(row.state for row in report.conditions)


def test_an_optional_lane_that_breaks_is_still_needed(ledger: Path) -> None:
    """Optional is for what a corpus lacks, not for faults."""
    text = HEAD.replace('plugin = "unfed"', 'plugin = "breaking"') + (
        '[conditions.deep]\nfuser = "rrf"\noptional = ["unfed"]\n'
    )
    with open_store(ledger) as store:
        report = report_of(store, text)

    assert "not measured" == report.conditions[0].state


class Reversing:
    """A reranker that turns the pool round, and needs the texts."""

    def rerank(self, topics: Topics, rankings: Rankings, texts: Mapping[str, str]) -> Rankings:
        """The same units, last first."""
        rows = []
        for topic in topics:
            units = rankings.units(topic.id)[::-1]
            assert all("word" in texts[unit] and "Document" in texts[unit] for unit in units)
            rows.append([(unit, float(len(units) - at)) for at, unit in enumerate(units)])
        return Rankings.of(topics, rows)


class Losing:
    """A reranker that loses a unit."""

    def rerank(self, topics: Topics, rankings: Rankings, texts: Mapping[str, str]) -> Rankings:
        """All but the first."""
        return rankings.keep(rankings.ranks > 1)


def reranker(name: str, build: type) -> Plugin:
    """A reranker's record."""
    return RerankerPlugin(name=name, version="1", summary="a toy", build=build)


RERANKED = HEAD + (
    '[conditions.plain]\nfuser = "single"\nlanes = ["forward"]\n'
    '[conditions.turned]\nextends = "plain"\nrerank = { plugin = "reversing", pool = 8 }\n'
    '[conditions.head]\nextends = "plain"\nrerank = { plugin = "reversing", pool = 2 }\n'
    '[conditions.lifted]\nextends = "turned"\nrerank = "none"\n'
    '[conditions.rest]\nfuser = "rrf"\noptional = ["unfed"]\n'
)


def test_a_reranker_orders_the_pool_and_leaves_the_rest_behind_it(ledger: Path) -> None:
    """More than the depth is fused; the pool is turned, then cut; a small pool keeps the tail."""
    with open_store(ledger) as store:
        outcome = run(store, RERANKED, registry(reranker("reversing", Reversing)))
        units = {
            name: fused_units(store, outcome.run, name)
            for name in ("plain", "turned", "head", "lifted")
        }

    assert ("d000", "d001", "d002", "d003", "d004") == units["plain"] == units["lifted"]
    assert ("d007", "d006", "d005", "d004", "d003") == units["turned"]
    assert ("d001", "d000", "d002", "d003", "d004") == units["head"]


def test_a_report_names_the_reranker_and_its_pool(ledger: Path) -> None:
    """Its pin stands with the fact, its name with the row."""
    with open_store(ledger) as store:
        report = report_of(store, RERANKED, reranker("reversing", Reversing))
        events = [one.event for one in store.events()]

    assert ("", "local:reversing(pool = 8)") == tuple(row.reranker for row in report.conditions[:2])
    made = [one.reranked_by for one in events if isinstance(one, ConditionFused)]
    assert [None, "reversing", "reversing", None, None] == [one and one.name for one in made]


def test_a_reranker_that_loses_a_unit_is_named(ledger: Path) -> None:
    """The conditions that it orders are not measured."""
    text = RERANKED.replace("reversing", "losing")
    with open_store(ledger) as store:
        outcome = run(store, text, registry(reranker("losing", Losing)))

    named = [one.partition(":")[0] for one in outcome.failed_conditions]
    assert ["turned", "head"] == named
    assert "reranker losing failed: PluginFault: " in outcome.failed[0]
    assert "other units for topic 'q000'" in outcome.failed[0]


class Choosing:
    """A fuser that gives the first lane and says why."""

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings], depth: int) -> Rankings:
        """The first lane."""
        return lanes[min(lanes)].cut(depth)

    def choose(self, topics: Topics) -> Sequence[str]:
        """By the last digit of the id."""
        return ["even" if int(id_[-1]) % 2 == 0 else "odd" for id_ in topics.ids]


def test_what_a_fuser_chose_is_recorded_for_each_topic(ledger: Path) -> None:
    """An object holds it by topic, the report counts it."""
    chooser = FuserPlugin(name="choosing", version="1", summary="a toy", build=Choosing)
    text = HEAD + '[conditions.one]\nfuser = "choosing"\noptional = ["unfed"]\n'
    with open_store(ledger) as store:
        report = report_of(store, text, chooser)
        (fused,) = [one.event for one in store.events() if isinstance(one.event, ConditionFused)]
        assert fused.choices is not None
        chosen = read_json(store.get(fused.choices))

    assert ["q001", "odd"] == chosen[1]
    assert (("even", 75), ("odd", 75)) == report.conditions[0].choices


def test_what_a_fuser_chose_is_scrubbed(ledger: Path) -> None:
    """No key and no home path is kept for ever."""

    class Telling(Choosing):
        def choose(self, topics: Topics) -> Sequence[str]:
            return ["http://me:secret123@host/x"] * len(topics)

    chooser = FuserPlugin(name="telling", version="1", summary="a toy", build=Telling)
    text = HEAD + '[conditions.one]\nfuser = "telling"\noptional = ["unfed"]\n'
    with open_store(ledger) as store:
        report = report_of(store, text, chooser)

    assert "secret123" not in report.conditions[0].choices[0][0]


def test_a_fuser_that_chooses_for_too_few_topics_is_named(ledger: Path) -> None:
    """One text per topic, or the condition is not measured."""

    class Mumbling(Choosing):
        def choose(self, topics: Topics) -> Sequence[str]:
            return ["even"]

    chooser = FuserPlugin(name="mumbling", version="1", summary="a toy", build=Mumbling)
    text = HEAD + '[conditions.one]\nfuser = "mumbling"\noptional = ["unfed"]\n'
    with open_store(ledger) as store:
        (failed,) = run(store, text, registry(chooser)).failed

    assert failed.startswith("one: fuser mumbling failed: PluginFault: ")
    assert "found 1 choices; expected one text for each topic" in failed


class Elsewhere(Forward):
    """A lane that ranks the last units alone."""

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """The same for every topic."""
        return Rankings.of(topics, ([(self._units[-1], 1.0)] for _ in topics))


class Here(Forward):
    """A lane that ranks the first units alone."""

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """The same for every topic."""
        return Rankings.of(topics, ([(self._units[0], 1.0)] for _ in topics))


def test_lanes_without_a_unit_in_common_are_pointed_out(ledger: Path) -> None:
    """Unsaid, ids of different kinds would be fused into nonsense."""
    text = HEAD.replace('"forward"', '"here"').replace('"bm25"', '"elsewhere"') + (
        '[conditions.both]\nfuser = "rrf"\noptional = ["unfed"]\n'
    )
    with open_store(ledger) as store:
        report = report_of(store, text, lane("here", Here), lane("elsewhere", Elsewhere))

    assert any(
        note.startswith("Lanes forward and keyword have no unit in common")
        for note in report.head.notes
    )
