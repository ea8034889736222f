"""What is wrong with the plugins of this installation, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import entry_points
from itertools import groupby
from pathlib import Path
from typing import Literal

import attrs

from ..hookspec import KINDS, PROJECT
from ..plugging.distributions import NOT_INSTALLED, is_local
from ..plugging.loading import DISABLE
from ..plugging.pins import NoSource, code_digest, required
from ..plugging.registry import BUILT_IN, Broken, Registered, Registry

Weight = Literal["fault", "notice"]
_MISSING = re.compile(r"ModuleNotFoundError: No module named '([^']+)'")


@attrs.frozen(kw_only=True)
class Finding:
    """One thing that the doctor has to say.

    Attributes:
        weight: `fault` when something cannot be used, `notice` when one should only know.
        plugin: what it is about: `distribution:name`, or `distribution:entry-point`.
        problem: what is wrong, in one line.
        step: what to do, in one line.
    """

    weight: Weight
    plugin: str
    problem: str
    step: str

    def as_data(self) -> dict[str, str]:
        """The finding as JSON has it."""
        return attrs.asdict(self)


def diagnose(registry: Registry) -> tuple[Finding, ...]:
    """Everything worth saying about the plugins here: faults first, then notices, each sorted.

    Faults: a plugin that fails to load, lacks a library that it requires, or whose code no run
    could pin; a built-in plugin that the installation does not know. Notices: a name that several
    distributions have, a disabled entry point.
    """
    found = [
        *map(_of_broken, registry.broken),
        *_unknown_built_ins(),
        *_incomplete(registry),
        *_shared_names(registry),
        *_disabled(registry),
    ]
    return tuple(sorted(found, key=lambda one: (one.weight, one.plugin, one.problem)))


def _of_broken(broken: Broken) -> Finding:
    """What to do about an entry point that did not load."""
    missing = _MISSING.match(broken.reason)
    if broken.distribution == BUILT_IN:
        step = "install Benchbook again: its entry points and its files do not fit together"
    elif missing and not missing[1].startswith(BUILT_IN):
        step = f"install what provides the module {missing[1]!r}, or {_leave(broken.distribution)}"
    elif is_local(broken.distribution):
        step = f"fix it and install it again, or {_leave(broken.distribution)}"
    else:
        step = f"upgrade {broken.distribution}, tell its author, or {_leave(broken.distribution)}"
    return Finding(
        weight="fault",
        plugin=f"{broken.distribution}:{broken.entry_point}",
        problem=f"does not load: {broken.reason}",
        step=step,
    )


def _leave(distribution: str) -> str:
    """How to do without a distribution."""
    return f"leave it out with {DISABLE}={distribution}"


def _unknown_built_ins() -> Iterator[Finding]:
    """Built-in plugin files that no entry point names: these are read on installing only."""
    folder = Path(__file__).parents[2] / "plugins"
    known = {point.module for point in entry_points(group=PROJECT)}
    for path in sorted(folder.glob("*/[!_]*.py")):
        module = f"{BUILT_IN}.plugins.{path.parent.name}.{path.stem}"
        if module not in known:
            yield Finding(
                weight="fault",
                plugin=f"{BUILT_IN}:{path.stem}",
                problem=f"the module {module} has no entry point in this installation",
                step="install Benchbook again: entry points are read when it is installed",
            )


def _incomplete(registry: Registry) -> Iterator[Finding]:
    """Plugins that loaded and still cannot be used."""
    for one in registry.registered:
        absent = [name for name in one.record.requires if required(name).endswith(NOT_INSTALLED)]
        if absent:
            yield Finding(
                weight="fault",
                plugin=one.qualified,
                problem=f"requires {', '.join(absent)}, which is not installed",
                step=f"python -m pip install {' '.join(absent)}",
            )
        yield from _unpinnable(one)


def _unpinnable(one: Registered) -> Iterator[Finding]:
    """A plugin whose code cannot be read."""
    try:
        code_digest(one)
    except NoSource as exc:
        yield Finding(
            weight="fault",
            plugin=one.qualified,
            problem=f"no run can pin its code: module {exc.module!r} is not in plain files",
            step=f"install {one.distribution} unzipped, or load its file with --plugin",
        )


def _shared_names(registry: Registry) -> Iterator[Finding]:
    """Short names that several distributions have."""
    for kind in (each.kind for each in KINDS):
        for name, group in groupby(registry.all(kind), key=lambda one: one.name):
            owners = list(group)
            if len(owners) > 1:
                told = " and ".join(
                    f"{one.distribution} {one.distribution_version}".rstrip() for one in owners
                )
                yield Finding(
                    weight="notice",
                    plugin=f"{kind} {name}",
                    problem=f"the short name is taken by {told}, so it cannot be used",
                    step=f"write {' or '.join(one.qualified for one in owners)}",
                )


def _disabled(registry: Registry) -> Iterator[Finding]:
    """Entry points that the user left out."""
    for one in registry.disabled:
        yield Finding(
            weight="notice",
            plugin=f"{one.distribution}:{one.entry_point}",
            problem=f"left out by {DISABLE}",
            step=f"clear {DISABLE} to have it back",
        )
