"""The reader in columns agrees with the reader by lines wherever it answers at all."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchbook import BadData, Rankings, Topics
from benchbook.core.files import trec_columns
from benchbook.core.files.trec_columns import run_columns
from benchbook.core.files.trec_lines import run_rows

ID = st.text(st.sampled_from("ab01é日-_.:"), min_size=1, max_size=70)
SCORE = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.sampled_from(["1", "-0", "+2.50", ".5", "5.", "1e3", "9007199254740993", "0.1" + "0" * 50]),
)
GAP = st.sampled_from([" ", "\t", "  ", " \t"])
LINE = st.tuples(ID, ID, SCORE, GAP).map(
    lambda row: f"{row[0]}{row[3]}Q0 {row[1]} 1{row[3]}{row[2]} tag"
)
END = st.sampled_from(["\n", "\r\n", " \n", "\n\n", "\n# why\n", "\n  #why\n"])
TEXT = st.lists(st.tuples(LINE, END).map("".join), min_size=1, max_size=30).map("".join)


def by_lines(data: bytes) -> Rankings | None:
    """The rankings as the exact reader has them, in the order of the file."""
    rows: dict[str, list[tuple[str, float]]] = {}
    try:
        for _, topic, document, score in run_rows(data, "a file"):
            rows.setdefault(topic, []).append((document, score))
    except BadData:
        return None
    topics = Topics.of_ids(rows)
    return Rankings.of(topics, [rows[topic] for topic in topics.ids])


@pytest.mark.parametrize("block", [1, 40, 1 << 20])
@given(text=TEXT)
@example(text="q Q0 a 1 2 t")
@example(text="q Q0 a 1 2 t\nq Q0 a 1 2 t\n")
@example(text="q Q0 a 1 2 t\nq Q0 a\nb 1 2 t x\n")
@example(text="q Q0 a 1 1_0 t\n")
@example(text="q Q0 a 1 nan t\n")
@example(text="q Q0 a 1 1e400 t\n")
@example(text="q Q0 a 1 1 t\x0b\nq Q0 b 1 1 t\n")
@example(text="q Q0 a\x01 1 1 t\n")
@example(text="q Q0 a 1 2\nq q Q0 b 2 1 t\n")
@example(text="q Q0 a 1 2 t q\nQ0 b 2 1 t\n")
@example(text="# Q0 a 1 2 t\nq Q0 a 1 2 t\n")
@example(text="q Q0 a 1 1 t\n q Q0 b 1 1\n")
def test_columns_agree_with_lines(block: int, text: str) -> None:
    """Same topics, ids, order and bits; and no answer where the exact reader refuses."""
    data = text.encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trec_columns, "_BLOCK", block)
        fast = run_columns(data)
    exact = by_lines(data)

    if fast is None:
        return
    assert exact is not None
    assert list(exact) == list(fast)
    assert exact.table == tuple(fast.table)
    assert exact.scores.tobytes() == fast.scores.tobytes()


@pytest.mark.parametrize(
    "text",
    [
        "q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\n",
        "q1\tQ0\ta\t1\t2\tt\r\nq1\tQ0\tb\t2\t1\tt\r\n",
        "# why\nq1 Q0 a 1 2 t\n\nq1 Q0 b 2 1 t",
    ],
)
def test_common_files_take_the_fast_way(text: str) -> None:
    """Tabs, CRLF, comments and blank lines do not make a large file slow."""
    assert run_columns(text.encode()) is not None


def test_a_field_longer_than_the_words_takes_the_exact_way() -> None:
    """An id of more than 64 bytes is not cut."""
    assert run_columns(f"q Q0 {'a' * 65} 1 2 t\n".encode()) is None
    assert run_columns(f"q Q0 {'a' * 64} 1 2 t\n".encode()) is not None
