"""Front matter gives fields; what is not simple is kept as it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook.core.files.front_matter import read_front_matter

LINES = st.sampled_from(
    ["---", "...", "a: 1", "b:", "- x", "  - y", "  c: d", "# e", "", "f: [g, h]", "i: |", ": j"]
)


def fields(*lines: str) -> dict[str, object]:
    """Read lines between borders."""
    return dict(read_front_matter("\n".join(["---", *lines, "---", "text"])).fields)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("key: some text: and more", "some text: and more"),
        ('key: "quoted: text"', "quoted: text"),
        ("key: 'it'", "it"),
        ("key: 12", 12),
        ("key: -3", -3),
        ("key: 0", 0),
        ("key: 007", "007"),
        ("key: 1.5", "1.5"),
        ('key: "12"', "12"),
        ("key: true", True),
        ("key: yes", "yes"),
        ("key: 2024-01-02", "2024-01-02"),
        ("key: [a, 'b, c', \"d\", 4]", ["a", "b, c", "d", 4]),
        ("key: [a, it's, b]", ["a", "it's", "b"]),
        ("key: [a, b,]", ["a", "b"]),
        ("key: []", []),
        ("key:\t tab", "tab"),
    ],
)
def test_a_value_of_one_line_is_read(line: str, value: object) -> None:
    """Whole numbers, true and false, lists in brackets; all else is text."""
    assert {"key": value} == fields(line)


@pytest.mark.parametrize("indent", ["", "  "])
def test_a_list_below_its_key_is_read(indent: str) -> None:
    """Indented or not."""
    assert {"key": ["a b", "c"], "next": 1} == fields(
        "key:", f"{indent}- a b", f"{indent}- 'c'", "next: 1"
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("doi: 10", {"doi": "10"}),
        ("source: true", {"source": "true"}),
        ("title: 1984", {"title": "1984"}),
        ("cites: [007, 12]", {"cites": ["007", "12"]}),
        ("retracted: true", {"retracted": True}),
        ("year: 2024", {"year": 2024}),
        ("year: in press", {"year": "in press"}),
    ],
)
def test_a_field_with_a_meaning_has_its_type(line: str, expected: dict[str, object]) -> None:
    """A doi is text, even where it looks like a number; what cannot be read so is left as text."""
    assert expected == fields(line)


@pytest.mark.parametrize(
    "lines",
    [
        ["abstract: |", "  one", "  two"],
        ["author:", "  name: A", "  place: B"],
        ["authors:", "  - name: A", "  - name: B"],
        ["key: {a: b}"],
        ["key: [[a], b]"],
        ["key: [a, b"],
        ["key: [a 'b' c, 'd' e]"],
        ["no key"],
        ["key: text", "  goes on"],
        ["first: 1", "first: 2"],
    ],
)
def test_what_is_not_simple_is_kept_as_it_stands(lines: list[str]) -> None:
    """As the text of one field, beside the simple ones."""
    kept = fields("a: 1", *lines)
    others = lines[1:] if lines[0] == "first: 1" else lines

    assert "\n".join(others).strip() == kept["front_matter"]
    assert 1 == kept["a"]


def test_comments_and_empty_values_are_left_out() -> None:
    """They say nothing."""
    assert {"b": 1} == fields("# a comment", "", "a:", "b: 1")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "text",
        "---\n",
        "---\na: 1\n",
        " ---\na: 1\n---\n",
        "\n---\na: 1\n---\n",
        "---\nA paragraph after a rule.\n---\n",
        "---\n- a: 1\n---\n",
    ],
)
def test_a_text_without_front_matter_has_none(text: str) -> None:
    """A rule at the top, with text below it, is no front matter; nor is one that does not end."""
    assert ({}, 0) == (dict(read_front_matter(text).fields), read_front_matter(text).length)


@pytest.mark.parametrize("end", ["---", "...", "--- "])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_it_reaches_to_the_line_that_ends_it(end: str, line_end: str) -> None:
    """Either border, either line end; the text begins behind it."""
    text = line_end.join(["---", "a: 1", end, "# b", "---"])
    front = read_front_matter(text)

    assert {"a": 1} == dict(front.fields)
    assert line_end.join(["# b", "---"]) == text[front.length :]


def test_it_may_be_empty() -> None:
    """Two borders are front matter without fields."""
    front = read_front_matter("---\n---\ntext")

    assert ({}, 8) == (dict(front.fields), front.length)


@given(text=st.lists(LINES).map("\n".join) | st.text())
def test_any_text_is_read(text: str) -> None:
    """No text makes it fail, and it is never longer than the text."""
    assert 0 <= read_front_matter(text).length <= len(text)
