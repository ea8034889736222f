"""Benchbook: the book of record for retrieval and RAG evaluation.

This module is the face: everything that a plugin author or a notebook needs, by name, and nothing
else. It imports nothing by itself; a name is loaded from its room when it is first asked for, so
that `import benchbook` costs nothing and no import loop can pass through it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .core.corpus import Corpus, Unit
    from .core.endpoints import Endpoint
    from .core.errors import BadData, BenchbookError, Inapplicable, RunFailed, UsageError
    from .core.expansions import Expansions
    from .core.files.json_lines import JsonRecord, parse_json, read_json_lines
    from .core.files.known_fields import known_metadata
    from .core.files.markdown_units import MarkdownCutter
    from .core.files.question_lines import question_lines, question_of
    from .core.files.text_files import read_lines
    from .core.files.trec import TrecText, read_qrels, read_trec_run, write_trec
    from .core.files.trec_documents import trec_units
    from .core.files.trec_topics import TrecTopic, read_trec_topics
    from .core.gold import Gold, Question
    from .core.graphs.citations import Citations
    from .core.graphs.edges import Edges
    from .core.graphs.term_graph import TermGraph
    from .core.graphs.walk import personalised_pagerank
    from .core.hookspec import (
        Embedder,
        EmbedderPlugin,
        Fuser,
        FuserPlugin,
        Lane,
        LanePlugin,
        Metric,
        MetricPlugin,
        Plugin,
        Reader,
        ReaderPlugin,
        Reporter,
        ReporterPlugin,
        Reranker,
        RerankerPlugin,
        hookimpl,
    )
    from .core.matching.fold import fold
    from .core.measuring.evidence import RankedEvidence
    from .core.measuring.hits import Hits
    from .core.measuring.join import join
    from .core.measuring.judged import Judged, Values
    from .core.places import Place
    from .core.plugging.ranges import check_parameter
    from .core.printable import printable
    from .core.programs import run_program
    from .core.qrels import Qrels
    from .core.ranking.delivered import Delivered
    from .core.ranking.from_scores import rank_scores
    from .core.ranking.fusing import exact_points, sum_lanes
    from .core.ranking.lane_weights import (
        check_floor,
        check_named_lane,
        check_number,
        check_weighted_lanes,
        check_weights,
    )
    from .core.ranking.normalising import Normalisation, normalised
    from .core.ranking.rankings import Rankings
    from .core.ranking.reciprocal import fuse_by_rank
    from .core.ranking.routes import Route, read_routes
    from .core.ranking.score_sums import fuse_by_score
    from .core.ranking.ties import TieRule
    from .core.reports.layout import (
        condition_table,
        lane_table,
        provenance_table,
        report_facts,
        unmeasured,
    )
    from .core.reports.report import Report
    from .core.retrying import TryAgain, try_again
    from .core.text import Tokenizer
    from .core.topics import Topic, Topics
    from .core.vectors.axes import principal_axes
    from .core.vectors.index import VectorIndex, describe_vectors, mean_vector
    from .core.vectors.sparse import SparseRows

# The room that each name of the face lives in.
_ROOMS = {
    "BadData": "core.errors",
    "BenchbookError": "core.errors",
    "Citations": "core.graphs.citations",
    "Corpus": "core.corpus",
    "Delivered": "core.ranking.delivered",
    "Edges": "core.graphs.edges",
    "Embedder": "core.hookspec",
    "EmbedderPlugin": "core.hookspec",
    "Endpoint": "core.endpoints",
    "Expansions": "core.expansions",
    "Fuser": "core.hookspec",
    "FuserPlugin": "core.hookspec",
    "Gold": "core.gold",
    "Hits": "core.measuring.hits",
    "Inapplicable": "core.errors",
    "JsonRecord": "core.files.json_lines",
    "Judged": "core.measuring.judged",
    "Lane": "core.hookspec",
    "LanePlugin": "core.hookspec",
    "MarkdownCutter": "core.files.markdown_units",
    "Metric": "core.hookspec",
    "MetricPlugin": "core.hookspec",
    "Normalisation": "core.ranking.normalising",
    "Place": "core.places",
    "Plugin": "core.hookspec",
    "Qrels": "core.qrels",
    "Question": "core.gold",
    "RankedEvidence": "core.measuring.evidence",
    "Rankings": "core.ranking.rankings",
    "Reader": "core.hookspec",
    "ReaderPlugin": "core.hookspec",
    "Report": "core.reports.report",
    "Reporter": "core.hookspec",
    "ReporterPlugin": "core.hookspec",
    "Reranker": "core.hookspec",
    "RerankerPlugin": "core.hookspec",
    "Route": "core.ranking.routes",
    "RunFailed": "core.errors",
    "SparseRows": "core.vectors.sparse",
    "TermGraph": "core.graphs.term_graph",
    "TieRule": "core.ranking.ties",
    "Tokenizer": "core.text",
    "Topic": "core.topics",
    "Topics": "core.topics",
    "TrecText": "core.files.trec",
    "TrecTopic": "core.files.trec_topics",
    "TryAgain": "core.retrying",
    "Unit": "core.corpus",
    "UsageError": "core.errors",
    "Values": "core.measuring.judged",
    "VectorIndex": "core.vectors.index",
    "check_floor": "core.ranking.lane_weights",
    "check_named_lane": "core.ranking.lane_weights",
    "check_number": "core.ranking.lane_weights",
    "check_parameter": "core.plugging.ranges",
    "check_weighted_lanes": "core.ranking.lane_weights",
    "check_weights": "core.ranking.lane_weights",
    "condition_table": "core.reports.layout",
    "describe_vectors": "core.vectors.index",
    "exact_points": "core.ranking.fusing",
    "fold": "core.matching.fold",
    "fuse_by_rank": "core.ranking.reciprocal",
    "fuse_by_score": "core.ranking.score_sums",
    "hookimpl": "core.hookspec",
    "join": "core.measuring.join",
    "known_metadata": "core.files.known_fields",
    "lane_table": "core.reports.layout",
    "mean_vector": "core.vectors.index",
    "normalised": "core.ranking.normalising",
    "parse_json": "core.files.json_lines",
    "personalised_pagerank": "core.graphs.walk",
    "principal_axes": "core.vectors.axes",
    "printable": "core.printable",
    "provenance_table": "core.reports.layout",
    "question_lines": "core.files.question_lines",
    "question_of": "core.files.question_lines",
    "rank_scores": "core.ranking.from_scores",
    "read_json_lines": "core.files.json_lines",
    "read_lines": "core.files.text_files",
    "read_qrels": "core.files.trec",
    "read_routes": "core.ranking.routes",
    "read_trec_run": "core.files.trec",
    "read_trec_topics": "core.files.trec_topics",
    "report_facts": "core.reports.layout",
    "run_program": "core.programs",
    "sum_lanes": "core.ranking.fusing",
    "trec_units": "core.files.trec_documents",
    "try_again": "core.retrying",
    "unmeasured": "core.reports.layout",
    "write_trec": "core.files.trec",
}

__all__ = [
    "BadData",
    "BenchbookError",
    "Citations",
    "Corpus",
    "Delivered",
    "Edges",
    "Embedder",
    "EmbedderPlugin",
    "Endpoint",
    "Expansions",
    "Fuser",
    "FuserPlugin",
    "Gold",
    "Hits",
    "Inapplicable",
    "JsonRecord",
    "Judged",
    "Lane",
    "LanePlugin",
    "MarkdownCutter",
    "Metric",
    "MetricPlugin",
    "Normalisation",
    "Place",
    "Plugin",
    "Qrels",
    "Question",
    "RankedEvidence",
    "Rankings",
    "Reader",
    "ReaderPlugin",
    "Report",
    "Reporter",
    "ReporterPlugin",
    "Reranker",
    "RerankerPlugin",
    "Route",
    "RunFailed",
    "SparseRows",
    "TermGraph",
    "TieRule",
    "Tokenizer",
    "Topic",
    "Topics",
    "TrecText",
    "TrecTopic",
    "TryAgain",
    "Unit",
    "UsageError",
    "Values",
    "VectorIndex",
    "__version__",
    "check_floor",
    "check_named_lane",
    "check_number",
    "check_parameter",
    "check_weighted_lanes",
    "check_weights",
    "condition_table",
    "describe_vectors",
    "exact_points",
    "fold",
    "fuse_by_rank",
    "fuse_by_score",
    "hookimpl",
    "join",
    "known_metadata",
    "lane_table",
    "mean_vector",
    "normalised",
    "parse_json",
    "personalised_pagerank",
    "principal_axes",
    "printable",
    "provenance_table",
    "question_lines",
    "question_of",
    "rank_scores",
    "read_json_lines",
    "read_lines",
    "read_qrels",
    "read_routes",
    "read_trec_run",
    "read_trec_topics",
    "report_facts",
    "run_program",
    "sum_lanes",
    "trec_units",
    "try_again",
    "unmeasured",
    "write_trec",
]


def __getattr__(name: str) -> object:
    """Load a name of the face from its room, once.

    Raises:
        AttributeError: the name is not on the face.
    """
    room = _ROOMS.get(name)
    if room is None:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module  # noqa: PLC0415 - the face imports nothing by itself

    value: object = getattr(import_module(f".{room}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the face, loaded or not."""
    return sorted(__all__)
