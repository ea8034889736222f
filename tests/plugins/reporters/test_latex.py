"""The LaTeX table: what is bold, what is marked, and that nothing in it is a command."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Report
from benchbook.plugins.reporters.latex import LatexReporter, escaped
from benchbook.testing import HOSTILE, toy_report
from reports_made import ablation_report

REPORT = ablation_report()
PREAMBLE = "\\documentclass{article}\\usepackage{booktabs}\\begin{document}"
DEGREE = "\\ensuremath{^{\\circ}}"
COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)(?:\{\})?|\{|\}")


def table(report: Report = REPORT) -> str:
    """The table as text."""
    return LatexReporter().render(report).decode("ascii")


def cells(report: Report = REPORT) -> dict[str, list[str]]:
    """The values of each condition, by its name as it is set."""
    rows = [line.removesuffix(" \\\\").split(" & ") for line in table(report).splitlines()]
    return {row[1]: row[2:] for row in rows if len(row) > 2}


def test_a_comment_names_the_report() -> None:
    """Whoever finds the table in a paper can replay it."""
    first = table().splitlines()[0]

    assert f"% Benchbook report {REPORT.id}, fingerprint {REPORT.head.fingerprint}" == first


def test_the_best_of_each_column_is_bold() -> None:
    """All of them where several are equal, none for Judged, which is no quality."""
    bold = {
        name: [at for at, cell in enumerate(row) if "\\textbf" in cell]
        for name, row in cells().items()
    }

    assert {
        "full\\_deep": [1],
        "confidence\\_weighted": [1],
        "with\\_citations": [1, 2, 3, 4],
        "no\\_community": [1],
        "with\\_rerank": [0],
        "no\\_rerank": [1],
    } == {name: columns for name, columns in bold.items() if columns}


def test_what_is_recorded_decides_what_is_best() -> None:
    """Two values that four places show alike are not both the best."""
    first, second, *others = REPORT.conditions
    lower = attrs.evolve(second.numbers[3], value="0.9999000001")
    higher = attrs.evolve(first.numbers[3], value="0.9999000002")
    rows = tuple(
        attrs.evolve(row, numbers=(*row.numbers[:3], number, *row.numbers[4:]))
        for row, number in ((first, higher), (second, lower))
    )
    shown = cells(attrs.evolve(REPORT, conditions=(*rows, *others)))

    assert ["\\textbf{0.9999}", "0.9999"] == [shown["full\\_deep"][3], shown["interactive"][3]]


def test_a_letter_marks_what_the_declared_test_found() -> None:
    """Better or worse after correction, by the primary metric; all else bears none."""
    marked = {
        name for name, row in cells().items() if any("superscript{a}" in cell for cell in row)
    }

    assert {"vector\\_only", "keyword\\_only", "with\\_citations", "auto\\_routed"} == marked
    assert {3} == {
        at for row in cells().values() for at, cell in enumerate(row) if "superscript" in cell
    }


def test_exploratory_findings_are_never_marked() -> None:
    """However small their p is."""
    comparisons = tuple(attrs.evolve(one, declared=False) for one in REPORT.comparisons)

    assert "superscript" not in table(attrs.evolve(REPORT, comparisons=comparisons))


def test_the_caption_says_test_correction_alpha_and_n() -> None:
    """A table in a paper stands alone."""
    (caption,) = (line for line in table().splitlines() if line.startswith("\\caption"))

    assert "Means over 50 of 50 topics" in caption
    assert "sign-flip test (100,000 flips of 50 topics, drawn by PCG64) of nDCG@10" in caption
    assert "corrected by Holm over 12 declared comparisons, $\\alpha = 0.05$" in caption
    assert "2 of 50 questions are drafted" in caption


def test_what_is_not_measured_is_a_dash_that_the_caption_explains() -> None:
    """And only where there is one."""
    measured = attrs.evolve(REPORT, conditions=REPORT.conditions[:-1])

    assert ["--"] * 6 == cells()["no\\_retracted"]
    assert "--: not measured." in table()
    assert "not measured" not in table(measured)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a_b & 5 % $x$ #1 {y}", "a\\_b \\& 5 \\% \\$x\\$ \\#1 \\{y\\}"),
        ("~ ^ \\", "\\textasciitilde{} \\textasciicircum{} \\textbackslash{}"),
        ("< > | `", "\\textless{} \\textgreater{} \\textbar{} \\textasciigrave{}"),
        ("a--b ''", "a-{}-b '{}'"),
        (
            "Größe, naïve, Čapek, Ångström",
            'Gr\\"{o}\\ss{}e, na\\"{i}ve, \\v{C}apek, \\r{A}ngstr\\"{o}m',
        ),
        ("△ ▽", "\\ensuremath{\\bigtriangleup} \\ensuremath{\\bigtriangledown}"),
        ("\u03b1 ≤ 5 µm", "\\ensuremath{\\alpha} \\ensuremath{\\leq} 5 \\ensuremath{\\mu}m"),
        ("数", "[U+6570]"),
        ("a\nb\x00", "a\\textbackslash{}nb\\textbackslash{}x00"),
    ],
)  # fmt: skip - pairs as they belong together
def test_text_is_set_as_it_is(text: str, expected: str) -> None:
    """In ASCII; what LaTeX has no command for is named by its code point."""
    assert expected == escaped(text)


@given(st.one_of(st.text(), st.text("\\{}$&#^_~%-',`\"<>|\n é")))
def test_no_text_leaves_a_brace_or_a_special_character_open(text: str) -> None:
    """Whatever it is: ASCII, in one line, braces in pairs, each special character escaped."""
    shown = escaped(text)
    bare = COMMAND.sub("", shown.replace(DEGREE, ""))
    groups = re.sub(r"\\[{}]", "", shown)

    assert shown.isascii()
    assert shown.isprintable()
    assert groups.count("{") == groups.count("}")
    assert not set(bare) & set("\\$&#_%~^")


@pytest.mark.parametrize("report", [REPORT, toy_report()])
def test_every_row_has_as_many_cells_as_there_are_columns(report: Report) -> None:
    """Hostile names add none."""
    lines = table(report).splitlines()
    (columns,) = (line for line in lines if line.startswith("\\begin{tabular}"))
    rows = [len(re.split(r"(?<!\\)&", line)) for line in lines if line.endswith("\\\\")]

    assert {len(columns) - len("\\begin{tabular}{}")} == set(rows)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")
def test_it_compiles(tmp_path: Path) -> None:
    """With booktabs alone, hostile names and all."""
    text = table() + table(toy_report()) + escaped(HOSTILE)
    (tmp_path / "t.tex").write_text(f"{PREAMBLE}{text}\\end{{document}}", encoding="ascii")

    said = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )

    assert 0 == said.returncode, said.stdout.decode(errors="replace")[-2000:]
