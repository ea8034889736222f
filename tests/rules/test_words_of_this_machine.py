"""The tree speaks of the project alone: it works elsewhere, and for anybody."""

from __future__ import annotations

import re
from pathlib import Path

from house import ROOT, tracked

# Written in parts, so that this file does not find itself.
HOSTS = (
    "pypi" + r"\.org",
    "python" + r"hosted\.org",
    "npmjs" + r"\.(?:com|org)",
    "proxy" + r"\.golang",
)
FOLDERS = ("/ro" + "ot/", "/wo" + "rk/", "/opt/py" + "pi", "/Us" + "ers/")
WORDS = re.compile("|".join([*HOSTS, *(rf"(?<![\w.]){folder}" for folder in FOLDERS)]))
DEEP_ENOUGH = 3


def places(path: Path, pattern: re.Pattern[str]) -> list[str]:
    """Give the lines of a text file in which a pattern stands."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        return []
    name = path.relative_to(ROOT)
    return [
        f"{name}:{at}: {line.strip()}" for at, line in enumerate(lines, 1) if pattern.search(line)
    ]


def test_no_file_names_a_registry_or_a_path_of_a_machine() -> None:
    """Where packages come from, and where a checkout lies, is the user's affair."""
    found = [place for path in tracked() for place in places(ROOT / path, WORDS)]

    assert [] == found, "\n".join(found)


def test_no_file_names_the_folder_of_this_checkout() -> None:
    """A path that works here would break everywhere else."""
    here = str(ROOT)
    is_telling = len(ROOT.parts) > DEEP_ENOUGH
    pattern = re.compile(re.escape(here if is_telling else here + "/"))

    found = [place for path in tracked() for place in places(ROOT / path, pattern)]

    assert [] == found, "\n".join(found)


def test_the_patterns_find_what_they_should() -> None:
    """A host and a path are found; a web address of the project's own is not."""
    assert WORDS.search("https://" + "py" + "pi.org/simple")
    assert WORDS.search("cd /wo" + "rk/somewhere")
    assert not WORDS.search("docs/wo" + "rk/plan")
    assert not WORDS.search("https://example.org/benchbook")
