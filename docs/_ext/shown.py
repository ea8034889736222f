"""What pages show of commands, and tables made of the code: typed again, compared, put in place.

    python docs/_ext/shown.py --write docs/reading_a_report.md docs/gates.md docs/statistics.md

Without `--write` it says which pages differ, digests aside. On a page, lines `$ benchbook …` in a
block `console` are typed in the page's order, in a folder of its own; `; echo $?` behind one shows
its exit code, and without it the code is 0. Lines `$ git …` and `$ cp …` are run too. A block
behind a file's name in a paragraph of its own is that file. Behind a marker, a comment of HTML,
stands a block or a table that is made anew:

- `shown: FIRST`: of what the last command printed, the section that begins so: down to two blank
  lines, or the end;
- `shown: FIRST .. LAST`: down to the next line that holds this; a single line where both are equal;
  several parts are joined by ` | `, with a line `…` between them;
- `made: NAME`: one of `MADE`.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir
from itertools import pairwise
from pathlib import Path

import attrs
from click.testing import CliRunner

from benchbook.cli.main import main
from benchbook.core.comparing.means import ENOUGH
from benchbook.core.statistics.coverage_table import COVERAGE, SIZES
from reference import metrics

FILE = re.compile(r"^`([\w./-]+)`:\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PIECE = re.compile(
    r"^```console\n(?P<typed>.*?)^```$"
    r"|^<!-- shown: (?P<shown>.+?) -->\n```text\n(?P<block>.*?)^```$"
    r"|^<!-- made: (?P<made>.+?) -->\n\n(?P<table>(?:\|[^\n]*\n)*)",
    re.MULTILINE | re.DOTALL,
)
VARIES = re.compile(
    r"\b[0-9a-f]{12,64}\b|\b\d{4}-\d\d-\d\dT[\d:.]+Z|^ *made with .*$", re.MULTILINE
)
"""Digests and ids, times, and what depends on the machine."""


class Stale(Exception):
    """A page asks for what no command printed, or a command ended with another code."""


@attrs.frozen(kw_only=True)
class Typed:
    """One line of a console.

    Attributes:
        words: behind `benchbook`, or behind another program.
        tells_code: whether its exit code is shown.
        program: `git` or `cp`; empty for `benchbook`.
    """

    words: tuple[str, ...]
    tells_code: bool
    program: str = ""

    def run(self) -> str:
        """What a terminal shows of it, both streams as they come.

        Raises:
            Stale: it fails, and the page does not say so.
        """
        if self.program:
            return self._run_program()
        ended = CliRunner().invoke(main, self.words)
        if ended.exit_code and not self.tells_code:
            raise Stale(f"{shlex.join(self.words)} ended with {ended.exit_code}\n{ended.output}")
        return ended.output + (f"{ended.exit_code}\n" if self.tells_code else "")

    def _run_program(self) -> str:
        """What git or cp prints; commits are by nobody in particular.

        Raises:
            Stale: it fails.
        """
        nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        names = {f"GIT_{who}_{what}": "page" for who in ("AUTHOR", "COMMITTER") for what in NAMED}
        ended = subprocess.run(
            [self.program, *self.words],
            capture_output=True,
            check=False,
            text=True,
            env={**os.environ, **nobody, **names},
        )
        if ended.returncode:
            raise Stale(f"{self.program} {shlex.join(self.words)}: {ended.stderr}")
        return ended.stdout


NAMED = ("NAME", "EMAIL")


def typed(block: str) -> Iterator[Typed]:
    """The calls of `benchbook`, git and cp in a block of a console."""
    for name, line in re.findall(r"^\$ (benchbook|git|cp) (.*)$", block, re.MULTILINE):
        call, semicolon, _ = line.partition("; echo $?")
        yield Typed(
            words=tuple(shlex.split(call)),
            tells_code=bool(semicolon),
            program="" if name == "benchbook" else name,
        )


def remade(page: str) -> str:
    """A page with every block and table made anew; those that only vary stay as they are.

    Raises:
        Stale: a command fails, or printed nothing like what is to be shown.
    """
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for name, text in FILE.findall(page):
            Path(name).write_text(text, "utf-8")
        printed = ""

        def piece(found: re.Match[str]) -> str:
            nonlocal printed
            if found["typed"] is not None:
                printed = "".join(one.run() for one in typed(found["typed"])) or printed
                return found[0]
            if found["shown"] is None:
                return f"<!-- made: {found['made']} -->\n\n{MADE[found['made']]()}"
            block = excerpt(printed, found["shown"])
            kept = found["block"] if masked(block) == masked(found["block"]) else block
            return f"<!-- shown: {found['shown']} -->\n```text\n{kept}```"

        return PIECE.sub(piece, page)


def excerpt(printed: str, asked: str) -> str:
    """The parts of what was printed that a marker asks for.

    Raises:
        Stale: a line is not there.
    """
    return "…\n".join(_part(printed.splitlines(), part) for part in asked.split(" | "))


def _part(lines: list[str], asked: str) -> str:
    """One part, each line with its end."""
    first, is_range, last = asked.partition(" .. ")
    start = next((at for at, line in enumerate(lines) if line.startswith(first)), None)
    if start is None:
        raise Stale(f"no line begins with {first!r} in:\n" + "\n".join(lines))
    rest = lines[start:]
    if is_range:
        stop = next((at for at, line in enumerate(rest) if last in line), None)
    else:
        blank = (at for at, pair in enumerate(pairwise(rest)) if pair == ("", ""))
        stop = next(blank, len(rest)) - 1
    if stop is None:
        raise Stale(f"no line holds {last!r} behind {first!r}")
    return "".join(f"{line}\n" for line in rest[: stop + 1])


def masked(text: str) -> str:
    """A text without what differs from run to run."""
    return VARIES.sub("…", text)


def coverage() -> str:
    """The simulated coverage of every method, a row for each shape of values."""
    head = ["| interval | values |", *(f" n = {size} |" for size in SIZES)]
    rows = [
        "".join([f"| {method} | {shape} |", *(f" {_per_cent(one)} |" for one in figures)])
        for (method, shape), figures in COVERAGE.items()
    ]
    rule = "|---|---|" + "---:|" * len(SIZES)
    return "".join(f"{line}\n" for line in ("".join(head), rule, *rows))


def _per_cent(figure: float) -> str:
    """One decimal; what a report would print stands out."""
    return f"**{figure:.1f}**" if figure < ENOUGH else f"{figure:.1f}"


MADE: Mapping[str, Callable[[], str]] = {"coverage": coverage, "metrics": metrics.summary}
"""Tables by name."""


def _main() -> int:
    """Compare pages with what is printed now, or put that into them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true", help="put what is printed now in place")
    given = parser.parse_args()
    differ = 0
    for page in given.pages:
        text = page.read_text("utf-8")
        now = remade(text)
        differ += masked(now) != masked(text)
        if now != text and given.write:
            page.write_text(now, "utf-8")
            sys.stdout.write(f"{page}: written\n")
        elif masked(now) != masked(text):
            sys.stdout.write(f"{page}: shows what is no longer printed\n")
    return int(bool(differ) and not given.write)


if __name__ == "__main__":
    sys.exit(_main())
