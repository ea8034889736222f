"""Documents that no ranking of a topic may hold are left out before anything is cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook import Corpus, Gold, Qrels, Question, Rankings, Topics, Unit
from benchbook.core.commands.find import find_report
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.commands.render_report import load_report
from benchbook.core.commands.replay import replay_report
from benchbook.core.event_store import EventStore
from benchbook.core.events import LaneRanked
from benchbook.core.running.exclusions import Exclusions
from benchbook.testing import corpus_of
from book import EPOCH, fixed_entropy, lane, open_store, quiet_progress, registry, run
from collections_made import write_lines

CORPUS = corpus_of(
    Unit(unit_id=id_, doc_id=id_.partition("#")[0], title="", text="t")
    for id_ in ("a#1", "a#2", "b", "c")
)


def gold_of(**exclude: tuple[str, ...]) -> Gold:
    """A gold set of two topics and a probe."""
    return Gold(
        topics=Topics.of_ids("pq"),
        qrels=Qrels.of([("p", "b", 1)]),
        probes=Topics.of_ids("z"),
        questions={topic: Question(exclude=row) for topic, row in exclude.items()},
    )


def rows(rankings: Rankings) -> dict[str, tuple[str, ...]]:
    """The units of each topic."""
    return {topic: rankings.units(topic) for topic in rankings.topics.ids}


def test_every_unit_of_a_document_is_left_out_before_the_cut() -> None:
    """What is below moves up; a document of another topic, or of no unit, changes nothing."""
    exclusions = Exclusions.of(gold_of(p=("a", "gone"), z=("c",)))
    assert exclusions is not None
    units = exclusions.units(CORPUS)
    row = [("a#2", 5.0), ("b", 5.0), ("a#1", 5.0), ("c", 1.0)]

    found = units.without(Rankings.of(Topics.of_ids("pq"), [row, row]), 2)

    assert 3 == units.most
    assert {"p": ("b", "c"), "q": ("a#2", "b")} == rows(found)
    assert (
        "left out of the rankings of 1 topic before any cut: 2 documents, as the gold set says"
    ) == exclusions.note


def test_no_exclusion_is_none() -> None:
    """A probe's exclusions are not those of a topic that is measured."""
    assert Exclusions.of(gold_of(z=("c",))) is None


class Greedy:
    """Ranks all units with one score, the one that asks first, however many are asked for."""

    def __init__(self, corpus: Corpus) -> None:
        self._units = corpus.unit_ids

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        """As many as are asked for."""
        return Rankings.of(topics, [self._row(topic.id) for topic in topics], depth)

    def _row(self, topic: str) -> list[tuple[str, float]]:
        return [(unit, 1.0) for unit in sorted(self._units, key=lambda unit: unit != topic)]


EXPERIMENT = """\
[experiment]
corpus = "papers"
gold = "GOLD"
retrieve = 2
depth = 2
metrics = ["RR", "P@2"]
[lanes.greedy]
plugin = "greedy"
[conditions.alone]
fuser = "single"
"""
PLUGINS = registry(lane("greedy", Greedy))


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Topics whose ids are those of documents, with and without exclusions."""
    papers = [{"id": id_, "text": "t"} for id_ in "abcd"]
    asked: list[dict[str, object]] = [
        {"id": "b", "question": "?", "documents": ["c"], "exclude": ["b"]},
        {"id": "d", "question": "?", "documents": ["a"], "exclude": ["b", "d"]},
    ]
    plain = [{**one, "exclude": []} for one in asked]
    path = tmp_path / "benchbook.ledger"
    with EventStore.create(path, name="test", entropy=fixed_entropy, clock=lambda: EPOCH) as store:
        corpus = write_lines(tmp_path / "corpus.jsonl", papers)
        ingest(store, PLUGINS, corpus, "papers", progress=quiet_progress)
        for name, lines in (("apart", asked), ("plain", plain)):
            import_gold(store, PLUGINS, write_lines(tmp_path / f"{name}.jsonl", lines), name)
    return path


def returned(store: EventStore, gold: str) -> tuple[dict[str, list[str]], list[str | None]]:
    """What a run returned for each topic, and its means."""
    text = EXPERIMENT.replace("GOLD", gold)
    outcome = run(store, text, PLUGINS, entropy=lambda count: (gold.encode() * count)[:count])
    report = load_report(store, find_report(store, outcome.report))
    assert "identical" == replay_report(store, find_report(store, outcome.report), PLUGINS).verdict
    units = {topic.id: [unit.id for unit in topic.first] for topic in report.topics}
    return units, [number.value for number in report.conditions[0].numbers[:2]]


def test_p19_the_document_that_asks_is_not_among_what_is_found(ledger: Path) -> None:
    """Left out before the cut-off, however the tie falls; the same run without is told apart."""
    with open_store(ledger) as store:
        apart, plain = returned(store, "apart"), returned(store, "plain")
        ranked = [one.event for one in store.events(types=[LaneRanked])]

    assert ({"b": ["a", "c"], "d": ["a", "c"]}, ["0.75", "0.5"]) == apart
    assert ({"b": ["b", "a"], "d": ["d", "a"]}, ["0.25", "0.25"]) == plain
    first, second = (one for one in ranked if isinstance(one, LaneRanked))
    assert first.instance != second.instance
    assert (
        "left out of the rankings of 2 topics before any cut: 3 documents, as the gold set says",
    ) == first.notes
    assert () == second.notes
