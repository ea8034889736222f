"""Render a recorded report and record the bytes, or a page. Rendering never builds."""

from __future__ import annotations

from typing import cast

import attrs

from ..errors import UsageError
from ..event_store import EventStore, NewEvent
from ..events import ReportRendered
from ..hookspec import ReporterPlugin
from ..plugging.contracts import answering, check_bytes
from ..plugging.pins import benchbook_code_digest, made_by, requirements
from ..plugging.registry import Registered
from ..projections.reports import ReportView
from ..reports.layout import Page
from ..reports.report import Report, report_of
from ..streams import report_stream


@attrs.frozen(kw_only=True)
class Rendering:
    """Bytes that a reporter made of a report."""

    data: bytes
    media: str
    suffix: str


def load_report(store: EventStore, view: ReportView) -> Report:
    """The report as it was recorded."""
    return report_of(store.get(view.built.content), f"report {view.built.report}")


def render(report: Report, registered: Registered) -> Rendering:
    """Render a report without recording it.

    Raises:
        PluginFault: the reporter broke, or gave something else than bytes.
    """
    record = cast("ReporterPlugin", registered.record)
    with answering(registered.qualified, "renders"):
        made = record.build().render(report)
    data = check_bytes(registered.qualified, made)
    return Rendering(data=data, media=record.media, suffix=record.suffix)


def render_page(page: Page, registered: Registered) -> Rendering:
    """Render a page.

    Raises:
        UsageError: the reporter renders reports alone.
        PluginFault: it broke, or gave something else than bytes.
    """
    record = cast("ReporterPlugin", registered.record)
    with answering(registered.qualified, "renders"):
        reporter = record.build()
        draw = getattr(reporter, "render_page", None)
        made = draw(page) if draw else None
    if draw is None:
        message = f"reporter {registered.qualified} renders reports of runs alone"
        raise UsageError(message)
    data = check_bytes(registered.qualified, made)
    return Rendering(data=data, media=record.media, suffix=record.suffix)


def render_report(store: EventStore, view: ReportView, registered: Registered) -> Rendering:
    """Render a report and record the bytes; the same bytes are recorded once.

    Raises:
        PluginFault: as `render` does.
        LedgerError: the ledger cannot be written.
    """
    rendering = render(load_report(store, view), registered)
    maker = made_by(registered, {})
    sha256 = store.put(rendering.data, rendering.media)
    event = ReportRendered(
        report=view.built.report,
        reporter=maker,
        media=rendering.media,
        rendering=sha256,
        libraries=requirements(registered.record),
        code=benchbook_code_digest(),
    )
    if all(event != known for _, known in view.renderings):
        made_in = (maker.distribution_version, event.code, *event.libraries)
        key = (maker.qualified, maker.digest, *made_in, sha256)
        new = NewEvent(event=event, key=key, objects=(sha256,), basis=view.basis)
        store.append(report_stream(view.built.report), [new], expected_version=None)
    return rendering
