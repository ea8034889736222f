"""A report as a LaTeX table for a paper: conditions by metrics, ruled by booktabs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain, product
from string import ascii_lowercase

from benchbook import (
    Comparison,
    Number,
    Page,
    Report,
    ReporterPlugin,
    Section,
    Table,
    fixed_text,
    hookimpl,
    printable,
)

PLACES = 4
ABSENT = "--"

_FOUND = {"better", "worse", "more", "less"}
_NO_QUALITY = ("Judged", "Meta")
_BY = {"holm": "Holm", "bonferroni": "Bonferroni"}
# A character and what sets it, in turn.
_TEXT = r"""& \& % \% $ \$ # \# _ \_ { \{ } \} \ \textbackslash{} ~ \textasciitilde{} ^ \textasciicircum{}
< \textless{} > \textgreater{} | \textbar{} ` \textasciigrave{} " \char34{} … \dots{} § \S{}
– -- — --- ‘ ` ’ ' “ `` ” '' ß \ss{} æ \ae{} Æ \AE{} œ \oe{} Œ \OE{} ø \o{} Ø \O{} ł \l{} Ł \L{} ı \i{}"""  # noqa: RUF001, E501 - signs as they stand, in rows
_MATHEMATICS = r"""± \pm × \times ÷ \div − - · \cdot ° ^{\circ} µ \mu ≤ \leq ≥ \geq ≈ \approx ≠ \neq
△ \bigtriangleup ▽ \bigtriangledown ∞ \infty → \rightarrow ← \leftarrow
α \alpha β \beta γ \gamma δ \delta ε \epsilon ζ \zeta η \eta θ \theta ι \iota κ \kappa λ \lambda
μ \mu ν \nu ξ \xi π \pi ρ \rho σ \sigma τ \tau υ \upsilon φ \phi χ \chi ψ \psi ω \omega
Γ \Gamma Δ \Delta Θ \Theta Λ \Lambda Ξ \Xi Π \Pi Σ \Sigma Φ \Phi Ψ \Psi Ω \Omega"""  # noqa: RUF001 - signs as they stand
_MARKS = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327"
_ACCENTS = dict(zip(_MARKS, "`'^~=u.\"rHvc", strict=True))
_LIGATURES = re.compile("(?<=[-',])(?=[-',])")


class LatexReporter:
    r"""One `table` in ASCII, so that it compiles whatever the encoding; it needs booktabs.

    Each condition has a letter. A value bears the letter of the baseline, raised, where the
    declared test found it better or worse after correction; what is exploratory is never marked.
    The best of each column is bold among those measured, but for Judged and what documents
    are like, which are no quality.
    Characters that LaTeX has no command for stand as `[U+4E2D]`.
    """

    def render(self, report: Report) -> bytes:
        """The table, after a comment that names the report."""
        made = f"Benchbook report {report.id}, fingerprint {report.head.fingerprint}"
        lines = _table(
            " ".join(_caption(report)),
            f"\\label{{tab:benchbook-{report.id}}}",
            "ll" + "r" * len(report.metrics),
            ["", "condition", *map(escaped, report.metrics)],
            _rows(report),
        )
        return _file(made, lines)

    def render_page(self, page: Page) -> bytes:
        """One table for each section of a page that has one."""
        tables = (_of_section(one, one.table) for one in page.shown if one.table and one.table.rows)
        return _file(escaped(page.title), chain.from_iterable(tables))


def _file(made: str, lines: Iterable[str]) -> bytes:
    """Lines after a comment that says what they are."""
    head = [f"% {made}", "% It needs \\usepackage{booktabs}."]
    return ("\n".join([*head, *lines]) + "\n").encode("ascii")


def _table(
    caption: str, label: str, columns: str, header: Sequence[str], rows: Iterable[Sequence[str]]
) -> list[str]:
    """One table; all of it is LaTeX already."""
    return [
        "\\begin{table}",
        "\\centering",
        f"\\caption{{{caption}}}",
        *([label] if label else []),
        f"\\begin{{tabular}}{{{columns}}}",
        "\\toprule",
        _row(header),
        "\\midrule",
        *map(_row, rows),
        "\\bottomrule",
        "\\end{tabular}",
        "\\end{table}",
    ]


def _of_section(section: Section, table: Table) -> list[str]:
    """The table of a section, its title and what stands below as the caption."""
    rows = [
        [_strong(cell, is_strong=(at, column) in table.strong) for column, cell in enumerate(row)]
        for at, row in enumerate(table.rows)
    ]
    caption = ". ".join(text.rstrip(".") for text in (section.title, *section.below)) + "."
    columns = table.align.replace("p", "l")
    return _table(escaped(caption), "", columns, list(map(escaped, table.header)), rows)


