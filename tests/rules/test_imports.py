"""Layers point down: who may import what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from house import ROOMS, Import, Source, imports, in_room, public_names, sources

FACE = "benchbook"
STORE = "core/event_store.py"


@dataclass(frozen=True)
class Layer:
    """What the files of a folder may import beside the standard library.

    Attributes:
        early: third-party modules, anywhere.
        late: third-party modules, only inside functions.
        rooms: folders of the house, anywhere; "face" is the package's own public names.
        late_rooms: folders of the house, only inside functions or for types.
    """

    early: frozenset[str]
    late: frozenset[str]
    rooms: frozenset[str]
    late_rooms: frozenset[str]


def layer(early: str, late: str, rooms: str, late_rooms: str) -> Layer:
    """Make a layer from four lists of words."""
    return Layer(*(frozenset(words.split()) for words in (early, late, rooms, late_rooms)))


LAYERS = {
    "ledger": layer("attrs cryptography zstandard", "", "ledger", ""),
    "core": layer("attrs cattrs numpy pluggy structlog", "snowballstemmer", "core", ""),
    "cli": layer("click", "structlog", "cli", "core ledger"),
    "gold": layer("", "", "", ""),
    "specs": layer("", "", "", ""),
}
TESTING = layer("attrs numpy pytest", "", "core face", "")
# One file each may know these.
SINGLE = {
    "sqlite_utils": "cli/export.py",
    "starlette": "cli/serve/",
    "uvicorn": "cli/serve/",
    "yaml": "core/files/ir_metadata.py",
}


def faults(source: Source, rules: Layer) -> Iterator[str]:
    """Say which imports of a source its layer does not allow."""
    for found in imports(source):
        if not (found.is_stdlib or allows(rules, source, found)):
            when = "late" if found.late else "early"
            yield f"{source.path}:{found.line}: {when} import of {found.module}"


def allows(rules: Layer, source: Source, found: Import) -> bool:
    """Say whether a layer allows an import that is not of the standard library."""
    if found.top != FACE:
        single = SINGLE.get(found.module.partition(".")[0])
        inside = found.late and (
            found.top in rules.late or (single is not None and str(source.path).startswith(single))
        )
        return found.top in rules.early or inside
    rooms = rooms_of(found)
    allowed = rules.rooms | (rules.late_rooms if found.late else frozenset())
    if str(source.path) == STORE:
        allowed |= {"ledger"}
    return rooms <= allowed or (found.module == FACE and set(found.names) == {"__version__"})


def rooms_of(found: Import) -> set[str]:
    """Name the folders of the house that an import reaches into, "face" for the package itself."""
    if found.top != FACE:
        return set()
    _, _, rest = found.module.partition(".")
    if rest:
        return {rest.partition(".")[0]}
    return {name if name in ROOMS else "face" for name in found.names} or {"face"}


def test_each_folder_imports_only_what_lies_below_it() -> None:
    """Ledger, core and cli import what the table of layers allows, heavy libraries in functions."""
    found = [
        fault
        for room, rules in LAYERS.items()
        for source in in_room(room)
        for fault in faults(source, rules)
    ]

    assert [] == found, "\n".join(found)


def test_testing_imports_pytest_core_and_the_face() -> None:
    """The contract tests for plugin authors never touch plugins, ledger or cli."""
    found = [
        fault
        for source in sources()
        if str(source.path) == "testing.py"
        for fault in faults(source, TESTING)
    ]

    assert [] == found, "\n".join(found)


def test_the_face_imports_nothing() -> None:
    """`import benchbook` loads no library and no other module of the product."""
    face = next(source for source in sources() if str(source.path) == "__init__.py")

    early = {found.module for found in imports(face) if not found.late}

    assert {"__future__", "typing"} == early


def test_imports_inside_the_house_are_relative() -> None:
    """Core, ledger and cli name each other with dots, so that a module has one name."""
    found = [
        f"{source.path}:{line.line}: {line.module}"
        for room in ("cli", "core", "ledger")
        for source in in_room(room)
        for line in imports(source)
        if line.top == FACE and not line.relative
    ]

    assert [] == found, "\n".join(found)


def test_the_store_knows_only_the_public_names_of_the_ledger() -> None:
    """What `event_store.py` takes comes from the ledger's face and is listed there."""
    public = public_names("ledger/__init__.py")
    found = [
        f"{source.path}:{line.line}: {line.module} {sorted(set(line.names) - public)}"
        for source in in_room("core")
        for line in imports(source)
        if "ledger" in rooms_of(line)
        if line.module != "benchbook.ledger" or not set(line.names) <= public
    ]

    assert [] == found, "\n".join(found)


