"""Each entry point loads on its own; one that fails is listed and breaks nothing else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchbook.core.errors import UsageError
from benchbook.core.plugging.loading import PluginFileBroken, load_registry
from benchbook.core.plugging.registry import Broken, Registry
from distributions import GOOD, install


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, whose modules are forgotten afterwards."""
    folder = tmp_path / "site"
    folder.mkdir()
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    for name in set(sys.modules) - before:
        if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def load(*files: Path, external: bool = True, disable: str = "") -> Registry:
    """Load with an environment that holds one variable of ours."""
    return load_registry(
        files, external=external, environment={"BENCHBOOK_DISABLE_PLUGINS": disable}
    )


def broken_of(registry: Registry, distribution: str) -> Broken:
    """The one broken entry point of a distribution."""
    (broken,) = (one for one in registry.broken if one.distribution == distribution)
    return broken


def test_built_in_plugins_load() -> None:
    """The installation's own plugins are found through their entry points, none broken."""
    registry = load()

    assert [] == [one for one in registry.broken if one.distribution == "benchbook"]
    assert "benchbook:bm25" == registry.find("lane", "bm25").qualified


def test_third_party_plugin_loads(site: Path) -> None:
    """A distribution with an entry point of our group is found, with its version."""
    install(site, "Acme_Lanes", {"acme_good.py": GOOD}, version="2.1")

    found = load().find("lane", "acme-lanes:nothing")

    assert ("acme-lanes", "2.1", "acme_good", "acme_good") == (
        found.distribution,
        found.distribution_version,
        found.module,
        found.entry_point,
    )
    assert (False, None) == (found.local, found.source)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import no_such_module_at_all", "ModuleNotFoundError: No module named 'no_such_module"),
        ("def (", "SyntaxError: invalid syntax"),
        ("raise SystemExit(3)", "it ended the program while it loaded (exit code 3)"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        (GOOD.replace("    return [", "    yield ["), "gave generator; expected a list"),
        (GOOD.replace("    return [", "    return 1 / 0, ["), "ZeroDivisionError"),
        (GOOD.replace("def benchbook_plugins", "def benchbook_plugin"), "unknown hook"),
        (GOOD.replace("@hookimpl", ""), "lacks @hookimpl"),
        ("", "registers nothing: it has no benchbook_plugins()"),
        (GOOD.replace("weight: float", "scope: float"), "parameter 'scope' of build has a name"),
        ("raise ValueError('two\\nlines \\x1b[31m')", "ValueError: two lines \\x1b[31m"),
    ],
)
def test_failing_entry_point_is_isolated(site: Path, source: str, reason: str) -> None:
    """An entry point that fails is listed with one line of reason, and its neighbours load."""
    install(site, "bad", {"toy_bad.py": source})
    install(site, "good", {"toy_good.py": GOOD})

    registry = load()

    assert reason in broken_of(registry, "bad").reason
    assert "good:nothing" == registry.find("lane", "good:nothing").qualified


def test_interrupt_is_not_swallowed(site: Path) -> None:
    """Ctrl-C while a plugin loads ends the program; it is no plugin's failure."""
    install(site, "slow", {"toy_slow.py": "raise KeyboardInterrupt"})

    with pytest.raises(KeyboardInterrupt):
        load()


def test_reason_is_bounded(site: Path) -> None:
    """A plugin that fails at length does not fill the screen."""
    install(site, "long", {"toy_long.py": "raise ValueError('x' * 100_000)"})

    assert 300 == len(broken_of(load(), "long").reason)


def test_twins_in_one_distribution_are_both_broken(site: Path) -> None:
    """Which of two entry points of a distribution has a name is never decided by order."""
    install(site, "twins", {"toy_one.py": GOOD, "toy_two.py": GOOD})

    registry = load()

    told = [(one.entry_point, one.reason) for one in registry.broken if one.distribution == "twins"]
    reason = "twins registers nothing more than once"
    assert [("toy_one", reason), ("toy_two", reason)] == told


def test_name_of_a_built_in_is_listed_beside_it(site: Path) -> None:
    """A third party's bm25 replaces nothing: both stand in the list."""
    install(site, "acme", {"toy_twin.py": GOOD.replace('"nothing"', '"bm25"')})

    found = [one.qualified for one in load().all("lane") if one.name == "bm25"]

    assert ["acme:bm25", "benchbook:bm25"] == found


