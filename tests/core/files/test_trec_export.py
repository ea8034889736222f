"""TREC runs as they are written: by rank for every reader, or exact with a count of what moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchbook import Rankings, Topics, UsageError, read_trec_run, write_trec


def ranked(*rows: tuple[str, float]) -> Rankings:
    """One topic's rankings, in this order."""
    return Rankings.of(Topics.of_ids(["q", "silent"]), [rows, []])


def test_export_by_rank_falls_strictly() -> None:
    """Whole numbers that fall with the rank leave no reader a choice."""
    written = write_trec(ranked(("b", 0.5), ("a", 0.5), ("c", 9.0)), tag="mine")

    assert (
        "q Q0 b 1 3 mine",
        "q Q0 a 2 2 mine",
        "q Q0 c 3 1 mine",
    ) == written.lines
    assert written.moved == 0


@pytest.mark.parametrize(
    ("rows", "moved"),
    [
        ([("b", 0.5), ("a", 0.5)], 0),
        ([("a", 0.5), ("b", 0.5)], 2),
        ([("a", 0.30000000001), ("b", 0.3)], 2),
        ([("a", 1.0), ("b", 2.0), ("c", 0.0)], 2),
    ],
)
def test_exact_export_counts_what_a_reader_would_move(
    rows: list[tuple[str, float]], moved: int
) -> None:
    """Ties, 32-bit ties and scores that rise are counted before somebody is surprised."""
    assert moved == write_trec(ranked(*rows), scores="exact").moved


@given(
    st.dictionaries(
        st.text(
            st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=" \ufeff#"),
            min_size=1,
        ),
        st.floats(allow_nan=False, allow_infinity=False),
        min_size=1,
    )
)
def test_exact_export_comes_back_equal(
    tmp_path_factory: pytest.TempPathFactory, row: dict[str, float]
) -> None:
    """Every id and every bit of a score survives the file."""
    topics = Topics.of_ids(["q"])
    rankings = Rankings.by_score(topics, [row.items()], ties="doc_id desc")
    file = tmp_path_factory.mktemp("run") / "some.run"
    file.write_text("\n".join(write_trec(rankings, scores="exact").lines), newline="")

    assert list(rankings) == list(read_trec_run(file))


@pytest.mark.parametrize("unit", ["doc 1", "", "a\tb", "\ufeffa", "#a", "a\n"])
def test_p54_an_id_that_would_not_come_back_is_not_written(unit: str) -> None:
    """An id with a blank goes out as jsonl or not at all."""
    with pytest.raises(UsageError, match="export as jsonl"):
        write_trec(ranked((unit, 1.0)))


def test_an_infinite_score_is_not_written() -> None:
    """No reader of ours would take it back."""
    with pytest.raises(UsageError, match="write scores by rank"):
        write_trec(ranked(("a", float("inf"))), scores="exact")
