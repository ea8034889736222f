"""The page about gates: its words, codes and figures are those of the code, and its job runs."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchbook.cli.endings import EXIT_CODES
from benchbook.cli.main import main
from benchbook.core.errors import RunFailed
from benchbook.core.gating.decide import VERDICTS
from benchbook.core.running.experiment_gates import KEYS
from benchbook.core.statistics.wilson import wilson
from house import ROOT

PAGE = (ROOT / "docs" / "gates.md").read_text("utf-8")
ROW = re.compile(r"^\| ([a-z ]+) \| (\d+) \|", re.MULTILINE)
CALL = re.compile(r"^benchbook (.*?)(?: > (\S+))?$", re.MULTILINE)


def job() -> dict[str, Any]:
    """The only job of the example."""
    yaml = pytest.importorskip("yaml", reason="PyYAML comes with the tools that build the site")
    (text,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (one,) = yaml.safe_load(text)["jobs"].values()
    assert isinstance(one, dict)
    return one


def test_every_outcome_has_its_code() -> None:
    """As the command line ends."""
    rows = {verdict: int(code) for verdict, code in ROW.findall(PAGE)}

    assert set(VERDICTS) == set(rows)
    assert {"pass": 0, **EXIT_CODES} == rows


def test_the_order_of_codes_is_that_of_the_command_line() -> None:
    """The failed gate, then what broke, then the others."""
    fail, *others = EXIT_CODES.values()
    told = re.search(r"given: ([\d, then]+)\.", PAGE)

    assert told
    assert [fail, RunFailed.exit_code, *others] == [int(one) for one in re.findall(r"\d+", told[1])]


def test_every_key_is_explained() -> None:
    """As a term of the list."""
    terms = re.findall(r"^(`.+`)\n: ", PAGE, re.MULTILINE)

    assert set(KEYS) == set(re.findall(r"`(\w+)`", " ".join(terms)))


def test_the_gate_that_is_taken_apart_is_the_shipped_one() -> None:
    """Line by line, its comments aside."""
    shipped = (ROOT / "specs" / "smoke.toml").read_text("utf-8")
    shipped = re.sub(r" +#.*$", "", shipped, flags=re.MULTILINE)
    (shown,) = re.findall(r"^## A gate\n\n```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

    assert shown in shipped


@pytest.mark.parametrize(("threshold", "fewest"), [(0.95, 73), (0.9, 35)])
def test_the_fewest_questions_of_a_promise(threshold: float, fewest: int) -> None:
    """The first number at which a perfect run has the whole interval above."""
    lows = {n: wilson(n, n).low or 0.0 for n in range(1, 100)}

    assert fewest == next(n for n, low in lows.items() if low >= threshold)
    assert f"{threshold} " in PAGE
    assert f"fewer than {fewest}" in PAGE


def test_the_job_pins_actions_as_ours_does() -> None:
    """Those that both use, at the same tag; no other action but the upload."""
    ours = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    used = [step["uses"] for step in job()["steps"] if "uses" in step]

    assert ["actions/upload-artifact@v4"] == [one for one in used if f"uses: {one}\n" not in ours]


def repository(folder: Path) -> None:
    """A checkout of a change whose file of gates is that of origin/main."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    (folder / "smoke.toml").write_bytes((ROOT / "specs" / "smoke.toml").read_bytes())
    person = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    for words in (
        ["init", "-q"],
        ["add", "smoke.toml"],
        [*person, "commit", "-q", "-m", "gates"],
        ["update-ref", "refs/remotes/origin/main", "HEAD"],
    ):
        subprocess.run(["git", "-C", str(folder), *words], check=True)


@pytest.mark.slow
def test_the_job_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its commands in their order, and then there is what it uploads."""
    monkeypatch.chdir(tmp_path)
    repository(tmp_path)
    steps = job()["steps"]
    for command, target in CALL.findall("\n".join(step.get("run", "") for step in steps)):
        ended = CliRunner().invoke(main, shlex.split(command))
        assert 0 == ended.exit_code, ended.output
        if target:
            Path(target).write_text(ended.stdout, "utf-8")

    assert all(Path(path).stat().st_size for path in steps[-1]["with"]["path"].split())
    for name in ("report.xml", "gates.xml"):
        assert 'classname="benchbook.gates" name="hits"' in Path(name).read_text("utf-8")
    assert "Nothing is relaxed" in Path("summary.md").read_text("utf-8")
    assert Path("report.md").read_text("utf-8").startswith("#")
