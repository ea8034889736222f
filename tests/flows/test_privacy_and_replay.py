"""What a ledger must not hold, and that a report replays elsewhere."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from benchbook.core.event_store import EventStore
from book import EXPERIMENT, write_collection
from identity import Identity
from ledgers import every_byte

Benchbook = Callable[..., subprocess.CompletedProcess[str]]

PLUGIN = '''
from benchbook import LanePlugin, Rankings, hookimpl


class Leaky:
    """A lane whose error message names everything that it can find."""

    def __init__(self, corpus):
        import getpass, os
        home, host = os.environ["HOME"], os.environ["HOSTNAME"]
        raise RuntimeError(f"{getpass.getuser()} at {home} on {host}")


@hookimpl
def benchbook_plugins():
    return [LanePlugin(name="leaky", version="1", summary="a toy", build=Leaky)]
'''
TEXT = EXPERIMENT.replace('"forward"', '"leaky"').replace('"backward"', '"bm25"\nk1 = 0.5')


@pytest.mark.slow
def test_a_ledger_holds_no_name_of_a_person_a_machine_or_a_home(
    benchbook: Benchbook, identity: Identity
) -> None:
    """Bodies and decompressed objects hold none of the sentinel names, whatever a plugin says."""
    home = Path(identity.environment["HOME"])
    write_collection(home / "small")
    (home / "exp.toml").write_text(TEXT)
    (home / "leaky.py").write_text(PLUGIN)
    at_home = {"environment": identity.environment, "folder": home}
    benchbook("init", **at_home)
    benchbook("ingest", home / "small", "--corpus", "small", **at_home)
    benchbook("gold", "import", home / "small", "--gold", "small", **at_home)
    benchbook(
        "eval", "retrieval", home / "exp.toml", "--plugin", home / "leaky.py", code=8, **at_home
    )
    held = every_byte(home / "benchbook.ledger")

    assert b"RuntimeError" in held
    assert [] == [trace for trace in identity.traces if trace in held]


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "2", "TZ": "America/St_Johns", "LC_ALL": "C.UTF-8"},
        {"PYTHONHASHSEED": "3", "OPENBLAS_NUM_THREADS": "1", "PYTHONUTF8": "0", "LANG": "tr_TR"},
    ],
)
def test_a_report_replays_in_another_time_zone_locale_and_hash_seed(
    benchbook: Benchbook, tmp_path: Path, environment: dict[str, str]
) -> None:
    """In a new interpreter with cache/ and reports/ gone: the same bytes of JSON and renderings."""
    benchbook("demo", "--dir", "book")
    benchbook("report", "render", "latest", "--format", "markdown", "--dir", "book")
    for derived in ("cache", "reports"):
        shutil.rmtree(tmp_path / "book" / derived, ignore_errors=True)
    replayed = benchbook("replay", "latest", "--json", "--dir", "book", environment=environment)

    checked = json.loads(replayed.stdout)["checked"]
    assert [("report", "identical"), *[("rendering", "identical")] * 3] == [
        (one["what"].partition(" ")[0], one["verdict"]) for one in checked
    ]


@pytest.mark.slow
def test_the_demo_gives_the_same_numbers_everywhere(benchbook: Benchbook) -> None:
    """Two demos in other surroundings differ in ids, times and roots alone."""
    contents = []
    for name, environment in (
        ("one", {"PYTHONHASHSEED": "1", "TZ": "UTC"}),
        ("two", {"PYTHONHASHSEED": "77", "TZ": "Asia/Kathmandu", "OPENBLAS_NUM_THREADS": "1"}),
    ):
        benchbook("demo", "--dir", name, environment=environment)
        shown = benchbook("report", "show", "latest", "--format", "json", "--dir", name)
        contents.append(json.loads(shown.stdout))

    for content in contents:
        del content["log"], content["run"], content["basis"]["root"]
    assert contents[0] == contents[1]


@pytest.mark.slow
def test_replaying_writes_nothing(benchbook: Benchbook, tmp_path: Path) -> None:
    """Replay opens the ledger read-only: not one byte of it changes."""
    benchbook("demo", "--dir", "book")
    path = tmp_path / "book" / "benchbook.ledger"
    before = path.read_bytes()
    benchbook("replay", "latest", "--dir", "book")

    assert before == path.read_bytes()
    with EventStore.open(path, readonly=True) as store:
        assert store.size > 0
