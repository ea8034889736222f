"""What a run says of itself is read as it stands, and written so that it reads back."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from benchbook import UsageError, read_ir_metadata, read_trec_run
from benchbook.core.errors import BadData
from benchbook.core.files.ir_metadata import has_ir_metadata, ir_metadata_lines

HEADER = """\
# ir_metadata.start
# schema-version: 0.10
# tag: mine
# platform:
#   software:
#     libraries:
#       python: [numpy==1.15.4]
# research goal:
#   evaluation:
#     baseline:
#     - bm25
# method: {automatic: true}
# ir_metadata.end
"""
ROW = "q1 Q0 d1 1 0.5 mine\n"
SAID = {
    "schema-version": "0.10",
    "tag": "mine",
    "platform": {"software": {"libraries": {"python": ["numpy==1.15.4"]}}},
    "research goal": {"evaluation": {"baseline": ["bm25"]}},
    "method": {"automatic": "true"},
}


def written(folder: Path, text: str) -> Path:
    """Write a file and give its path."""
    path = folder / "some.run"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    "text",
    [
        HEADER + ROW,
        "\ufeff\n" + HEADER + ROW,
        HEADER.replace("# ", "#") + ROW,
        HEADER.replace("\n", " \n") + ROW,
        HEADER.replace("# ", ""),
    ],
    ids=["repro_eval", "mark", "close", "blanks", "file"],
)
def test_a_header_is_read_as_it_stands(tmp_path: Path, text: str) -> None:
    """In comments at the top of a run, or in a file of its own; no value is guessed."""
    path = written(tmp_path, text)

    assert SAID == read_ir_metadata(path)
    assert has_ir_metadata(path)


def test_a_run_with_a_header_is_read_like_one_without(tmp_path: Path) -> None:
    """Comments are no rows."""
    with_header = read_trec_run(written(tmp_path, HEADER + ROW))
    assert list(read_trec_run(written(tmp_path, ROW))) == list(with_header)


@pytest.mark.parametrize("text", [ROW, f"# a comment\n{HEADER}{ROW}", "\n"])
def test_a_run_without_a_header_says_nothing(tmp_path: Path, text: str) -> None:
    """The header is the first thing, or it is none."""
    path = written(tmp_path, text)

    assert read_ir_metadata(path) is None
    assert not has_ir_metadata(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# ir_metadata.start\n# tag: x\n", ", line 1: found a header without its end"),
        ("# ir_metadata.start\n" + ROW, ", line 2: found a line of the header without '#'"),
        ("# ir_metadata.start\n# a\n# ir_metadata.end\n", ", line 2: found a header that is no"),
        ("# ir_metadata.start\n# ir_metadata.end\n", ", line 2: found a header that is no map"),
        (
            "# ir_metadata.start\n# a: 1\n# a: 2\n# ir_metadata.end\n",
            ", line 3: found the key 'a' twice",
        ),
        (
            "# ir_metadata.start\n# a: &x [1]\n# b: *x\n# ir_metadata.end\n",
            ", line 2: found an alias of YAML",
        ),
        ("# ir_metadata.start\n# a: 1\n# b: [\n# ir_metadata.end\n", ", line 4: found no YAML ("),
        ("# ir_metadata.start\n# ? [a]\n# : 1\n# ir_metadata.end\n", ", line 2: found a key that"),
        (
            f"# ir_metadata.start\n# a: {'[' * 50}{']' * 50}\n# ir_metadata.end\n",
            ", line 2: found over 40 levels",
        ),
        (
            f"# ir_metadata.start\n# a: {'[' * 5000}{']' * 5000}\n# ir_metadata.end\n",
            ", line 2: found ",
        ),
    ],
)
def test_what_is_wrong_with_a_header_is_named(tmp_path: Path, text: str, message: str) -> None:
    """By line of the run."""
    path = written(tmp_path, text)

    with pytest.raises(BadData) as caught:
        read_ir_metadata(path)
    assert str(caught.value).startswith(f"{path}{message}")


def test_without_the_library_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a run without a header needs none."""
    monkeypatch.setitem(sys.modules, "yaml", None)

    assert read_ir_metadata(written(tmp_path, ROW)) is None
    with pytest.raises(UsageError, match=r"pip install 'benchbook\[metadata\]'"):
        read_ir_metadata(written(tmp_path, HEADER + ROW))


VALUES = st.recursive(
    st.text(st.characters(exclude_categories=["Cs"])) | st.integers() | st.booleans(),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3)
        | st.dictionaries(st.text("abn oyes_1:#", min_size=1), inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["tag", "no", "research goal"]), VALUES, min_size=1))
def test_what_is_written_reads_back(metadata: dict[str, object]) -> None:
    """By any reader of YAML, whatever the texts hold."""
    lines = ir_metadata_lines(metadata)

    assert all(line.isascii() and "\n" not in line for line in lines)
    assert metadata == yaml.safe_load("\n".join(lines[1:-1]))


def test_values_stand_in_block_form() -> None:
    """As the schema's own examples have it."""
    found = ir_metadata_lines(
        {"tag": "é", "method": {"automatic": True, "none": [], "n": 3}, "data": [{"a": "x"}]}
    )
    assert (
        "ir_metadata.start",
        'tag: "\\u00e9"',
        "method:",
        "  automatic: true",
        "  none: []",
        '  "n": 3',
        "data:",
        "  -",
        '    a: "x"',
        "ir_metadata.end",
    ) == found
