"""A workspace whose gold set has titles and phrases, read by a toy reader from this file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from benchbook import Gold, Place, Qrels, Question, ReaderPlugin, Topics, Unit
from benchbook.core.commands.import_gold import import_gold
from benchbook.core.commands.ingest import ingest
from benchbook.core.event_store import EventStore
from benchbook.core.plugging.registry import Registry
from book import EPOCH, fixed_entropy, quiet_progress, registry

UNITS = (
    Unit(unit_id="oat", doc_id="oat", title="Oat", text="1320 bales, \x1b[31m 320 of them wet"),
    Unit(unit_id="rice#1", doc_id="rice", title="Rice Straw", text="straw with 18 percent ash"),
    Unit(unit_id="rice#2", doc_id="rice", title="Rice Straw", text="302,000 dry tons of straw"),
    Unit(unit_id="rye", doc_id="rye", title="Rye", text="straw near 18 percent ash"),
    Unit(unit_id="rye-2", doc_id="rye-2", title="Rye", text="nothing of the kind"),
)
QUESTIONS = {
    "ash": Question(titles=("rice straw",), phrases=("18 percent ash", "18")),
    "bales": Question(phrases=("320", "132")),
    "both": Question(titles=("Oat", "Rye"), phrases=("302,000 dry tons",)),
    "lost": Question(titles=("Wheat",), phrases=("gluten",)),
    "probe": Question(answer="nobody knows"),
}
TEXTS = {
    "ash": "straw percent ash",
    "bales": "wet bales",
    "both": "dry tons of straw",
    "lost": "gluten",
    "probe": "sugar",
}
EVIDENCE_GOLD = Gold(
    Topics.of((id_, TEXTS[id_]) for id_ in ("ash", "bales", "both", "lost")),
    Qrels({}),
    probes=Topics.of([("probe", TEXTS["probe"])]),
    tags={"probe": (Question.UNANSWERABLE,)},
    questions=QUESTIONS,
)

EVIDENCE_EXPERIMENT = """\
[experiment]
name = "evidence"
unit = "document"
depth = 5
metrics = [
    "Success@2", "Success(by='document')@2", "Success(by='evidence')@2", "RR", "kit-nDCG@5",
    "EvidenceRecall@2", "AllEvidence@5",
]
[lanes.keyword]
plugin = "bm25"
[conditions.keyword_only]
fuser = "single"
"""


class MadeReader:
    """Reads the units and questions of this file, whatever stands at the path."""

    gold_set = EVIDENCE_GOLD

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        return ((Place(str(path), line), unit) for line, unit in enumerate(UNITS, 1))

    def gold(self, path: Path) -> Gold:
        return self.gold_set

    def files(self, path: Path) -> Sequence[Path]:
        return (path,)


def evidence_registry() -> Registry:
    """The plugins of the other toys, and the reader."""
    return registry(
        ReaderPlugin(name="made", version="1", summary="a toy", build=MadeReader),
    )


def make_evidence_store(folder: Path) -> Path:
    """A ledger with the corpus `made` and the gold set `made`; gives its path."""
    ledger, source = folder / "benchbook.ledger", folder / "made.txt"
    source.write_text("made")
    plugins = evidence_registry()
    with EventStore.create(
        ledger, name="test", entropy=fixed_entropy, clock=lambda: EPOCH
    ) as store:
        ingest(store, plugins, source, "made", reader="made", progress=quiet_progress)
        import_gold(store, plugins, source, "made", reader="made")
    return ledger
