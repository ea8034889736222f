"""The plugins that a command can use, found by kind and name.

A registry is a value: made by `loading.load_registry`, or by `Registry.of` from records at hand.
Nothing here is global, and nothing is loaded by importing this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import attrs

from ..errors import UsageError
from ..hookspec import KINDS, MetricPlugin, Plugin
from .distributions import normal

BUILT_IN = "benchbook"
LOCAL = "local"
"""Stands where a distribution's name would, for a plugin that came from a single file."""


@attrs.frozen(kw_only=True)
class Registered:
    """A plugin that loaded.

    Attributes:
        record: what the plugin said of itself.
        distribution: `benchbook`, a third party's normalised name, or `local`.
        distribution_version: of the distribution; empty for a local file.
        module: the dotted name of the module that registered it; a local file's stem.
        entry_point: the name of its entry point; the file's name for a local file.
        source: the bytes of a local file, which a run stores; None for what is installed.
    """

    record: Plugin
    distribution: str
    distribution_version: str
    module: str
    entry_point: str
    local: bool = False
    source: bytes | None = None

    @property
    def name(self) -> str:
        """The short name."""
        return self.record.name

    @property
    def kind(self) -> str:
        """The kind: `lane`, `fuser`, `metric`, `reporter` or `reader`."""
        return self.record.kind

    @property
    def qualified(self) -> str:
        """The name that always works and is what is recorded: `distribution:name`."""
        return f"{self.distribution}:{self.record.name}"


@attrs.frozen(kw_only=True)
class Broken:
    """An entry point that could not be used.

    Attributes:
        reason: one line: what is wrong with it.
        names: the plugins that it would have registered, where it came that far.
    """

    entry_point: str
    distribution: str
    reason: str
    names: tuple[str, ...] = ()

    def may_be(self, kind: str, name: str) -> bool:
        """Whether a plugin of this kind and short name could be the one that broke."""
        return name in self.names or self.entry_point in {name, f"{kind}-{name}"}


@attrs.frozen(kw_only=True)
class Disabled:
    """An entry point that was not loaded because the user said so."""

    entry_point: str
    distribution: str

    def may_be(self, kind: str, name: str) -> bool:
        """Whether a plugin of this kind and short name could be the one that was left out."""
        return self.entry_point in {name, f"{kind}-{name}"}


class PluginNotFound(UsageError):
    """No plugin of this kind has this name.

    Args:
        kind: `lane`, `fuser` and so on.
        name: as it was asked for.
        reason: why, and what to do.
    """

    def __init__(self, kind: str, name: str, reason: str) -> None:
        self.kind = kind
        self.name = name
        self.reason = reason
        super().__init__(f"no {kind} named {name!r}: {reason}")


class AmbiguousPlugin(UsageError):
    """Several distributions have a plugin of this kind and name, so the short name says too little.

    Args:
        kind: `lane`, `fuser` and so on.
        name: as it was asked for.
        candidates: the plugins that it could be.
    """

    def __init__(self, kind: str, name: str, candidates: Sequence[Registered]) -> None:
        self.kind = kind
        self.name = name
        self.candidates = tuple(candidates)
        owners = " and ".join(
            f"{one.distribution} {one.distribution_version}".rstrip() for one in candidates
        )
        spellings = " or ".join(repr(one.qualified) for one in candidates)
        super().__init__(f"the {kind} {name!r} comes from {owners}; write {spellings}")


_RANK = {kind.kind: rank for rank, kind in enumerate(KINDS)}


def _sorted(registered: Iterable[Registered]) -> tuple[Registered, ...]:
    """Sort by kind, name and distribution, so that the order of loading reaches nothing."""
    return tuple(sorted(registered, key=lambda one: (_RANK[one.kind], one.name, one.distribution)))


