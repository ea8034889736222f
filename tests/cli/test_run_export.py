"""What `run export` writes is read back by Benchbook and by the libraries of others."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
import pytrec_eval
import yaml
from click.testing import CliRunner

from benchbook import read_ir_metadata, read_run
from benchbook.cli.main import main
from book import EXPERIMENT, make_store, open_store
from book import run as run_experiment


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with one run."""
    made = tmp_path_factory.mktemp("export")
    with open_store(make_store(made, topics=5)) as store:
        run_experiment(store, EXPERIMENT)
    return made


def exported(folder: Path, *options: str | Path, code: int = 0) -> str:
    """Export a condition; gives what was printed."""
    asked = ["run", "export", "--condition", "weighted", "--dir", folder, *options]
    done = CliRunner().invoke(main, [str(one) for one in asked])
    assert code == done.exit_code, done.output
    return done.stdout if code == 0 else done.stderr


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("a.run", []),
        ("a.run.gz", ["--ir-metadata"]),
        ("a.run", ["--scores", "exact"]),
        ("a.jsonl.gz", ["--format", "jsonl"]),
        ("a.csv", ["--format", "pyterrier"]),
        ("a.tsv.gz", ["--format", "pyterrier", "--scores", "exact"]),
    ],
)
def test_every_form_reads_back_in_its_order(
    folder: Path, tmp_path: Path, name: str, options: list[str]
) -> None:
    """The same documents for the same topics."""
    exported(folder, "--out", tmp_path / name, *options)
    back = read_run(tmp_path / name)
    exported(folder, "--out", tmp_path / "plain.jsonl", "--format", "jsonl")
    first = read_run(tmp_path / "plain.jsonl")

    assert 5 == len(back)
    assert [back.units(id_) for id_ in back.topics.ids] == [
        first.units(id_) for id_ in first.topics.ids
    ]


def test_a_packed_file_is_the_same_each_time(folder: Path, tmp_path: Path) -> None:
    """No time stands in it."""
    for name in ("a.run.gz", "b.run.gz"):
        exported(folder, "--out", tmp_path / name)

    assert (tmp_path / "a.run.gz").read_bytes() == (tmp_path / "b.run.gz").read_bytes()
    text = exported(folder)
    assert text.encode() == gzip.decompress((tmp_path / "a.run.gz").read_bytes())


def test_a_frame_has_the_columns_of_pyterrier(folder: Path) -> None:
    """The rank begins at 0; scores fall with it."""
    lines = exported(folder, "--format", "pyterrier").splitlines()

    assert ["qid", "docno", "rank", "score", "query"] == lines[0].split(",")
    assert [["q000", "0", "10"], ["q000", "1", "9"]] == [
        [cells[0], cells[2], cells[3]] for cells in (line.split(",") for line in lines[1:3])
    ]
    assert lines[1].endswith(",word0 straw")


def test_a_header_says_what_the_ledger_knows(folder: Path, tmp_path: Path) -> None:
    """By the parts of PRIMAD, and where it is on record; the actor is the tool."""
    path = tmp_path / "a.run"
    exported(folder, "--ir-metadata", "--out", path)
    said = read_ir_metadata(path)

    assert said is not None
    run = json.loads(
        CliRunner().invoke(main, ["run", "list", "--json", "--dir", str(folder)]).stdout
    )[0]
    parts = "schema-version,tag,platform,research goal,implementation,method,actor,data,benchbook"
    assert parts == ",".join(said)
    assert f"{run['run']}-weighted" == said["tag"]
    method, actor, book = (dict(said[part]) for part in ("method", "actor", "benchbook"))  # type: ignore[call-overload]  # mappings
    assert ["forward", "backward", "keyword", "weighted"] == [
        stage["name"] for stage in method["retrieval"]
    ]
    assert ["forward", "backward", "keyword"] == method["retrieval"][-1]["interpolates"]
    assert actor["name"].startswith("tool:benchbook/")
    assert (run["run"], "weighted") == (book["run"], book["condition"])


def test_a_run_with_a_header_has_the_same_rows(folder: Path, tmp_path: Path) -> None:
    """Comments aside, it is the run that other readers know; they strip them as repro_eval does."""
    path = tmp_path / "a.run"
    exported(folder, "--ir-metadata", "--out", path)
    rows = [line for line in path.read_text().splitlines(keepends=True) if line[0] != "#"]

    assert exported(folder) == "".join(rows)
    assert {"q000", "q001", "q002", "q003", "q004"} == set(pytrec_eval.parse_run(rows))


def test_a_sidecar_stands_beside(folder: Path, tmp_path: Path) -> None:
    """The same lines without the sign of a comment; any reader of YAML takes what is between."""
    said = exported(folder, "--ir-metadata", "sidecar", "--out", tmp_path / "a.run")
    sidecar = tmp_path / "a.run.ir_metadata.yml"

    assert [str(tmp_path / "a.run"), str(sidecar)] == said.splitlines()
    lines = sidecar.read_text().splitlines()
    assert ("ir_metadata.start", "ir_metadata.end") == (lines[0], lines[-1])
    metadata = yaml.safe_load("\n".join(lines[1:-1]))
    assert metadata["tag"] == (read_ir_metadata(sidecar) or {})["tag"]
    assert metadata["method"]["automatic"] is True
    assert read_ir_metadata(tmp_path / "a.run") is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--format", "jsonl", "--ir-metadata"], "jsonl has no comments for a header"),
        (["--ir-metadata", "sidecar"], "writes a file beside --out"),
    ],
)
def test_a_header_that_has_no_place_is_refused(
    folder: Path, options: list[str], message: str
) -> None:
    """Nothing is left out in silence."""
    assert message in exported(folder, *options, code=2)


def test_measure_shows_the_header(folder: Path, tmp_path: Path) -> None:
    """All of it as JSON, its tag for people; a header at fault keeps no row from being measured."""
    qrels, path = tmp_path / "qrels.txt", tmp_path / "a.run"
    qrels.write_text("q000 0 d000 1\n")
    exported(folder, "--ir-metadata", "--out", path)
    asked = ["measure", str(qrels), str(path), "RR"]

    said = json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)
    assert read_ir_metadata(path) == said["ir_metadata"]
    assert "ir_metadata: tag " in CliRunner().invoke(main, asked).stdout
    path.write_text(path.read_text().replace('# tag: "', '# tag: ["'))
    said = json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)
    assert (None, True) == (said["ir_metadata"], "no YAML" in said["ir_metadata_fault"])


def test_compare_shows_the_headers_of_its_runs(folder: Path, tmp_path: Path) -> None:
    """As JSON, by the name of the run; one without a header has none."""
    qrels = tmp_path / "qrels.txt"
    qrels.write_text("".join(f"q00{n} 0 d00{n} 1\n" for n in range(5)))
    exported(folder, "--ir-metadata", "--out", tmp_path / "a.run")
    exported(folder, "--out", tmp_path / "b.run")
    files = [str(tmp_path / name) for name in ("a.run", "b.run")]

    done = CliRunner().invoke(main, ["compare", str(qrels), *files, "-m", "RR", "--json"])
    assert {"a": {"ir_metadata": read_ir_metadata(tmp_path / "a.run")}} == (
        json.loads(done.stdout)["run_headers"]
    )
