"""The sections of a report in the order in which a reader needs them."""

from __future__ import annotations

from ..report import Report
from .breakdown import buckets_section, holes_section, missed_section, shares_section
from .comparing import comparison_section
from .finding import findings_section, gates_section
from .head import report_facts
from .measures import metrics_section, unmeasured_section
from .provenance import conditions_section, lanes_section
from .tables import Section


def report_sections(report: Report) -> tuple[Section, ...]:
    """What every rendering shows, in one order: renderings differ in form, not in content.

    What was found, gates, each condition against the baseline by the primary metric, the other
    metrics, buckets, lanes, missed topics, holes, what is not measured; then what all of it was
    made of, the head and the notes. A section that has nothing to say is left out.
    """
    every = (
        findings_section(report),
        gates_section(report),
        comparison_section(report),
        metrics_section(report),
        buckets_section(report),
        shares_section(report),
        missed_section(report),
        holes_section(report),
        unmeasured_section(report),
        conditions_section(report),
        lanes_section(report),
        Section(title="This report", facts=report_facts(report)),
        _notes_section(report),
    )
    return tuple(section for section in every if section.says_something)


def _notes_section(report: Report) -> Section:
    """The notes, and the disclaimer."""
    return Section(title="Notes", lines=(*report.head.notes, report.head.disclaimer))
