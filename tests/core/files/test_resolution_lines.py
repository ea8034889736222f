"""A file of resolutions is read strictly: a wrong line is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook.core.errors import BadData
from benchbook.core.files.resolution_lines import read_resolutions
from benchbook.core.objects.resolutions import Resolution

GOOD = '{"entity": "TP53", "aliases": ["p53"], "method": "exact"}'


def test_a_line_is_an_entity_with_its_names(tmp_path: Path) -> None:
    """Composed and with single blanks; comments and blank lines are passed over."""
    path = tmp_path / "names.jsonl"
    path.write_text(
        "# by hand\n\n"
        '{"entity": " cafe\u0301  bar ", "aliases": ["z", "a\\tb"], "method": "h", "why": " x"}\n'
    )

    (line,) = read_resolutions(path)
    assert 3 == line.place.line
    expected = Resolution(entity="caf\u00e9 bar", aliases=("a b", "z"), method="h", why="x")
    assert expected == line.resolution


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": found no resolutions; expected one on each line"),
        ("# nothing\n", ": found no resolutions; expected one on each line"),
        ('{"entity": "a"', ", line 1: found Expecting"),
        (GOOD.replace("method", "methods"), ", line 1: found the field 'methods'"),
        ('{"aliases": ["p53"], "method": "exact"}', ", line 1: found no 'entity'"),
        (GOOD.replace('"TP53"', '""'), ', line 1: found entity ""; expected a name'),
        (GOOD.replace('"TP53"', "7"), ", line 1: found entity = 7"),
        ('{"entity": "a", "method": "x"}', ", line 1: found no 'aliases'"),
        (GOOD.replace('["p53"]', "[]"), ", line 1: found aliases = []"),
        (GOOD.replace('["p53"]', '"p53"'), ', line 1: found aliases = "p53"'),
        (GOOD.replace('["p53"]', '[" "]'), ', line 1: found alias " "; expected a name'),
        (GOOD.replace('["p53"]', "[53]"), ", line 1: found alias 53; expected a name"),
        (GOOD.replace('["p53"]', '["p53", "p53 "]'), ", line 1: found 'p53' twice"),
        (GOOD.replace('["p53"]', '["TP53"]'), ", line 1: found 'TP53' twice"),
        (GOOD.replace('"exact"', '"by hand"'), ", line 1: found method 'by hand'"),
        (GOOD.replace('"exact"', "null"), ", line 1: found method = null"),
        (GOOD[:-1] + ', "why": "/home/a/b"}', ", line 1: found why names this machine"),
        (GOOD[:-1] + ', "why": "a@b.org"}', ", line 1: found why holds an address"),
        (
            f"{GOOD}\n{GOOD}",
            (
                ", line 2: found alias 'p53' of 'TP53' again; expected each alias once; it stands "
                "in line 1 already"
            ),
        ),
        (
            f"{GOOD}\n{GOOD.replace('TP53', 'p21')}",
            (
                ", line 2: found alias 'p53' under 'p21'; expected each alias under one entity; "
                "line 1 has it under 'TP53'"
            ),
        ),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, text: str, message: str) -> None:
    """File, line, what was found, what was expected."""
    path = tmp_path / "names.jsonl"
    path.write_text(text)

    with pytest.raises(BadData) as caught:
        read_resolutions(path)
    assert str(caught.value).startswith(f"{path}{message}")