def test_prints_go_to_stderr(site: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What a plugin prints, also below Python, does not reach stdout."""
    install(site, "loud", {"toy_loud.py": f"import os\nprint('a')\nos.write(1, b'b')\n{GOOD}"})

    load()

    out, err = capfd.readouterr()
    assert "" == out
    assert {"a", "b"} <= set(err)


def test_safe_mode_leaves_third_parties_out(site: Path) -> None:
    """Without external plugins their modules are not even imported."""
    install(site, "bad", {"toy_bad.py": "raise ValueError"})

    registry = load(external=False)

    assert {"benchbook"} == {one.distribution for one in registry.registered}
    assert [] == [one for one in registry.broken if one.distribution == "bad"]


@pytest.mark.parametrize("spelling", ["acme", "toy_left", "acme:toy_left", " acme , ", ",toy_left"])
def test_disabled_entry_point_is_not_imported(site: Path, spelling: str) -> None:
    """A distribution, or an entry point, that the user names is left out and listed as such."""
    install(site, "acme", {"toy_left.py": "raise SystemExit"})

    registry = load(disable=spelling)

    assert [("acme", "toy_left")] == [
        (one.distribution, one.entry_point) for one in registry.disabled
    ]
    assert "toy_left" not in sys.modules


@pytest.mark.parametrize("spelling", ["", " ", ",", " , "])
def test_empty_list_disables_nothing(spelling: str) -> None:
    """A variable that is set and empty is as good as none."""
    assert () == load(disable=spelling).disabled


def test_unknown_name_to_disable_is_an_error() -> None:
    """A misspelt name would load what should stay out, so it is refused."""
    with pytest.raises(UsageError, match="names 'benchbok', which is not installed"):
        load(disable="benchbok")


def test_variable_of_the_process_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an environment of one's own the process's is used."""
    monkeypatch.setenv("BENCHBOOK_DISABLE_PLUGINS", "lane-bm25")

    assert ["lane-bm25"] == [one.entry_point for one in load_registry().disabled]


@pytest.mark.parametrize("name", ["local", "Local"])
def test_distribution_may_not_be_called_local(site: Path, name: str) -> None:
    """`local:` means a single file, so no distribution gets the name."""
    install(site, name, {"toy_local.py": GOOD})

    assert "may not be called 'local'" in broken_of(load(), "local").reason


def test_file_loads_as_local(tmp_path: Path) -> None:
    """A single file is `local:name`, and its bytes are kept for the run to store."""
    file = tmp_path / "my_lane.py"
    file.write_text(GOOD, "utf-8")

    found = load(file).find("lane", "nothing")

    assert ("local:nothing", "", "my_lane") == (
        found.qualified,
        found.distribution_version,
        found.module,
    )
    assert (True, GOOD.encode()) == (found.local, found.source)


def test_file_may_hold_dataclasses(tmp_path: Path) -> None:
    """A file's module can be looked up while it runs, as dataclasses with text annotations need."""
    file = tmp_path / "my_lane.py"
    more = "from __future__ import annotations\nimport dataclasses\n"
    file.write_text(f"{more}@dataclasses.dataclass\nclass A:\n    b: int = 1\n{GOOD}", "utf-8")

    assert "local:nothing" == load(file).find("lane", "nothing").qualified


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def (", "SyntaxError"),
        ("import no_such_module_at_all", "No module named 'no_such_module_at_all'"),
        ("", "registers nothing"),
        ("\x00", "null bytes"),
    ],
)
def test_unusable_file_is_an_error(tmp_path: Path, source: str, reason: str) -> None:
    """A file that the user named and that cannot be used is an error at once, in one line."""
    file = tmp_path / "bad.py"
    file.write_text(source, "utf-8")

    with pytest.raises(PluginFileBroken, match=reason) as raised:
        load(file)

    assert str(file) == raised.value.file
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("line", ["from .lanes import x", "import lanes", "from lanes import x"])
def test_file_that_imports_its_sibling_is_told_to_be_installed(tmp_path: Path, line: str) -> None:
    """A single file stands alone; what is one of several is installed."""
    (tmp_path / "lanes.py").write_text("x = 1\n", "utf-8")
    file = tmp_path / "toy.py"
    file.write_text(f"{line}\n", "utf-8")

    with pytest.raises(PluginFileBroken, match=r"stands alone: install its package instead$"):
        load(file)


def test_file_that_lacks_a_library_is_not_told_so(tmp_path: Path) -> None:
    """A library that is not installed is no sibling."""
    file = tmp_path / "toy.py"
    file.write_text("import toyquark\n", "utf-8")

    with pytest.raises(PluginFileBroken, match=r"No module named 'toyquark'$"):
        load(file)


def test_missing_file_is_an_error(tmp_path: Path) -> None:
    """A file that is not there is named."""
    with pytest.raises(PluginFileBroken, match=r"none\.py cannot be used: No such file"):
        load(tmp_path / "none.py")


def test_folder_is_an_error(tmp_path: Path) -> None:
    """A folder is no plugin file."""
    with pytest.raises(PluginFileBroken, match="Is a directory"):
        load(tmp_path)


def test_two_files_with_one_name_are_an_error(tmp_path: Path) -> None:
    """`local:nothing` must mean one plugin, so a second one is refused naming both files."""
    files = [tmp_path / "one.py", tmp_path / "two.py"]
    for file in files:
        file.write_text(GOOD, "utf-8")

    with pytest.raises(PluginFileBroken, match=r"two\.py .* also stands in one\.py"):
        load(*files)


def test_modules_load_in_the_order_of_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whatever the order of folders on the path, plugins are imported sorted by distribution."""
    for name in ("alpha", "zeta"):  # each is put before the other: zeta is found first
        monkeypatch.syspath_prepend(str(tmp_path / name))
        source = f"print('import {name}')\n{GOOD}"
        install(tmp_path / name, name, {f"toy_order_{name}.py": source})

    load()

    told = [line for line in capfd.readouterr().err.splitlines() if line.startswith("import ")]
    assert ["import alpha", "import zeta"] == told


def test_loading_twice_gives_equal_lists(site: Path) -> None:
    """Nothing is kept between two loadings."""
    install(site, "good", {"toy_good.py": GOOD})

    first, again = ([one.qualified for one in load().registered] for _ in range(2))

    assert first == again
