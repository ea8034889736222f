"""A machine that is not fit for a run is refused, and so is one that does not say."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchbook.cli.main import main
from benchbook.core.running.preflight import Host, UnfitHost, refuse_unfit


def proc(folder: Path, kibibytes: int, waited: str) -> Path:
    """The files in which Linux tells its memory."""
    (folder / "pressure").mkdir()
    (folder / "meminfo").write_text(f"MemTotal: 99 kB\nMemAvailable:   {kibibytes} kB\n")
    (folder / "pressure" / "memory").write_text(
        f"some avg10={waited} avg60=0.00 avg300=0.00 total=7\nfull avg10=99.00 avg60=0.00\n"
    )
    return folder


def test_linux_tells_both(tmp_path: Path) -> None:
    """Kibibytes as GiB, and the share of some tasks, not of all."""
    assert Host(available=Decimal("6.5"), waited=Decimal("1.25")) == Host.of(
        proc(tmp_path, 13 << 19, "1.25")
    )


def test_s4_six_gib_and_ten_per_cent_are_fit(tmp_path: Path) -> None:
    """Both belong to what is allowed."""
    refuse_unfit(Host.of(proc(tmp_path, 6 << 20, "10.00")))


@pytest.mark.parametrize(
    ("available", "waited", "told"),
    [
        ("5.96", "0", "5.96 GiB of memory available, 6 are asked for"),
        ("3.2", "0", "3.20 GiB of memory available"),
        ("8", "10.01", "waited for memory in 10.01 % of the last ten seconds"),
    ],
)
def test_a_busy_machine_is_refused(available: str, waited: str, told: str) -> None:
    """With what was found and what is asked for; exit code 6 says to try again."""
    with pytest.raises(UnfitHost, match=told) as refused:
        refuse_unfit(Host(available=Decimal(available), waited=Decimal(waited)))

    assert 6 == refused.value.exit_code


def test_what_is_not_known_is_no_pass(tmp_path: Path) -> None:
    """A kernel without pressure, another system: nobody knows."""
    with pytest.raises(UnfitHost, match="does not tell its available memory"):
        refuse_unfit(Host.of(tmp_path))
    with pytest.raises(UnfitHost, match="does not tell its pressure on memory"):
        refuse_unfit(Host(available=Decimal(9), waited=None))


@pytest.mark.parametrize("command", ["retrieval", "sweep"])
def test_it_comes_before_any_work(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine is looked at before a workspace or an experiment is."""
    monkeypatch.setattr("benchbook.core.running.preflight.LEAST_MEMORY", 1 << 40)

    ended = CliRunner().invoke(main, ["eval", command, "--preflight", "--dir", "nowhere"])

    assert 6 == ended.exit_code
    assert "preflight: " in ended.output
