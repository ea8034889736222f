"""`benchbook measure`: scores of a TREC run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import json_option, plugin_option
from .output import counted, print_json, print_rows

if TYPE_CHECKING:
    from ..core.commands.measure import Measurement
    from ..core.files.trec import Compat
    from ..core.measuring.scoring import Measured

PLACES = 4
_UNDEFINED = "-"


@click.command("measure")
@click.argument("qrels", type=click.Path(path_type=Path, readable=False))
@click.argument("run", type=click.Path(path_type=Path, readable=False))
@click.argument("metrics", metavar="[METRIC]...", nargs=-1)
@click.option("--per-topic", is_flag=True, help="Also show every topic.")
@click.option(
    "--compat",
    type=click.Choice(["trec_eval-9", "trec_eval-10"]),
    help="Agree with this trec_eval: topics of both files, undefined values as 0; "
    "9 orders by 32-bit scores.",
)
@json_option
@plugin_option
def command(
    qrels: Path,
    run: Path,
    metrics: tuple[str, ...],
    per_topic: bool,
    as_json: bool,
    compat: Compat | None,
    plugins: tuple[Path, ...],
) -> None:
    """Score a TREC run against qrels, without a workspace.

    RUN is a TREC run, ranks as MS MARCO and Pyserini have them, a PyTerrier result frame (CSV or
    TSV), or JSON lines of `run export`; its first line tells. Plain or gzip.

    Every topic of the qrels counts; one that the run does not answer has 0. Metrics are spelt as
    nDCG@10, nDCG(dcg='exp-log2')@10, AP(judged_only=True), RR@10, P(rel=2)@5 and RBP(p=0.9);
    `benchbook plugins list --kind metric` names all of them. AxisCoverage reads the axes from the
    second column of the qrels, as TREC's diversity qrels have them.

    \b
    Example:
      benchbook measure qrels.txt run.txt.gz nDCG@10 R@100
      benchbook measure qrels.txt run.txt AP --per-topic --compat trec_eval-9
    """
    from ..core.commands.measure import measure_run
    from ..core.files.ir_metadata import told_by
    from ..core.plugging.loading import load_registry

    told = told_by(run)
    done = measure_run(qrels, run, metrics, load_registry(plugins), compat=compat)
    if as_json:
        print_json({**_as_plain(done, compat, per_topic=per_topic), **told.as_plain()})
        return
    if per_topic:
        header = ["topic", *(measured.name for measured in done.measured)]
        print_rows(header, _topic_rows(done), numbers=True)
        click.echo()
    print_rows(["metric", "value", "judged", "topics"], _rows(done), numbers=True)
    for note in (*_notes(done, compat), *told.notes()):
        click.echo(note)


def _rows(done: Measurement) -> list[list[str]]:
    """One row per metric."""
    rows = []
    for measured, judged in zip(done.measured, done.judged, strict=True):
        count = f"{measured.defined}/{measured.population}"
        rows.append([measured.name, _shown(measured.mean), _shown(judged), count])
    return rows


def _topic_rows(done: Measurement) -> list[list[str]]:
    """One row per topic."""
    columns = [list(_by_topic(done, measured).values()) for measured in done.measured]
    return [
        [topic, *map(_shown, values)]
        for topic, *values in zip(done.topics.ids, *columns, strict=True)
    ]


def _by_topic(done: Measurement, measured: Measured) -> dict[str, float | None]:
    """A metric's value for each topic, None where it is not defined."""
    values = measured.values
    return {
        topic: value if defined else None
        for topic, value, defined in zip(
            done.topics.ids, values.values.tolist(), values.defined.tolist(), strict=True
        )
    }


def _shown(value: float | None) -> str:
    """A value with four decimals, rounded half to even from its exact value as C's printf does."""
    return _UNDEFINED if value is None else f"{value:.{PLACES}f}"


def _notes(done: Measurement, compat: str | None) -> list[str]:
    """What the numbers stand on, in sentences."""
    notes = [f"{counted(done.judged_topics, 'topic')} judged, {done.answered} answered"]
    if done.unjudged_topics:
        count = counted(len(done.unjudged_topics), "topic")
        notes.append(f"{count} of the run not in the qrels: left out")
    if done.twins:
        notes.append(f"{counted(done.twins, 'judgment')} repeated in the qrels: counted once")
    undefined = {one.population - one.defined for one in done.measured} - {0}
    if undefined:
        notes.append("topics under n/N: where the metric is defined, of all; the mean is over n")
    if compat:
        notes.append(f"as {compat}: topics of both files, undefined values as 0")
    return notes


def _as_plain(done: Measurement, compat: str | None, *, per_topic: bool) -> dict[str, object]:
    """The measurement for programs, at full precision; a value that is not defined is null."""
    metrics = [
        {
            "metric": measured.name,
            "value": measured.mean,
            "judged": judged,
            "defined": measured.defined,
            "population": measured.population,
            **({"topics": _by_topic(done, measured)} if per_topic else {}),
        }
        for measured, judged in zip(done.measured, done.judged, strict=True)
    ]
    return {
        "metrics": metrics,
        "compat": compat,
        "judged_topics": done.judged_topics,
        "answered_topics": done.answered,
        "unjudged_topics": list(done.unjudged_topics),
        "repeated_judgments": done.twins,
    }
