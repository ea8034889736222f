"""The demo: the main job on the shipped corpus, from an empty folder to a replayed report."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

import attrs

from ..event_store import EventStore
from ..plugging.loading import load_registry
from ..progress import Progress
from ..running.experiment import read_experiment
from .evaluate import evaluate
from .find import find_report
from .import_gold import import_gold
from .ingest import ingest
from .render_report import render_report
from .replay import replay_report

NAME = "demo"
PAGE = "benchbook:html"
SHIPPED = (
    ("benchbook.specs", "demo.toml"),
    ("benchbook.specs", "ablation.toml"),
    ("benchbook.specs", "smoke.toml"),
    ("benchbook.gold", "demo/hyde.jsonl"),
)
EXPERIMENTS = "experiments"


@attrs.frozen(kw_only=True)
class Shown:
    """What the demo ends with.

    Attributes:
        report: its id; table: the report as text; page: as one self-contained HTML page.
        verdict: of replaying it; size, root: the basis that it was replayed over.
    """

    report: str
    table: bytes
    page: bytes
    verdict: str
    size: int
    root: str


def run_demo(
    ledger: Path,
    *,
    entropy: Callable[[int], bytes],
    progress: Progress,
    say: Callable[[str], object],
) -> Shown:
    """Ingest, import, run, report and replay, in a ledger that is made where there is none.

    Args:
        ledger: the file; its folder is made too.
        entropy: gives random bytes, for the log's origin and the run's id.
        progress: told how far the work has come.
        say: told what was done, a line at a time.

    Raises:
        LedgerError: the ledger cannot be written.
    """
    registry = load_registry(external=False)
    ledger.parent.mkdir(parents=True, exist_ok=True)
    with _open(ledger, entropy) as store, as_file(files("benchbook.gold")) as gold:
        shipped = gold / NAME
        ingested = ingest(
            store, registry, shipped / "corpus.jsonl", NAME, reader="jsonl", progress=progress
        )
        say(_told(f"{ingested.event.units} documents", ingested.position, is_new=ingested.is_new))
        imported = import_gold(
            store, registry, shipped / "questions.jsonl", NAME, reader="jsonl", corpus=NAME
        )
        say(_told(f"{imported.event.topics} questions", imported.position, is_new=imported.is_new))
        experiment = read_experiment(_write_experiments(ledger.parent / EXPERIMENTS))
        done = evaluate(store, experiment, registry, entropy=entropy, progress=progress)
        say(f"run {done.outcome.run}, report {done.outcome.report}")
        view = find_report(store, done.outcome.report)
        page = render_report(store, view, registry.find("reporter", PAGE)).data
        replayed = replay_report(store, find_report(store, done.outcome.report), registry)
    return Shown(
        report=done.outcome.report,
        table=done.table,
        page=page,
        verdict=replayed.verdict,
        size=replayed.size,
        root=replayed.root,
    )


def _told(what: str, position: int, *, is_new: bool) -> str:
    """That something was stored, or stands there already."""
    return f"{what}: {'recorded at' if is_new else 'unchanged since'} position {position}"


def _write_experiments(folder: Path) -> Path:
    """The shipped experiments in the workspace, to be read and changed, and what they read.

    Those that are there stay. Gives the demo's own.
    """
    folder.mkdir(exist_ok=True)
    for package, name in SHIPPED:
        path = folder / Path(name).name
        if not path.exists():
            whole = path.with_name(f".{path.name}.new")  # a full disk must leave no torn file
            whole.write_bytes(files(package).joinpath(name).read_bytes())
            whole.replace(path)
    return folder / SHIPPED[0][1]


def _open(path: Path, entropy: Callable[[int], bytes]) -> EventStore:
    """The demo's ledger, made where there is none; a second demo is a second run in it."""
    if path.exists():
        return EventStore.open(path)
    return EventStore.create(path, name=NAME, entropy=entropy)