def stays_in_its_folder(source: Source, found: Import) -> bool:
    """Say whether a module of a plugin's own folder names another one of that folder, with dots."""
    own = source.package
    is_inside = found.module == own or found.module.startswith(f"{own}.")
    return found.relative and is_inside and has_own_folder(source)


def has_own_folder(source: Source) -> bool:
    """Say whether a source is part of a plugin that is a folder: plugins/<kind>s/<plugin>/."""
    return len(source.path.parts) > 3


def draws(source: Source, line: Import) -> bool:
    """Say whether a view or a report imports what draws, tests, measures or calls a plugin."""
    parts = line.module.removeprefix("benchbook.core.").split(".")
    names = {*parts[:1], *line.names} if line.module == "benchbook.core" else {parts[0]}
    is_folded = source.path.parts[:2] in {("core", "reports"), ("core", "projections")}
    return is_folded and bool(names & {"commands", "plugging", "random", "statistics"})


def test_what_is_folded_from_facts_draws_nothing() -> None:
    """Intervals and p-values are recorded: views and reports import no statistics and no plugin."""
    found = [
        f"{source.path}:{line.line}: {line.module}"
        for source in in_room("core")
        for line in imports(source)
        if draws(source, line)
    ]

    assert [] == found, "\n".join(found)


def test_a_report_that_drew_would_be_seen() -> None:
    """By whatever words it imports them; what makes the facts may."""
    report = Source(PurePosixPath("core/reports/heads.py"))
    maker = Source(PurePosixPath("core/comparing/means.py"))

    def seen(source: Source, module: str, *names: str) -> bool:
        return draws(source, Import(module, names, 1, relative=True, late=False))

    assert seen(report, "benchbook.core.statistics.wilson", "wilson")
    assert seen(report, "benchbook.core", "statistics")
    assert seen(report, "random", "Random")
    assert not seen(report, "benchbook.core.comparing", "verdicts")
    assert not seen(maker, "benchbook.core.statistics.wilson", "wilson")


def test_plugins_import_the_face_alone() -> None:
    """A built-in plugin uses the public API by its public names, as a third party would.

    One that has a folder of its own may be of several modules, which name each other with dots.
    """
    public = public_names("__init__.py")
    found = [
        f"{source.path}:{line.line}: {line.module} {sorted(set(line.names) - public)}"
        for source in in_room("plugins")
        for line in imports(source)
        if line.top == FACE and not stays_in_its_folder(source, line)
        if line.relative or line.module != FACE or not set(line.names) <= public
    ]

    assert [] == found, "\n".join(found)


def test_plugins_import_their_library_inside_functions() -> None:
    """Listing the plugins loads no library beyond those that the face itself needs."""
    early = frozenset({"attrs", "numpy", FACE})
    found = [
        f"{source.path}:{line.line}: {line.module}"
        for source in in_room("plugins")
        for line in imports(source)
        if not (line.is_stdlib or line.late or line.top in early)
    ]

    assert [] == found, "\n".join(found)


def test_tests_import_by_full_names() -> None:
    """A test that imports relatively, or a folder of the root, would load the product twice."""
    rooms = {"cli", "core", "gold", "ledger", "plugins", "specs", "testing"}
    found = [
        f"{source.path}:{line.line}: {line.module}"
        for source in in_room("tests")
        for line in imports(source)
        if line.relative or line.top in rooms
    ]

    assert [] == found, "\n".join(found)


def test_only_a_folder_of_its_own_may_be_named_with_dots() -> None:
    """Neither a neighbour, nor core through dots, nor the folder of another plugin."""
    page = Source(PurePosixPath("plugins/reporters/html/page.py"))
    single = Source(PurePosixPath("plugins/reporters/table.py"))

    def stays(source: Source, module: str) -> bool:
        return stays_in_its_folder(source, Import(module, (), 1, relative=True, late=False))

    assert stays(page, "benchbook.plugins.reporters.html.plots")
    assert not stays(page, "benchbook.plugins.reporters.table")
    assert not stays(page, "benchbook.core.reports")
    assert not stays(single, "benchbook.plugins.reporters.html")
    assert not stays(single, "benchbook.plugins.reporters.table")
