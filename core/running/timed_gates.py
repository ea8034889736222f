"""Gates about time and about what models took, as a table `[[gates]]` states them."""

from __future__ import annotations

from ..files.toml_source import Table, TomlSource, found
from ..gating.gate import COST, LATENCY
from ..names import NAME

PERCENTILES = ("p50", "p95")
STAGES = ("total", "fuse", "rerank", "measure")
_AT = ("gates",)


def read_timed(source: TomlSource, table: Table, kind: str) -> tuple[str, str, str]:
    """What is measured, which stage of it, and the file of costs; the last two may be empty."""
    for key in ("bucket", "per_bucket", "min_signed") if kind == LATENCY else ():
        if key in table:
            source.fail(_AT, key, "beside latency", "no such key: a profile times all topics")
    if kind == COST:
        return _cost(source, table)
    percentile = source.one_of(_AT, "latency", source.text_of(_AT, table, "latency"), PERCENTILES)
    if "lane" in table and "stage" in table:
        source.fail(_AT, "lane", "and stage, both", "one of them, or none for the total")
    if "statistic" in table:
        source.fail(_AT, "statistic", "beside latency", "none: the percentile decides")
    if "relative_to" in table:
        source.fail(_AT, "relative_to", "beside latency", "none: times have no pairs of topics")
    if "lane" in table:
        return percentile, f"lane {source.text_of(_AT, table, 'lane')}", ""
    stage = source.one_of(_AT, "stage", source.text_of(_AT, table, "stage", STAGES[0]), STAGES)
    return percentile, stage, ""


def _cost(source: TomlSource, table: Table) -> tuple[str, str, str]:
    """The column of a file of costs, and the file."""
    column = source.text_of(_AT, table, "cost")
    if not NAME.fullmatch(column):
        source.fail(_AT, "cost", found(table, "cost"), "the name of a column, as prompt_tokens")
    if ":" in table.get("relative_to", ""):
        source.fail(_AT, "relative_to", "beside cost", "a condition: costs are of one run")
    return column, "", source.text_of(_AT, table, "costs", "")
