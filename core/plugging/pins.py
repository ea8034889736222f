"""Which code a plugin was: what each run records of every plugin that made one of its facts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import find_spec
from pathlib import Path

from ..errors import UsageError
from ..events import MadeBy
from ..hookspec import Plugin
from .distributions import installed_version
from .registry import BUILT_IN, Registered

FOLDERS = ("core", "ledger", "plugins", "cli")
_CODE = (".py", *EXTENSION_SUFFIXES)
_FOLDER_DOTS = 3


class NoSource(UsageError):
    """A plugin's code is not in files that can be read, so no run can pin it.

    Args:
        plugin: its qualified name.
        module: the module that registered it.
    """

    def __init__(self, plugin: str, module: str) -> None:
        self.plugin = plugin
        self.module = module
        super().__init__(
            f"the code of plugin {plugin} (module {module!r}) cannot be read from files; install "
            "it unzipped, or keep it in a file of its own and load that with --plugin"
        )


def made_by(registered: Registered, parameters: Mapping[str, str]) -> MadeBy:
    """The pin of a plugin as its files stand now, whatever happens to be imported.

    Args:
        registered: the plugin.
        parameters: what it was built with, as text.

    Raises:
        NoSource: its code is not in plain files.
    """
    return MadeBy(
        kind=registered.kind,
        name=registered.name,
        version=registered.record.version,
        distribution=registered.distribution,
        distribution_version=registered.distribution_version,
        digest=code_digest(registered),
        local=registered.local,
        parameters=dict(sorted(parameters.items())),
    )


def code_digest(registered: Registered) -> str:
    """SHA-256 (hex) over a plugin's code files, see `digest_of`.

    For a third party these are all files of the top-level packages of its hook and of its `build`;
    for a built-in its own module (the rest of Benchbook is sealed by `benchbook_code_digest`), or
    every file of its folder, templates too, where it has one; for a single module, that file.

    Raises:
        NoSource: its code is not in plain files.
    """
    if registered.source is not None:
        return digest_of([(registered.module, registered.source)])
    files = dict(_plugin_files(registered))
    if not files:
        raise NoSource(registered.qualified, registered.module)
    return digest_of(files.items())


def requirements(record: Plugin) -> tuple[str, ...]:
    """The libraries whose versions matter to a plugin: `distribution==version` each, sorted."""
    return tuple(sorted(map(required, record.requires)))


def required(distribution: str) -> str:
    """A library that a plugin requires with the version that is here: `distribution==version`."""
    return f"{distribution}=={installed_version(distribution)}"


def benchbook_code_digest() -> str:
    """SHA-256 (hex) over Benchbook's own code: the face, core, ledger, plugins, the command line.

    Read from the folder that the package stands in; tests and stray folders beside do not count.
    """
    return digest_of(_benchbook_files(Path(__file__).parents[2]))


def digest_of(files: Iterable[tuple[str, bytes]]) -> str:
    """SHA-256 (hex) over (name, content) pairs: each as `SHA-256 of content, space, name, newline`.

    Sorted by name, so that the order in which a file system lists a folder does not matter.
    """
    lines = (f"{sha256(content).hexdigest()} {name}\n" for name, content in sorted(files))
    return sha256("".join(lines).encode()).hexdigest()


def _benchbook_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The code files of Benchbook under the folder of its package, by module name."""
    yield BUILT_IN, (folder / "__init__.py").read_bytes()
    for part in FOLDERS:
        yield from _tree(f"{BUILT_IN}.{part}", folder / part)


def _tree(
    package: str, folder: Path, endings: tuple[str, ...] = _CODE
) -> Iterator[tuple[str, bytes]]:
    """The code files below a package's folder, by module name, an extension keeping its suffix."""
    with os.scandir(folder) as entries:  # in any order: `digest_of` sorts by name
        for entry in entries:
            # A folder whose name is no identifier (.venv, a build) cannot be a part of the package.
            if entry.is_dir(follow_symlinks=False):
                if entry.name.isidentifier() and entry.name != "__pycache__":
                    yield from _tree(f"{package}.{entry.name}", Path(entry.path), endings)
            elif entry.name.endswith(endings):
                yield _module_name(package, (entry.name,)), _bytes_of(entry)


def _bytes_of(entry: os.DirEntry[str]) -> bytes:
    """What is in a file."""
    with open(entry, "rb") as file:  # noqa: PTH123 - a Path for each takes longer than the reading
        return file.read()


def _module_name(package: str, parts: tuple[str, ...]) -> str:
    """The dotted name of a file in a package; `__init__.py` is the package itself."""
    last = parts[-1].removesuffix(".py")
    tail = parts[:-1] if last == "__init__" else (*parts[:-1], last)
    return ".".join((package, *tail))


def _plugin_files(registered: Registered) -> Iterator[tuple[str, bytes]]:
    """The code files of an installed plugin, by module name."""
    if registered.distribution == BUILT_IN or registered.local:
        yield from _built_in(registered.module, _spec(registered.module))
        return
    yield from _package_files(registered.module)
    maker = getattr(registered.record.build, "__module__", None) or BUILT_IN
    if maker.partition(".")[0] not in {BUILT_IN, *sys.stdlib_module_names}:
        yield from _package_files(maker)


def _built_in(module: str, spec: ModuleSpec | None) -> Iterator[tuple[str, bytes]]:
    """The file of a built-in plugin; all files of its folder where it has one of its own.

    `benchbook.plugins.reporters.html.page` stands in such a folder, `benchbook.plugins.reporters`
    holds one file per plugin.
    """
    package, _, _ = module.rpartition(".")
    has_folder = package.startswith(f"{BUILT_IN}.plugins.") and package.count(".") == _FOLDER_DOTS
    if has_folder and spec is not None and spec.origin is not None:
        yield from _tree(package, Path(spec.origin).parent, endings=("",))
    else:
        yield from _single(module, spec)


def _package_files(module: str) -> Iterator[tuple[str, bytes]]:
    """The code files of the outermost regular package around a module, or of the module alone.

    A namespace package above it belongs to nobody.
    """
    for name in _prefixes(module):
        spec = _spec(name)
        if spec is None or spec.origin is None:
            continue
        if spec.submodule_search_locations is None:
            yield from _single(name, spec)
        else:
            yield from _tree(name, Path(spec.origin).parent)
        return


def _prefixes(module: str) -> Iterator[str]:
    """`a`, `a.b`, `a.b.c`."""
    parts = module.split(".")
    return (".".join(parts[: end + 1]) for end in range(len(parts)))


def _spec(module: str) -> ModuleSpec | None:
    """Where a module's file is; None when Python cannot say."""
    try:
        return find_spec(module)
    except (ImportError, ValueError):
        # `__main__` and modules made by hand have no spec: a ValueError.
        return getattr(sys.modules.get(module), "__spec__", None)


def _single(module: str, spec: ModuleSpec | None) -> Iterator[tuple[str, bytes]]:
    """The one file of a module, when there is such a file."""
    if spec is not None and spec.origin is not None and Path(spec.origin).is_file():
        yield module, Path(spec.origin).read_bytes()
