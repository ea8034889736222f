"""Rows P54 to P64 of the pitfalls: what goes wrong with files, texts and identities.

Where a row is one of a kind, every reader and every text file that is shipped is held to it.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchbook import (
    BadData,
    Rankings,
    Reader,
    Topics,
    UsageError,
    fold,
    read_qrels,
    read_run,
    write_trec,
)
from benchbook.cli.main import main
from benchbook.cli.output import print_json
from benchbook.core.commands.export_run import ExportForm, export_text
from benchbook.core.commands.ingest import ingest
from benchbook.core.event_store import canonical_json
from benchbook.core.expansions import read_expansions
from benchbook.core.files.resolution_lines import read_resolutions
from benchbook.core.plugging.loading import load_registry
from benchbook.core.running.experiment import parse_experiment, read_experiment
from benchbook.core.running.planning import plan_run
from benchbook.ledger import LedgerError
from collections_made import new_store, silent, write_lines
from house import in_room

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
    ("text", "phrase", "is_there"),
    [
        ("amyloid \ufb01brils", "amyloid fibrils", True),
        ("10\u207b\u2075 M", "10-5 M", False),
        ("CO\u2082 uptake", "CO2 uptake", False),
        ("5 m\u00b2 plots", "5 m2 plots", False),
        ("\u00bd dose", "1\u20442 dose", False),
    ],
)
def test_p57_ligatures_are_folded_and_superscripts_are_not(
    text: str, phrase: str, *, is_there: bool
) -> None:
    """What an extractor joins is parted; what the author raised stays raised."""
    assert is_there == (fold(phrase) in fold(text))


SAME_TEXTS = [
    ("na\u00efve", "nai\u0308ve"),
    ("bio\u00admass", "biomass"),
    ("bio\u200bmass", "biomass"),
    ("straw\u2010rice", "straw-rice"),
    ("dry\u00a0tons", "dry tons"),
    ("\u22125", "-5"),
    ("3 \u00b5m", "3 \u03bcm"),
    ("conver-\nsion", "conversion"),
]


@pytest.mark.parametrize(("one", "other"), SAME_TEXTS)
def test_p58_marks_of_typesetting_vanish(one: str, other: str) -> None:
    """The canonical set of what matches."""
    assert fold(one) == fold(other)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), np.float32(2 / 3), np.bool_(1)])
def test_p59_what_is_no_json_is_written_nowhere(value: object) -> None:
    """Neither as a text that looks like a number, nor as a word that no reader takes."""
    with pytest.raises((ValueError, TypeError)):
        print_json({"value": value})
    with pytest.raises((LedgerError, ValueError, TypeError)):
        canonical_json({"value": value})


SEARCHED = {"core/endpoints.py", "ledger/verify_events.py"}
"""They make JSON of what came in to look into it, and write it nowhere."""


def test_p59_every_writer_of_json_refuses_what_is_none() -> None:
    """Each call says so itself; only what is shown in a message may hold anything."""
    loose = []
    for source in (one for room in ("core", "plugins", "cli", "ledger") for one in in_room(room)):
        for call in ast.walk(source.tree):
            is_writer = (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr in {"dumps", "dump", "JSONEncoder"}
                and isinstance(call.func.value, ast.Name)
                and call.func.value.id == "json"
            )
            if is_writer and not any(
                word.arg == "allow_nan"
                for word in call.keywords  # type: ignore[attr-defined]  # a call
            ):
                loose.append(str(source.path))
    assert [] == [path for path in loose if path not in SEARCHED | {"core/files/json_lines.py"}]


def test_p59_a_value_that_is_not_defined_is_null_with_a_count(tmp_path: Path) -> None:
    """Numbers stay numbers, and how many topics stand behind them is said."""
    (tmp_path / "q.txt").write_text("q1 0 d1 0\n")
    (tmp_path / "a.run").write_text(ROW)
    asked = ["measure", str(tmp_path / "q.txt"), str(tmp_path / "a.run"), "AP", "P@3", "--json"]
    undefined, defined = json.loads(CliRunner().invoke(main, asked).stdout)["metrics"]

    assert (None, 0, 1) == (undefined["value"], undefined["defined"], undefined["population"])
    assert (0.0, 1) == (defined["value"], defined["defined"])


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


def test_p62_counts_come_from_the_content(tmp_path: Path) -> None:
    """A file that is called 30q has the questions that it has."""
    write_lines(
        tmp_path / "gold_30q.jsonl",
        [{"id": f"q{n}", "question": "why?", "qrels": {"d1": 1}} for n in range(35)],
    )
    book = ["--dir", str(tmp_path)]
    CliRunner().invoke(main, ["init", *book])
    done = CliRunner().invoke(
        main, ["gold", "import", str(tmp_path / "gold_30q.jsonl"), "--gold", "g30q", *book]
    )

    assert "35 topics" in done.stdout


def test_p63_equal_names_are_no_equal_contents(tmp_path: Path) -> None:
    """A data set that is stored again under its name has another digest, and a new version."""
    with new_store(tmp_path / "book") as store:
        digests = []
        for text in ("x", "y", "x"):
            path = write_lines(tmp_path / text / "papers.jsonl", [{"id": "d1", "text": text}])
            done = ingest(store, load_registry(()), path, "papers", progress=silent)
            digests.append(done.event.manifest)

    assert digests[0] == digests[2] != digests[1]


def test_p64_a_lane_is_another_one_for_other_topics_corpus_or_parameters() -> None:
    """What was retrieved for five topics is never taken for what forty would get."""

    def instance(text: str, corpus: str, topics: str) -> str:
        experiment = parse_experiment(text, "exp.toml", Path())
        plan = plan_run(experiment, load_registry(()), lambda _: corpus, topics)
        return plan.lanes[0].instance

    other = EXPERIMENT.replace('"bm25"', '"bm25"\nk1 = 0.9')
    deeper = EXPERIMENT.replace("[lanes", "retrieve = 7\n[lanes", 1)
    found = [
        instance(EXPERIMENT, "0" * 64, "0" * 64),
        instance(EXPERIMENT, "1" * 64, "0" * 64),
        instance(EXPERIMENT, "0" * 64, "1" * 64),
        instance(other, "0" * 64, "0" * 64),
        instance(deeper, "0" * 64, "0" * 64),
    ]

    assert 5 == len(set(found))
    assert found[0] == instance(EXPERIMENT, "0" * 64, "0" * 64)
