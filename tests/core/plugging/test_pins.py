"""A pin changes with a plugin's code, and with nothing else."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbook import LanePlugin
from benchbook.core.events import MadeBy
from benchbook.core.plain import to_plain
from benchbook.core.plugging import pins
from benchbook.core.plugging.loading import load_registry
from benchbook.core.plugging.pins import (
    NoSource,
    code_digest,
    digest_of,
    made_by,
    requirements,
)
from benchbook.core.plugging.registry import Registered, Registry
from distributions import GOOD, install


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, whose modules are forgotten afterwards."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0].startswith("toypin")]:
        del sys.modules[name]


def lane(distribution: str) -> Registered:
    """A distribution's lane."""
    return load_registry(environment={}).find("lane", f"{distribution}:nothing")


def pin(distribution: str) -> MadeBy:
    """The pin of a distribution's lane as it stands now."""
    return made_by(lane(distribution), {})


def package(site: Path) -> None:
    """Install a package of two modules."""
    files = {"toypin/__init__.py": "", "toypin/lane.py": GOOD, "toypin/words.py": "WORDS = 1\n"}
    install(site, "acme", files, {"lane": "toypin.lane"})


def test_pin_names_the_code(site: Path) -> None:
    """A pin holds kind, name, versions and distribution, and no path."""
    package(site)

    found = pin("acme")

    assert ("lane", "nothing", "1", "acme", "1.0", False) == (
        found.kind,
        found.name,
        found.version,
        found.distribution,
        found.distribution_version,
        found.local,
    )
    assert str(site) not in json.dumps(to_plain(found))


def test_every_module_of_the_package_counts(site: Path) -> None:
    """A change in a module that the hook's module only imports changes the pin."""
    package(site)
    before = pin("acme").digest

    (site / "toypin/words.py").write_text("WORDS = 2\n", "utf-8")

    assert before != pin("acme").digest


def test_name_of_a_module_counts(site: Path) -> None:
    """A module that moves changes the pin, though no line of it changes."""
    package(site)
    before = pin("acme").digest

    (site / "toypin/words.py").rename(site / "toypin/terms.py")

    assert before != pin("acme").digest


def test_what_is_no_code_does_not_count(site: Path) -> None:
    """Caches, data and stray folders beside the modules leave the pin alone."""
    package(site)
    before = pin("acme").digest

    (site / "toypin/notes.txt").write_text("x", "utf-8")
    for folder in ("__pycache__", ".venv/lib"):
        (site / "toypin" / folder).mkdir(parents=True, exist_ok=True)
    (site / "toypin/__pycache__/words.cpython-311.pyc").write_bytes(b"x")
    (site / "toypin/.venv/lib/other.py").write_text("x = 1", "utf-8")

    assert before == pin("acme").digest


def test_place_of_installation_does_not_count(site: Path, tmp_path: Path) -> None:
    """The same code in another folder, or as another version's number, has the same digest."""
    package(site)
    first = pin("acme").digest
    (site / "acme-1.0.dist-info/METADATA").write_text(
        "Metadata-Version: 2.1\nName: acme\nVersion: 2.0\n", "utf-8"
    )

    again = pin("acme")

    assert ("2.0", first) == (again.distribution_version, again.digest)


def test_single_module_is_its_file(site: Path) -> None:
    """A distribution of one module is pinned by that file, not by its neighbours on the path."""
    install(site, "acme", {"toypin_one.py": GOOD})
    (site / "neighbour.py").write_text("x = 1", "utf-8")

    assert digest_of([("toypin_one", GOOD.encode())]) == pin("acme").digest


def test_namespace_package_belongs_to_nobody(site: Path) -> None:
    """Inside a namespace package only the distribution's own package counts."""
    files = {"toypinspace/acme/__init__.py": "", "toypinspace/acme/lane.py": GOOD}
    install(site, "acme", files, {"lane": "toypinspace.acme.lane"})
    before = pin("acme").digest

    install(site, "other", {"toypinspace/other/__init__.py": "x = 1"}, {})

    assert before == pin("acme").digest


def test_package_of_build_counts(site: Path) -> None:
    """Where the hook only points to another package, that package's code is pinned too."""
    hook = GOOD.replace("class Nothing", "class Unused") + "from toypinwork import Nothing\n"
    files = {"toypin_hook.py": hook, "toypinwork/__init__.py": GOOD}
    install(site, "acme", files, {"lane": "toypin_hook"})
    before = pin("acme").digest

    (site / "toypinwork/more.py").write_text("x = 1", "utf-8")

    assert before != pin("acme").digest


