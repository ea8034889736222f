"""Markdown is cut by heading and size, and no character is lost."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook.core.files.markdown import cut_markdown, first_heading

LINES = st.sampled_from(
    [
        "# A",
        "## B ##",
        "###### C",
        "#no heading",
        "Title",
        "=====",
        "---",
        "```",
        "````",
        "~~~ python",
        "- ```",
        "> ```",
        "<!--",
        "-->",
        "<pre>",
        "</pre>",
        "| a | b |",
        "|---|---|",
        "- one",
        "    code",
        "words of a sentence. And another one! ",
        "長い文。次の文。",
        "x" * 30,
        "",
        "",
        " ",
    ]
)
ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r", "\x0c", "\u2028"])
TEXTS = st.lists(st.tuples(LINES, ENDS)).map(lambda pairs: "".join(map("".join, pairs)))


def sections(text: str, size: int = 1_200) -> list[tuple[tuple[str, ...], str]]:
    """Cut a text and give section and text of each passage."""
    return [(passage.section, passage.text) for passage in cut_markdown(text, size)]


@given(text=TEXTS | st.text(), size=st.integers(1, 60))
def test_passages_joined_are_the_text(text: str, size: int) -> None:
    """Whatever the text: character by character, in order, none too long and none empty."""
    passages = cut_markdown(text, size)

    assert text == "".join(passage.text for passage in passages)
    assert all(0 < len(passage.text) <= size for passage in passages)


@given(text=TEXTS, size=st.integers(1, 60))
def test_each_passage_names_the_line_that_it_begins_in(text: str, size: int) -> None:
    """Lines are counted as editors do, by line feeds."""
    start = 0
    for passage in cut_markdown(text, size):
        assert 1 + text.count("\n", 0, start) == passage.line
        start += len(passage.text)


def test_sections_carry_the_path_of_their_headings() -> None:
    """A deeper heading adds to the path, a higher one cuts it; a level may be jumped over."""
    text = "before\n# A\na\n## B\nb\n#### C\nc\n## D\nd\n"

    assert [
        ((), "before\n"),
        (("A",), "# A\na\n"),
        (("A", "B"), "## B\nb\n"),
        (("A", "B", "C"), "#### C\nc\n"),
        (("A", "D"), "## D\nd\n"),
    ] == sections(text)


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("# A", "A"),
        ("   ###### A", "A"),
        ("#\tA", "A"),
        ("# A ###", "A"),
        ("# A#", "A#"),
        ("# A # b", "A # b"),
        ("# #", ""),
        ("#", ""),
        ("## *A* `b`", "*A* `b`"),
    ],
)
def test_a_line_of_number_signs_makes_a_heading(line: str, title: str) -> None:
    """As CommonMark has it, closing signs included."""
    (before, _), (section, _) = sections(f"x\n{line}\ny\n")

    assert ((), tuple(filter(None, [title]))) == (before, section)


@pytest.mark.parametrize(
    "line", ["#A", "####### A", "    # A", "\\# A", "x # A", "#" * 501, "# " + "A" * 500]
)
def test_other_number_signs_make_none(line: str) -> None:
    """A tag, seven signs, indented code, an escaped sign, and a line without end."""
    assert [((), f"x\n\n{line}\ny\n")] == sections(f"x\n\n{line}\ny\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A\n===\na\n\nB\n---\nb\n", [("A",), ("A", "B")]),
        ("x\n\n A b \n=\na\n", [(), ("A b",)]),
    ],
)
def test_an_underlined_line_is_a_heading(text: str, expected: list[tuple[str, ...]]) -> None:
    """Of the first level under `=`, of the second under `-`; the title belongs to the section."""
    assert expected == [section for section, _ in sections(text)]
    assert text == "".join(piece for _, piece in sections(text))


@pytest.mark.parametrize(
    "text",
    [
        "x\n\n---\ny\n",
        "- one\n---\ny\n",
        "- one\ngoes on\n---\ny\n",
        "> quoted\n---\ny\n",
        "| a |\n|---|\n| b |\n---\ny\n",
        "two lines\nof a paragraph\n---\ny\n",
        "    code\n---\ny\n",
        "***\n---\ny\n",
        "a\n--- x\n",
    ],
)
def test_a_rule_is_no_heading(text: str) -> None:
    """Dashes below a blank line, a list, a quote, a table or several lines divide, no more."""
    assert [((), text)] == sections(text)


@pytest.mark.parametrize(
    "block",
    [
        "```\n# no\n```\n",
        "~~~\n# no\n```\n# no\n~~~\n",
        "````\n```\n# no\n```\n# no\n````\n",
        "```python\n# no\n~~~\n# no\n```\n",
        "  ```\n# no\n   ```\n",
        "- ```\n  # no\n  ```\n",
        "10. ```\n# no\n    ```\n",
        "> ```\n> # no\n> ```\n",
        "```\n# no\n``` x\n# no\n```\n",
        "<!-- one\n# no\n\n# no -->\n",
        "<pre>\n# no\n</pre>\n",
        "<SCRIPT>\n# no\n</Script>\n",
    ],
)
def test_nothing_in_a_fence_or_comment_is_a_heading(block: str) -> None:
    """Fences of both signs, nested, in lists and quotes; comments and other blocks of HTML."""
    text = f"# A\n{block}## B\nb\n"

    assert [("A",), ("A", "B")] == [section for section, _ in sections(text)]


def test_a_fence_in_a_quote_ends_with_the_quote() -> None:
    """Its end may be missing."""
    assert [(), ("A",)] == [section for section, _ in sections("> ```\n> code\n\n# A\na\n")]


def test_a_fence_without_end_reaches_to_the_end() -> None:
    """As CommonMark has it."""
    assert [((), "```\n# no\n\n# no\n")] == sections("```\n# no\n\n# no\n")


@pytest.mark.parametrize("line", ["`` ` ``", "```a`b", "    ```", "<!-- one line -->", "<!-->"])
def test_what_only_looks_like_a_fence_opens_none(line: str) -> None:
    """The next heading counts."""
    assert [(), ("A",)] == [section for section, _ in sections(f"x\n\n{line}\n\n# A\na\n")]


def test_a_heading_with_nothing_below_goes_with_what_follows() -> None:
    """No passage is a title alone, unless the text ends there."""
    assert [
        (("A", "B"), "# A\n\n## B\nb\n"),
        (("A", "C"), "## C\n"),
    ] == sections("# A\n\n## B\nb\n## C\n")


def test_underlined_headings_with_nothing_below_do_too() -> None:
    """The title's line is no text."""
    assert [(("A", "B"), "A\n===\n\nB\n---\nb\n")] == sections("A\n===\n\nB\n---\nb\n")


