"""Conditions: optional lanes, scopes, rerankers, choices, and the corpus's named states."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from benchbook import (
    FuserPlugin,
    Rankings,
    Report,
    RerankerPlugin,
    Topics,
    UsageError,
)
from benchbook.core.commands.find import find_report
from benchbook.core.commands.ingest import ingest
from benchbook.core.commands.render_report import load_report
from benchbook.core.commands.snapshot import snapshot
from benchbook.core.errors import RunFailed
from benchbook.core.event_store import EventStore, read_json
from benchbook.core.events import ConditionFused, RunStarted
from benchbook.core.hookspec import Plugin
from book import Forward, lane, make_store, open_store, quiet_progress, registry, run

HEAD = """\
[experiment]
retrieve = 20
depth = 5
metrics = ["nDCG@5"]
[lanes.forward]
plugin = "forward"
[lanes.unfed]
plugin = "unfed"
[lanes.keyword]
plugin = "bm25"
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with a corpus and a gold set."""
    return make_store(tmp_path)


def report_of(
    store: EventStore, text: str, *records: Plugin, snapshot: str | None = None
) -> Report:
    """The report of a run."""
    outcome = run(store, text, registry(*records), snapshot=snapshot)
    return load_report(store, find_report(store, outcome.report))


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
    notes = "\n".join(report.head.notes)
    assert "Measured without lane unfed: skipped" in notes
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


def fused_units(store: EventStore, run_id: str, condition: str) -> tuple[str, ...]:
    """The units of the first topic in a condition."""
    from benchbook.core.commands.find import find_run
    from benchbook.core.objects.frozen_gold import load_topics
    from benchbook.core.projections.projection import fold
    from benchbook.core.projections.run import RUN
    from benchbook.core.running.book import load_condition

    events, _ = store.read(f"run/{run_id}")
    topics = load_topics(store, find_run(store, run_id).started.topics)
    return load_condition(store, fold(RUN, events), condition, topics).units("q000")


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
    """The run stops there and can be resumed."""
    text = RERANKED.replace("reversing", "losing")
    with (
        open_store(ledger) as store,
        pytest.raises(RunFailed, match="other units for topic 'q000'"),
    ):
        run(store, text, registry(reranker("losing", Losing)))


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


def test_a_fuser_that_chooses_for_too_few_topics_is_named(ledger: Path) -> None:
    """One text per topic, or the run stops."""

    class Mumbling(Choosing):
        def choose(self, topics: Topics) -> Sequence[str]:
            return ["even"]

    chooser = FuserPlugin(name="mumbling", version="1", summary="a toy", build=Mumbling)
    text = HEAD + '[conditions.one]\nfuser = "mumbling"\noptional = ["unfed"]\n'
    with open_store(ledger) as store, pytest.raises(RunFailed, match="one text for each topic"):
        run(store, text, registry(chooser))


def add_years(folder: Path) -> None:
    """The documents of a collection get a year, and one is retracted."""
    path = folder / "small" / "corpus.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for at, row in enumerate(rows):
        row["metadata"] = {"year": 1990 + at, "retracted": at == 0}
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def ingest_again(store: EventStore, folder: Path) -> None:
    """The changed collection under the same name."""
    ingest(store, registry(), folder / "small", "small", reader="beir", progress=quiet_progress)


SCOPED = HEAD + (
    '[conditions.all]\nfuser = "single"\nlanes = ["keyword"]\n'
    '[conditions.later]\nextends = "all"\nscope = { year_from = 2000 }\n'
    '[conditions.rest]\nfuser = "rrf"\noptional = ["unfed"]\n'
)


def test_a_scope_builds_the_lane_on_the_part(tmp_path: Path, ledger: Path) -> None:
    """Another instance, which ranks units of the part alone and says how many are left out."""
    add_years(tmp_path)
    with open_store(ledger) as store:
        ingest(
            store, registry(), tmp_path / "small", "small", reader="beir", progress=quiet_progress
        )
        outcome = run(store, SCOPED)
        report = load_report(store, find_report(store, outcome.report))
        later = fused_units(store, outcome.run, "later")
        everything = fused_units(store, outcome.run, "all")

    assert "d000" in everything
    assert all(unit >= "d010" for unit in later)
    assert later
    names = [row.name for row in report.head.lanes]
    assert "keyword[year_from = 2000]" in names
    assert any("left out 10 of 60 units" in note for note in report.head.notes)


def test_a_scope_that_leaves_nothing_out_is_no_other_lane(ledger: Path) -> None:
    """Nothing is asked twice, and the report says that the scope has no effect."""
    text = SCOPED.replace("year_from = 2000", "exclude_retracted = true")
    with open_store(ledger) as store:
        report = report_of(store, text)

    assert ["keyword", "forward", "unfed"] == [row.name for row in report.head.lanes]
    notes = "\n".join(report.head.notes)
    assert (
        "The scope of later, exclude_retracted = true, leaves out nothing of this corpus" in notes
    )


def test_a_lane_that_searches_elsewhere_takes_no_scope(ledger: Path) -> None:
    """Leaving rows out of its ranking would be another thing; so it is refused before any work."""
    elsewhere = lane("elsewhere", Forward, scoped=False)
    text = SCOPED.replace('plugin = "bm25"', 'plugin = "elsewhere"')
    with open_store(ledger) as store:
        before = store.basis().size
        with pytest.raises(UsageError, match="cannot be restricted to a scope"):
            run(store, text, registry(elsewhere))
        assert before == store.basis().size


def test_a_run_on_a_snapshot_stands_on_the_state_that_it_names(
    tmp_path: Path, ledger: Path
) -> None:
    """The corpus moves on, the snapshot does not."""
    text = HEAD + '[conditions.rest]\nfuser = "rrf"\noptional = ["unfed"]\n'
    with open_store(ledger) as store:
        first = snapshot(store, "small", "first").event
        add_years(tmp_path)
        ingest(
            store, registry(), tmp_path / "small", "small", reader="beir", progress=quiet_progress
        )
        report = report_of(store, text, snapshot="first")
        (started,) = [one.event for one in store.events() if isinstance(one.event, RunStarted)]

        with pytest.raises(UsageError, match="for ever"):
            snapshot(store, "small", "first")
        with pytest.raises(UsageError, match="it has first"):
            run(store, text, snapshot="second")

    assert ("first", first.manifest) == (started.snapshot, started.manifest)
    assert ("first", first.manifest) == (report.head.snapshot, report.head.corpus_digest)


def test_a_snapshot_of_the_same_state_changes_nothing(ledger: Path) -> None:
    """Said twice, recorded once."""
    with open_store(ledger) as store:
        assert snapshot(store, "small", "first").is_new
        assert not snapshot(store, "small", "first").is_new
        with pytest.raises(UsageError, match="no corpus 'other'"):
            snapshot(store, "other", "first")


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
    """Pitfall P45: ids of different kinds are fused into nonsense without a word."""
    text = HEAD.replace('"forward"', '"here"').replace('"bm25"', '"elsewhere"') + (
        '[conditions.both]\nfuser = "rrf"\noptional = ["unfed"]\n'
    )
    with open_store(ledger) as store:
        report = report_of(store, text, lane("here", Here), lane("elsewhere", Elsewhere))

    assert any(
        note.startswith("Lanes forward and keyword have no unit in common")
        for note in report.head.notes
    )
