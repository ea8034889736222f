"""Rows P54 to P64 of the pitfalls: what goes wrong with files, texts and identities.

Where a row is one of a kind, every reader and every text file that is shipped is held to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from benchbook import (
    BadData,
    Rankings,
    Reader,
    Topics,
    UsageError,
    read_qrels,
    read_run,
    write_trec,
)
from benchbook.core.commands.export_run import ExportForm, export_text
from benchbook.core.expansions import read_expansions
from benchbook.core.files.resolution_lines import read_resolutions
from benchbook.core.plugging.loading import load_registry
from benchbook.core.running.experiment import read_experiment

ROW = "q1 Q0 d1 1 0.5 mine\n"
TSV = "query-id\tcorpus-id\tscore\nq1\td1\t1\n"
DOCUMENT = '{"_id": "d1", "title": "t", "text": "x"}\n'
QUERY = '{"_id": "q1", "text": "why?"}\n'
QUESTION = '{"id": "q1", "question": "why?", "qrels": {"d1": 1}}\n'
SGML = "<DOC>\n<DOCNO> d1 </DOCNO>\n<TEXT>\nx y\n</TEXT>\n</DOC>\n"
TOPIC = "<top>\n<num> Number: q1\n<title> why\n</top>\n"
KIT = '{"id": "q1", "question": "why?", "evidence_phrases": ["12 percent"]}\n'
MANIFEST = '{"path": "a.md", "title": "A"}\n'
SCIX = '{"query": "why?", "bucket": "b", "discipline": "x", "gold_bibcodes": ["d1"]}\n'
EXPERIMENT = (
    '[experiment]\nmetrics = ["R@10"]\n[lanes.one]\nplugin = "bm25"\n'
    '[conditions.one]\nfuser = "single"\n'
)


def reader(name: str) -> Reader:
    """A shipped reader."""
    made: Reader = load_registry((), external=False).find("reader", name).record.build()  # type: ignore[assignment]  # a reader's record builds readers
    return made


def corpus(name: str) -> Callable[[Path], object]:
    """How a reader's corpus is read: its units, without places."""
    return lambda path: [unit for _, unit in reader(name).corpus(path)]


def gold(name: str) -> Callable[[Path], object]:
    """How a reader's gold set is read."""
    return lambda path: reader(name).gold(path)


FILES: Mapping[str, tuple[Mapping[str, str], str, Callable[[Path], object]]] = {
    "run, TREC": ({"a.run": ROW}, "a.run", lambda path: list(read_run(path))),
    "run, MS MARCO": ({"a.run": "q1\td1\t1\n"}, "a.run", lambda path: list(read_run(path))),
    "run, frame": (
        {"a.csv": "qid,docno,score\nq1,d1,1\n"},
        "a.csv",
        lambda path: list(read_run(path)),
    ),
    "run, JSON": (
        {"a.jsonl": '{"topic": "q1", "ranking": [{"unit": "d1", "score": 1}]}\n'},
        "a.jsonl",
        lambda path: list(read_run(path)),
    ),
    "qrels, TREC": ({"q.txt": "q1 0 d1 1\n"}, "q.txt", lambda path: read_qrels(path).grades),
    "qrels, TSV": ({"q.tsv": TSV}, "q.tsv", lambda path: read_qrels(path).grades),
    "resolutions": (
        {"n.jsonl": '{"entity": "TP53", "aliases": ["p53"], "method": "hand"}\n'},
        "n.jsonl",
        lambda path: [line.resolution for line in read_resolutions(path)],
    ),
    "expansions": (
        {"e.jsonl": '{"id": "q1", "passages": ["p"], "written_by": "hand"}\n'},
        "e.jsonl",
        read_expansions,
    ),
    "experiment": (
        {"e.toml": EXPERIMENT},
        "e.toml",
        lambda path: read_experiment(path).conditions,
    ),
    "jsonl corpus": ({"c.jsonl": DOCUMENT}, "c.jsonl", corpus("jsonl")),
    "jsonl gold": ({"g.jsonl": QUESTION}, "g.jsonl", gold("jsonl")),
    "beir corpus": ({"corpus.jsonl": DOCUMENT}, "", corpus("beir")),
    "beir gold": ({"queries.jsonl": QUERY, "qrels/test.tsv": TSV}, "", gold("beir")),
    "mteb corpus": ({"corpus/test.jsonl": DOCUMENT}, "", corpus("mteb")),
    "mteb gold": (
        {
            "queries.jsonl": QUERY,
            "qrels/test.jsonl": '{"query-id": "q1", "corpus-id": "d1", "score": 1}\n',
        },
        "",
        gold("mteb"),
    ),
    "trec corpus": ({"docs.txt": SGML}, "", corpus("trec")),
    "trec gold": ({"topics.txt": TOPIC, "qrels.txt": "q1 0 d1 1\n"}, "", gold("trec")),
    "markdown corpus": ({"a.md": "---\nyear: 2024\n---\n# A\n\nb c\n"}, "", corpus("markdown")),
    "sci-rag corpus": (
        {"manifest.jsonl": MANIFEST, "a.md": "# A\n\nb c\n"},
        "",
        corpus("sci-rag"),
    ),
    "sci-rag gold": ({"eval_seed_questions.jsonl": KIT}, "", gold("sci-rag")),
    "scix gold": ({"g.jsonl": SCIX}, "g.jsonl", gold("scix")),
}
"""Every kind of text file that is read: the files, which of them is named, and how it is read."""


