"""The metrics that are built in, from their records and docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

from benchbook import MetricPlugin
from benchbook.core.plugging.parameter_values import resolved_text
from benchbook.core.plugging.parameters import Parameter

from .markdown import blocks, literal, prose, table
from .plugins import built_in, parameters, said_of, taken


def page() -> str:
    """A table of all metrics, then a section for each."""
    records: list[MetricPlugin] = built_in("metric")
    overview = table(
        ["metric", "gives", "read too"],
        (
            (f"[{spelling(one)}](#{one.name.lower()})", one.summary, _aliases(one))
            for one in records
        ),
    )
    return blocks("## All of them", overview, *map(_section, records))


def summary() -> str:
    """One row for each metric: name, parameters, values, where it has none, and its source."""
    records: list[MetricPlugin] = built_in("metric")
    rows = (
        (
            f"[{literal(spelling(one))}](reference/metrics.md#{one.name.lower()})",
            ", ".join(literal(_parameter(given)) for given in taken(one)),
            "0 or 1" if one.is_binary else f"{one.low:g} to {one.high:g}",
            _undefined(one),
            _source(one),
        )
        for one in records
    )
    return f"{table(['metric', 'parameters', 'values', 'no value', 'source'], rows)}\n"


def _parameter(given: Parameter) -> str:
    """A parameter with its default, as a name has them."""
    default = resolved_text(given.default)
    return given.name if given.is_required else f"{given.name}={default}"


def _undefined(record: MetricPlugin) -> str:
    """For which topics it has no value, as its `score` says."""
    return _value(record).rstrip(".").partition("not defined ")[2] or "–"


def _source(record: MetricPlugin) -> str:
    """The first of its sources, as its docstring names them."""
    said = " ".join(said_of(record).prose.split()).partition("Source: ")[2]
    return re.split(r"; |(?<!al)\.(?: |$)", said, maxsplit=1)[0]


def spelling(record: MetricPlugin) -> str:
    """The name with `@k` where it takes a cut-off, in brackets where it can do without."""
    cutoff = inspect.signature(record.build).parameters.get("cutoff")
    if cutoff is None:
        return record.name
    return f"{record.name}@k" if cutoff.default is cutoff.empty else f"{record.name}[@k]"


def _section(record: MetricPlugin) -> str:
    """What a metric is: what it computes, its source, its parameters and its range."""
    return blocks(
        f"## {record.name}",
        prose(said_of(record).prose),
        parameters(record),
        "\n".join(f"- {fact}" for fact in _facts(record)),
    )


def _facts(record: MetricPlugin) -> Iterator[str]:
    """What else to know, in a line each."""
    yield f"Written {literal(spelling(record))}; values from {record.low:g} to {record.high:g}."
    if record.aliases:
        yield f"Also read as {_aliases(record)}; never printed so."
    yield f"Of a topic: {_value(record)}"
    if "evidence" in record.needs:
        yield "Needs a gold set with titles or phrases."
    if "axes" in record.needs:
        yield "Needs a gold set whose questions have axes."
    if record.enumerates:
        yield (
            "Needs to know all that is relevant: refused where gold by evidence meets a corpus "
            "that is only declared."
        )


def _value(record: MetricPlugin) -> str:
    """What its values are and where there is none, as its `score` says."""
    said = inspect.getdoc(getattr(record.build, "score"))  # noqa: B009 - a record only says that it can be called
    return prose((said or "").partition("\n\n")[0])


def _aliases(record: MetricPlugin) -> str:
    """The other names, as code."""
    return ", ".join(map(literal, record.aliases))
