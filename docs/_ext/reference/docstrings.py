"""Docstrings in Google's form, taken apart: prose, and what each name in a section means."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

_SECTION = re.compile(r"^(Args|Attributes|Raises|Returns|Yields):$")
_NAMES = r"`?\*{0,2}\w+`?(?:,\s+`?\w+`?)*"
_ENTRY = re.compile(rf"(?:^|;\s+)({_NAMES}):\s+")
_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Docstring:
    """What a docstring says.

    Attributes:
        prose: everything but the sections, as Markdown.
        sections: title, as `Args`, to name to meaning, in the order of the docstring.
    """

    prose: str
    sections: Mapping[str, Mapping[str, str]]

    @property
    def first_line(self) -> str:
        """The first paragraph, in one line."""
        return " ".join(self.prose.partition("\n\n")[0].split())

    def section(self, title: str) -> Mapping[str, str]:
        """The names of a section; empty where the docstring has none."""
        return self.sections.get(title, _NOTHING)


def parse(text: str | None, known: Collection[str] = ()) -> Docstring:
    """Take a docstring apart.

    Args:
        text: as `__doc__` has it.
        known: the names that its sections may explain: several of them may share a line, as
            `low, high: the range` or `block: counted from 0; rows: units ranked`.
    """
    prose: list[str] = []
    sections: dict[str, list[str]] = {}
    lines = prose
    for line in inspect.cleandoc(text or "").splitlines():
        title = _SECTION.match(line)
        if title:
            lines = sections.setdefault(title[1], [])
        elif line and not line.startswith(" ") and lines is not prose:
            lines = prose
            lines.append(line)
        else:
            lines.append(line)
    return Docstring(
        "\n".join(prose).strip(),
        {title: _meanings(block, known) for title, block in sections.items()},
    )


def _meanings(block: list[str], known: Collection[str]) -> dict[str, str]:
    """The entries of a section: each begins at the least indentation."""
    entries: list[str] = []
    for line in inspect.cleandoc("\n" + "\n".join(block)).splitlines():
        if line.startswith(" ") and entries:
            entries[-1] += f" {line.strip()}"
        elif line:
            entries.append(line)
    return {name: text for entry in entries for name, text in _split(entry, known)}


def _split(entry: str, known: Collection[str]) -> list[tuple[str, str]]:
    """The names that an entry explains, each with its part of the entry."""
    found: list[tuple[str, str]] = []
    starts = [one for one in _ENTRY.finditer(entry) if _is_known(one[1], known, one.start())]
    for at, one in enumerate(starts):
        end = starts[at + 1].start() if at + 1 < len(starts) else len(entry)
        text = entry[one.end() : end].strip()
        found += [(name, text) for name in _bare(one[1])]
    return found


def _is_known(names: str, known: Collection[str], start: int) -> bool:
    """Whether what stands before a colon are names; the first ones always are."""
    return start == 0 or set(_bare(names)) <= set(known)


def _bare(names: str) -> list[str]:
    """The names in a list of them, without marks."""
    return [name.strip(" `*") for name in names.split(",")]
