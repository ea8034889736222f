"""What lies beside the numbers of a run of this workspace: baselines, profiles, files of costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path

import attrs

from ..comparing.scored import MetricScale
from ..errors import BadData
from ..event_store import EventStore, digest, read_json
from ..events import ComparisonsComputed, EnvironmentSealed
from ..gating.beside import Beside, Charged, Timed
from ..gating.costs import read_costs
from ..gating.gate import Gate
from ..gating.scoresheet import Scoresheet
from ..objects.times import unpack_times
from ..projections.profiles import PROFILES, Profiles
from ..projections.projection import view_at
from ..projections.run import Run
from ..reports.report_sheets import sheet_of_report
from ..scrub import scrub
from .baselines import load_run, report_in
from .sheets import sheet_of_run
from .work import work_of_run

COSTS = "application/vnd.benchbook.costs+jsonl"
NO_PROFILE = (
    "no profile of this experiment is recorded; `benchbook eval profile --record` makes one"
)
NO_COSTS = (
    "Benchbook records no costs of models yet, and the gate names no file of costs; say costs = "
    '"FILE", a JSON object per line with topic, condition and numbers'
)

Scales = Callable[[tuple[str, ...]], Mapping[str, MetricScale]]


@attrs.define(kw_only=True, eq=False, slots=False)
class RunBeside:
    """What lies beside a run.

    Attributes:
        pinned: the digest of what each gate is relative to, by its name.
        folder: where relative paths start; None where no file may be read.
        scales: of metrics, by canonical name.
        keeps: whether files of costs are stored, since their digests are to be recorded.
    """

    store: EventStore
    run: Run
    pinned: Mapping[str, str]
    folder: Path | None
    scales: Mapping[str, MetricScale]
    keeps: bool

    @property
    def beside(self) -> Beside:
        """The same as gates ask for it."""
        return Beside(baseline=self.baseline, times=self.times, costs=self.costs)

    def baseline(self, gate: Gate) -> Scoresheet | str:
        """The numbers of another run, as they were pinned; or why they cannot be had."""
        kind, _, name = gate.relative_to.partition(":")
        wanted = self.pinned[gate.name]
        if kind == "file":
            try:
                report = report_in(self.store.get(wanted), scrub(name))
            except BadData as error:
                return str(error)
            return sheet_of_report(report, self.scales)
        runs = self._with_numbers(wanted)
        if not runs:
            return f"no run of this workspace has the numbers that {kind} {name} was pinned with"
        named = [id_ for id_ in runs if id_.startswith(name)]
        run = load_run(self.store, (named or runs)[0])
        return sheet_of_run(self.store, run, lambda _: self.scales)

    def _with_numbers(self, comparisons: str) -> list[str]:
        """The runs that came to these numbers: a run that was repeated came to them again."""
        computed = self.store.events(types=[ComparisonsComputed])
        facts = [one.event for one in computed]
        return [
            fact.run
            for fact in facts
            if isinstance(fact, ComparisonsComputed) and fact.comparisons == comparisons
        ]

    def times(self, gate: Gate) -> Timed | str:
        """The newest profile in which the condition of a gate did what it does in the run."""
        work = self.works.get(gate.condition)
        newest: Timed | str = NO_PROFILE
        recorded: Profiles = view_at(PROFILES, self.store)
        for position, fact in recorded[::-1]:
            source = f"profile {fact.profile} at position {position}"
            times = unpack_times(self.store.get(fact.times), source)
            timed = Timed(times=times, work=work, source=source, read=fact.times)
            found = times.by_condition.get(gate.condition)
            if found is None:
                continue
            if found.work == work:
                return timed
            newest = timed if newest is NO_PROFILE else newest
        return newest

    @cached_property
    def works(self) -> Mapping[str, str]:
        """What each condition of the run did."""
        assert self.run.started is not None  # noqa: S101 - it has numbers
        resolved = read_json(self.store.get(self.run.started[1].experiment))
        sealed = next(
            one.event
            for one in self.store.events(types=[EnvironmentSealed])
            if one.id == self.run.env and isinstance(one.event, EnvironmentSealed)
        )
        return work_of_run(self.run, resolved, sealed)

    def costs(self, gate: Gate) -> Charged | str:
        """The file of costs that a gate names, kept so that it can be looked at for ever."""
        if not gate.costs or self.folder is None:
            return NO_COSTS
        charged = costs_at(self.folder / gate.costs, scrub(gate.costs))
        if self.keeps and not isinstance(charged, str):
            self.store.put((self.folder / gate.costs).read_bytes(), COSTS)
        return charged


def costs_at(path: Path, name: str) -> Charged | str:
    """A file of costs; or why there is none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return f"the file of costs {name} cannot be read: {error.strerror}"
    try:
        costs = read_costs(path)
    except BadData as error:
        return f"the file of costs {name} is no such file: {error.found}"
    return Charged(costs=costs, read=digest(data))
