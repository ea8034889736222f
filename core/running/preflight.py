"""Whether this machine is fit for a run: enough memory at hand, and nobody waiting for any.

The thresholds are those with which SciX refuses to compare ranking flags on a host that is busy.
Linux alone tells both; where they are not known a run is refused too, for nobody knows.
"""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import attrs

from ..errors import BenchbookError

PROC = Path("/proc")
LEAST_MEMORY = 6
"""GiB that must be available."""

MOST_PRESSURE = Decimal(10)
"""Per cent of the last ten seconds in which some task may have waited for memory."""

_KIB = 1 << 20
_AVAILABLE = re.compile(r"^MemAvailable:\s+(\d+) kB$", re.MULTILINE)
_WAITED = re.compile(r"^some avg10=(\d+\.\d+) ", re.MULTILINE)


class UnfitHost(BenchbookError):
    """This machine is not fit for a run now; later it may be.

    Args:
        reason: what is wrong, or not known.
    """

    exit_code = 6

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"preflight: {reason}; try again later, or leave --preflight out")


@attrs.frozen(kw_only=True)
class Host:
    """What a machine says of its memory.

    Attributes:
        available: GiB that a new program could have; None where that is not known.
        waited: per cent of the last ten seconds in which some task waited for memory; likewise.
    """

    available: Decimal | None
    waited: Decimal | None

    @classmethod
    def of(cls, proc: Path = PROC) -> Host:
        """Read `meminfo` and `pressure/memory` of the folder in which Linux tells them.

        Source: proc(5), MemAvailable; the kernel's accounting/psi, the line `some`.
        """
        kibibytes = _number(proc / "meminfo", _AVAILABLE)
        return cls(
            available=None if kibibytes is None else kibibytes / _KIB,
            waited=_number(proc / "pressure" / "memory", _WAITED),
        )


def refuse_unfit(host: Host) -> None:
    """Refuse a machine with too little memory, or on which tasks wait for it.

    Raises:
        UnfitHost: it is one, or does not say.
    """
    if host.available is None or host.waited is None:
        what = "available memory" if host.available is None else "pressure on memory"
        reason = f"this machine does not tell its {what}"
        raise UnfitHost(reason)
    if host.available < LEAST_MEMORY:
        reason = f"{host.available:.2f} GiB of memory available, {LEAST_MEMORY} are asked for"
        raise UnfitHost(reason)
    if host.waited > MOST_PRESSURE:
        reason = (
            f"tasks waited for memory in {host.waited} % of the last ten seconds, at most "
            f"{MOST_PRESSURE} % are asked for"
        )
        raise UnfitHost(reason)


def _number(path: Path, wanted: re.Pattern[str]) -> Decimal | None:
    """The number that a line of a file tells; None without such a line or file."""
    try:
        found = wanted.search(path.read_text("ascii"))
    except (OSError, UnicodeDecodeError):
        return None
    return None if found is None else Decimal(found[1])
