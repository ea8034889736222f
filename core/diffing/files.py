"""Files that `eval diff` takes: exported reports, and what the sci-rag kit writes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import BadData
from ..files.json_lines import parse_json
from ..reports.report import report_of
from .calibration import Calibration, is_calibration, of_calibration
from .kit_report import of_kit
from .reading import of_file
from .side import RETRIEVAL, Side

REPORT, CALIBRATION = "report.json", "calibration.json"
WANTED = "an exported report, or a report.json or calibration.json of the sci-rag kit"


def file_named(name: str) -> Path | None:
    """The file that a name means; None where it can only be one of the workspace.

    A folder means its `report.json`, or where it has none its `calibration.json`.

    Raises:
        BadData: it is written like a path, and there is no such file.
    """
    path = Path(name)
    for meant in (path, path / REPORT, path / CALIBRATION):
        if meant.is_file():
            return meant
    if path.suffix == ".json" or len(path.parts) > 1:
        found = f"a folder without {REPORT}" if path.is_dir() else "no such file"
        raise BadData(str(path), None, found, WANTED, "Check the path")
    return None


def read_file(path: Path) -> Side | Calibration:
    """What a file holds.

    Raises:
        BadData: it is no JSON, or nothing that is known here.
    """
    data, file = path.read_bytes(), str(path)
    content = _content(data, file)
    if is_calibration(content):
        return of_calibration(content, file)
    if "kind" not in content:
        raise BadData(file, None, "JSON without a kind", WANTED)
    if str(content["kind"]).startswith(f"{RETRIEVAL}/"):
        return of_file(report_of(data, file), file)
    return of_kit(content, file)


def _content(data: bytes, file: str) -> Mapping[str, Any]:
    """The object in a file.

    Raises:
        BadData: there is none.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise BadData(file, None, f"no UTF-8 at byte {error.start}", WANTED) from error
    content = parse_json(file, None, text)
    if not isinstance(content, dict):
        raise BadData(file, None, "JSON without a kind", WANTED)
    return content
