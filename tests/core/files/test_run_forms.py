"""A run is read in whatever form it comes, and the same ranking comes out."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from benchbook import Rankings, UsageError, read_run, run_form
from benchbook.core.errors import BadData
from benchbook.core.files.run_forms import first_line_with

TREC = "q1 Q0 d2 1 9.5 mine\nq1 Q0 d1 2 3 mine\nq2 Q0 d1 1 1 mine\n"
MS_MARCO = "q1\td2\t1\nq1\td1\t2\nq2\td1\t1\n"
FRAME = "qid,docno,rank,score,query\nq1,d2,0,9.5,a river\nq1,d1,1,3,a river\nq2,d1,0,1.0,sand\n"
JSON = (
    '{"topic": "q1", "ranking": [{"unit": "d2", "score": 9.5}, {"unit": "d1", "score": 3}]}\n'
    '{"topic": "q2", "ranking": [{"unit": "d1", "score": 1.0}]}\n'
)
FORMS = {"trec": TREC, "ms-marco": MS_MARCO, "pyterrier": FRAME, "jsonl": JSON}


def rows_of(rankings: Rankings) -> dict[str, list[str]]:
    """The documents of each topic, best first."""
    return {topic: [document for document, _ in pairs] for topic, pairs in rankings}


def written(folder: Path, text: str | bytes) -> Path:
    """Write a run and give its path."""
    path = folder / "some.run"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_known_by_its_first_line(tmp_path: Path, form: str) -> None:
    """The name of the file says nothing; comments before it do not count."""
    text = FORMS[form]
    for shape in (text, text.replace("\n", "\r\n"), f"\ufeff{text}", gzip.compress(text.encode())):
        path = written(tmp_path, shape)
        assert form == run_form(path)
        assert {"q1": ["d2", "d1"], "q2": ["d1"]} == rows_of(read_run(path))
    if form in ("trec", "ms-marco"):
        assert form == run_form(written(tmp_path, f"# made by hand\n\n{text}"))


@pytest.mark.parametrize("form", ["trec", "pyterrier", "jsonl"])
def test_scores_are_those_of_the_file(tmp_path: Path, form: str) -> None:
    """As doubles."""
    rankings = read_run(written(tmp_path, FORMS[form]))

    assert [9.5, 3.0, 1.0] == rankings.scores.tolist()


@pytest.mark.parametrize("odd", ["", "# odd\n"])
def test_ranks_alone_are_the_order(tmp_path: Path, odd: str) -> None:
    """In whatever order the lines stand; each score is minus the rank."""
    text = odd + "q1 d1 20\nq1 d3\t3\nq2\td1\t1\nq1  d2 1\n"
    rankings = read_run(written(tmp_path, text))

    assert {"q1": ["d2", "d3", "d1"], "q2": ["d1"]} == rows_of(rankings)
    assert [-1.0, -3.0, -20.0, -1.0] == rankings.scores.tolist()


def test_a_frame_without_scores_is_ordered_by_rank(tmp_path: Path) -> None:
    """From 0, as PyTerrier counts; other columns are passed over."""
    text = "\tdocno\tqid\trank\n0\td1\tq1\t1\n1\td2\tq1\t0\n"
    rankings = read_run(written(tmp_path, text))

    assert {"q1": ["d2", "d1"]} == rows_of(rankings)
    assert [0.0, -1.0] == rankings.scores.tolist()


def test_a_frame_with_scores_is_ordered_as_trec_eval_does(tmp_path: Path) -> None:
    """As PyTerrier evaluates it: the score decides, then the document id, falling."""
    text = "qid,docno,score\nq1,a,1\nq1,b,1\nq1,c,2\n"
    assert {"q1": ["c", "b", "a"]} == rows_of(read_run(written(tmp_path, text)))

    close = "qid,docno,score\nq1,b,0.30000000001\nq1,c,0.3\n"
    path = written(tmp_path, close)
    assert {"q1": ["b", "c"]} == rows_of(read_run(path))
    assert {"q1": ["c", "b"]} == rows_of(read_run(path, compat="trec_eval-9"))


def test_a_frames_text_may_hold_anything(tmp_path: Path) -> None:
    """Commas, quotes and line breaks of a query part nothing."""
    text = 'qid,query,docno,score\nq1,"a, ""b""\nc",d1,1\nq1,plain,d2,2\n'
    assert {"q1": ["d2", "d1"]} == rows_of(read_run(written(tmp_path, text)))


def test_ids_with_blanks_come_through_as_json(tmp_path: Path) -> None:
    """A TREC file cannot hold them."""
    text = '{"topic": "topic 1", "ranking": [{"unit": "doc 1", "score": 1}]}\n'
    rankings = read_run(written(tmp_path, text + '{"topic": "none", "ranking": []}'))

    assert {"none": [], "topic 1": ["doc 1"]} == rows_of(rankings)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": found an empty file"),
        ("# nothing\n", ": found no rows"),
        ("q1 d1 1\nq1 Q0 d2 2 0.5 mine\n", ", line 2: found 6 fields; expected 3: topic document"),
        (TREC + "q3\td1\t1\n", ", line 4: found 3 fields; expected 6: topic Q0"),
        ("q1 Q0 d1 1 0.5 my tag\n", ", line 1: found 7 fields; expected 6: topic Q0"),
        ("q1 d1 1\nq1 d2 x\n", ", line 2: found rank 'x'; expected a whole number"),
        ("q1 d1 1\nq1 d2 1\n", ", line 2: found rank 1 of topic 'q1' again; expected each rank"),
        ("q1 d1 1\nq1 d1 2\n", ", line 2: found document 'd1' of topic 'q1' again"),
        ("qid,docno,qid\n", ", line 1: found column 'qid' twice"),
        ("qid,docno,query\nq1,d1,x\n", ", line 1: found neither a column 'rank' nor 'score'"),
        ("qid,docno,score\n", ": found no rows; expected a result frame"),
        ("qid,docno,score\nq1,d1\n", ", line 2: found 2 cells; expected 3"),
        ("qid,docno,score\nq1,,1\n", ", line 2: found an empty 'docno'"),
        ("qid,docno,score\nq1,d1,nan\n", ", line 2: found score 'nan'; expected a finite"),
        ("qid,docno,score\nq1,d1,1_0\n", ", line 2: found score '1_0'; expected a finite"),
        ("qid,docno,rank\nq1,d1,-1\n", ", line 2: found rank '-1'; expected a whole number"),
        ("qid,docno,rank\nq1,d1,0\nq1,d2,0\n", ", line 3: found rank 0 of topic 'q1' again"),
        ("qid,docno,score\nq1,d1,1\nq1,d1,2\n", ", line 3: found document 'd1' of topic 'q1'"),
        ('qid,docno,score\nq1,"d1,1\n', ", line 2: found unexpected end of data"),
        (
            "qid,docno,rank,score\nq1,d1,0,1\nq1,d2,1,2\n",
            (
                ", line 3: found score 2.0 at rank 1 of topic 'q1'; expected at most 1.0, "
                "the score at rank 0. Drop one of the two columns."
            ),
        ),
        ('{"topic": "q1"}\n', ', line 1: found {"topic": "q1"}; expected an object with'),
        ("{\n", ", line 1: found Expecting"),
        ('{"topic": "q1", "ranking": [1]}', ', line 1: found 1; expected an object with "unit"'),
        (JSON + JSON, ", line 3: found topic 'q1' again; expected each topic once"),
        (
            '{"topic": "q1", "ranking": [{"unit": "d", "score": 1}, {"unit": "d", "score": 2}]}',
            ", line 1: found unit 'd' twice",
        ),
        (
            '{"topic": "q1", "ranking": [{"unit": "d", "score": true}]}',
            ", line 1: found score 'a truth value'",
        ),
    ],
)
def test_what_is_wrong_is_named_by_line(tmp_path: Path, text: str, message: str) -> None:
    """Forms are never mixed, and nothing is guessed."""
    path = written(tmp_path, text)

    with pytest.raises(BadData) as caught:
        read_run(path)
    assert str(caught.value).startswith(f"{path}{message}")


@pytest.mark.parametrize("form", ["ms-marco", "jsonl"])
def test_trec_eval_does_not_read_what_is_no_trec_run(tmp_path: Path, form: str) -> None:
    """Agreeing with it would be a claim about nothing."""
    with pytest.raises(UsageError, match=f"the form {form}, which trec_eval does not read"):
        read_run(written(tmp_path, FORMS[form]), compat="trec_eval-10")


@pytest.mark.parametrize("form", FORMS)
def test_the_line_of_a_document_is_found(tmp_path: Path, form: str) -> None:
    """To say where a document stands that nobody knows."""
    path = written(tmp_path, FORMS[form])
    place, document = first_line_with(path, {"d1", "d9"})

    expected = {"trec": 2, "ms-marco": 2, "pyterrier": 3, "jsonl": 1}
    assert ("d1", expected[form]) == (document, place.line)
    with pytest.raises(LookupError):
        first_line_with(path, {"d9"})