def test_built_in_is_its_module_alone() -> None:
    """A built-in plugin is pinned by its own file; the rest of Benchbook is sealed once per run."""
    import benchbook.plugins.metrics.ap as module

    found = load_registry(environment={}).find("metric", "AP")
    source = Path(module.__file__).read_bytes()

    assert digest_of([("benchbook.plugins.metrics.ap", source)]) == code_digest(found)


def test_built_in_with_a_folder_is_all_files_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A byte of its style sheet, a template or a module changes the pin; a cache does not."""
    import benchbook.plugins.reporters.html.page as module

    found = load_registry(environment={}).find("reporter", "html")
    home = tmp_path / "html"
    shutil.copytree(Path(module.__file__).parent, home)
    spec = importlib.util.spec_from_file_location(found.module, home / "page.py")
    monkeypatch.setattr(pins, "_spec", lambda name: spec)
    before = code_digest(found)
    changed = {}
    for path in sorted(path for path in home.iterdir() if path.is_file()):
        old = path.read_bytes()
        path.write_bytes(old + b" ")
        changed[path.name] = before != code_digest(found)
        path.write_bytes(old)
    (home / "__pycache__").mkdir(exist_ok=True)
    (home / "__pycache__" / "more.pyc").write_bytes(b"x")

    assert {"page.py", "page.css", "page.html"} < set(changed)
    assert {True} == set(changed.values())
    assert before == code_digest(found)


def test_local_file_is_pinned_by_the_bytes_that_ran(tmp_path: Path) -> None:
    """A change of the file after it was loaded does not change the pin of what ran."""
    file = tmp_path / "my_lane.py"
    file.write_text(GOOD, "utf-8")
    found = load_registry([file], environment={}).find("lane", "nothing")
    file.write_text("changed", "utf-8")

    made = made_by(found, {})

    assert (True, digest_of([("my_lane", GOOD.encode())])) == (made.local, made.digest)


def test_requirements_are_named_with_versions(site: Path) -> None:
    """Libraries that matter are recorded with what is installed, sorted, missing ones as such."""
    wanted = 'build=Nothing, requires=("toyquark", "pluggy", "attrs")'
    install(site, "acme", {"toypin_one.py": GOOD.replace("build=Nothing", wanted)})

    names, versions = zip(
        *(one.split("==") for one in requirements(lane("acme").record)), strict=True
    )

    assert ("attrs", "pluggy", "toyquark") == names
    assert "not installed" == versions[2]
    assert all(version[0].isdigit() for version in versions[:2])


def test_event_data_is_plain() -> None:
    """A pin as an event holds it reads back equal from JSON."""
    data = to_plain(made_by(load_registry(environment={}).find("lane", "bm25"), {"k1": "1.2"}))

    assert data == json.loads(json.dumps(data))


def test_code_without_files_is_refused() -> None:
    """A plugin that was typed at a prompt cannot be pinned, and the message says what to do."""
    record = LanePlugin(name="typed", version="1", summary="a toy", build=print)  # type: ignore[arg-type]  # never built
    typed = Registered(
        record=record,
        distribution="acme",
        distribution_version="1",
        module="toypin_typed",
        entry_point="typed",
    )

    with pytest.raises(NoSource, match=r"acme:typed .* keep it in a file"):
        code_digest(typed)


def test_module_without_a_spec_has_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module made by hand, of which Python knows no file, cannot be pinned."""
    from types import ModuleType

    monkeypatch.setitem(sys.modules, "toypin_made", ModuleType("toypin_made"))
    record = LanePlugin(name="made", version="1", summary="a toy", build=print)  # type: ignore[arg-type]  # never built
    made = Registered(
        record=record,
        distribution="acme",
        distribution_version="1",
        module="toypin_made",
        entry_point="made",
    )

    with pytest.raises(NoSource):
        code_digest(made)


def test_record_of_a_test_is_pinned_by_its_file() -> None:
    """A record at hand is pinned by the file that its `build` stands in."""

    def build() -> None: ...

    record = LanePlugin(name="here", version="1", summary="a toy", build=build)  # type: ignore[arg-type]  # never built
    found = made_by(Registry.of(record).find("lane", "here"), {})

    assert digest_of([(__name__, Path(__file__).read_bytes())]) == found.digest


def test_digest_does_not_depend_on_the_order_of_files() -> None:
    """A file system may list files in any order."""
    files = [("a", b"1"), ("b", b"2"), ("c", b"3")]

    assert digest_of(files) == digest_of(files[::-1])


def test_digest_parts_names_from_contents() -> None:
    """Bytes cannot wander between a name and a content, or between two files."""
    digests = {
        digest_of([("a", b"b")]),
        digest_of([("ab", b"")]),
        digest_of([("a", b""), ("b", b"")]),
        digest_of([]),
    }

    assert 4 == len(digests)
