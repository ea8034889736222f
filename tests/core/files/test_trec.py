"""TREC files: what is read, in which order, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook import (
    BadData,
    read_qrels,
    read_trec_run,
)
from benchbook.core.files.trec import Compat

Rows = dict[str, tuple[tuple[str, float], ...]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A place for a file."""
    return tmp_path / "some.txt"


def run_of(file: Path, text: str | bytes, compat: Compat | None = None) -> Rows:
    """Write a run and read it back."""
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return dict(read_trec_run(file, compat=compat))


def fault_of(file: Path, text: str | bytes, compat: Compat | None = None) -> BadData:
    """Write what is no run, and give the error."""
    with pytest.raises(BadData) as refused:
        run_of(file, text, compat)
    return refused.value


def test_topics_may_come_in_any_order_and_interleaved(file: Path) -> None:
    """Rows are grouped by topic and ordered by score, wherever they stand in the file."""
    rows = run_of(
        file, "q2 Q0 a 1 1 r\nq10 Q0 b 1 3 r\nq2 Q0 c 2 2 r\nq10 Q0 a 9 4.5 r\nq1 Q0 a 1 -1 r\n"
    )

    assert ["q1", "q10", "q2"] == list(rows)
    assert (("a", 4.5), ("b", 3.0)) == rows["q10"]
    assert (("c", 2.0), ("a", 1.0)) == rows["q2"]


def test_the_rank_column_is_not_read(file: Path) -> None:
    """Only the score decides, as in trec_eval."""
    assert (("b", 2.0), ("a", 1.0)) == run_of(file, "q Q0 a 1 1 r\nq Q0 b first 2 r\n")["q"]


@pytest.mark.parametrize(
    ("text", "ranked"),
    [
        ("q Q0 a 1 1.0 r\nq Q0 b 2 1.0 r\n", ["b", "a"]),
        ("q Q0 b 1 1.0 r\nq Q0 c 2 1.0 r\n", ["c", "b"]),
        ("q Q0 10 1 1 r\nq Q0 9 2 1 r\nq Q0 é 3 1 r\n", ["é", "9", "10"]),
        ("q Q0 a 1 0.0 r\nq Q0 b 2 -0.0 r\n", ["b", "a"]),
    ],
)
def test_p01_equal_scores_go_by_document_id_falling(
    file: Path, text: str, ranked: list[str]
) -> None:
    """Ties are settled by the code points of the id, the highest first."""
    assert ranked == [document for document, _ in run_of(file, text)["q"]]


@pytest.mark.parametrize(
    ("compat", "ranked"),
    [(None, ["a", "b"]), ("trec_eval-10", ["a", "b"]), ("trec_eval-9", ["b", "a"])],
)
def test_scores_are_compared_as_the_named_reader_does(
    file: Path, compat: Compat | None, ranked: list[str]
) -> None:
    """Two doubles that are one 32-bit float are a tie for trec_eval 9 alone."""
    text = "q Q0 a 1 0.30000000001 r\nq Q0 b 2 0.3 r\n"

    assert ranked == [document for document, _ in run_of(file, text, compat)["q"]]


def test_a_score_beyond_32_bits_is_first_for_trec_eval_9(file: Path) -> None:
    """What overflows a 32-bit float ties with what overflows too, without a warning."""
    text = "q Q0 a 1 1e300 r\nq Q0 b 2 1e200 r\nq Q0 c 3 5 r\n"

    rows = run_of(file, text, "trec_eval-9")["q"]

    assert (("b", 1e200), ("a", 1e300), ("c", 5.0)) == rows


@pytest.mark.parametrize(
    "text",
    [
        "q1\tQ0\ta\t1\t2.5\tr\r\nq1\tQ0\tb\t2\t1.5\tr\r\n",
        "  q1   Q0 a  1\t 2.5   r  \n\n \t \nq1 Q0 b 2 1.5 r",
        "# made by hand\nq1 Q0 a 1 2.5 r\n\t# more\nq1 Q0 b 2 1.5 r\n#",
        "\ufeffq1 Q0 a 1 2.5 r\nq1 Q0 b 2 1.5 r\n",
        "q1 Q0 a 1 +25e-1 r\nq1 Q0 b 2 1.5E0 r\n",
        "q1\x0bQ0\x0ca 1 2.5 r\nq1 Q0 b 2 1.5 r\n",
    ],
)
def test_p54_forms_of_blanks_and_line_ends_do_not_matter(file: Path, text: str) -> None:
    """Tabs, CRLF, blank lines, comments and a byte order mark give the same run."""
    assert {"q1": (("a", 2.5), ("b", 1.5))} == run_of(file, text)


@pytest.mark.parametrize("score", ["1_0", "\uff11", "nan", "NaN", "inf", "-Infinity", "1e999"])
def test_p08_p60_a_score_is_a_finite_number_in_ascii(file: Path, score: str) -> None:
    """What Python would read as a number and no system meant as one is refused."""
    fault = fault_of(file, f"q Q0 a 1 2 r\n# why\nq Q0 b 2 {score} r\n")

    assert (3, f"score {score!r}") == (fault.line, fault.found)
    assert "a finite decimal number" in fault.expected


