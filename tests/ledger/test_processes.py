"""Many processes at once, and processes killed at any moment."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchbook.ledger import Ledger, verify
from ledgers import STREAM, draft, new_ledger

SUPPORT = str(Path(__file__).resolve().parents[1] / "support")
APPEND = """
import sys, time
from ledgers import draft
from benchbook.ledger import Ledger
path, writer, count, batch = sys.argv[1], *map(int, sys.argv[2:5])
stream, longest = f"run/{writer}", 0.0
with Ledger.open(path) as ledger:
    for start in range(0, count, batch):
        began = time.monotonic()
        some = [draft(number, stream) for number in range(start, start + batch)]
        receipts = ledger.append(some, stream=stream, expected_version=start)
        longest = max(longest, time.monotonic() - began)
        print("\\n".join(f"{one.id} {one.seq} {one.root}" for one in receipts), flush=True)
print("longest", longest)
"""
CREATE = """
import os, sys, time
from ledgers import opening
from benchbook.ledger import Ledger, LedgerExists
path, moment = sys.argv[1], float(sys.argv[2])
time.sleep(max(0, moment - time.time()))
try:
    ledger = Ledger.create(path, name="test", opening=opening(), entropy=os.urandom)
    print("made", ledger.origin)
except LedgerExists:
    print("exists", Ledger.open(path).origin)
"""
LIVES = """
import os, sys
from ledgers import opening
from benchbook.ledger import Ledger
folder = sys.argv[1]
for number in range(100_000):
    Ledger.create(f"{folder}/{number}", name="test", opening=opening(), entropy=os.urandom).close()
"""


def start(script: str, *args: object) -> subprocess.Popen[str]:
    """A process of its own that runs a script with our test support."""
    paths = os.pathsep.join([SUPPORT, *(entry for entry in sys.path if entry)])
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, args)],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(process: subprocess.Popen[str]) -> str:
    """What it printed, when it ended well."""
    out, err = process.communicate()
    assert 0 == process.returncode, err
    return out


@pytest.mark.slow
def test_sixteen_processes_append(tmp_path: Path) -> None:
    """Every event of sixteen writers is there once, dense, in order, and nobody waited for long."""
    path = tmp_path / "a.ledger"
    new_ledger(path).close()
    writers, count = 16, 25
    processes = [start(APPEND, path, writer, count, 1) for writer in range(writers)]
    lines = [line.split() for process in processes for line in end(process).splitlines()]
    receipts = [line for line in lines if line[0] != "longest"]

    assert 30 > max(float(line[1]) for line in lines if line[0] == "longest")
    assert list(range(1, writers * count + 1)) == sorted(int(seq) for _, seq, _ in receipts)
    with Ledger.open(path) as ledger:
        assert writers * count + 1 == ledger.size
        assert all(count == ledger.version(f"run/{writer}") for writer in range(writers))
        for id_, seq, root in receipts[::37]:
            (entry,) = ledger.events(int(seq), int(seq) + 1)
            assert id_ == entry.envelope["id"]
            assert root == ledger.basis(int(seq) + 1).root
    assert verify(path).is_sound


@pytest.mark.slow
def test_killed_while_appending(tmp_path: Path) -> None:
    """After kill -9 no acknowledged event is lost, no batch is torn, and a retry ends it."""
    path = tmp_path / "a.ledger"
    new_ledger(path).close()
    batch, chance = 7, random.Random(20_240_101)  # noqa: S311 - moments to kill at, no secret
    for writer in range(25):
        process = start(APPEND, path, writer, 7_000, batch)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(chance.uniform(0, 0.12))
        process.send_signal(signal.SIGKILL)
        told = process.communicate()[0].splitlines()
        acknowledged = 1 + len([line for line in told if len(line.split()) == 3])

        stream = f"run/{writer}"
        with Ledger.open(path) as ledger:
            version = ledger.version(stream)
            assert 0 == version % batch
            assert acknowledged <= version
            again = [draft(number, stream) for number in range(version + batch)]
            receipts = ledger.append(again, stream=stream, expected_version=version)
            assert ledger.basis().root == receipts[-1].root
            known = dict(line.split()[:2] for line in told if len(line.split()) == 3)
            assert known.items() <= {one.id: str(one.seq) for one in receipts}.items()
    assert verify(path).is_sound


@pytest.mark.slow
def test_two_who_create_at_once(tmp_path: Path) -> None:
    """Of eight creators one makes the log, the others find it, and there is one genesis."""
    for turn in range(4):
        folder = tmp_path / str(turn)
        folder.mkdir()
        path = folder / "a.ledger"
        moment = time.time() + 1
        told = [end(one).split() for one in [start(CREATE, path, moment) for _ in range(8)]]

        assert ["exists"] * 7 + ["made"] == sorted(word for word, _ in told)
        assert 1 == len({origin for _, origin in told})
        assert [path] == list(folder.iterdir())
        assert verify(path).is_sound


@pytest.mark.slow
def test_killed_while_creating(tmp_path: Path) -> None:
    """After kill -9 each file that is there is a whole ledger, and nothing else is left."""
    chance = random.Random(20_240_102)  # noqa: S311 - moments to kill at, no secret
    for turn in range(8):
        folder = tmp_path / str(turn)
        folder.mkdir()
        process = start(LIVES, folder)
        while not any(folder.iterdir()):
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.05))
        process.send_signal(signal.SIGKILL)
        process.communicate()

        made = sorted(folder.iterdir(), key=lambda path: int(path.name))
        assert made
        for path in made[-3:]:
            assert verify(path).is_sound


def test_a_reader_sees_the_same_prefix_while_others_write(tmp_path: Path) -> None:
    """What is at a position never changes, whoever appends."""
    path = tmp_path / "a.ledger"
    with new_ledger(path, 50) as writer, Ledger.open(path, readonly=True) as reader:
        seen = [entry.body for entry in reader.events()]
        writer.append([draft(50)], stream=STREAM, expected_version=50)

        assert seen == [entry.body for entry in reader.events(stop=51)]
        assert 52 == reader.size
