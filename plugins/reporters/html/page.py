"""A report as one HTML page: no script, and nothing that is loaded from elsewhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from benchbook import (
    Page,
    Report,
    ReporterPlugin,
    conditions_section,
    hookimpl,
    lanes_section,
    printable,
    report_facts,
)

from . import heading, instrument, questions, tables, words
from .conditions import condition_table
from .dots import dot_plot
from .lane_bars import brought_words, lane_bars
from .order import baseline_place, best_first, letters
from .panels import panels
from .strips import WIDTH
from .ties import tie_notes

if TYPE_CHECKING:
    from jinja2 import Environment

MOST_MISSED = 20
"""Missed questions that are shown with what was returned instead; of the others the text alone."""


class HtmlReporter:
    """A self-contained page of text, tables and plots, for a telephone, a screen and paper.

    Text from files is escaped, and control characters in it are made visible. A policy in the page
    itself forbids scripts and every request.
    """

    def render(self, report: Report) -> bytes:
        """The page as UTF-8."""
        groups = questions.question_groups(report)
        every = [question for group in groups for question in group.questions]
        page = _environment().get_template("page.html")
        return page.render(
            report=report,
            words=words,
            unit=report.head.unit,
            level=words.level(report),
            instrument=report.head.instrument,
            methods=instrument,
            title=heading.title(report),
            subtitle=heading.subtitle(report),
            warnings=report.head.warnings,
            receipt=heading.receipt(report),
            made_of=condition_table(report),
            means=tables.mean_table(report),
            ties=tie_notes(report),
            shows_judged=_shows_judged(report),
            gates=tables.gates(report),
            decision=report.decision,
            holes=tables.holes(report),
            declared=tables.compare_rows(report, declared=True),
            exploratory=tables.compare_rows(report, declared=False),
            bucket_tables=tables.bucket_tables(report),
            groups=groups,
            missed=[question for question in every if question.is_missed],
            most_missed=MOST_MISSED,
            missed_of_all=sum(questions.is_missed(report, topic) for topic in report.topics),
            has_baseline=baseline_place(report) is not None,
            is_measured=questions.is_measured(report),
            is_judged=report.head.relevance.is_judged,
            full=questions.full_height(report),
            **_pictures(report),
            unmeasured=[row for row in report.conditions if row.state == words.NOT_MEASURED],
            facts=report_facts(report),
            lane_table=lanes_section(report).table,
            provenance=conditions_section(report).table,
        ).encode()

    def render_page(self, page: Page) -> bytes:
        """The sections of a page, one below the other."""
        from markupsafe import Markup

        template = _environment().get_template("sections.html")
        newline = Markup("\n")  # as text it would be shown as the sign of a control character
        return template.render(title=page.title, sections=page.shown, newline=newline).encode()


def _pictures(report: Report) -> dict[str, object]:
    """What the plots show, by the names that the templates know."""
    small = panels(report)
    return {
        "plot": dot_plot(report),
        "panels": small.every,
        "panel_scale": small.scale,
        "panel_notes": small.notes,
        "lanes": lane_bars(report),
        "brought": brought_words(report),
        "key": _key(report),
        "bar": WIDTH,
    }


def _shows_judged(report: Report) -> bool:
    """Whether the share of judged documents stands in a column of its own: it is no metric here."""
    return bool(report.holes) and not any(one.startswith("Judged") for one in report.metrics)


def _key(report: Report) -> list[tuple[str, str]]:
    """The letter of each condition in the strips, with its name."""
    names = [report.conditions[place].name for place in best_first(report)]
    return list(zip(letters(len(names)), names, strict=True))


@cache
def _environment() -> Environment:
    """The templates beside this file: text is escaped, and a name that is not there is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalized,
    )


def _finalized(value: object) -> object:
    """What a template shows of a value: text in one line, without control characters.

    Raises:
        TypeError: there is no value. The page says in words what it has not; nothing else may.
    """
    from markupsafe import Markup

    if value is None:
        raise TypeError("a template was about to show None")
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@hookimpl
def benchbook_plugins() -> list[ReporterPlugin]:
    """Register the reporter."""
    return [
        ReporterPlugin(
            name="html",
            version="1",
            summary="one self-contained page with plots, for a browser and for paper",
            build=HtmlReporter,
            media="text/html",
            suffix=".html",
            requires=("jinja2",),
        )
    ]