@pytest.mark.parametrize("score", ["0x10", "1e", "--1", "1.2.3", "1,5", "."])
def test_what_is_no_number_is_refused(file: Path, score: str) -> None:
    """A score that nothing reads as a number is named with its line."""
    assert (1, f"score {score!r}") == (
        (fault := fault_of(file, f"q Q0 a 1 {score} r\n")).line,
        fault.found,
    )


@pytest.mark.parametrize(
    ("line", "found", "hint"),
    [
        ("q Q0 a 1 2", "5 fields", ""),
        ("q Q0 doc 1 1 2 r", "7 fields", "Ids must not hold blanks"),
        ("q 0 a 1", "4 fields", "is the order of the files QRELS, RUN?"),
        ("q", "1 field", ""),
    ],
)
def test_p54_another_number_of_fields_is_an_error(
    file: Path, line: str, found: str, hint: str
) -> None:
    """An id with a blank in it must not be read as another id."""
    fault = fault_of(file, f"q Q0 a 1 3 r\n{line}\n")

    assert (2, found) == (fault.line, fault.found)
    assert fault.expected.startswith("6: topic Q0 document rank score tag")
    assert hint in fault.hint


def test_compat_takes_text_after_the_tag(file: Path) -> None:
    """trec_eval's own test input has words after the tag."""
    text = "q Q0 a 1 2 r some words\nq Q0 b 2 1 r\n"

    assert {"q": (("a", 2.0), ("b", 1.0))} == run_of(file, text, "trec_eval-10")


def test_p16_a_document_twice_in_a_topic_is_an_error(file: Path) -> None:
    """Both lines are named: neither is silently the one that counts."""
    fault = fault_of(file, "q Q0 a 1 2 r\np Q0 a 1 2 r\nq Q0 b 2 1 r\nq Q0 a 3 1 r\n")

    assert (4, "document 'a' of topic 'q' again") == (fault.line, fault.found)
    assert "line 1" in fault.expected


def test_p21_ids_are_text(file: Path) -> None:
    """No id takes a detour through a number."""
    rows = run_of(file, "007 Q0 1 1 3 r\n7 Q0 01 1 2 r\n7 Q0 1.0 2 1 r\n-5 Q0 1 1 1 r\n")

    assert ["-5", "007", "7"] == list(rows)
    assert ["01", "1.0"] == [document for document, _ in rows["7"]]


@pytest.mark.parametrize("text", ["\n\n", "# nothing\n"])
def test_a_run_without_rows_is_an_error(file: Path, text: str) -> None:
    """Nothing to measure is said, not scored."""
    assert fault_of(file, text).found == "no rows"


def test_a_control_character_is_named(file: Path) -> None:
    """A file that is not quite text is refused where it stops being text."""
    fault = fault_of(file, "q Q0 a 1 3 r\nq Q0 b\x1b 2 2 r\n")

    assert (2, "the control character 0x1b") == (fault.line, fault.found)


def test_a_long_field_is_cut_in_the_message(file: Path) -> None:
    """A message stays one line whatever the file holds."""
    assert len(fault_of(file, f"q Q0 a 1 {'x' * 5000} r\n").found) < 80


def test_qrels_are_read(file: Path) -> None:
    """Grades by topic and document, in the same forms of text as runs."""
    file.write_bytes(b"\xef\xbb\xbfq2\t0\tb\t-1\r\n# why\r\nq10  0  a  3\r\n\r\nq2 Q a +2")

    qrels = read_qrels(file)

    assert {"q10": {"a": 3}, "q2": {"a": 2, "b": -1}} == qrels.grades
    assert qrels.twins == 0


def test_p17_an_identical_twin_is_counted_and_kept_once(file: Path) -> None:
    """A judgment that is repeated changes nothing and is not hidden."""
    file.write_text("q 0 a 1\nq 0 b 0\nq 0 a 1\nq 1 a 1\n")

    qrels = read_qrels(file)

    assert ({"q": {"a": 1, "b": 0}}, 2) == (qrels.grades, qrels.twins)


def test_p17_a_conflicting_twin_is_an_error(file: Path) -> None:
    """Two grades for one document need a decision; both lines are named."""
    file.write_text("q 0 a 1\n\nq 0 a 2\n")

    with pytest.raises(BadData) as refused:
        read_qrels(file)

    assert refused.value.line == 3
    assert "grade 1 in line 1" in refused.value.expected


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("q 0 a 1.0", "grade '1.0'"),
        ("q 0 a 1_0", "grade '1_0'"),
        ("q 0 a \uff11", "grade '\uff11'"),
        ("q 0 a x", "grade 'x'"),
        ("q 0 a 2147483648", "grade '2147483648'"),
        ("q 0 a", "3 fields"),
        ("q Q0 a 1 2.0 run", "6 fields"),
    ],
)
def test_bad_qrels_name_the_line(file: Path, line: str, found: str) -> None:
    """A grade is a whole number in ASCII, and a line has four fields."""
    file.write_text(f"q 0 z 0\n{line}\n")

    with pytest.raises(BadData) as refused:
        read_qrels(file)

    assert (2, found) == (refused.value.line, refused.value.found)


def test_qrels_without_judgments_are_an_error(file: Path) -> None:
    """A file of comments holds no qrels."""
    file.write_text("# nothing\n")

    with pytest.raises(BadData, match="no judgments"):
        read_qrels(file)
