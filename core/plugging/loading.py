"""Loading plugins: each entry point on its own, so that one that fails breaks nothing else."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import attrs

from ..errors import UsageError
from ..hookspec import PROJECT, Plugin
from ..printable import printable
from .admission import Unfit, records_of
from .distributions import normal
from .plugin_faults import RAISED, kind_of, message_of
from .quiet import quiet
from .registry import BUILT_IN, LOCAL, Broken, Disabled, Registered, Registry

DISABLE = "BENCHBOOK_DISABLE_PLUGINS"
_REASON = 300
_ALONE = "a plugin file stands alone: install its package instead"

Loaded = TypeVar("Loaded")


class PluginFileBroken(UsageError):
    """A file given with --plugin cannot be used.

    Args:
        file: as the user named it.
        reason: one line: what is wrong with it.
    """

    def __init__(self, file: str, reason: str) -> None:
        self.file = file
        self.reason = reason
        super().__init__(f"the plugin file {file} cannot be used: {reason}")


def load_registry(
    files: Sequence[Path] = (),
    *,
    external: bool = True,
    environment: Mapping[str, str] | None = None,
) -> Registry:
    """Load the installed plugins, and those of single files.

    Args:
        files: Python files given with --plugin, each loaded as `local`.
        external: False is safe mode: built-in plugins alone (and `files`).
        environment: where BENCHBOOK_DISABLE_PLUGINS is read; the process's own when None.

    Raises:
        PluginFileBroken: a file cannot be used. An *installed* plugin that fails is listed as
            broken instead.
        UsageError: BENCHBOOK_DISABLE_PLUGINS names what is not installed.
    """
    names = _disabled_names(os.environ if environment is None else environment)
    kept, disabled = _split(_installed(external=external), names)
    outcomes = [_load_entry(entry) for entry in kept]
    registered, broken = _without_twins(outcomes)
    local = [one for file in files for one in _load_file(file)]
    _refuse_local_twins(local)
    return Registry(
        (*registered, *local),
        tuple(sorted(broken, key=lambda one: (one.distribution, one.entry_point))),
        tuple(sorted(disabled, key=lambda one: (one.distribution, one.entry_point))),
    )


@attrs.frozen
class _Entry:
    """An entry point with its distribution."""

    point: EntryPoint
    distribution: str
    version: str

    @property
    def spellings(self) -> frozenset[str]:
        """What names it in BENCHBOOK_DISABLE_PLUGINS."""
        return frozenset(
            {self.distribution, self.point.name, f"{self.distribution}:{self.point.name}"}
        )


def _installed(*, external: bool) -> list[_Entry]:
    """The entry points of our group, sorted, since a file system lists them in any order."""
    found = [
        _Entry(
            point,
            normal(point.dist.name) if point.dist else "unknown",
            point.dist.version if point.dist else "",
        )
        for point in entry_points(group=PROJECT)
    ]
    found.sort(key=lambda entry: (entry.distribution, entry.point.name, entry.point.value))
    return [entry for entry in found if external or entry.distribution == BUILT_IN]


def _disabled_names(environment: Mapping[str, str]) -> list[str]:
    """The names in the comma list; an empty one names nothing."""
    return [name.strip() for name in environment.get(DISABLE, "").split(",") if name.strip()]


def _split(entries: list[_Entry], names: list[str]) -> tuple[list[_Entry], list[Disabled]]:
    """Part the entries to load from those left out.

    Raises:
        UsageError: a name is none of theirs, so that a misspelt one does not silently load.
    """
    known = frozenset().union(*(entry.spellings for entry in entries))
    for name in names:
        if name not in known:
            near = ", ".join(sorted({entry.distribution for entry in entries}))
            message = (
                f"{DISABLE} names {name!r}, which is not installed; name a distribution ({near}), "
                "an entry point, or distribution:entry-point"
            )
            raise UsageError(message)
    out = [entry for entry in entries if entry.spellings & set(names)]
    kept = [entry for entry in entries if entry not in out]
    return kept, [
        Disabled(entry_point=entry.point.name, distribution=entry.distribution) for entry in out
    ]


def _load_entry(entry: _Entry) -> list[Registered] | Broken:
    """The plugins of an entry point, or why there are none."""
    try:
        records = _guarded(lambda: _records(entry))
    except Unfit as exc:
        return Broken(
            entry_point=entry.point.name,
            distribution=entry.distribution,
            reason=_one_line(str(exc)),
            names=exc.names,
        )
    return [
        Registered(
            record=record,
            distribution=entry.distribution,
            distribution_version=entry.version,
            module=entry.point.module,
            entry_point=entry.point.name,
        )
        for record in records
    ]


def _records(entry: _Entry) -> list[Plugin]:
    """Import an entry point and ask its hook."""
    if entry.distribution in {LOCAL, "unknown"}:
        raise Unfit(f"a distribution may not be called {entry.distribution!r}")
    return records_of(entry.point.load(), entry.point.name)


def _guarded(load: Callable[[], Loaded]) -> Loaded:
    """Run a plugin's code: its prints go to stderr, and whatever it raises says why it is unfit.

    Raises:
        Unfit: it raised, or left with `sys.exit`.
    """
    try:
        with quiet():
            return load()
    except Unfit:
        raise
    except SystemExit as exc:
        raise Unfit(f"it ended the program while it loaded (exit code {exc.code})") from exc
    except RAISED as exc:
        raise Unfit(f"{kind_of(exc)}: {message_of(exc)}") from exc


def _one_line(reason: str) -> str:
    """A reason in one line of bounded length, control characters escaped."""
    text = printable(" ".join(reason.split()))
    return text if len(text) <= _REASON else f"{text[: _REASON - 1]}…"


def _without_twins(
    outcomes: Iterable[list[Registered] | Broken],
) -> tuple[list[Registered], list[Broken]]:
    """Set aside the entry points that give one name twice inside one distribution.

    All of them, not all but one: which of them came first is an accident.
    """
    loaded = [each for each in outcomes if not isinstance(each, Broken)]
    broken = [each for each in outcomes if isinstance(each, Broken)]
    counts = Counter((one.kind, one.qualified) for some in loaded for one in some)
    registered = []
    for some in loaded:
        twins = sorted({one.name for one in some if counts[one.kind, one.qualified] > 1})
        if not twins:
            registered += some
            continue
        broken.append(
            Broken(
                entry_point=some[0].entry_point,
                distribution=some[0].distribution,
                reason=f"{some[0].distribution} registers {', '.join(twins)} more than once",
                names=tuple(twins),
            )
        )
    return registered, broken


def _load_file(file: Path) -> list[Registered]:
    """The plugins of a single file.

    Raises:
        PluginFileBroken: it cannot be read, or its code is unfit.
    """
    try:
        source = file.read_bytes()
        records = _guarded(lambda: records_of(_module_of(file, source), file.name))
    except OSError as exc:
        raise PluginFileBroken(str(file), exc.strerror or "it cannot be read") from exc
    except Unfit as exc:
        alone = f"; {_ALONE}" if _looks_beside(file, exc.__cause__) else ""
        raise PluginFileBroken(str(file), f"{_one_line(str(exc))}{alone}") from exc
    return [
        Registered(
            record=record,
            distribution=LOCAL,
            distribution_version="",
            module=file.stem,
            entry_point=file.name,
            local=True,
            source=source,
        )
        for record in records
    ]


def _looks_beside(file: Path, error: BaseException | None) -> bool:
    """Whether a file failed since it imports another one of its folder."""
    if not isinstance(error, ImportError):
        return False
    root = (error.name or "").partition(".")[0]
    beside = [file.parent / f"{root}.py", file.parent / root] if root else []
    return "relative import" in str(error) or any(path.exists() for path in beside)


def _module_of(file: Path, source: bytes) -> ModuleType:
    """Run a file as a module of its own, named by its content, so that two files never mix."""
    name = f"benchbook_local_{sha256(source).hexdigest()[:16]}"
    module = ModuleType(name)
    module.__file__ = str(file)
    module.__package__ = ""  # of none: a relative import says so, and does not guess with a warning
    # Dataclasses and annotations look their module up while it runs.
    sys.modules[name] = module
    try:
        exec(compile(source, str(file), "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - the user named this file as code to run
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _refuse_local_twins(local: list[Registered]) -> None:
    """Refuse two local plugins of one kind and name.

    Raises:
        PluginFileBroken: naming both files.
    """
    seen: dict[tuple[str, str], Registered] = {}
    for one in local:
        first = seen.setdefault((one.kind, one.name), one)
        if first is not one:
            reason = f"its {one.kind} {one.name!r} also stands in {first.entry_point}"
            raise PluginFileBroken(one.entry_point, reason)
