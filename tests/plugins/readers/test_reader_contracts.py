"""The built-in readers keep the contract of readers."""

from __future__ import annotations

import gzip
from pathlib import Path

from benchbook.plugins.readers import beir, jsonl, markdown, mteb, sci_rag, scix, trec
from benchbook.testing import ReaderContract

DOCUMENTS = '{"_id": "007", "title": "a", "text": "b"}\n{"_id": "7", "text": ""}\n'
QUERIES = '{"_id": "007", "text": "a question"}\n'


class TestJsonl(ReaderContract):
    """JSON lines."""

    plugin = jsonl.benchbook_plugins()[0]

    def corpus_sample(self, folder: Path) -> Path:
        """Two documents."""
        path = folder / "corpus.jsonl"
        path.write_text(DOCUMENTS)
        return path

    def gold_sample(self, folder: Path) -> Path:
        """One question."""
        path = folder / "gold.jsonl"
        path.write_text('{"id": "007", "question": "why?", "qrels": {"007": 1}}\n')
        return path


class TestBeir(ReaderContract):
    """A folder of BEIR."""

    plugin = beir.benchbook_plugins()[0]

    def corpus_sample(self, folder: Path) -> Path:
        """Two documents and what belongs to them."""
        (folder / "corpus.jsonl").write_text(DOCUMENTS)
        (folder / "queries.jsonl").write_text(QUERIES)
        (folder / "qrels").mkdir()
        (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n007\t007\t1\n")
        return folder

    gold_sample = corpus_sample


class TestBeirPacked(TestBeir):
    """The same, with judgments in TREC's form beside, all packed."""

    def corpus_sample(self, folder: Path) -> Path:
        """Two documents and what belongs to them."""
        texts = {"corpus.jsonl": DOCUMENTS, "queries.jsonl": QUERIES, "qrels.trec": "007 0 007 1\n"}
        for name, text in texts.items():
            (folder / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
        return folder

    gold_sample = corpus_sample


class TestMteb(ReaderContract):
    """A folder of MTEB, its tables in folders."""

    plugin = mteb.benchbook_plugins()[0]

    def corpus_sample(self, folder: Path) -> Path:
        """Two documents and what belongs to them."""
        judgment = '{"query-id": "007", "corpus-id": "007", "score": 1.0}\n'
        tables = {"corpus": DOCUMENTS, "queries": QUERIES, "qrels": judgment}
        for name, text in tables.items():
            (folder / name).mkdir()
            (folder / name / "test-00000-of-00001.jsonl").write_text(text)
        return folder

    gold_sample = corpus_sample


class TestMarkdown(ReaderContract):
    """A folder of Markdown; it holds no gold set."""

    plugin = markdown.benchbook_plugins()[0]

    def corpus_sample(self, folder: Path) -> Path:
        """Two documents of one passage each."""
        (folder / "007.md").write_text("---\nyear: 2024\n---\n# A\nb\n")
        (folder / "7.md").write_text("text\n")
        return folder


class TestSciRag(ReaderContract):
    """The sci-rag kit's manifest, documents and questions; relevance is by evidence."""

    plugin = sci_rag.benchbook_plugins()[0]

    def corpus_sample(self, folder: Path) -> Path:
        """Two documents, a manifest, and a question."""
        (folder / "007.md").write_text("# A\nb\n")
        (folder / "7.md").write_text("text\n")
        lines = '{"path": "007.md", "year": 2024}\n# comment\n\n{"path": "7.md"}\n'
        (folder / "manifest.jsonl").write_text(lines)
        (folder / "eval_seed_questions.jsonl").write_text(
            '{"id": "007", "question": "why?", "reference_titles": ["A"], "tags": ["drafted"]}\n'
        )
        return folder

    gold_sample = corpus_sample


class TestSciX(ReaderContract):
    """SciX's gold rows, which have no ids; it holds no corpus."""

    plugin = scix.benchbook_plugins()[0]
    makes_topic_ids = True

    def gold_sample(self, folder: Path) -> Path:
        """One row."""
        path = folder / "gold.jsonl"
        path.write_text(
            '{"query": "why?", "bucket": "b", "discipline": "d", "gold_bibcodes": ["007"]}\n'
        )
        return path


class TestTrec(ReaderContract):
    """TREC's topics, qrels and documents."""

    plugin = trec.benchbook_plugins()[0]

    def corpus_sample(self, folder: Path) -> Path:
        """Two documents and what belongs to them."""
        texts = {
            "docs": "<DOC>\n<DOCNO>007</DOCNO>\n<TEXT>b</TEXT>\n</DOC>\n"
            "<DOC><DOCNO>7</DOCNO></DOC>\n",
            "topics": "<top>\n<num> Number: 007\n<title> why\n<narr> so\n</top>\n",
            "qrels": "007 0 007 1\n",
        }
        for name, text in texts.items():
            (folder / name).write_text(text)
        return folder

    gold_sample = corpus_sample


class TestTrecPacked(TestTrec):
    """The same, packed, with topics between tabs."""

    def corpus_sample(self, folder: Path) -> Path:
        """Two documents and what belongs to them."""
        super().corpus_sample(folder)
        (folder / "topics").write_text("007\twhy\n")
        for name in ("docs", "topics", "qrels"):
            packed = gzip.compress((folder / name).read_bytes())
            (folder / name).rename(folder / f"{name}.gz").write_bytes(packed)
        return folder

    gold_sample = corpus_sample