def test_a_long_section_is_cut_at_blank_lines() -> None:
    """Blocks are put together as far as they fit, blank lines at their ends."""
    assert [
        (("A",), "# A\n\none\n\n"),
        (("A",), "two two\n\n\n"),
        (("A",), "three\nfour\n"),
    ] == sections("# A\n\none\n\ntwo two\n\n\nthree\nfour\n", 12)


@pytest.mark.parametrize(
    "block",
    [
        "```\na\n\n\nb\n```\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n",
        "<!-- a\n\nb -->\n",
    ],
)
def test_a_block_that_fits_is_not_cut(block: str) -> None:
    """Fences with blank lines inside, tables and comments stay whole."""
    text = f"1\n\n{block}\ntwo\n"  # the piece of the first line has room for a part of the block

    assert 1 == sum(block in piece for _, piece in sections(text, len(block) + 1))


@pytest.mark.parametrize("block", ["```\naaaa\nbbbb\n```\n", "| a |\n|---|\n| 1 |\n| 2 |\n"])
def test_a_table_or_fence_that_does_not_fit_is_cut_at_line_ends(block: str) -> None:
    """No line of it is broken."""
    assert all(piece.endswith("\n") for _, piece in sections(block, 12))


@pytest.mark.parametrize(
    ("line", "size", "expected"),
    [
        ("One two. Three four? Five.", 14, ["One two. ", "Three four? ", "Five."]),
        ('He said "no." Then went.', 16, ['He said "no." ', "Then went."]),
        ("一二三。四五六。七", 5, ["一二三。", "四五六。七"]),
        ("one two three", 8, ["one two ", "three"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
    ],
)
def test_a_line_that_is_too_long_is_cut_where_it_reads(
    line: str, size: int, expected: list[str]
) -> None:
    """At ends of sentences, else at blanks, else at the size."""
    assert expected == [piece for _, piece in sections(line, size)]


def test_an_empty_text_has_no_passage() -> None:
    """And blanks alone are one."""
    assert [] == sections("")
    assert [((), " \n\n")] == sections(" \n\n")


def test_the_first_heading_of_the_first_level_is_found() -> None:
    """Not one of another level, nor one in a fence."""
    assert "B" == first_heading("## A\n```\n# no\n```\nB\n===\n# C\n")
    assert "" == first_heading("## A\n")


@pytest.mark.parametrize(
    "text",
    [
        "word " * 40_000,
        "x" * 200_000,
        "A sentence. " * 17_000,
        "line\n" * 40_000,
        "# " + " " * 200_000 + "x",
        "- " * 100_000,
        "> " * 100_000 + "`",
        "`" * 200_000,
        "." + ")" * 200_000,
        "-" * 100_000 + " x",
        "# a\n" * 50_000,
        "<!--" * 50_000,
    ],
)
def test_a_text_of_200_kb_takes_no_time(text: str) -> None:
    """No text makes the work grow with its square."""
    began = process_time()
    passages = cut_markdown(text, 1_200)

    assert text == "".join(passage.text for passage in passages)
    assert process_time() - began < 5