def _strong(text: str, *, is_strong: bool) -> str:
    """A cell, bold where it stands out."""
    return f"\\textbf{{{escaped(text)}}}" if is_strong else escaped(text)


def escaped(text: str) -> str:
    """A text that LaTeX sets as it is, in ASCII: no command, no ligature, no mathematics of it."""
    parted = _LIGATURES.sub("\0", printable(text))
    return "".join("{}" if char == "\0" else _spelt(char) for char in parted)


def _spelt(char: str) -> str:
    """One character."""
    if char in _TABLE:
        return _TABLE[char]
    base, *marks = tuple(unicodedata.normalize("NFD", char))
    if char.isascii():
        return char
    if base.isascii() and base.isalpha() and len(marks) == 1 and marks[0] in _ACCENTS:
        return f"\\{_ACCENTS[marks[0]]}{{{base}}}"
    return f"[U+{ord(char):04X}]"


def _in_turn(pairs: str) -> dict[str, str]:
    """Characters and what sets them."""
    words = pairs.split()
    return dict(zip(words[::2], words[1::2], strict=True))


_TABLE = _in_turn(_TEXT) | {
    char: f"\\ensuremath{{{command}}}" for char, command in _in_turn(_MATHEMATICS).items()
}


def _row(cells: Sequence[str]) -> str:
    """A row of the table."""
    return " & ".join(cells) + " \\\\"


def _rows(report: Report) -> Iterator[list[str]]:
    """A row for each condition: its letter, its name, its values."""
    best = [_best(report, at) for at in range(len(report.metrics))]
    letters = dict(zip((row.name for row in report.conditions), _letters(), strict=False))
    found = {(one.condition, one.metric): one for one in report.comparisons}
    for row in report.conditions:
        cells = [
            _value(number, top) + _mark(found.get((row.name, metric)), letters)
            for metric, number, top in zip(report.metrics, row.numbers, best, strict=True)
        ]
        yield [letters[row.name], escaped(row.name), *cells]


def _letters() -> Iterator[str]:
    """`a` to `z`, then `aa`, `ab` and so on."""
    pairs = ("".join(pair) for pair in product(ascii_lowercase, repeat=2))
    return chain(ascii_lowercase, pairs)


def _best(report: Report, at: int) -> Decimal | None:
    """The highest value of a column, as recorded; None where there is nothing to choose from."""
    texts = [row.numbers[at].value for row in report.conditions]
    values = [Decimal(text) for text in texts if text is not None]
    is_quality = not report.metrics[at].startswith(_NO_QUALITY)
    return max(values) if is_quality and len(values) > 1 else None


def _value(number: Number, best: Decimal | None) -> str:
    """A value, bold where it is the best."""
    if number.value is None:
        return ABSENT
    shown = fixed_text(number.value, PLACES)
    return f"\\textbf{{{shown}}}" if Decimal(number.value) == best else shown


def _mark(compared: Comparison | None, letters: dict[str, str]) -> str:
    """The letter of the baseline, raised beside the column so that its numbers stay aligned."""
    if compared is None or not compared.declared or compared.verdict not in _FOUND:
        return ""
    return f"\\rlap{{\\textsuperscript{{{letters[compared.baseline]}}}}}"


def _caption(report: Report) -> Iterator[str]:
    """Over what, which values are marked and how they were tested, and what is not measured."""
    head, used = report.head, report.head.instrument
    n = sorted({number.n for row in report.conditions for number in row.numbers if number.value})
    over = "--".join(map(str, dict.fromkeys((n[0], n[-1])))) if n else "0"
    best = "; the best of each column is bold" if head.relevance.is_judged else ""
    yield f"Means over {over} of {head.topics} topics{best}."
    if report.comparisons:
        corrected = f"corrected by {_BY[used.correction]} over {used.family} declared comparisons"
        corrected = "uncorrected" if used.correction == "none" else corrected
        side = ", better or worse" if head.relevance.is_judged else ""
        yield (
            f"A raised letter names the condition from which a value differs{side}: "
            f"{escaped(used.test)} test ({escaped(used.details)}) of {escaped(report.primary)}, "
            f"{corrected}, $\\alpha = {used.alpha}$."
        )
    if any(number.value is None for row in report.conditions for number in row.numbers):
        yield f"{ABSENT}: not measured."
    if drafted := head.states.get("drafted", 0):
        yield f"{drafted} of {head.topics} questions are drafted: no person has reviewed them."


@hookimpl
def benchbook_plugins() -> list[ReporterPlugin]:
    """Register the reporter."""
    return [
        ReporterPlugin(
            name="latex",
            version="1",
            summary="a table for a paper, with booktabs and letters of significance",
            build=LatexReporter,
            media="text/x-tex",
            suffix=".tex",
        )
    ]
