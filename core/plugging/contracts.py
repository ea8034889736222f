"""The rules that a plugin's answers must keep, checked at run time and by `benchbook.testing`.

Each check gives the answer back, or raises a `PluginFault` that names the plugin, the rule, what
was found and what was expected. They trust nothing: an author may have built the value by hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager

import attrs
import numpy as np

from ..corpus import Unit
from ..counting import counted
from ..errors import BenchbookError, RunFailed, UsageError
from ..measuring.judged import Values
from ..places import Place
from ..ranking.packed_ids import PackedIds
from ..ranking.rankings import Rankings
from ..topics import Topics
from .plugin_faults import RAISED, kind_of, text_of
from .quiet import quiet


class PluginFault(RunFailed):
    """A plugin gave what its contract does not allow; what depends on it is not measured.

    Args:
        plugin: its qualified name.
        rule: the rule that it broke, in a few words.
        found: what it gave.
        expected: what the rule asks for.
        raised: what it raised, where it gave nothing at all.
    """

    def __init__(
        self,
        plugin: str,
        rule: str,
        found: str,
        expected: str,
        raised: BaseException | None = None,
    ) -> None:
        self.plugin = plugin
        self.rule = rule
        self.found = found
        self.expected = expected
        self.raised = raised
        super().__init__(
            f"plugin {plugin} broke the rule {rule!r}: found {found}; expected {expected}"
        )


@contextmanager
def answering(plugin: str, rule: str) -> Iterator[None]:
    """Let a plugin answer: its prints go to stderr, and whatever it raises is its own fault.

    Args:
        plugin: qualified name; rule: what it was asked to do, as `fuses`.

    Raises:
        PluginFault: it raised. An error of ours passes through: it has its own message.
    """
    with quiet(), blaming(plugin, rule):
        yield


@contextmanager
def blaming(plugin: str, rule: str, *passing: type[Exception]) -> Iterator[None]:
    """Call whatever a plugin raises meanwhile its own fault; what it prints is not looked at.

    Args:
        plugin: qualified name; rule: what it was asked to do, as `reads`.
        passing: what is not its fault, as an OSError of the file that a reader was given.

    Raises:
        PluginFault: it raised. An error of ours passes through: it has its own message.
    """
    not_its_fault: tuple[type[Exception], ...] = (BenchbookError, *passing)
    try:
        yield
    except not_its_fault:
        raise
    except RAISED as error:
        fault = f"{kind_of(error)}: {text_of(error)}"
        raise PluginFault(plugin, rule, fault, "an answer", error) from error


def check_rankings(
    plugin: str,
    made: object,
    topics: Topics,
    depth: int,
    unit_ids: Collection[str] | None,
) -> Rankings:
    """Rankings as a lane, fuser or reranker must give them, read-only.

    Args:
        plugin: qualified name, for the message.
        made: what it gave.
        topics: what it was asked for.
        depth: rows per topic that it was asked for.
        unit_ids: the units that may be ranked: a set, or a sequence in code-point order as a
            corpus has it; None where they cannot be known (a declared corpus).

    Raises:
        PluginFault: any rule is broken.
    """
    if type(made) is not Rankings:
        raise PluginFault(plugin, "gives Rankings", _typed(made), "benchbook.Rankings")
    _check_topics(plugin, made, topics)
    _check_columns(plugin, made, unit_ids)
    try:
        checked = Rankings.from_columns(
            made.topics, made.table, made.offsets, made.codes, made.scores
        )
    except UsageError as exc:
        raise PluginFault(
            plugin, "sound rankings", str(exc), "each unit once per topic, scores that are numbers"
        ) from exc
    _check_depth(plugin, checked, depth)
    _check_known(plugin, checked, unit_ids)
    return checked


def _check_topics(plugin: str, made: Rankings, topics: Topics) -> None:
    """The same topics in the same order."""
    if not isinstance(made.topics, Topics):
        raise PluginFault(plugin, "same topics", _typed(made.topics), "benchbook.Topics")
    if made.topics.ids != topics.ids:
        odd = sorted(set(topics.ids) ^ set(made.topics.ids))[:1]
        which = f", topic {odd[0]!r} among the differences" if odd else " in another order"
        raise PluginFault(
            plugin,
            "same topics",
            f"{counted(len(made.topics.ids), 'topic')}{which}",
            f"the {counted(len(topics), 'topic')} that it was asked for, in the same order",
        )


def _check_columns(plugin: str, made: Rankings, unit_ids: Collection[str] | None) -> None:
    """Columns of the stated types, and a table in code-point order."""
    for name, kind in (("offsets", np.int64), ("codes", np.int32), ("scores", np.float64)):
        column = getattr(made, name)
        if not isinstance(column, np.ndarray) or column.dtype != kind or column.ndim != 1:
            found = f"{name} of {getattr(column, 'dtype', type(column).__name__)}"
            raise PluginFault(
                plugin, "columns of the stated types", found, f"one-dimensional {kind.__name__}"
            )
    table = made.table
    if table is unit_ids or type(table) is PackedIds:
        return  # the corpus's own table, or that of a file which core read: sorted, and long
    if type(table) is not tuple or not set(map(type, table)) <= {str}:
        raise PluginFault(plugin, "a table of unit ids", _typed(table), "a tuple of str")
    if list(table) != sorted(set(table)):  # quick where it is sorted: one pass in C
        raise PluginFault(
            plugin,
            "a sorted table",
            "a table out of order",
            "unit ids in code-point order, each once",
        )


def _check_depth(plugin: str, made: Rankings, depth: int) -> None:
    """At most `depth` rows for each topic."""
    lengths = np.diff(made.offsets)
    if len(lengths) and lengths.max() > depth:
        at = int(lengths.argmax())
        raise PluginFault(
            plugin,
            "at most depth rows",
            f"{int(lengths[at])} rows for topic {made.topics.ids[at]!r}",
            f"at most {depth}: pass the depth to Rankings.of or Rankings.by_score",
        )


def _check_known(plugin: str, made: Rankings, unit_ids: Collection[str] | None) -> None:
    """Only units that may be ranked."""
    if unit_ids is None or made.table is unit_ids:
        return
    codes: list[int] = np.unique(made.codes).tolist()
    used = {made.table[code] for code in codes}
    known = unit_ids if isinstance(unit_ids, AbstractSet) else frozenset(unit_ids)
    if not used <= known:
        stranger = min(used - known)
        raise PluginFault(
            plugin, "only known units", f"unit {stranger!r}", "a unit that it was given"
        )


def check_values(
    plugin: str, made: object, topics: int, low: float = 0.0, high: float = 1.0
) -> Values:
    """Values as a metric must give them: one per topic, a number in range wherever it is defined.

    Args:
        plugin: qualified name, for the message.
        made: what it gave.
        topics: how many topics it was given.
        low: the least value of the metric's range.
        high: the greatest value of the metric's range.

    Raises:
        PluginFault: any rule is broken.
    """
    if type(made) is not Values:
        raise PluginFault(plugin, "gives Values", _typed(made), "benchbook.Values")
    for name, kind in (("values", np.float64), ("defined", np.bool_)):
        column = getattr(made, name)
        if not isinstance(column, np.ndarray) or column.dtype != kind or column.shape != (topics,):
            shape = getattr(column, "shape", "")
            found = f"{name} of {getattr(column, 'dtype', type(column).__name__)} {shape}".rstrip()
            raise PluginFault(plugin, "one value per topic", found, f"{kind.__name__} ({topics},)")
    kept = made.values[made.defined]
    # Written so that a NaN, which compares false with everything, is caught too.
    wrong = kept[~((kept >= low) & (kept <= high))]
    if len(wrong):
        raise PluginFault(
            plugin, "values in range", f"{float(wrong[0])!r}", f"a number from {low} to {high}"
        )
    return made


def check_bytes(plugin: str, made: object) -> bytes:
    """Bytes as a reporter must give them.

    Raises:
        PluginFault: it gave anything else.
    """
    if type(made) is not bytes:
        raise PluginFault(plugin, "gives bytes", _typed(made), "bytes; encode text as UTF-8")
    return made


def check_unit(plugin: str, made: object) -> tuple[Place, Unit]:
    """A unit with its place as a reader must give it, one at a time.

    Raises:
        PluginFault: any rule is broken.
    """
    if type(made) is not tuple or len(made) != 2:  # noqa: PLR2004 - a pair
        raise PluginFault(plugin, "gives places and units", _typed(made), "a pair (Place, Unit)")
    place, unit = made
    if type(place) is not Place or type(place.line) is not int or place.line < 1:
        raise PluginFault(
            plugin, "a place for each unit", repr(place)[:80], "a Place with a line from 1"
        )
    if type(unit) is not Unit:
        raise PluginFault(plugin, "gives units", _typed(unit), "benchbook.Unit")
    for name in ("unit_id", "doc_id", "title", "text"):
        value = attrs.asdict(unit, recurse=False)[name]
        if type(value) is not str or (name.endswith("_id") and not value):
            kept = "an id kept as text, not empty" if name.endswith("_id") else "str"
            raise PluginFault(plugin, "text in units", f"{name} = {value!r}"[:80], kept)
    if type(unit.section) is not tuple or any(type(one) is not str for one in unit.section):
        found = f"section = {unit.section!r}"[:80]
        raise PluginFault(plugin, "headings in units", found, "a tuple of texts")
    metadata: object = unit.metadata
    if not isinstance(metadata, Mapping):
        found = f"metadata = {metadata!r}"[:80]
        raise PluginFault(plugin, "metadata in units", found, "a mapping")
    return place, unit


def _typed(made: object) -> str:
    """The type of a wrong answer, for a message."""
    return f"a value of type {type(made).__name__}"
