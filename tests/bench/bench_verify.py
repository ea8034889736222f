"""How fast a log is verified: `python tests/bench/bench_verify.py [--events N] [--json]`.

A log of N events of 550 bytes, with an object of 64 KiB for each thousand of them, is verified
in a process of its own. Seconds per million events are printed, objects apart, and the largest
memory beside that of a log a tenth as long: verifying forgets what it has read.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path

from benchbook.ledger import Actor, Draft, Ledger, verify

MILLION = 1_000_000
PROMISED_SECONDS = 60
FLAT_WITHIN = 1.25
STREAM = "run/3f9a0c1d2e4b"
ACTOR = Actor(kind="tool", id="bench/1")


def draft(number: int, stream: str = STREAM) -> Draft:
    """An event with a payload of about 150 bytes."""
    return Draft(
        id=sha256(f"{stream} {number}".encode()).hexdigest()[:32],
        type="lane-ranked",
        schema=1,
        stream=stream,
        actor=ACTOR,
        data={
            "condition": "full_deep",
            "count": 1_200,
            "frame": number,
            "lane": {"name": "keyword", "plugin": "bm25", "version": "1"},
            "scores": "3f9a0c1d2e4b5a69788796a5b4c3d2e1",
        },
        objects=(),
        cause=None,
        env=None,
        basis=None,
    )


def build(path: Path, events: int) -> None:
    """A log of so many events, with an object of 64 KiB for each thousand of them."""
    batch = 10_000
    with Ledger.create(path, name="bench", opening=draft(0, "log"), entropy=os.urandom) as ledger:
        for start in range(0, events, batch):
            stop = min(events, start + batch)
            ledger.append(
                [draft(number) for number in range(start, stop)],
                stream=STREAM,
                expected_version=start,
            )
        ledger.put_objects(
            (os.urandom(65_536), "application/octet-stream") for _ in range(events // 1_000)
        )


def measure_verify(path: Path) -> dict[str, float]:
    """Verify in a process of its own: seconds for events and objects, and its largest memory."""
    ended = subprocess.run(
        [sys.executable, __file__, "--verify-one", str(path)],
        check=True,
        capture_output=True,
        text=True,
    )
    figures: dict[str, float] = json.loads(ended.stdout)
    return figures


def verify_one(path: Path) -> dict[str, float]:
    """Verify a log here; the time until the last event, and from there on the objects'."""
    began, cpu_began = time.perf_counter(), time.process_time()
    events_done, cpu_done = began, cpu_began

    def note(done: int, total: int) -> None:
        nonlocal events_done, cpu_done
        if done <= total - objects:
            events_done, cpu_done = time.perf_counter(), time.process_time()

    with Ledger.open(path, readonly=True) as ledger:
        objects = (ledger.size - 1) // 1_000
    found = verify(path, progress=note)
    ended = time.perf_counter()
    if not found.is_sound:
        sys.exit(f"{path} does not verify: {found.faults}")
    return {
        "events": found.events,
        "events_s": events_done - began,
        "events_cpu_s": cpu_done - cpu_began,
        "objects": found.objects,
        "objects_s": ended - events_done,
        "peak_kib": peak_kib(),
    }


def peak_kib() -> int:
    """The largest memory that this process had.

    Linux counts the parent's into a child's `ru_maxrss`, and knows better in /proc.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def verify_case(events: int) -> dict[str, object]:
    """The verify rate at a size and the memory against a tenth of it."""
    with tempfile.TemporaryDirectory() as name:
        small, large = Path(name) / "small.ledger", Path(name) / "large.ledger"
        build(small, events // 10)
        build(large, events)
        less, more = measure_verify(small), measure_verify(large)
        size = large.stat().st_size
    per_million, cpu_per_million = (
        more[name] / more["events"] * MILLION for name in ("events_s", "events_cpu_s")
    )
    return {
        "case": f"verify {events:,} events",
        "events": events,
        "file_bytes": size,
        "s_per_million_events": per_million,
        "cpu_s_per_million_events": cpu_per_million,
        "at_most": PROMISED_SECONDS,
        "objects": more["objects"],
        "objects_s": more["objects_s"],
        "peak_kib": more["peak_kib"],
        "peak_kib_of_a_tenth": less["peak_kib"],
    }


def show(figures: dict[str, object]) -> None:
    """Print the figures for a person."""
    print(
        f"{figures['case']}: {figures['s_per_million_events']:.1f} s per million, of which "
        f"{figures['cpu_s_per_million_events']:.1f} s CPU (at most {figures['at_most']}); "
        f"{figures['objects']} objects of 64 KiB in {figures['objects_s']:.2f} s; "
        f"peak {figures['peak_kib']} KiB, "
        f"{figures['peak_kib_of_a_tenth']} KiB for a tenth of the events"
    )


def main() -> int:
    """Measure and print; 1 where it was too slow, or memory grew with the log."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--events", type=int, default=100_000, help="how many")
    parser.add_argument("--verify-one", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.verify_one:
        print(json.dumps(verify_one(asked.verify_one)))
        return 0
    figures = verify_case(asked.events)
    if asked.json:
        print(json.dumps([figures], indent=2))
    else:
        show(figures)
    # On a machine that is shared the wall says more about the others.
    is_fast = float(str(figures["cpu_s_per_million_events"])) <= PROMISED_SECONDS
    less, more = (float(str(figures[key])) for key in ("peak_kib_of_a_tenth", "peak_kib"))
    return int(not is_fast or more > less * FLAT_WITHIN)


if __name__ == "__main__":
    sys.exit(main())
