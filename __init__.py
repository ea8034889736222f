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
    from .core.decimals import fixed_text
    from .core.endpoints import Endpoint
    from .core.errors import BadData, BenchbookError, Inapplicable, RunFailed, UsageError
    from .core.expansions import Expansions
    from .core.files.csv_cells import neutralise, restore
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
    from .core.objects.comparisons import Bounds, TieBounds
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
    from .core.reports.layout import Section, Table, report_sections
    from .core.reports.layout.head import report_facts
    from .core.reports.layout.provenance import conditions_section, lanes_section
    from .core.reports.report import Report
    from .core.reports.rows import (
        BucketRow,
        Comparison,
        ConditionRow,
        GateRow,
        HolesRow,
        LaneShare,
        Number,
        RelevantDocument,
        ReturnedUnit,
        TopicRow,
    )
    from .core.retrying import TryAgain, try_again
    from .core.text import Tokenizer
    from .core.topics import Topic, Topics
    from .core.vectors.axes import principal_axes
    from .core.vectors.index import VectorIndex, describe_vectors, mean_vector
    from .core.vectors.sparse import SparseRows

# The room that each name of the face lives in.
_ROOMS = {
    "core.corpus": "Corpus Unit",
    "core.decimals": "fixed_text",
    "core.endpoints": "Endpoint",
    "core.errors": "BadData BenchbookError Inapplicable RunFailed UsageError",
    "core.expansions": "Expansions",
    "core.files.csv_cells": "neutralise restore",
    "core.files.json_lines": "JsonRecord parse_json read_json_lines",
    "core.files.known_fields": "known_metadata",
    "core.files.markdown_units": "MarkdownCutter",
    "core.files.question_lines": "question_lines question_of",
    "core.files.text_files": "read_lines",
    "core.files.trec": "TrecText read_qrels read_trec_run write_trec",
    "core.files.trec_documents": "trec_units",
    "core.files.trec_topics": "TrecTopic read_trec_topics",
    "core.gold": "Gold Question",
    "core.graphs.citations": "Citations",
    "core.graphs.edges": "Edges",
    "core.graphs.term_graph": "TermGraph",
    "core.graphs.walk": "personalised_pagerank",
    "core.hookspec": (
        "Embedder EmbedderPlugin Fuser FuserPlugin Lane LanePlugin Metric MetricPlugin Plugin "
        "Reader ReaderPlugin Reporter ReporterPlugin Reranker RerankerPlugin hookimpl"
    ),
    "core.matching.fold": "fold",
    "core.measuring.evidence": "RankedEvidence",
    "core.measuring.hits": "Hits",
    "core.measuring.join": "join",
    "core.measuring.judged": "Judged Values",
    "core.objects.comparisons": "Bounds TieBounds",
    "core.places": "Place",
    "core.plugging.ranges": "check_parameter",
    "core.printable": "printable",
    "core.programs": "run_program",
    "core.qrels": "Qrels",
    "core.ranking.delivered": "Delivered",
    "core.ranking.from_scores": "rank_scores",
    "core.ranking.fusing": "exact_points sum_lanes",
    "core.ranking.lane_weights": (
        "check_floor check_named_lane check_number check_weighted_lanes check_weights"
    ),
    "core.ranking.normalising": "Normalisation normalised",
    "core.ranking.rankings": "Rankings",
    "core.ranking.reciprocal": "fuse_by_rank",
    "core.ranking.routes": "Route read_routes",
    "core.ranking.score_sums": "fuse_by_score",
    "core.ranking.ties": "TieRule",
    "core.reports.layout": "Section Table report_sections",
    "core.reports.layout.head": "report_facts",
    "core.reports.layout.provenance": "conditions_section lanes_section",
    "core.reports.report": "Report",
    "core.reports.rows": (
        "BucketRow Comparison ConditionRow GateRow HolesRow LaneShare Number RelevantDocument "
        "ReturnedUnit TopicRow"
    ),
    "core.retrying": "TryAgain try_again",
    "core.text": "Tokenizer",
    "core.topics": "Topic Topics",
    "core.vectors.axes": "principal_axes",
    "core.vectors.index": "VectorIndex describe_vectors mean_vector",
    "core.vectors.sparse": "SparseRows",
}

__all__ = [
    "BadData",
    "BenchbookError",
    "Bounds",
    "BucketRow",
    "Citations",
    "Comparison",
    "ConditionRow",
    "Corpus",
    "Delivered",
    "Edges",
    "Embedder",
    "EmbedderPlugin",
    "Endpoint",
    "Expansions",
    "Fuser",
    "FuserPlugin",
    "GateRow",
    "Gold",
    "Hits",
    "HolesRow",
    "Inapplicable",
    "JsonRecord",
    "Judged",
    "Lane",
    "LanePlugin",
    "LaneShare",
    "MarkdownCutter",
    "Metric",
    "MetricPlugin",
    "Normalisation",
    "Number",
    "Place",
    "Plugin",
    "Qrels",
    "Question",
    "RankedEvidence",
    "Rankings",
    "Reader",
    "ReaderPlugin",
    "RelevantDocument",
    "Report",
    "Reporter",
    "ReporterPlugin",
    "Reranker",
    "RerankerPlugin",
    "ReturnedUnit",
    "Route",
    "RunFailed",
    "Section",
    "SparseRows",
    "Table",
    "TermGraph",
    "TieBounds",
    "TieRule",
    "Tokenizer",
    "Topic",
    "TopicRow",
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
    "conditions_section",
    "describe_vectors",
    "exact_points",
    "fixed_text",
    "fold",
    "fuse_by_rank",
    "fuse_by_score",
    "hookimpl",
    "join",
    "known_metadata",
    "lanes_section",
    "mean_vector",
    "neutralise",
    "normalised",
    "parse_json",
    "personalised_pagerank",
    "principal_axes",
    "printable",
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
    "report_sections",
    "restore",
    "run_program",
    "sum_lanes",
    "trec_units",
    "try_again",
    "write_trec",
]


def __getattr__(name: str) -> object:
    """Load a name of the face from its room, once.

    Raises:
        AttributeError: the name is not on the face.
    """
    room = next((room for room, names in _ROOMS.items() if name in names.split()), None)
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
