"""The built-in readers keep the contract of readers."""

from __future__ import annotations

from pathlib import Path

from benchbook.plugins.readers import beir, jsonl
from benchbook.testing import ReaderContract


class TestBeir(ReaderContract):
    """A folder in the form of BEIR."""

    plugin = beir.benchbook_plugins()[0]

    def corpus_sample(self, folder: Path) -> Path:
        """Two documents, two queries and their qrels."""
        (folder / "qrels").mkdir()
        (folder / "corpus.jsonl").write_text(
            '{"_id": "007", "title": "Bond", "text": "shaken"}\n'
            '{"_id": "7", "title": "Seven", "text": "stirred"}\n',
            "utf-8",
        )
        (folder / "queries.jsonl").write_text(
            '{"_id": "007", "text": "who?"}\n{"_id": "7", "text": "what?"}\n', "utf-8"
        )
        (folder / "qrels/test.tsv").write_text(
            "query-id\tcorpus-id\tscore\n007\t007\t2\n7\t7\t1\n", "utf-8"
        )
        return folder

    gold_sample = corpus_sample


class TestJsonl(ReaderContract):
    """Corpora and gold sets as JSON lines."""

    plugin = jsonl.benchbook_plugins()[0]

    def corpus_sample(self, folder: Path) -> Path:
        """Two documents."""
        path = folder / "corpus.jsonl"
        path.write_text(
            '{"id": "007", "title": "Bond", "text": "shaken"}\n{"id": "7", "text": "stirred"}\n',
            "utf-8",
        )
        return path

    def gold_sample(self, folder: Path) -> Path:
        """Two questions."""
        path = folder / "gold.jsonl"
        path.write_text(
            '{"id": "007", "question": "who?", "qrels": {"007": 2}}\n'
            '{"id": "7", "question": "what?", "qrels": {"7": 1}}\n',
            "utf-8",
        )
        return path
