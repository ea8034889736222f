"""Ours and a peer take turns in one process; CPU time is compared, the median of five turns."""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

TURNS = 5


class Case(NamedTuple):
    """What is timed on both sides.

    Attributes:
        is_same: whether two answers are the same; no ratio is printed of answers that are not.
        at_least: the ratio that must be reached; 0 where none is promised.
        peer_times: what the peer's time is multiplied by, where it did only a part of the work.
    """

    name: str
    peer_name: str
    ours: Callable[[], Any]
    peer: Callable[[], Any]
    is_same: Callable[[Any, Any], bool]
    at_least: float
    peer_times: float = 1.0


class Times(NamedTuple):
    """Median CPU seconds of each side, the peer's for all of the work."""

    case: Case
    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        """How many times faster ours is."""
        return self.peer / self.ours

    @property
    def plain(self) -> dict[str, object]:
        """The figures for a program."""
        return {
            "case": self.case.name,
            "ours_cpu_s": self.ours,
            "peer": self.case.peer_name,
            "peer_cpu_s": self.peer,
            "peer_times": self.case.peer_times,
            "ratio": self.ratio,
        }

    def __str__(self) -> str:
        promise = f", promised {self.case.at_least}" if self.case.at_least else ""
        scaled = f" (timed in part, times {self.case.peer_times:g})"
        peer = f"{self.peer:.4f} s{scaled if self.case.peer_times != 1 else ''}"
        sides = f"{self.ours:.4f} s against {peer}"
        return f"{self.case.name}: {sides} = {self.ratio:.1f}x{promise}"


def timed(case: Case) -> Times:
    """Let both sides take turns, after one turn each that is not counted.

    Raises:
        SystemExit: their answers differ.
    """
    if not case.is_same(case.ours(), case.peer()):
        sys.exit(f"{case.name}: ours and {case.peer_name} differ")
    spent: tuple[list[float], list[float]] = ([], [])
    for _ in range(TURNS):
        for side, call in zip(spent, (case.ours, case.peer), strict=True):
            start = time.process_time()
            call()
            side.append(time.process_time() - start)
    return Times(case, statistics.median(spent[0]), statistics.median(spent[1]) * case.peer_times)


def run(about: str | None, cases: Iterable[Case]) -> None:
    """Run every case, print the ratios, and end with 1 where a promised one is missed.

    Args:
        about: what the script's --help says.
    """
    options = argparse.ArgumentParser(description=about)
    options.add_argument("--json", action="store_true")
    as_json = options.parse_args().json
    done = [timed(case) for case in cases]
    if as_json:
        print(json.dumps([times.plain for times in done], indent=2))
    else:
        print(*done, sep="\n")
    sys.exit(any(times.ratio < times.case.at_least for times in done))
