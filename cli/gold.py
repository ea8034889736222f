"""`benchbook gold`: the gold sets of a workspace."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .counts import questions_as_plain, tell_questions
from .gold_check import check
from .gold_rows import HEADER, gold_rows, probes_as_plain, shown, topics_as_plain
from .options import json_option, plugin_option, reader_options, workspace_option
from .output import counted, print_json, print_rows
from .workspace import open_store

if TYPE_CHECKING:
    from ..core.commands.import_gold import ImportedGold
    from ..core.events import GoldSetImported
    from ..core.projections.gold_sets import GoldSetView


@click.group("gold")
def command() -> None:
    """Import, list, show and check gold sets.

    \b
    Example:
      benchbook gold import scifact/ --gold scifact --reader beir
      benchbook gold show scifact
    """


command.add_command(check)


@command.command("import")
@click.argument("path", type=click.Path(path_type=Path, readable=False))
@click.option("--gold", required=True, metavar="NAME", help="The name it gets.")
@click.option("--corpus", metavar="NAME", help="What its documents are checked against.")
@click.option("--strict", is_flag=True, help="Refuse judged topics and documents that are unknown.")
@reader_options
@plugin_option
@json_option
@workspace_option
def import_set(
    path: Path,
    gold: str,
    corpus: str | None,
    reader: str | None,
    settings: dict[str, object],
    plugins: tuple[Path, ...],
    workspace: Path,
    *,
    strict: bool,
    as_json: bool,
) -> None:
    """Import a gold set: questions with the documents that answer them.

    PATH is a file of JSON lines (id, question, qrels, documents or evidence), a folder in BEIR's
    form or TREC's, the sci-rag kit's questions, SciX's gold rows, or whatever the reader reads.
    Documents are checked against --corpus, else against the only corpus of the workspace. The same
    content under the same name is recorded once.

    \b
    Example:
      benchbook gold import scifact/ --gold scifact --reader beir
      benchbook gold import retrieval_50q.jsonl --gold scix --reader scix
      benchbook gold import questions.jsonl --gold mine --corpus papers --strict
    """
    from ..core.commands.import_gold import import_gold
    from ..core.plugging.loading import load_registry

    with open_store(workspace) as store:
        done = import_gold(
            store,
            load_registry(plugins),
            path,
            gold,
            reader=reader,
            parameters=settings,
            corpus=corpus,
            strict=strict,
        )
    if as_json:
        print_json(_imported_as_plain(done))
        return
    for line in _told(done):
        click.echo(line)


def _told(done: ImportedGold) -> list[str]:
    """What an import came to, in lines."""
    from ..core.importing.unknown import some

    event, unknown = done.event, done.unknown
    state = "imported at" if done.is_new else "unchanged since"
    head = (
        f"gold set {event.gold}: {_topics(event)}, read by "
        f"{event.reader.qualified}, digest {event.questions[:12]}, {state} position {done.position}"
    )
    judged = f"{counted(event.judgments, 'judgment')}, {event.relevant:,} of them relevant"
    by_evidence = "no judgments: relevance is found by evidence"
    lines = [
        head,
        f"  {judged if event.judgments or not done.counts.with_evidence else by_evidence}",
    ]
    if done.probes:
        lines.append(f"  {counted(done.probes, 'unanswerable question')} kept beside, not measured")
    lines += tell_questions(done.counts)
    if done.twins:
        lines.append(f"  {counted(done.twins, 'repeated judgment')} kept once")
    if unknown.topics:
        examples = some(unknown.topics)
        topics = counted(len(unknown.topics), "judged topic")
        lines.append(f"  {topics} without a question: {examples}")
    if not unknown.judged:
        return lines
    if unknown.corpus is None:
        why = "no ingested corpus is named, and there is not just one of them"
        lines.append(f"  documents not checked: {why}; a run on an ingested one checks them")
    elif unknown.documents:
        counts = f"{len(unknown.documents):,} of {counted(unknown.judged, 'judged document')}"
        are = "is" if len(unknown.documents) == 1 else "are"
        examples = f"{some(unknown.documents)} ({counted(unknown.judgments, 'judgment')})"
        lines.append(f"  {counts} {are} not in corpus {unknown.corpus}: {examples}")
    else:
        judged = counted(unknown.judged, "judged document")
        lines.append(f"  {judged}: none is missing in corpus {unknown.corpus}")
    return lines


def _imported_as_plain(done: ImportedGold) -> dict[str, object]:
    """An import for programs."""
    event, unknown = done.event, done.unknown
    return {
        "gold": event.gold,
        "digest": event.questions,
        "topics": event.topics,
        "judgments": event.judgments,
        "relevant": event.relevant,
        "states": dict(event.states),
        "probes": done.probes,
        **questions_as_plain(done.counts),
        "repeated_judgments": done.twins,
        "unknown_topics": list(unknown.topics),
        "checked_against": unknown.corpus,
        "unknown_documents": None if unknown.corpus is None else list(unknown.documents),
        "reader": event.reader.qualified,
        "position": done.position,
        "new": done.is_new,
    }


@command.command("list")
@json_option
@workspace_option
def list_sets(workspace: Path, *, as_json: bool) -> None:
    """List the gold sets, each as it was last imported.

    \b
    Example:
      benchbook gold list
    """
    from ..core.projections.gold_sets import GOLD_SETS
    from ..core.projections.projection import view_at

    with open_store(workspace, readonly=True) as store:
        sets = view_at(GOLD_SETS, store)
    shown = [sets[name] for name in sorted(sets)]
    if as_json:
        print_json([_as_plain(view) for view in shown])
        return
    print_rows(
        ["gold set", "topics", "judgments", "state", "digest", "position", "imported (claimed)"],
        [
            [
                view.event.gold,
                f"{view.event.topics:,}",
                f"{view.event.judgments:,}",
                _states(view.event.states),
                view.event.questions[:12],
                str(view.position),
                view.ts,
            ]
            for view in shown
        ],
    )


@command.command("show")
@click.argument("gold")
@json_option
@workspace_option
def show(gold: str, workspace: Path, *, as_json: bool) -> None:
    """Show one gold set: its counts, and every question with its state, judgments and evidence.

    \b
    Example:
      benchbook gold show scifact
    """
    from ..core.commands.find import find_gold_set
    from ..core.importing.counts import count_questions
    from ..core.objects.gold_sets import load_gold

    with open_store(workspace, readonly=True) as store:
        view = find_gold_set(store, gold)
        questions = load_gold(view.event.questions, store.get)
    counts = count_questions(questions)
    if as_json:
        asked = {"questions": topics_as_plain(questions), "probes": probes_as_plain(questions)}
        print_json({**_as_plain(view), **questions_as_plain(counts), **asked})
        return
    event = view.event
    click.echo(
        f"gold set {event.gold}: {_topics(event)}, digest "
        f"{event.questions}, position {view.position}, version {view.version}"
    )
    for line in tell_questions(counts):
        click.echo(line)
    print_rows(HEADER, gold_rows(questions))
    for probe in questions.probes:
        click.echo(f"unanswerable, not measured: {shown(probe.id)}: {shown(probe.text)}")


def _as_plain(view: GoldSetView) -> dict[str, object]:
    """A gold set for programs."""
    event = view.event
    return {
        "gold": event.gold,
        "digest": event.questions,
        "topics": event.topics,
        "judgments": event.judgments,
        "relevant": event.relevant,
        "states": dict(event.states),
        "unknown_topics": event.unknown_topics,
        "unknown_documents": event.unknown_documents,
        "checked_against": event.checked_against,
        "source": event.source.name,
        "reader": event.reader.qualified,
        "position": view.position,
        "version": view.version,
        "ts": view.ts,
    }


def _topics(event: GoldSetImported) -> str:
    """How many topics there are, and in which state."""
    return f"{counted(event.topics, 'topic')} ({_states(event.states)})"


def _states(states: Mapping[str, int]) -> str:
    """How many topics are in which state."""
    return ", ".join(f"{count:,} {state}" for state, count in states.items())
