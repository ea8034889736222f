"""The face's table: the room that each of its names is loaded from when it is first asked for."""

from __future__ import annotations

ROOMS = {
    "core.corpus": "Corpus Unit",
    "core.decimals": "fixed_text",
    "core.endpoints": "Endpoint",
    "core.errors": "BadData BenchbookError Inapplicable RunFailed UsageError",
    "core.expansions": "Expansions",
    "core.files.csv_cells": "neutralise restore",
    "core.files.ir_metadata": "read_ir_metadata",
    "core.files.json_lines": "JsonRecord parse_json read_json_lines",
    "core.files.known_fields": "known_metadata",
    "core.files.markdown_units": "MarkdownCutter",
    "core.files.question_lines": "question_lines question_of",
    "core.files.run_forms": "first_line_with read_run run_form",
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
    "core.measuring.axes": "RankedAxes",
    "core.measuring.evidence": "RankedEvidence",
    "core.measuring.hits": "Hits",
    "core.measuring.join": "join",
    "core.measuring.judged": "Judged Values",
    "core.measuring.user_models": "expected_gain fading",
    "core.notebook.columns": "Columns",
    "core.notebook.compared": "ComparedRuns compare",
    "core.notebook.opened": "OpenReport open",
    "core.notebook.scores": "Scores measure",
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
    "core.reports.layout": "Page Section Table report_sections",
    "core.reports.layout.head": "report_facts",
    "core.reports.layout.provenance": "conditions_section lanes_section",
    "core.reports.report": "Report",
    "core.reports.rows": (
        "BucketRow Comparison ConditionRow DecisionRow GateRow HolesRow LaneShare Number "
        "RelevantDocument ReturnedUnit TopicRow"
    ),
    "core.retrying": "TryAgain try_again",
    "core.text": "Tokenizer",
    "core.topics": "Topic Topics",
    "core.vectors.axes": "principal_axes",
    "core.vectors.index": "VectorIndex describe_vectors mean_vector",
    "core.vectors.sparse": "SparseRows",
}
