"""Distributions made by hand: what an installer leaves behind, in a folder of the test's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

GOOD = '''"""A lane that finds nothing."""
from benchbook import Corpus, LanePlugin, Rankings, Topics, hookimpl

class Nothing:
    def __init__(self, corpus: Corpus, *, weight: float = 1.0) -> None: ...

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        return Rankings.of(topics, [[] for _ in topics.ids])

@hookimpl
def benchbook_plugins():
    return [LanePlugin(name="nothing", version="1", summary="finds nothing", build=Nothing)]
'''
"""The source of a plugin module that loads."""


def install(
    folder: Path,
    distribution: str,
    files: Mapping[str, str],
    points: Mapping[str, str] | None = None,
    version: str = "1.0",
) -> None:
    """Put a distribution's files and metadata into a folder that stands on the path.

    Args:
        folder: as `pip install --target` would be given.
        distribution: its name.
        files: relative path -> source.
        points: entry point -> module; each file's stem for each file when None.
        version: its version.
    """
    for name, source in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, "utf-8")
    named = {Path(name).stem: Path(name).stem for name in files} if points is None else points
    data = folder / f"{distribution.replace('-', '_')}-{version}.dist-info"
    data.mkdir(parents=True)
    (data / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n", "utf-8"
    )
    lines = "".join(f"{name} = {module}\n" for name, module in named.items())
    (data / "entry_points.txt").write_text(f"[benchbook]\n{lines}", "utf-8")