@attrs.frozen
class Registry:
    """What loaded, what did not, and what was left out, each sorted.

    Attributes:
        registered: by kind, name and distribution.
        broken: by distribution and entry point.
        disabled: by distribution and entry point.
    """

    registered: tuple[Registered, ...] = attrs.field(converter=_sorted)
    broken: tuple[Broken, ...] = ()
    disabled: tuple[Disabled, ...] = ()

    @classmethod
    def of(cls, *records: Plugin) -> Registry:
        """A registry of records at hand, without entry points: for tests and notebooks.

        A record whose `build` stands in Benchbook's own plugins counts as built in, any other as
        local.
        """
        return cls(tuple(map(_at_hand, records)))

    def all(self, kind: str) -> tuple[Registered, ...]:
        """The plugins of a kind, sorted by name, then distribution."""
        return tuple(one for one in self.registered if one.kind == kind)

    def find(self, kind: str, name: str) -> Registered:
        """The plugin of a kind by its short name, `distribution:name`, or a metric's alias.

        Raises:
            PluginNotFound: there is none; the message names the nearest, or the entry point that
                broke.
            AmbiguousPlugin: several distributions have one; the message gives the spellings.
        """
        owner, _, short = name.rpartition(":")
        owner = normal(owner)
        pool = [one for one in self.all(kind) if owner in {"", one.distribution}]
        found = [one for one in pool if one.name == short]
        found = found or [one for one in pool if short.casefold() in _read_as(one.record)]
        if len(found) > 1:
            raise AmbiguousPlugin(kind, name, found)
        if not found:
            raise PluginNotFound(kind, name, self._why_missing(kind, owner, short))
        return found[0]

    def _why_missing(self, kind: str, owner: str, short: str) -> str:
        """What to tell someone whose plugin is not here, and the next step."""
        for broken in self.broken:
            if owner in {"", broken.distribution} and broken.may_be(kind, short):
                return (
                    f"the entry point {broken.entry_point!r} of {broken.distribution} is broken "
                    f"({broken.reason}); see `benchbook plugins doctor`"
                )
        for left_out in self.disabled:
            if owner in {"", left_out.distribution} and left_out.may_be(kind, short):
                return (
                    f"the entry point {left_out.entry_point!r} of {left_out.distribution} is "
                    "disabled; clear BENCHBOOK_DISABLE_PLUGINS"
                )
        return self._nearest(kind, owner, short)

    def _nearest(self, kind: str, owner: str, short: str) -> str:
        """The nearest name that there is, or all of them."""
        names = sorted({one.name for one in self.all(kind)})
        near = _close(short, names)
        if owner and any(one.name == short for one in self.all(kind)):
            return "; ".join(
                f"{one.distribution} has one: write {one.qualified!r}"
                for one in self.all(kind)
                if one.name == short
            )
        if near:
            return f"did you mean {near!r}?"
        if not names:
            return f"no {kind} is installed; see `benchbook plugins doctor`"
        seen = f"`benchbook plugins list --kind {kind}`"
        return f"there are {', '.join(names)}; see {seen}. A plugin in a file needs --plugin FILE"


def _close(name: str, names: Sequence[str]) -> str | None:
    """The nearest of some names, upper and lower case being near."""
    folded = {one.casefold(): one for one in names}
    near = get_close_matches(name.casefold(), folded, n=1)
    return folded[near[0]] if near else None


def _read_as(record: Plugin) -> tuple[str, ...]:
    """The other names that a record is read by, folded: tools spell metrics in many ways."""
    if not isinstance(record, MetricPlugin):
        return ()
    return tuple(name.casefold() for name in (record.name, *record.aliases))


def _at_hand(record: Plugin) -> Registered:
    """Register a record that came from no entry point."""
    from ... import __version__  # noqa: PLC0415 - the face may be half loaded when this module is

    module = getattr(record.build, "__module__", "") or ""
    built_in = module.startswith(f"{BUILT_IN}.plugins.")
    return Registered(
        record=record,
        distribution=BUILT_IN if built_in else LOCAL,
        distribution_version=__version__ if built_in else "",
        module=module,
        entry_point=record.name,
        local=not built_in,
    )
