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
    from .core.files.ir_metadata import read_ir_metadata
    from .core.files.json_lines import JsonRecord, parse_json, read_json_lines
    from .core.files.known_fields import known_metadata
    from .core.files.markdown_units import MarkdownCutter
    from .core.files.question_lines import question_lines, question_of
    from .core.files.run_forms import first_line_with, read_run, run_form
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
    from .core.measuring.axes import RankedAxes
    from .core.measuring.documents import RankedDocuments, numbers_of
    from .core.measuring.evidence import RankedEvidence
    from .core.measuring.hits import Hits
    from .core.measuring.join import join
    from .core.measuring.judged import Judged, Values
    from .core.measuring.user_models import expected_gain, fading
    from .core.notebook.columns import Columns
    from .core.notebook.compared import ComparedRuns, compare
    from .core.notebook.opened import OpenReport, open
    from .core.notebook.scores import Scores, measure
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
    from .core.ranking.raw_scales import note_raw_scales
    from .core.ranking.reciprocal import fuse_by_rank
    from .core.ranking.routes import Route, read_routes
    from .core.ranking.score_sums import fuse_by_score
    from .core.ranking.ties import TieRule
    from .core.reports.layout import Page, Section, Table, report_sections
    from .core.reports.layout.head import report_facts
    from .core.reports.layout.provenance import conditions_section, lanes_section
    from .core.reports.report import Report
    from .core.reports.rows import (
        BucketRow,
        Comparison,
        ConditionRow,
        DecisionRow,
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

__all__ = [
    "BadData",
    "BenchbookError",
    "Bounds",
    "BucketRow",
    "Citations",
    "Columns",
    "ComparedRuns",
    "Comparison",
    "ConditionRow",
    "Corpus",
    "DecisionRow",
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
    "OpenReport",
    "Page",
    "Place",
    "Plugin",
    "Qrels",
    "Question",
    "RankedAxes",
    "RankedDocuments",
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
    "Scores",
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
    "compare",
    "conditions_section",
    "describe_vectors",
    "exact_points",
    "expected_gain",
    "fading",
    "first_line_with",
    "fixed_text",
    "fold",
    "fuse_by_rank",
    "fuse_by_score",
    "hookimpl",
    "join",
    "known_metadata",
    "lanes_section",
    "mean_vector",
    "measure",
    "neutralise",
    "normalised",
    "note_raw_scales",
    "numbers_of",
    "open",
    "parse_json",
    "personalised_pagerank",
    "principal_axes",
    "printable",
    "question_lines",
    "question_of",
    "rank_scores",
    "read_ir_metadata",
    "read_json_lines",
    "read_lines",
    "read_qrels",
    "read_routes",
    "read_run",
    "read_trec_run",
    "read_trec_topics",
    "report_facts",
    "report_sections",
    "restore",
    "run_form",
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
    from importlib import import_module  # noqa: PLC0415 - the face imports nothing by itself

    rooms: dict[str, str] = import_module(".core.rooms", __name__).ROOMS
    room = next((room for room, names in rooms.items() if name in names.split()), None)
    if room is None:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value: object = getattr(import_module(f".{room}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the face, loaded or not."""
    return sorted(__all__)
