"""Runs of questions that nobody judged: documents are described, and nothing more is claimed."""

from __future__ import annotations

import json
import re
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
CITED = "\"MetaMedian(field='citation_count')@10\""


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
                "year": 2000 + n,
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


def test_how_many_have_a_field_stands_beside(book: Path) -> None:
    """What a share leaves out is never silent."""
    run(book, f"{SHARE}, \"MetaShare(field='words', at_most=3)@10\", {CITED}")
    metrics = benchbook.open("latest", dir=book).report.metrics

    assert (
        "MetaKnown(field='doctype')@10",
        "MetaKnown(field='citation_count')@10",
    ) == metrics[3:]


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


@pytest.mark.parametrize("form", ["table", "markdown", "latex", "html"])
def test_no_rendering_speaks_of_what_is_relevant(book: Path, form: str) -> None:
    """Nothing is missed, found or best where nobody says what is sought."""
    run(book, SHARE)

    text = typed("report", "show", "latest", "--format", form, "--dir", book).stdout
    said = re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
    said = said.replace("says what is relevant", "").replace("nobody says what is relevant", "")

    assert [] == re.findall(r"relevant (?:document|unit)|\bmissed\b|best (?:first|of)", said)


def test_credit_is_of_values_and_counts_nothing_relevant(book: Path) -> None:
    """A share is credited; relevant documents that nobody names are not counted as none."""
    run(book, SHARE)

    shown = typed("eval", "credit", "--dir", book)
    told = json.loads(typed("eval", "credit", "--dir", book, "--json").stdout)

    assert shown.exit_code == 0, shown.output
    assert "nobody says what is relevant" in " ".join(shown.stdout.split())
    assert [(None, None)] == [(one["unique"], one["found"]) for one in told["credit"]["lanes"]]


TWO = """
[lanes.recent]
plugin = "bm25"
scope = { year_from = 2020 }
[conditions.recent]
fuser = "single"
lanes = ["recent"]
"""


def test_more_of_a_description_is_no_better(book: Path) -> None:
    """A declared difference is a finding, and still says nothing of quality."""
    path = book / "two.toml"
    path.write_text(HEAD.format(metrics=CITED) + TWO)

    text = " ".join(typed("eval", "retrieval", path, "--dir", book).stdout.split())
    rows = benchbook.open("latest", dir=book).comparisons()
    (found,) = (row for row in rows if row["declared"])

    assert found["verdict"] in {"more", "less"}, text
    assert "recent returns other documents than words on 12 questions" in text
    assert "what documents are like, and not how good they are" in text
    assert not re.search(r"\b(?:better|worse)\b", text)


def test_a_diff_tells_values_and_no_misses(book: Path) -> None:
    """Higher, lower or the same: nothing appeared, improved or is still missing."""
    path = book / "two.toml"
    path.write_text(HEAD.format(metrics=CITED) + TWO)
    typed("eval", "retrieval", path, "--dir", book)
    words = ("eval", "diff", "latest", "latest", "--dir", book, "--map", "words=recent")

    told = json.loads(typed(*words, "--json").stdout)

    found = told["counts"]["words → recent"]
    assert ("higher", 12) == (max(found, key=found.__getitem__), sum(found.values()))
    assert {"higher", "lower", "unchanged"}.issuperset(found)
    assert "judged by the value of MetaMedian" in " ".join(typed(*words).stdout.split())


def test_values_beyond_one_are_drawn(book: Path) -> None:
    """The strips of a page are filled by the greatest value there is."""
    path = book / "two.toml"
    path.write_text(HEAD.format(metrics=CITED) + TWO)
    typed("eval", "retrieval", path, "--dir", book)

    page = typed("report", "show", "latest", "--format", "html", "--dir", book).stdout
    full = re.search(r"to ([\d.]+) \(full height\)", page)

    assert full is not None
    assert float(full[1]) > 1


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
