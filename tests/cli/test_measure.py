"""`benchbook measure` as a person and a program see it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from benchbook.cli.main import main
from scoring import write_run

QRELS = """
q1 0 a 1
q2 0 b 0
q3 0 c 1
"""
RUN = """
q1 Q0 x 1 3 r
q1 Q0 a 2 2 r
q2 Q0 b 1 2 r
q9 Q0 a 1 2 r
"""


def run(*arguments: object) -> Result:
    """Type a command."""
    return CliRunner().invoke(main, ["measure", *map(str, arguments)])


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Qrels and a run."""
    return write_run(tmp_path / "qrels", QRELS), write_run(tmp_path / "run", RUN)


def test_the_table_shows_values_holes_and_populations(files: tuple[Path, Path]) -> None:
    """One line per metric, and what the numbers stand on below."""
    shown = run(*files, "AP", "P(rel=1)@10", "hit@1")

    assert shown.exit_code == 0, shown.output
    assert shown.stdout == (
        "metric      value  judged  topics\n"
        "AP         0.2500  0.5000     2/3\n"
        "P@10       0.0333  0.5000     3/3\n"
        "Success@1  0.0000  0.3333     2/3\n"
        "3 topics judged, 2 answered\n"
        "1 topic of the run not in the qrels: left out\n"
        "topics under n/N: where the metric is defined, of all; the mean is over n\n"
    )


def test_topics_are_shown_on_request(files: tuple[Path, Path]) -> None:
    """A topic without a value has a dash, which is no number."""
    shown = run(*files, "AP", "P@1", "--per-topic")

    assert shown.stdout.startswith(
        "topic      AP     P@1\n"
        "q1     0.5000  0.0000\n"
        "q2          -  0.0000\n"
        "q3     0.0000  0.0000\n"
        "\n"
        "metric   value"
    )


def test_no_id_can_steer_a_terminal(tmp_path: Path) -> None:
    """A mark that turns the direction of reading, in the id of a topic, is shown as its number."""
    turned = "q\u202e1"
    files = (
        write_run(tmp_path / "qrels", f"{turned} 0 a 1\n"),
        write_run(tmp_path / "run", f"{turned} Q0 a 1 1 r\n"),
    )

    assert "q\\u202e1  1.0000\n" in run(*files, "AP", "--per-topic").stdout
    assert run(*files, "AP", "--per-topic", "--json").stdout.isascii()


def test_p59_json_holds_numbers_at_full_precision(files: tuple[Path, Path]) -> None:
    """A program gets numbers, null where there is none, and every count."""
    shown = run(*files, "nDCG", "--json", "--per-topic")

    assert {
        "answered_topics": 2,
        "compat": None,
        "judged_topics": 3,
        "metrics": [
            {
                "defined": 2,
                "judged": 0.5,
                "metric": "nDCG",
                "population": 3,
                "topics": {"q1": 0.6309297535714575, "q2": None, "q3": 0.0},
                "value": 0.31546487678572877,
            }
        ],
        "repeated_judgments": 0,
        "unjudged_topics": ["q9"],
    } == json.loads(shown.stdout)


def test_a_metric_without_any_value_is_null(tmp_path: Path) -> None:
    """Not measured is neither 0 nor NaN, in JSON and in the table."""
    files = write_run(tmp_path / "q", "q1 0 a 0"), write_run(tmp_path / "r", "q1 Q0 a 1 1 r")

    assert json.loads(run(*files, "AP", "--json").stdout)["metrics"][0]["value"] is None
    assert "AP          -  1.0000     0/1\n" in run(*files, "AP").stdout


def test_compat_is_named_in_the_output(files: tuple[Path, Path]) -> None:
    """Whoever compares with trec_eval sees that it is compared, and over which topics."""
    shown = run(*files, "AP", "--compat", "trec_eval-9")

    assert "AP      0.2500  0.7500     2/2\n" in shown.stdout
    assert "as trec_eval-9: topics of both files, undefined values as 0\n" in shown.stdout


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        ({"run": b"q1 Q0 a 1 x r\n"}, 4, "run, line 1: found score 'x'; expected a finite"),
        ({"run": b"q1 Q0 a 1\n"}, 4, "is the order of the files QRELS, RUN?"),
        ({"run": b"\x1f\x8b"}, 4, "gzip data that end too early"),
        ({"run": gzip.compress(RUN.encode())[:-9]}, 4, "gzip data that end too early"),
        ({"run": bytes(range(256))}, 4, "which is not UTF-8"),
        ({"run": b""}, 4, "an empty file"),
        ({"qrels": b"q1 0 a one\n"}, 4, "qrels, line 1: found grade 'one'"),
        ({"qrels": b"Q1 0 a 1\n"}, 4, "no topic of the qrels"),
        ({"metric": b"nDGC@10"}, 2, "did you mean 'nDCG'?"),
        ({"metric": b"P"}, 2, "P needs a cut-off, as P@10"),
    ],
)
def test_bad_input_is_one_line_and_its_exit_code(
    tmp_path: Path, change: dict[str, bytes], code: int, said: str
) -> None:
    """A person sees what was found and what was expected, never a traceback."""
    given = {"qrels": QRELS.encode(), "run": RUN.encode(), "metric": b"AP", **change}
    for name in ("qrels", "run"):
        (tmp_path / name).write_bytes(given[name])

    shown = run(tmp_path / "qrels", tmp_path / "run", given["metric"].decode())

    assert (code, "") == (shown.exit_code, shown.stdout)
    assert said in shown.stderr
    assert shown.stderr.count("\n") == 1


@pytest.mark.parametrize(("name", "said"), [("none", "no such file"), (".", "a folder")])
def test_a_path_that_is_no_file_is_one_line(tmp_path: Path, name: str, said: str) -> None:
    """Missing files and folders end with the code of a bad data file."""
    shown = run(tmp_path / name, tmp_path / name)

    assert (4, 1) == (shown.exit_code, shown.stderr.count("\n"))
    assert said in shown.stderr


def test_a_real_run_has_its_published_values(shared_data: Path) -> None:
    """SciFact's BM25 run, as pytrec_eval measured it at this depth."""
    folder = shared_data / "scifact"

    shown = run(folder / "qrels.trec", folder / "runs/bm25.run.gz", "nDCG@10", "R@100", "P@10")

    assert "nDCG@10  0.6762  0.0880  300/300\n" in shown.stdout
    assert "R@100    0.9127" in shown.stdout
    assert "P@10     0.0880" in shown.stdout


def test_qrels_of_a_beir_folder_are_taken_as_they_are(tmp_path: Path) -> None:
    """Whoever has a BEIR collection needs no other file of qrels."""
    (tmp_path / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\n")
    (tmp_path / "run.txt").write_text("q1 Q0 d2 1 2.0 x\nq1 Q0 d1 2 1.0 x\n")
    done = CliRunner().invoke(
        main, ["measure", str(tmp_path / "test.tsv"), str(tmp_path / "run.txt"), "RR"]
    )

    assert 0 == done.exit_code, done.stderr
    assert "0.5000" in done.stdout
