"""`benchbook gold check`: what of a gold set can be returned at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import json_option, plugin_option, workspace_option
from .output import Bars, counted, print_json
from .workspace import EXPERIMENTS, open_store

if TYPE_CHECKING:
    from ..core.commands.check_gold import CheckedQuestion, GoldCheck
    from ..core.matching.checking import Checked
    from ..core.matching.evidence import Evidence
    from ..core.running.specification import Experiment

MOST_IDS = 5
"""Ids that a line names; the others are counted, and are all in the JSON."""

LONGEST = 200
"""Characters of a title or phrase that are shown."""


@click.command("check")
@click.argument("gold")
@click.option(
    "--against",
    required=True,
    metavar="CORPUS|LANE",
    help="A corpus of the workspace, or a lane of the experiment.",
)
@click.option(
    "--experiment",
    type=click.Path(path_type=Path, readable=False),
    help="Where lanes, the unit and the rules of relevance are.",
)
@click.option("--strict", is_flag=True, help="End with code 4 when something cannot be returned.")
@plugin_option
@json_option
@workspace_option
def check(
    gold: str,
    against: str,
    experiment: Path | None,
    plugins: tuple[Path, ...],
    workspace: Path,
    *,
    strict: bool,
    as_json: bool,
) -> None:
    """Say what of a gold set can be returned at all, before anything is scored.

    Against a corpus: which judged documents, reference titles and evidence phrases it holds, in
    which units, and what comes near to those that it does not. Against a lane of an experiment: the
    lane is asked for everything, and what is relevant and never comes is listed too. Nothing is
    recorded.

    \b
    Example:
      benchbook gold check mine --against papers
      benchbook gold check mine --against keyword --experiment ablation.toml --strict
    """
    from ..core.commands.check_gold import check_gold
    from ..core.errors import BadData
    from ..core.plugging.loading import load_registry

    with open_store(workspace, readonly=True) as store:
        done = check_gold(
            store,
            load_registry(plugins),
            gold,
            against,
            experiment=_experiment(workspace / EXPERIMENTS, experiment),
            progress=Bars(),
        )
    if as_json:
        print_json(_as_plain(done))
    else:
        _print(done)
    if strict and done.is_lost:
        raise click.exceptions.Exit(BadData.exit_code)


def _experiment(folder: Path, given: Path | None) -> Experiment | None:
    """The experiment that is named, if one is."""
    from ..core.commands.find import find_experiment
    from ..core.running.experiment import read_experiment

    return None if given is None else read_experiment(find_experiment(folder, given))


def _print(done: GoldCheck) -> None:
    """The check as lines of text, none of which can steer a terminal."""
    from ..core.printable import printable

    for line in (*_head(done), "", *_body(done), *_summary(done)):
        click.echo(printable(line))


def _head(done: GoldCheck) -> Iterator[str]:
    """What was looked up, where, by which rules."""
    questions = counted(len(done.questions), "question")
    yield f"gold set {done.gold} ({done.gold_digest[:12]}): {questions}"
    lane = f"lane {done.lane} over " if done.lane else ""
    size = f"{counted(done.units, 'unit')} of {counted(done.documents, 'document')}"
    yield f"against {lane}corpus {done.corpus} ({done.corpus_digest[:12]}): {size}"
    yield f"relevance {done.relevance}, match {done.match}, unit {done.unit}"
    for note in done.notes:
        yield f"lane {done.lane}: {note}"


def _body(done: GoldCheck) -> Iterator[str]:
    """Every question of which there is more to say than that its judged documents are there."""
    for question in done.questions:
        lines = [line for one in question.checked for line in _lines(one)]
        if done.lane:
            lines += _missed(question, done.lane)
        if lines or not question.relevant:
            relevant = f"{question.relevant} relevant" if question.relevant else "nothing relevant"
            yield f"question {question.topic}: {relevant}"
            yield from (f"  {line}" for line in lines)
            yield ""


def _missed(question: CheckedQuestion, lane: str) -> Iterator[str]:
    """What a lane never returns, however much it is asked for."""
    if question.unreturned:
        yield f"never returned by lane {lane}: {_some(question.unreturned)}"
    for one in question.unshown:
        yield f"never returned by lane {lane}: any unit of {_said(one)}"


def _said(named: Evidence) -> str:
    """A title or phrase as it is called, cut where it is long."""
    text = named.text if len(named.text) <= LONGEST else f"{named.text[:LONGEST]}…"
    return f'{named.kind} "{text}"'


def _lines(one: Checked) -> Iterator[str]:
    """One title or phrase; a judged document where the corpus does not hold it."""
    named = one.named
    if named.kind == "document":
        if not named.documents:
            yield f"document {named.text!r}: not in the corpus"
        return
    said = _said(named)
    if named.ignored:
        yield f"{said}: ignored, {named.ignored}"
    elif not one.units:
        yield f"{said}: in no unit"
    else:
        several = ", which all count" if named.kind == "title" and named.documents > 1 else ""
        where = f"{counted(one.units, 'unit')} of {counted(named.documents, 'document')}"
        yield f"{said}: {where}{several}"
    if one.excerpt is not None:
        yield f'  in {one.excerpt.unit}: "{one.excerpt.text}"'
    if one.near is not None:
        near = f"{one.near.why}: {counted(one.near.units, 'unit')}"
        yield f'  near, {near}, in {one.near.excerpt.unit}: "{one.near.excerpt.text}"'


def _some(ids: tuple[str, ...]) -> str:
    """The first ids of a list, and how many more there are."""
    more = len(ids) - MOST_IDS
    return ", ".join(ids[:MOST_IDS]) + (f" and {more} more" if more > 0 else "")


def _summary(done: GoldCheck) -> Iterator[str]:
    """The counts, what is lost among them."""
    kinds = {"document": "judged documents", "title": "titles", "phrase": "phrases"}
    for kind, word in kinds.items():
        total = done.count(kind)
        if total:
            parts = ", ".join(f"{count} {what}" for what, count in _counts(done, kind) if count)
            yield f"{word}: {total}" + (f", of which {parts}" if parts else ", all found")
    relevant = sum(question.relevant for question in done.questions)
    gone = sum(len(question.unreturned) for question in done.questions)
    whom = f"lane {done.lane}" if done.lane else "any lane"
    yield f"relevant {done.unit}s: {relevant}, of which {gone} cannot be returned by {whom}"
    nothing = sum(not question.relevant for question in done.questions)
    lost = sum(question.is_lost for question in done.questions)
    yield (
        f"questions: {len(done.questions)}, of which {nothing} have nothing relevant, and {lost} "
        "name something that cannot be returned"
    )


def _counts(done: GoldCheck, kind: str) -> list[tuple[str, int]]:
    """What can be said of the documents, titles or phrases, with how many."""
    if kind == "document":
        return [("not in the corpus", done.count(kind, lambda one: not one.named.documents))]
    return [
        ("in no unit", done.count(kind, lambda one: one.is_lost)),
        ("ignored", done.count(kind, lambda one: bool(one.named.ignored))),
        (
            "of several documents",
            done.count(kind, lambda one: kind == "title" and one.named.documents > 1),
        ),
    ]


def _as_plain(done: GoldCheck) -> dict[str, object]:
    """The check for programs."""
    return {
        "gold": done.gold,
        "gold_digest": done.gold_digest,
        "corpus": done.corpus,
        "corpus_digest": done.corpus_digest,
        "documents": done.documents,
        "units": done.units,
        "lane": done.lane or None,
        "unit": done.unit,
        "relevance": done.relevance,
        "match": done.match,
        "notes": list(done.notes),
        "lost": done.is_lost,
        "questions": [_question_as_plain(question) for question in done.questions],
    }


def _question_as_plain(question: CheckedQuestion) -> dict[str, object]:
    """A question for programs."""
    return {
        "id": question.topic,
        "text": question.text,
        "relevant": question.relevant,
        "unreturned": list(question.unreturned),
        "unshown": [{"kind": one.kind, "text": one.text} for one in question.unshown],
        "evidence": [
            {
                **_named_as_plain(one.named),
                "found_in_units": one.units,
                "lost": one.is_lost,
                "excerpt": None
                if one.excerpt is None
                else {"unit": one.excerpt.unit, "text": one.excerpt.text},
                "near": None
                if one.near is None
                else {
                    "why": one.near.why,
                    "units": one.near.units,
                    "unit": one.near.excerpt.unit,
                    "text": one.near.excerpt.text,
                },
            }
            for one in question.checked
        ],
    }


def _named_as_plain(named: Evidence) -> dict[str, object]:
    """What a gold set names, for programs."""
    return {
        "kind": named.kind,
        "text": named.text,
        "grade": named.grade,
        "ignored": named.ignored or None,
        "documents": named.documents,
        "matches": list(named.units),
    }
