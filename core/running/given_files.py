"""Files that a person gives beside a recorded run: a profile, costs."""

from __future__ import annotations

from pathlib import Path

import attrs

from ..codec import structure
from ..errors import BadData, UsageError
from ..event_store import EventStore, digest
from ..files.json_lines import parse_json
from ..gating.beside import Beside, Charged, Timed
from ..objects.times import Times
from ..scrub import scrub
from .beside_run import COSTS, costs_at

PROFILE = "application/vnd.benchbook.profile+json"
WANTED = "what `benchbook eval profile --json` prints"


@attrs.frozen(kw_only=True)
class Given:
    """Files that stand in for what is not recorded.

    Attributes:
        profile: as `eval profile --json` printed it; costs: a JSON object per line.
    """

    profile: Path | None = None
    costs: Path | None = None

    def keep(self, store: EventStore) -> None:
        """Store the files, so that what was decided by them can be looked at for ever."""
        for path, media in ((self.profile, PROFILE), (self.costs, COSTS)):
            if path is not None:
                store.put(path.read_bytes(), media)

    def over(self, beside: Beside, work: dict[str, str] | None) -> Beside:
        """What gates are held against, these files before all else.

        Args:
            work: what each condition did in the run; None where nobody can tell.

        Raises:
            UsageError: a file cannot be read.
            BadData: it is another one.
        """
        if self.profile is not None:
            times, read = _profile(self.profile)
            source = f"profile {scrub(self.profile.name)}"
            beside = attrs.evolve(
                beside,
                times=lambda gate: Timed(
                    times=times,
                    work=None if work is None else work.get(gate.condition, ""),
                    source=source,
                    read=read,
                ),
            )
        if self.costs is not None:
            charged = _costs(self.costs)
            beside = attrs.evolve(beside, costs=lambda _: charged)
        return beside


def _profile(path: Path) -> tuple[Times, str]:
    """The times in a file, and its digest.

    Raises:
        UsageError: it cannot be read.
        BadData: it is no profile, or of a version without times.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"cannot read profile {str(path)!r}: {error.strerror}"
        raise UsageError(message) from error
    try:
        plain = parse_json(str(path), None, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadData(str(path), None, "bytes that are no UTF-8", WANTED) from error
    if not isinstance(plain, dict) or not isinstance(plain.get("times"), dict):
        raise BadData(str(path), None, "no 'times'", WANTED)
    return structure(Times, plain["times"], str(path)), digest(data)


def _costs(path: Path) -> Charged:
    """The costs in a file.

    Raises:
        UsageError: it cannot be read, or is none.
    """
    charged = costs_at(path, scrub(path.name))
    if isinstance(charged, str):
        raise UsageError(charged)
    return charged
