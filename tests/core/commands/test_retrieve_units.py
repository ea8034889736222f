"""What is measured, documents or passages, on a corpus whose documents have several units."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchbook.core.commands.export_run import ExportForm, condition_rankings, export_text
from benchbook.core.commands.find import find_report, find_run
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.commands.render_report import load_report
from benchbook.core.errors import UsageError
from benchbook.core.event_store import EventStore
from book import EPOCH, fixed_entropy, quiet_progress, registry, run

# Three documents of three passages each; the topic's word stands in one, two and three of them.
UNITS = [
    {"id": f"{doc}#{part:04}", "doc_id": doc, "title": doc, "text": text}
    for doc, texts in {
        "a": ("straw", "ash", "ash"),
        "b": ("straw straw", "straw", "ash"),
        "c": ("straw straw straw", "straw straw", "straw"),
    }.items()
    for part, text in enumerate(texts)
]
TEXT = """\
[experiment]
unit = "{unit}"
retrieve = {retrieve}
depth = 3
metrics = ["R@3", "P@3"]
[lanes.keyword]
plugin = "bm25"
[conditions.alone]
fuser = "single"
"""


def make(folder: Path, judged: dict[str, int]) -> EventStore:
    """A ledger with the nine units and one question."""
    (folder / "corpus.jsonl").write_text("".join(f"{json.dumps(unit)}\n" for unit in UNITS))
    question = {"id": "q", "question": "straw", "qrels": judged}
    (folder / "gold.jsonl").write_text(json.dumps(question) + "\n")
    store = EventStore.create(
        folder / "benchbook.ledger", name="test", entropy=fixed_entropy, clock=lambda: EPOCH
    )
    plugins = registry()
    ingest(store, plugins, folder / "corpus.jsonl", "parts", progress=quiet_progress)
    import_gold(store, plugins, folder / "gold.jsonl", "parts", corpus="parts")
    return store


def returned(store: EventStore) -> list[str]:
    """What the condition returned for the question, best first."""
    rankings = condition_rankings(store, find_run(store, "latest"), "alone")
    return list(rankings.units("q"))


def test_documents_are_collapsed_before_the_cut(tmp_path: Path) -> None:
    """A document stands once, where its best passage stands: three passages are no three places."""
    with make(tmp_path, {"a": 1, "c": 1}) as store:
        run(store, TEXT.format(unit="document", retrieve=9))
        report = load_report(store, find_report(store, "latest"))

        assert {"a", "b", "c"} == set(returned(store))
    assert "1" == report.conditions[0].numbers[0].value


def test_passages_stand_each_for_itself(tmp_path: Path) -> None:
    """With passages as the unit, one document may fill all places."""
    with make(tmp_path, {"c#0000": 1, "a#0000": 1}) as store:
        run(store, TEXT.format(unit="passage", retrieve=9))

        assert 3 == len(returned(store))
        assert all("#" in unit for unit in returned(store))


def test_passages_cannot_be_measured_by_gold_on_documents(tmp_path: Path) -> None:
    """Unequal units are never compared: the experiment is refused before a run begins."""
    with make(tmp_path, {"a": 1}) as store:
        size = store.size
        with pytest.raises(UsageError, match='unit = "document"'):
            run(store, TEXT.format(unit="passage", retrieve=9))

        assert size == store.size


def test_gold_that_shares_no_document_with_the_corpus_is_refused(tmp_path: Path) -> None:
    """No overlap at all is a mistake and no zero."""
    with make(tmp_path, {"x": 1, "y": 2}) as store, pytest.raises(UsageError, match="share no"):
        run(store, TEXT.format(unit="document", retrieve=9))


def test_an_exported_ranking_reads_back_in_its_order(tmp_path: Path) -> None:
    """JSON lines hold the scores, TREC by rank keeps the order whatever the scores are."""
    with make(tmp_path, {"a": 1}) as store:
        run(store, TEXT.format(unit="document", retrieve=9))
        rankings = condition_rankings(store, find_run(store, "latest"), "alone")
        order = returned(store)
    lines, _ = export_text(rankings, ExportForm(form="jsonl"))
    trec, moved = export_text(rankings, ExportForm(tag="tag"))

    assert order == [row["unit"] for row in json.loads(lines)["ranking"]]
    assert order == [line.split()[2] for line in trec.splitlines()]
    assert 0 == moved


def test_an_unknown_condition_names_those_there_are(tmp_path: Path) -> None:
    """The next step stands in the message."""
    with make(tmp_path, {"a": 1}) as store:
        run(store, TEXT.format(unit="document", retrieve=9))
        with pytest.raises(UsageError, match="it has alone"):
            condition_rankings(store, find_run(store, "latest"), "alnoe")
