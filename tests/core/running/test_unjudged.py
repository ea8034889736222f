"""Runs of questions that nobody judged: documents are described, and nothing more is claimed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import benchbook
from benchbook.cli.main import main
from house import ROOT

DOCUMENTS = 40
HEAD = """
[experiment]
name = "unjudged"
relevance = "none"
retrieve = 10
depth = 10
metrics = [{metrics}]
[lanes.words]
plugin = "bm25"
[conditions.words]
fuser = "single"
lanes = ["words"]
"""
SHARE = "\"MetaShare(field='doctype', value='article')@10\""


def typed(*words: object) -> Result:
    """Type a command."""
    return CliRunner().invoke(main, list(map(str, words)))


def write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    """Write JSON lines."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace: every fourth document an article, half of them with citations; no judgment."""
    folder = tmp_path_factory.mktemp("book")
    documents = [
        {
            "id": f"d{n:02}",
            "text": "star " * (n % 5 + 1) + "dust",
            "metadata": {
                "doctype": "article" if n % 4 == 0 else "abstract",
                **({"citation_count": n} if n % 2 else {}),
            },
        }
        for n in range(DOCUMENTS)
    ]
    write_lines(folder / "corpus.jsonl", documents)
    questions = [{"id": f"q{n:02}", "text": "star", "qrels": {}} for n in range(12)]
    write_lines(folder / "questions.jsonl", questions)
    for words in (
        ("init", folder),
        ("ingest", folder / "corpus.jsonl", "--corpus", "papers", "--dir", folder),
        ("gold", "import", folder / "questions.jsonl", "--gold", "broad", "--dir", folder),
    ):
        shown = typed(*words)
        assert shown.exit_code == 0, shown.output
    return folder


def run(book: Path, metrics: str) -> Result:
    """Run the experiment with some metrics."""
    path = book / "unjudged.toml"
    path.write_text(HEAD.format(metrics=metrics))
    return typed("eval", "retrieval", path, "--dir", book)


def test_documents_are_described_without_judgments(book: Path) -> None:
    """The values are those of the documents that were returned."""
    shown = run(book, f"{SHARE}, \"MetaKnown(field='citation_count')@10\"")
    report = benchbook.open("latest", dir=book)

    assert shown.exit_code == 0, shown.output
    returned = report.rankings("words")
    numbers = [int(str(unit)[1:]) for unit in returned["unit"]]
    found = {row["metric"]: row["value"] for row in report.means()}
    share = sum(n % 4 == 0 for n in numbers) / len(numbers)
    known = sum(n % 2 for n in numbers) / len(numbers)
    assert [share, known] == pytest.approx(
        [
            found["MetaShare(field='doctype', value='article')@10"],
            found["MetaKnown(field='citation_count')@10"],
        ]
    )


def test_the_report_claims_nothing_of_relevance(book: Path) -> None:
    """It warns, and has no table of what lanes brought, of holes or of misses."""
    text = " ".join(run(book, SHARE).stdout.split())

    assert "! Nobody says what is relevant here" in text
    assert "relevance none: nobody says what is relevant" in text
    for claim in ("What the lanes brought", "unjudged documents", "Missed", "Judged@"):
        assert claim not in text


@pytest.mark.parametrize("form", ["table", "markdown", "csv", "latex", "junit", "html", "json"])
def test_every_reporter_renders_it(book: Path, form: str) -> None:
    """And it is replayed to the same bytes."""
    run(book, SHARE)

    shown = typed("report", "render", "latest", "--format", form, "--dir", book)

    assert (0, True) == (shown.exit_code, bool(shown.stdout)), shown.output
    assert typed("replay", "latest", "--dir", book).exit_code == 0


def test_metrics_of_relevance_are_refused(book: Path) -> None:
    """A mean over nothing that is relevant would be a lie."""
    shown = run(book, '"nDCG@10"')

    assert (2, True) == (shown.exit_code, "asks what is relevant" in shown.output)


def test_metrics_of_documents_need_a_corpus(tmp_path: Path) -> None:
    """A TREC run has ids alone."""
    (tmp_path / "qrels").write_text("q1 0 a 1\n")
    (tmp_path / "run").write_text("q1 Q0 a 1 1.0 t\n")

    shown = typed("measure", tmp_path / "qrels", tmp_path / "run", "MetaKnown(field='x')@1")

    assert (2, True) == (shown.exit_code, "only their ids" in shown.output)


def test_s4_the_shipped_rule_is_decided(book: Path) -> None:
    """Adopt iff the share of articles rises and neither of the others falls; else keep."""
    text = (ROOT / "specs" / "lexical_stress.toml").read_text("utf-8")
    path = book / "lexical.toml"
    path.write_text(text)

    shown = typed("eval", "retrieval", path, "--dir", book)

    assert shown.exit_code in {0, 10}, shown.output
    assert "Decision ranking-flag: " in shown.stdout
    assert "written down before the run" in " ".join(shown.stdout.split())
