"""The doctor's findings, from registries at hand."""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from benchbook import LanePlugin
from benchbook.core.commands.doctor import Finding, diagnose
from benchbook.core.plugging.registry import Broken, Disabled, Registered, Registry


def lane(
    distribution: str, *, module: str = __name__, requires: tuple[str, ...] = ()
) -> Registered:
    """A lane as if it came from a distribution; it is never built."""
    build: Any = print
    return Registered(
        record=LanePlugin(name="toy", version="1", summary="a toy", build=build, requires=requires),
        distribution=distribution,
        distribution_version="2.0",
        module=module,
        entry_point="toy",
    )


def findings(registry: Registry) -> list[Finding]:
    """What the doctor says of a registry."""
    return list(diagnose(registry))


def test_healthy_registry_has_no_findings() -> None:
    """Nothing wrong, nothing said."""
    assert [] == findings(Registry((lane("acme"),)))


def test_broken_entry_point_is_a_fault() -> None:
    """An entry point that does not load is told with its reason and how to do without it."""
    broken = Broken(entry_point="toy", distribution="acme", reason="ValueError: x")

    (found,) = findings(Registry((), (broken,)))

    assert ("fault", "acme:toy", "does not load: ValueError: x") == (
        found.weight,
        found.plugin,
        found.problem,
    )
    assert "BENCHBOOK_DISABLE_PLUGINS=acme" in found.step


@pytest.mark.parametrize(
    ("distribution", "module", "step"),
    [
        ("acme", "numba", "install what provides the module 'numba'"),
        ("acme", "benchbook.gone", "upgrade acme"),
        ("benchbook", "benchbook.gone", "install Benchbook again"),
    ],
)
def test_step_follows_from_what_is_missing(distribution: str, module: str, step: str) -> None:
    """A missing library, an old third party and a damaged installation need different steps."""
    reason = f"ModuleNotFoundError: No module named '{module}'"
    broken = Broken(entry_point="toy", distribution=distribution, reason=reason)

    (found,) = findings(Registry((), (broken,)))

    assert found.step.startswith(step)


@pytest.mark.parametrize(
    ("origin", "step"),
    [
        ('{"url": "file:///home/toy", "dir_info": {"editable": true}}', "fix it and install it"),
        ('{"url": "file:///home/toy.whl", "archive_info": {}}', "fix it and install it"),
        ('{"url": "https://toys.example/toy.zip", "archive_info": {}}', "upgrade near-toy"),
        ("[]", "upgrade near-toy"),
        ("{", "upgrade near-toy"),
    ],
)
def test_author_is_told_to_fix_and_not_to_upgrade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: str, step: str
) -> None:
    """What was installed from a folder or file here is fixed here."""
    metadata = tmp_path / "near_toy-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: near-toy\nVersion: 1.0\n")
    (metadata / "direct_url.json").write_text(origin, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    broken = Broken(entry_point="toy", distribution="near-toy", reason="ValueError: x")

    (found,) = findings(Registry((), (broken,)))

    assert found.step.startswith(step)


def test_missing_requirement_is_a_fault() -> None:
    """A plugin whose library is not installed cannot be used."""
    (found,) = findings(Registry((lane("acme", requires=("attrs", "toyquark")),)))

    assert ("fault", "acme:toy", "python -m pip install toyquark") == (
        found.weight,
        found.plugin,
        found.step,
    )


def test_code_without_files_is_a_fault() -> None:
    """A plugin that no run could pin cannot be used."""
    (found,) = findings(Registry((lane("acme", module="no_such_module"),)))

    assert "no run can pin its code" in found.problem


def test_shared_name_is_a_notice() -> None:
    """A name of two distributions is told with both versions and both spellings."""
    (found,) = findings(Registry((lane("acme"), lane("bolt"))))

    assert "notice" == found.weight
    assert "acme 2.0 and bolt 2.0" in found.problem
    assert "write acme:toy or bolt:toy" == found.step


def test_disabled_entry_point_is_a_notice() -> None:
    """What the user left out is told, so that nobody wonders."""
    left_out = Disabled(entry_point="toy", distribution="acme")

    (found,) = findings(Registry((), (), (left_out,)))

    assert ("notice", "acme:toy") == (found.weight, found.plugin)


def test_faults_come_first() -> None:
    """What needs doing stands before what one should know."""
    broken = Broken(entry_point="z", distribution="zebra", reason="x")
    registry = Registry((lane("acme"), lane("bolt")), (broken,))

    assert ["fault", "notice"] == [one.weight for one in findings(registry)]


def test_built_in_without_entry_point_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin file that came after the last installation is told, since nothing else would."""
    here = [point for point in entry_points(group="benchbook") if point.name != "lane-bm25"]
    monkeypatch.setattr("benchbook.core.commands.doctor.entry_points", lambda group: here)

    (found,) = findings(Registry(()))

    assert "benchbook.plugins.lanes.bm25 has no entry point" in found.problem
    assert "install Benchbook again" in found.step


def test_diagnosis_imports_no_plugin() -> None:
    """The doctor looks at what was loaded and loads nothing more."""
    before = set(sys.modules)

    findings(Registry(()))

    assert not [name for name in set(sys.modules) - before if "benchbook.plugins." in name]
