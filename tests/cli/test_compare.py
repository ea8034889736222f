"""`benchbook compare` as a person and a program see it: files, options, forms."""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path

import pytest

from compared_files import RANKS, TOPICS, plain, run, run_text, write


def test_each_run_has_a_row_with_its_verdict(tmp_path: Path) -> None:
    """Mean, difference, corrected p, wins, effect and verdict stand in one line."""
    qrels, paths = write(tmp_path)

    shown = run(qrels, *paths, "--baseline", "base", "-m", "RR@10").stdout

    assert "base  0.3333 [0.33, 0.33] †  baseline" in shown
    assert "near  1.0000" in shown
    assert "+0.6667" in shown
    assert "12/0/0" in shown
    assert "0/0/12" in shown
    assert "near is better than base on 12 topics" in shown
    assert "far is worse than base on 12 topics" in shown


def test_a_pattern_stands_for_its_files_and_gzip_is_read(tmp_path: Path) -> None:
    """A shell that expands nothing is no obstacle; the names lose the endings of runs."""
    qrels, paths = write(tmp_path)
    for path in paths:
        (tmp_path / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()

    told = plain(run(qrels, tmp_path / "*.run.gz", "-m", "RR@10", "--json"))

    assert [run["name"] for run in told["runs"]] == ["base", "far", "near"]
    assert "base" == told["baseline"]


def test_a_topic_that_a_run_lacks_counts_0_and_is_told(tmp_path: Path) -> None:
    """Runs over other topics are measured over the same ones, and the page says so."""
    qrels, (base, near, _) = write(tmp_path)
    some = dict(list(enumerate(RANKS["near"]))[:9])
    near.write_text(run_text({**some, 99: 1}))

    shown = run(qrels, base, near, "-m", "RR@10")
    told = plain(run(qrels, base, near, "-m", "RR@10", "--json"))

    assert "! near answers 9 of 12 topics: what it does not answer counts 0" in shown.stdout
    assert "! near: left out, since they are not in the population: 1 topic" in shown.stdout
    comparisons = told["comparisons"]
    means = {(one["condition"], one["metric"]): one["value"] for one in comparisons["means"]}
    assert "0.75" == means["near", "RR@10"]


def test_a_declared_population_is_used(tmp_path: Path) -> None:
    """`--topics` names the topics that count; one that nobody judged is refused."""
    qrels, paths = write(tmp_path)
    topics = tmp_path / "topics"
    topics.write_text("# chosen\n" + "".join(f"q{n:02} a question\n" for n in range(10)))

    told = plain(run(qrels, *paths, "--topics", topics, "--json"))
    topics.write_text("q00\nq77\n")
    refused = run(qrels, *paths, "--topics", topics)

    assert [f"q{n:02}" for n in range(10)] == told["topics"]
    assert (2, True) == (refused.exit_code, "topic 'q77'" in refused.output)


def test_values_of_topics_are_written_for_a_spreadsheet(tmp_path: Path) -> None:
    """Each topic, run and metric has a row in the file."""
    qrels, paths = write(tmp_path)
    out = tmp_path / "topics.csv"

    run(qrels, *paths, "-m", "RR@10", "--per-topic", out)

    rows = list(csv.DictReader(io.StringIO(out.read_text())))
    assert {"topic": "q00", "run": "near", "metric": "RR@10", "value": "1"} in rows
    assert TOPICS * 3 * 2 == len(rows)


@pytest.mark.parametrize("form", ["csv", "latex", "markdown", "html"])
def test_other_forms_hold_the_same_numbers(tmp_path: Path, form: str) -> None:
    """What is printed for a paper is what is printed for a terminal."""
    qrels, paths = write(tmp_path)

    shown = run(qrels, *paths, "-m", "RR@10", f"--{form}")

    assert shown.exit_code == 0, shown.output
    assert "0.3333" in shown.stdout
    assert "near" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--baseline", "nobody"], "baseline 'nobody' is none of the runs: base, near, far"),
        (["--primary", "P@3"], "primary metric P@3 is none of the metrics"),
        (["-m", "Judged@10"], "says how much is judged"),
        (["-m", "nDGC@10"], "nDGC"),
        (["--alpha", "2"], "expected a number between 0 and 1"),
    ],
)
def test_bad_options_are_refused_in_one_line(
    tmp_path: Path, arguments: list[str], told: str
) -> None:
    """Exit code 2, what was found and what there is."""
    qrels, paths = write(tmp_path)

    shown = run(qrels, *paths, *arguments)

    assert (2, True) == (shown.exit_code, told in shown.output), shown.output


def test_a_file_twice_is_refused(tmp_path: Path) -> None:
    """A run is not compared with itself under another spelling."""
    qrels, paths = write(tmp_path)

    shown = run(qrels, *paths, tmp_path / "." / "base.run")

    assert (2, True) == (shown.exit_code, "is given twice" in shown.output)


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    """The name has as many folders as are needed."""
    qrels, (base, near, _) = write(tmp_path)
    for folder, path in (("a", base), ("b", near)):
        (tmp_path / folder).mkdir()
        path.rename(tmp_path / folder / "x.run")

    told = plain(run(qrels, tmp_path / "*" / "x.run", "--json"))

    assert [one["name"] for one in told["runs"]] == ["a/x", "b/x"]


def test_what_no_run_holds_is_an_error_of_data(tmp_path: Path) -> None:
    """A broken row is named by file and line; nothing is written."""
    qrels, (base, near, _) = write(tmp_path)
    near.write_text(near.read_text() + "q00 Q0 good0 1 9 tag more\n")
    out = tmp_path / "topics.csv"

    shown = run(qrels, base, near, "--per-topic", out)

    assert (4, False) == (shown.exit_code, out.exists())
    assert f"{near}" in shown.output


def test_a_run_that_shares_no_topic_is_an_error_of_data(tmp_path: Path) -> None:
    """A mean of 0 would be a lie; the file is named, and topics of both."""
    qrels, (base, near, _) = write(tmp_path)
    near.write_text(near.read_text().replace("q", "topic-", 1).replace("\nq", "\ntopic-"))

    shown = run(qrels, base, near)

    assert (4, True) == (shown.exit_code, f"{near}: found no topic of the qrels" in shown.output)


def test_a_metric_of_subtopics_reads_the_second_column(tmp_path: Path) -> None:
    """As `measure` does; qrels that name no subtopic are refused."""
    qrels, paths = write(tmp_path)
    plain_qrels = run(qrels, *paths, "-m", "AxisCoverage@2")
    qrels.write_text(
        "".join(f"q{topic:02} {axis} good{topic} 1\n" for topic in range(12) for axis in "ab")
    )

    shown = run(qrels, *paths, "-m", "AxisCoverage@2")

    assert 4 == plain_qrels.exit_code
    assert "near reaches" not in shown.stdout
    assert "base reaches AxisCoverage@2 0.000" in shown.stdout, shown.output


def test_a_metric_of_evidence_is_refused(tmp_path: Path) -> None:
    """Qrels have no phrases."""
    qrels, paths = write(tmp_path)

    shown = run(qrels, *paths, "-m", "EvidenceRecall@5")

    assert (2, True) == (shown.exit_code, "needs reference titles" in shown.output)


@pytest.mark.parametrize("given", ["near", "near.run", "path"])
def test_a_baseline_is_a_name_a_file_or_a_path(tmp_path: Path, given: str) -> None:
    """Whichever of these a person has at hand."""
    qrels, paths = write(tmp_path)

    told = plain(run(qrels, *paths, "--baseline", paths[1] if given == "path" else given, "--json"))

    assert "near" == told["baseline"]
