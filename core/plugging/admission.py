"""What a plugin module must be before its records are admitted to a registry."""

from __future__ import annotations

import re

import pluggy

from ..errors import UsageError
from ..hookspec import KINDS, PROJECT, MetricPlugin, Plugin, Specs
from .parameters import parameters_of, passed_by_core

HOOK = "benchbook_plugins"

CONDITION_KEYS = frozenset(
    (
        "extends",
        "lanes",
        "with",
        "without",
        "optional",
        "weights",
        "fuser",
        "rerank",
        "scope",
        "retrieve",
        "override",
        "needs_merge",
    )
)
"""Keys of a condition that core reads itself (design, section 7)."""

LANE_KEYS = frozenset(("plugin", "retrieve", "scope", "embedder", "client", "expansions"))
"""Keys of a lane that core reads itself."""

RERANK_KEYS = frozenset(("plugin", "pool"))
"""Keys of a condition's `rerank` that core reads itself."""

EMBEDDER_KEYS = frozenset(("plugin",))
"""Keys of a lane's `embedder` that core reads itself."""

METRIC_KEYS = frozenset(("by", "judged_only"))
"""Parameters in the name of a metric that core reads itself."""

_RESERVED = {
    "metric": METRIC_KEYS,
    "lane": LANE_KEYS,
    "fuser": CONDITION_KEYS,
    "reranker": RERANK_KEYS,
    "embedder": EMBEDDER_KEYS,
}

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,63}")


class Unfit(UsageError):
    """A plugin module, or one of its records, cannot be admitted.

    Args:
        reason: what is wrong and what to do.
        names: the plugins that it would have registered.
    """

    def __init__(self, reason: str, names: tuple[str, ...] = ()) -> None:
        self.reason = reason
        self.names = names
        super().__init__(reason)


def records_of(module: object, name: str) -> list[Plugin]:
    """The records that a plugin module registers, checked.

    Args:
        module: what the entry point names.
        name: of the entry point, for messages.

    Raises:
        Unfit: no hook, a misspelt one, one that yields, no list, no record, or a record that
            breaks a rule. Whatever the hook itself raises passes through.
    """
    answer = _ask(module, name)
    if type(answer) is not list:
        raise Unfit(f"{HOOK}() gave {type(answer).__name__}; expected a list of records")
    if not answer:
        raise Unfit(f"{HOOK}() gave an empty list; register at least one plugin")
    for record in answer:
        if type(record) not in KINDS:
            kinds = ", ".join(kind.__name__ for kind in KINDS)
            raise Unfit(f"{HOOK}() gave a {type(record).__name__}; expected one of {kinds}")
    names = tuple(record.name for record in answer if isinstance(record.name, str))
    for record in answer:
        try:
            check_record(record)
        except UsageError as exc:
            raise Unfit(f"{record.kind} {record.name!r}: {exc}", names) from exc
    return answer


def _ask(module: object, name: str) -> object:
    """What the module's one hook gives, asked in a plugin system of its own.

    One for each module, so that a misspelt hook is the fault of its own module alone.
    """
    asked = pluggy.PluginManager(PROJECT)
    asked.add_hookspecs(Specs)
    try:
        asked.register(module, name=name)
        asked.check_pending()
    except pluggy.PluginValidationError as exc:
        raise Unfit(f"{exc}; the only hook is {HOOK}(), without arguments") from exc
    found = asked.hook.benchbook_plugins.get_hookimpls()
    if not found:
        marked = "it lacks @hookimpl" if hasattr(module, HOOK) else f"it has no {HOOK}()"
        raise Unfit(f"the module registers nothing: {marked}")
    if len(found) > 1:
        raise Unfit(f"the module has {len(found)} functions for {HOOK}(); put them into one")
    if found[0].wrapper or found[0].hookwrapper:
        raise Unfit(f"{HOOK}() is marked as a wrapper; mark it with plain @hookimpl")
    return found[0].function()


def check_record(record: Plugin) -> None:
    """Refuse a record with fields of other types than stated, or a schema that cannot be checked.

    Raises:
        UsageError: saying which and why.
    """
    _check_name(record.name)
    for field in ("version", "summary", *_more_texts(record)):
        _check_line(field, getattr(record, field))
    for field in ("needs", "requires", *(("aliases",) if isinstance(record, MetricPlugin) else ())):
        _check_texts(field, getattr(record, field))
    if not callable(record.build):
        raise UsageError(f"build is {type(record.build).__name__}; expected a class or function")
    _check_reserved(record)


def _more_texts(record: Plugin) -> tuple[str, ...]:
    """The text fields that only a reporter has."""
    return ("media", "suffix") if record.kind == "reporter" else ()


def _check_name(name: object) -> None:
    """A name that can stand in an experiment and before or after a colon."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise UsageError(
            f"the name is {name!r}; expected a letter, then letters, digits, '.', '_' or '-'"
        )


def _check_line(field: str, value: object) -> None:
    """One line of text that is not empty."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise UsageError(f"{field} is {value!r}; expected one line of text")


def _check_texts(field: str, value: object) -> None:
    """A tuple of such texts: a bare string would be read letter by letter."""
    if not isinstance(value, tuple) or not all(isinstance(one, str) and one for one in value):
        raise UsageError(f"{field} is {value!r}; expected a tuple of text")


def _check_reserved(record: Plugin) -> None:
    """No parameter may bear a name that core reads itself, or no experiment could ever set it."""
    taken = passed_by_core(record)
    parameters = parameters_of(record.build, taken)
    reserved = _RESERVED.get(record.kind, frozenset())
    for name in parameters:
        if name in reserved:
            raise UsageError(
                f"the parameter {name!r} of build has a name that an experiment reserves; rename it"
            )