def written(folder: Path, kind: str, change: Callable[[str], str]) -> Path:
    """Write the files of a kind, each changed; gives the path that is read."""
    files, named, _ = FILES[kind]
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(change(text).encode())
    return folder / named


def read(folder: Path, kind: str, change: Callable[[str], str] = str) -> object:
    """What is read of the files of a kind."""
    return FILES[kind][2](written(folder, kind, change))


def test_every_reader_is_held_to_these_rows() -> None:
    """A new one must be named here; irds reads no files."""
    shipped = {one.record.name for one in load_registry((), external=False).all("reader")}
    held = {kind.partition(" ")[0] for kind in FILES}

    assert shipped - {"irds"} <= held


@pytest.mark.parametrize("kind", FILES)
def test_p54_carriage_returns_are_stripped(kind: str, tmp_path: Path) -> None:
    """A file from Windows says what it says elsewhere."""
    plain = read(tmp_path / "plain", kind)

    assert plain == read(tmp_path / "other", kind, lambda text: text.replace("\n", "\r\n"))


@pytest.mark.parametrize("kind", FILES)
def test_p55_a_byte_order_mark_is_stripped(kind: str, tmp_path: Path) -> None:
    """At byte 0 of each file, so that the first topic is not another one."""
    plain = read(tmp_path / "plain", kind)

    assert plain == read(tmp_path / "other", kind, lambda text: f"\ufeff{text}")


@pytest.mark.parametrize("kind", ["run, TREC", "qrels, TREC", "beir gold", "jsonl gold"])
def test_p55_a_mark_elsewhere_is_part_of_an_id_or_an_error(kind: str, tmp_path: Path) -> None:
    """Only the first bytes of a file are a byte order mark."""
    plain = read(tmp_path / "plain", kind)
    try:
        found = read(tmp_path / "other", kind, lambda text: text.replace("d1", "\ufeffd1"))
    except BadData:
        return
    assert plain != found


@pytest.mark.parametrize("blank", ["\t", "  ", " \t ", "\v", "\f"])
def test_p54_any_run_of_blanks_parts_the_fields_of_a_run(blank: str, tmp_path: Path) -> None:
    """As trec_eval takes them."""
    plain = read(tmp_path / "plain", "run, TREC")

    assert plain == read(tmp_path / "other", "run, TREC", lambda text: text.replace(" ", blank))


def test_p54_seven_fields_are_an_error_with_their_line(tmp_path: Path) -> None:
    """An id with a blank is none in a TREC file."""
    path = tmp_path / "a.run"
    path.write_text(ROW + "q1 Q0 doc 1 2 0.4 mine\n")

    with pytest.raises(BadData, match="line 2: found 7 fields; expected 6: topic Q0"):
        read_run(path)


def test_p54_ids_with_blanks_are_exported_as_json_and_come_back(tmp_path: Path) -> None:
    """TREC's form refuses them and names the other one."""
    rankings = Rankings.of(Topics.of_ids(["topic 1"]), [[("doc 1", 0.5), ("doc 2", 0.25)]])
    with pytest.raises(UsageError, match=r"cannot stand in a TREC file.*export as jsonl"):
        write_trec(rankings)
    text, _ = export_text(rankings, ExportForm(form="jsonl"))
    path = tmp_path / "a.jsonl"
    path.write_text(text)

    assert list(rankings) == list(read_run(path))


@pytest.mark.parametrize(
    "kind",
    [
        "run, JSON",
        "resolutions",
        "expansions",
        "jsonl corpus",
        "jsonl gold",
        "beir corpus",
        "mteb corpus",
        "sci-rag corpus",
        "sci-rag gold",
        "scix gold",
    ],
)
def test_p60_a_key_that_stands_twice_is_refused(kind: str, tmp_path: Path) -> None:
    """Python's own reader would keep the last one, and nobody would know."""
    with pytest.raises(BadData, match="twice in one object"):
        read(tmp_path, kind, lambda text: text.replace("{", '{"s": 1, "s": 2, ', 1))


@pytest.mark.parametrize("number", ["1_0", "\uff11", "0x1", "nan", "inf", "1,5", ""])
@pytest.mark.parametrize(
    ("kind", "place"),
    [("run, TREC", " 0.5 "), ("run, frame", ",1\n"), ("qrels, TSV", "\t1\n")],
)
def test_p60_numbers_are_plain_ascii(kind: str, place: str, number: str, tmp_path: Path) -> None:
    """Python takes 1_0 for ten and a full-width digit for one."""
    odd = place.replace("0.5", number).replace("1", number or " ")

    with pytest.raises(BadData, match=r"line [12]: found"):
        read(tmp_path, kind, lambda text: text.replace(place, odd))
