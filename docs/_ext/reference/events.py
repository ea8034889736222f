"""The events, from their classes and the examples that the tests decode."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Any, get_type_hints

import attrs

from benchbook.core.codec import EVENT_TYPES
from benchbook.core.events import GateRule, MadeBy, Source

from .annotations import in_words
from .docstrings import parse
from .markdown import blocks, code, folded, literal, prose, table

LIFE = ("log", "corpus", "gold", "gate", "run", "profile", "report")
"""The files of the streams in the order in which a ledger first has them; others follow."""

SHARED: Mapping[str, str] = MappingProxyType(
    {
        "condition": "its name in the experiment",
        "corpus": "its name",
        "experiment_name": "of the experiment",
        "gate": "`<experiment>/<name>`",
        "gold": "the gold set's name",
        "instance": "digest over plugin, parameters and corpus: equal lanes are asked once",
        "lane": "its name in the experiment",
        "made_by": "the plugin that made this, pinned",
        "judgments": "grades in the qrels",
        "measured": "how many conditions are",
        "metric": "its canonical name",
        "not_measured": "how many conditions are not, each for a recorded reason",
        "questions": "the gold digest",
        "reader": "the plugin that read it, pinned",
        "reason": "why, in a sentence",
        "report": "the report's id",
        "rule": "what is asked for",
        "rows": "units ranked, over all topics",
        "run": "the run's id",
        "source": "the files that it was read from",
        "topics_count": "how many topics",
    }
)
"""Fields that mean the same in every event, so that no class need say it again."""


def page() -> str:
    """One section for each stream, and in it one for each event."""
    modules = {kind.__module__: None for kind in EVENT_TYPES.values()}
    ordered = sorted(modules, key=_place)
    values = blocks("## Values inside events", *(_value(one) for one in (MadeBy, Source, GateRule)))
    return blocks(*map(_stream, ordered), values)


def _place(module: str) -> tuple[int, str]:
    """Where the events of a file stand on the page."""
    name = module.rpartition(".")[2]
    return (LIFE.index(name) if name in LIFE else len(LIFE)), name


def _stream(module: str) -> str:
    """All events of a stream, in the order of their file."""
    stated = sys.modules[module].__doc__ or ""
    name = re.search(r"`(.+?)`", stated)
    kinds = [kind for kind in vars(sys.modules[module]).values() if kind in EVENT_TYPES.values()]
    title = f"Stream `{name[1]}`" if name else prose(stated.partition("\n")[0])
    return blocks(f"## {title}", *map(_event, kinds))


def _event(kind: Any) -> str:  # noqa: ANN401 - one of many classes, known by its two constants
    """One event: what it says, its fields, an example."""
    name = f"{kind.TYPE}.{kind.SCHEMA}.json"
    example = files("benchbook.specs").joinpath("events", name).read_text("utf-8")
    return blocks(
        f"### {kind.TYPE}",
        prose(parse(kind.__doc__).prose),
        f"Schema {kind.SCHEMA}.",
        _fields(kind),
        folded("Example", code(example, "json")),
    )


def _value(kind: type) -> str:
    """A value that events hold."""
    return blocks(f"### {kind.__name__}", prose(parse(kind.__doc__).prose), _fields(kind))


def _fields(kind: type) -> str:
    """The table of the fields."""
    hints = get_type_hints(kind)
    said = meanings(kind)
    rows = ((literal(name), in_words(hints[name]), text) for name, text in said.items())
    return table(["field", "type", ""], rows)


def meanings(kind: type) -> dict[str, str]:
    """What each field of an event is; empty for one that nobody has explained."""
    names = [field.name for field in attrs.fields(kind)]
    said = parse(kind.__doc__, names).section("Attributes")
    return {name: said.get(name) or SHARED.get(name, "") for name in names}
