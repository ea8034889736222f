"""Replay a report: rebuild it from the ledger and compare the bytes."""

from __future__ import annotations

from itertools import zip_longest
from typing import Literal

import attrs

from ..errors import BadData, UsageError
from ..event_store import EventStore
from ..events import ReportRendered
from ..plugging.pins import NoSource, benchbook_code_digest, made_by, requirements
from ..plugging.registry import PluginNotFound, Registered, Registry
from ..projections.reports import ReportView
from ..reports import retrieval_v1
from .render_report import load_report, render

Verdict = Literal["identical", "recorded", "DIFFERENT"]
WORST: tuple[Verdict, ...] = ("identical", "recorded", "DIFFERENT")


@attrs.frozen(kw_only=True)
class Checked:
    """One thing that was replayed: the report's JSON, or a rendering of it.

    Attributes:
        verdict: `identical`: made again from events, the same bytes; `recorded`: what makes it is
            not installed in that version, and the recorded bytes match their digest; `DIFFERENT`.
        detail: the first differing line, or what to install.
    """

    what: str
    verdict: Verdict
    sha256: str
    detail: str = ""


@attrs.frozen(kw_only=True)
class Replayed:
    """The answer for a report: that of its JSON, then of each rendering."""

    report: str
    run: str
    position: int
    size: int
    root: str
    checked: tuple[Checked, ...]

    @property
    def verdict(self) -> Verdict:
        """The worst of all."""
        found: list[Verdict] = [one.verdict for one in self.checked]
        return max(found, key=WORST.index)

    def as_plain(self) -> dict[str, object]:
        """The answer as JSON knows it."""
        return attrs.asdict(self)


def replay_report(store: EventStore, view: ReportView, registry: Registry) -> Replayed:
    """Rebuild a report over its own basis. Nothing is written, and no newer version is ever used.

    Raises:
        LedgerError: recorded bytes are missing or damaged.
    """
    return Replayed(
        report=view.built.report,
        run=view.built.run,
        position=view.position,
        size=view.basis.size,
        root=view.basis.root,
        checked=(
            _check_content(store, view),
            *(_check_rendering(store, view, one, registry) for _, one in view.renderings),
        ),
    )


def _check_content(store: EventStore, view: ReportView) -> Checked:
    """Fold the run again and compare the JSON."""
    recorded = store.get(view.built.content)
    what = f"report {view.built.report} ({view.built.kind})"
    if view.built.kind != retrieval_v1.KIND:
        detail = f"this version of Benchbook does not fold {view.built.kind}; install one that does"
        return Checked(what=what, verdict="recorded", sha256=view.built.content, detail=detail)
    root = store.basis(view.basis.size).root
    if root != view.basis.root:
        detail = f"the first {view.basis.size} events have root {root}, not {view.basis.root}"
        return Checked(what=what, verdict="DIFFERENT", sha256=view.built.content, detail=detail)
    try:
        rebuilt = retrieval_v1.build(store, view.built.run).as_json()
    except UsageError as error:
        return Checked(what=what, verdict="DIFFERENT", sha256=view.built.content, detail=str(error))
    return _compared(what, view.built.content, recorded, rebuilt)


def _check_rendering(
    store: EventStore, view: ReportView, rendered: ReportRendered, registry: Registry
) -> Checked:
    """Render the recorded report again where the same reporter and libraries are here."""
    recorded = store.get(rendered.rendering)
    what = f"rendering {rendered.reporter.qualified}"
    here = _same_reporter(rendered, registry)
    if isinstance(here, str):
        return Checked(what=what, verdict="recorded", sha256=rendered.rendering, detail=here)
    try:
        again = render(load_report(store, view), here).data
    except BadData as error:
        detail = f"this version of Benchbook cannot read that report: {error}"
        return Checked(what=what, verdict="recorded", sha256=rendered.rendering, detail=detail)
    checked = _compared(what, rendered.rendering, recorded, again)
    if checked.verdict == "DIFFERENT" and rendered.code != benchbook_code_digest():
        detail = f"Benchbook's own code is another: install what has code {rendered.code[:12]}"
        return attrs.evolve(checked, verdict="recorded", detail=detail)
    return checked


def _same_reporter(rendered: ReportRendered, registry: Registry) -> Registered | str:
    """The reporter with the same code and libraries, or what to install."""
    pin = rendered.reporter
    try:
        registered = registry.find("reporter", pin.qualified)
        is_same = made_by(registered, pin.parameters) == pin
        if is_same and requirements(registered.record) == rendered.libraries:
            return registered
    except (PluginNotFound, NoSource):
        pass  # not here, or not in plain files, so that nobody can say whether it is the same
    wanted = [f"{pin.distribution}=={pin.distribution_version}", *rendered.libraries]
    made_with = f"made by {', '.join(wanted)}, whose reporter has code {pin.digest[:12]}"
    return f"{made_with}; install just that to render it again"


def _compared(what: str, sha256: str, recorded: bytes, again: bytes) -> Checked:
    """Identical, or the first line that differs."""
    if recorded == again:
        return Checked(what=what, verdict="identical", sha256=sha256)
    return Checked(
        what=what, verdict="DIFFERENT", sha256=sha256, detail=_first_difference(recorded, again)
    )


def _first_difference(recorded: bytes, again: bytes) -> str:
    """Where two texts first differ: the line, and a few characters of each."""
    pairs = zip_longest(recorded.split(b"\n"), again.split(b"\n"), fillvalue=b"")
    for number, (old, new) in enumerate(pairs, 1):
        if old != new:
            at = next(
                (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
                min(len(old), len(new)),
            )
            start = max(at - 20, 0)
            shown = [text[start : at + 40].decode(errors="replace") for text in (old, new)]
            return f"line {number}, byte {at}: recorded {shown[0]!r}, replayed {shown[1]!r}"
    return "no line differs"
