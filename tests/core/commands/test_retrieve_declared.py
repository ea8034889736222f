"""A run on a corpus that stays where it is: measured by what its lanes return."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from benchbook import Corpus, Rankings, Topics, Unit
from benchbook.core.commands.declare import declare
from benchbook.core.commands.export_run import condition_rankings
from benchbook.core.commands.find import find_report, find_run
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.render_report import load_report
from benchbook.core.commands.replay import replay_report
from benchbook.core.commands.retrieve import Outcome
from benchbook.core.errors import BenchbookError, UsageError
from benchbook.core.event_store import EventStore
from benchbook.core.events import LaneFailed, LaneRanked
from benchbook.core.objects.returned_texts import load_texts
from benchbook.core.plugging.registry import Registry
from benchbook.core.reports.report import Report
from book import EPOCH, Stop, StoppingStore, fixed_entropy, lane, registry, run

TOPICS = 150
TEXT = """\
[experiment]
name = "small"
retrieve = 20
depth = 3
metrics = ["R@3", "RR@3", "nDCG@3"]
[lanes.engine]
plugin = "engine"
[lanes.other]
plugin = "other"
[conditions.engine]
fuser = "single"
lanes = ["engine"]
[conditions.other]
fuser = "single"
lanes = ["other"]
[conditions.both]
fuser = "rrf"
"""


class Engine:
    """Ranks, for topic q007, three passages of document d007 and then those of d008."""

    text = "moss of {}"

    def __init__(self, corpus: Corpus) -> None:
        assert corpus.is_declared
        assert 0 == len(corpus)
        self.units: dict[str, Unit] = {}

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        return Rankings.of(topics, (self._row(topic.id) for topic in topics), depth)

    def _row(self, topic: str) -> Iterator[tuple[str, float]]:
        number = int(topic.removeprefix("q"))
        for rank in range(6):
            document = f"d{(number + rank // 3) % TOPICS:03}"
            yield self._tell(f"{document}#{rank % 3}", document), 1 / (rank + 1)

    def _tell(self, unit: str, document: str) -> str:
        """What is told of a unit; gives its id."""
        text = self.text.format(unit)
        self.units[unit] = Unit(unit_id=unit, doc_id=document, title="", text=text)
        return unit


class Other(Engine):
    """Ranks whole documents, the next one first, and tells nothing of them."""

    def _row(self, topic: str) -> Iterator[tuple[str, float]]:
        number = int(topic.removeprefix("q"))
        for rank in (1, 0):
            yield f"d{(number + rank) % TOPICS:03}", 1.0


class Differing(Engine):
    """Tells other texts of the same passages."""

    text = "otter of {}"


class Homonym(Engine):
    """Returns an id that is not composed."""

    def _row(self, topic: str) -> Iterator[tuple[str, float]]:
        yield "e\u0301", 1.0


def plugins() -> Registry:
    """The toy lanes; only the last cannot search what is declared."""
    toys = {"engine": Engine, "other": Other, "differing": Differing, "homonym": Homonym}
    records = [lane(name, build, declared=True, scoped=False) for name, build in toys.items()]
    return registry(*records, lane("scoped", Engine, declared=True))


def make(folder: Path, relevant: Mapping[str, int] | None = None) -> StoppingStore:
    """A ledger with a declared corpus, and 150 topics of which q007 wants d007 and d008."""
    folder.mkdir(exist_ok=True)
    rows = [
        {
            "id": f"q{number:03}",
            "question": f"word{number}",
            "qrels": relevant or {f"d{number:03}": 2, f"d{(number + 1) % TOPICS:03}": 1},
        }
        for number in range(TOPICS)
    ]
    (folder / "gold.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    path = folder / "benchbook.ledger"
    with EventStore.create(path, name="test", entropy=fixed_entropy, clock=lambda: EPOCH) as store:
        declare(store, "library", engine="Toy", version="1", documents=TOPICS, units=450)
        import_gold(store, plugins(), folder / "gold.jsonl", "gold")
    return StoppingStore.open(path, clock=lambda: EPOCH)


def measured(store: EventStore, text: str = TEXT, **options: Any) -> tuple[Outcome, Report]:  # noqa: ANN401 - whatever `RunOptions` takes
    """Run an experiment and give its report."""
    outcome = run(store, text, plugins(), **options)
    return outcome, load_report(store, find_report(store, outcome.report))


def values(report: Report) -> dict[str, list[str | None]]:
    """The values of each condition."""
    return {row.name: [number.value for number in row.numbers[:3]] for row in report.conditions}


def test_passages_become_the_documents_that_were_told(tmp_path: Path) -> None:
    """The third place is that of the second document, although six passages stand before."""
    with make(tmp_path) as store:
        outcome, report = measured(store)
        ranked = condition_rankings(store, find_run(store, outcome.run), "engine")

    assert ("d007", "d008") == ranked.units("q007")
    assert ["1", "1", "1"] == values(report)["engine"]


def test_lanes_with_and_without_texts_are_fused_by_document(tmp_path: Path) -> None:
    """A document of which nothing was told stands for itself."""
    with make(tmp_path) as store:
        outcome, report = measured(store)
        ranked = condition_rankings(store, find_run(store, outcome.run), "both")

    assert {"d007", "d008"} == set(ranked.units("q007"))
    assert ["1", "1"] == values(report)["other"][:2]
    assert values(report)["other"][2] not in (None, "1")


def test_passages_are_measured_by_gold_on_passages(tmp_path: Path) -> None:
    """With the unit of the engine nothing is put together."""
    gold = {"d000#0": 1, "d000#1": 1}
    with make(tmp_path, gold) as store:
        _, report = measured(store, TEXT.replace("retrieve = 20", 'unit = "passage"'))

    (first,) = [topic for topic in report.topics if topic.id == "q000"]
    assert ("1", "1", "1") == first.values[0][:3]


def test_texts_are_recorded_with_each_block(tmp_path: Path) -> None:
    """Those of the block, and of no other; a lane that tells nothing has none."""
    with make(tmp_path) as store:
        outcome, _ = measured(store)
        facts = [
            one.event
            for one in store.events(stream=f"run/{outcome.run}")
            if isinstance(one.event, LaneRanked)
        ]
        told = [list(load_texts(fact.texts, store.get)) for fact in facts if fact.texts]

    assert [("engine", True)] * 3 + [("other", False)] * 3 == [
        (fact.lane, fact.texts is not None) for fact in facts
    ]
    assert [65 * 3, 65 * 3, 23 * 3] == [len(units) for units in told]
    assert "moss of d000#0" == told[0][0].text


def test_the_report_says_what_was_declared_and_that_nothing_was_checked(tmp_path: Path) -> None:
    """In place of a count of judged documents that the corpus does not hold."""
    with make(tmp_path) as store:
        _, report = measured(store)

    assert (None, TOPICS, 450) == (
        report.head.unknown_documents,
        report.head.documents,
        report.head.units,
    )
    said = " ".join(report.head.warnings)
    assert "declared, not ingested: 150 documents in Toy 1, attested by nobody." in said
    assert "Nothing of it was checked" in said


def test_a_report_replays(tmp_path: Path) -> None:
    """From the ledger alone, without the engine."""
    with make(tmp_path) as store:
        outcome, _ = measured(store)
        replayed = replay_report(store, find_report(store, outcome.report), registry())

    assert "identical" == replayed.verdict


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("appends", [3, 5, 8, 9])
def test_a_stopped_run_resumes_to_the_same_bytes(tmp_path: Path, appends: int, jobs: int) -> None:
    """Texts of an earlier sitting are read from the ledger, in one process or several."""
    with make(tmp_path / "whole") as store:
        _, whole = measured(store)
        size, root = store.size, store.basis().root
    with make(tmp_path / "stopped") as store:
        store.appends_left = appends
        with pytest.raises(Stop):
            run(store, TEXT, plugins(), jobs=jobs)
        store.appends_left = None
        _, resumed = measured(store, resume=True)

        assert (size, root) == (store.size, store.basis().root)
    assert whole.as_json() == resumed.as_json()


def test_lanes_that_tell_different_things_are_said_to(tmp_path: Path) -> None:
    """What the first one told counts."""
    text = TEXT.replace('plugin = "other"', 'plugin = "differing"')
    with make(tmp_path) as store:
        _, report = measured(store, text)

    said = " ".join(report.head.notes)
    assert "anes told different things of 450 units: what the first one told counts" in said


def test_reranking_without_texts_is_said(tmp_path: Path) -> None:
    """How many units had none; where all have one, nothing is said."""
    rerank = '\nrerank = { plugin = "lexical", pool = 3 }\n'
    with make(tmp_path) as store:
        _, report = measured(store, f"{TEXT.rstrip()}{rerank}")

    said = " ".join(report.head.notes)
    assert "150 of 600 units that lanes returned came without a text to rerank by" in said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (('"other"', '"bm25"'), r"lane other \(benchbook:bm25\) searches the units that it is"),
        (
            ('lanes = ["engine"]', 'lanes = ["engine"]\nscope = { year_from = 2000 }'),
            "cannot be restricted to the scope year_from = 2000",
        ),
        (
            ('"other"\n', '"scoped"\nscope = { year_from = 2000 }\n'),
            r"conditions.other: scope year_from = 2000 for lane other; expected no scope",
        ),
    ],
)
def test_what_needs_units_is_refused_before_a_run_begins(
    tmp_path: Path, changes: tuple[str, str], said: str
) -> None:
    """By the name of the lane or the condition; nothing is recorded."""
    with make(tmp_path) as store:
        size = store.size
        with pytest.raises(BenchbookError, match=said) as caught:
            run(store, TEXT.replace(*changes, 1), plugins())

        assert 2 == caught.value.exit_code

        assert size == store.size


def test_gold_without_a_relevant_document_is_refused(tmp_path: Path) -> None:
    """Nothing could be found."""
    with make(tmp_path, {"d000": 0}) as store, pytest.raises(UsageError, match="judges no docum"):
        run(store, TEXT, plugins())


def test_an_id_that_cannot_be_kept_fails_the_lane(tmp_path: Path) -> None:
    """No reader has checked the ids of a declared corpus."""
    with make(tmp_path) as store:
        outcome, _ = measured(store, TEXT.replace('"other"', '"homonym"', 1))
        faults = [
            one.event.fault
            for one in store.events(stream=f"run/{outcome.run}")
            if isinstance(one.event, LaneFailed)
        ]

    assert ["PluginFault"] == faults
    assert "not composed" in outcome.failed[0]


def test_progress_is_that_of_any_run(tmp_path: Path) -> None:
    """Lane by lane."""
    told: list[str] = []
    with make(tmp_path) as store:
        run(store, TEXT, plugins(), progress=lambda label, *_: told.append(label))

    assert ["engine", "other"] == list(dict.fromkeys(told))
