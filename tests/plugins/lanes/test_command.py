"""Any program serves as a lane, and says clearly what is wrong with what it writes."""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from benchbook import BadData, Corpus, Inapplicable, RunFailed, Topics, Unit, UsageError
from benchbook.plugins.lanes.command import CommandLane, benchbook_plugins
from benchbook.testing import corpus_of

TOPICS = Topics.of([("t1", "moss"), ("t2", "Übermut 水獭")])
DECLARED = Corpus((), "0" * 64, is_declared=True)
KNOWN = corpus_of(Unit(unit_id=id_, doc_id=id_, title="", text="ø") for id_ in "abc")


def lane(code: str, corpus: Corpus = DECLARED, **parameters: Any) -> CommandLane:  # noqa: ANN401 - as an experiment gives them
    """Build the lane on Python code."""
    arguments = parameters.pop("arguments", ())
    command = (sys.executable, "-I", "-c", code, *arguments)
    return CommandLane(corpus, command=command, **parameters)


def writing(*lines: str) -> str:
    """Give code that writes some lines, whatever it is asked."""
    return f"print({chr(10).join(lines)!r})"


def test_topics_go_in_and_ranked_units_come_out() -> None:
    """One line per topic with its id, text and depth; the order of the answer is the ranking."""
    code = (
        "import json, sys\n"
        "for line in reversed(list(sys.stdin)):\n"
        "    asked = json.loads(line)\n"
        "    for n, word in enumerate([asked['text'], str(sorted(asked)), str(asked['depth'])]):\n"
        "        print(json.dumps({'topic': asked['id'], 'unit': word, 'score': n, 'rank': n + 1}))"
    )
    made = lane(code).retrieve(TOPICS, 7)

    keys = "['depth', 'id', 'text']"
    assert ("moss", keys, "7") == made.units("t1")
    assert ("Übermut 水獭", keys, "7") == made.units("t2")
    assert [0.0, 1.0, 2.0, 0.0, 1.0, 2.0] == made.scores.tolist()


def test_blank_lines_and_unanswered_topics_are_allowed() -> None:
    """A topic without a line has an empty ranking; what is beyond the depth is left out."""
    rows = (f'{{"topic": "t2", "unit": "{unit}", "score": 1}}' for unit in "abc")

    made = lane(writing("", *rows, " ")).retrieve(TOPICS, 2)

    assert [(), ("a", "b")] == [made.units(topic) for topic in TOPICS.ids]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("moss", "Expecting value at column 1; expected one JSON object on each line"),
        ("[1]", "another value; expected a JSON object on each line"),
        ('{"unit": "a", "score": 1}', "topic null; expected one of the topics"),
        ('{"topic": "t9", "unit": "a", "score": 1}', 'topic "t9"; expected one of the topics'),
        ('{"topic": "t1", "unit": "a", "score": NaN}', "NaN, which is not JSON"),
        ('{"topic": "t1", "unit": "a", "score": 1, "unit": "b"}', "the key 'unit' twice"),
        (
            '{"topic": "t1", "unit": "a", "score": 1, "rank": 2}',
            "rank 2 for topic 't1'; expected 1",
        ),
        ('{"topic": "t1", "unit": "a", "score": 1, "rank": true}', "rank True"),
        ('{"topic": "t1", "unit": "a", "score": 1, "document": "x"}', "the field 'document'"),
        ('{"topic": "t1", "unit": "\\ud800", "score": 1}', "half of a surrogate pair"),
    ],
)
def test_a_line_that_is_wrong_is_named(line: str, said: str) -> None:
    """By its number, with what stands there and what should."""
    good = '{"topic": "t2", "unit": "a", "score": 1}'

    with pytest.raises(BadData) as caught:
        lane(writing(good, line)).retrieve(TOPICS, 10)

    assert 2 == caught.value.line
    assert caught.value.file.startswith("the output of ")
    assert said in str(caught.value)


def test_output_that_is_no_text_is_named() -> None:
    """By line and column."""
    with pytest.raises(BadData, match=r"line 1: found byte 0xff at column 3"):
        lane(r"import sys; sys.stdout.buffer.write(b'{}\xff')").retrieve(TOPICS, 10)


def test_a_failing_program_fails_the_lane_with_its_last_words() -> None:
    """Even where it wrote rankings before."""
    row = '{"topic": "t1", "unit": "a", "score": 1}'
    code = f"{writing(row)}; import sys; sys.exit('no index here')"

    with pytest.raises(RunFailed, match=r"ended with code 1; it last said: no index here"):
        lane(code).retrieve(TOPICS, 10)


def test_the_time_is_limited() -> None:
    """A program that hangs does not hang a run."""
    with pytest.raises(RunFailed, match=r"did not end within 0\.5 s"):
        lane("import time; time.sleep(60)", timeout=0.5).retrieve(TOPICS, 10)


def test_the_corpus_may_be_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a file whose path is an argument and in the environment; it goes with the lane."""
    monkeypatch.setenv("BENCHBOOK_CORPUS", "another one")
    code = (
        "import json, os, sys\n"
        "asked = json.loads(sys.stdin.readline())\n"
        "assert sys.argv[1] == 'at=' + os.environ['BENCHBOOK_CORPUS']\n"
        "with open(sys.argv[1][3:], encoding='utf-8') as file:\n"
        "    lines = [json.loads(line) for line in file]\n"
        "print(sys.argv[1][3:], file=sys.stderr)\n"
        "keys = ['doc', 'metadata', 'section', 'text', 'title', 'unit']\n"
        "assert all(sorted(line) == keys and line['text'] == 'ø' for line in lines)\n"
        "for line in lines:\n"
        "    print(json.dumps({'topic': asked['id'], 'unit': line['unit'], 'score': 1}))"
    )
    made = lane(code, KNOWN, corpus_file=True, arguments=("at={corpus}",))
    path = Path(made._environment["BENCHBOOK_CORPUS"])  # noqa: SLF001 - where it is, nobody else says

    assert ("a", "b", "c") == made.retrieve(TOPICS, 10).units("t1")
    assert path.exists()
    del made
    gc.collect()
    assert not path.parent.exists()


def test_without_a_corpus_file_no_path_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A path from elsewhere would be that of another corpus."""
    monkeypatch.setenv("BENCHBOOK_CORPUS", "another one")
    code = (
        "import json, os; unit = os.environ.get('BENCHBOOK_CORPUS', 'none')\n"
        "print(json.dumps({'topic': 't1', 'unit': unit, 'score': 1}))"
    )

    assert ("none",) == lane(code).retrieve(TOPICS, 10).units("t1")


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"command": ()}, "names no program"),
        ({"command": ("",)}, "names no program"),
        ({"command": ("ask",), "timeout": 0.0}, "timeout = 0.0"),
        ({"command": ("ask", "{corpus}")}, "say corpus_file = true"),
    ],
)
def test_parameters_that_cannot_be_meant_are_refused(parameters: Any, said: str) -> None:  # noqa: ANN401 - as an experiment gives them
    """Before anything is started."""
    with pytest.raises(UsageError, match=said):
        CommandLane(KNOWN, **parameters)


def test_a_declared_corpus_cannot_be_handed_over() -> None:
    """The lane is then skipped: nothing of the corpus is here."""
    with pytest.raises(Inapplicable, match="corpus_file = true"):
        lane("", corpus_file=True)


def test_units_of_a_known_corpus_are_checked() -> None:
    """The first one that it does not hold is named with its line."""
    row = '{"topic": "t1", "unit": "z", "score": 1}'

    with pytest.raises(BadData, match=r"line 1: .*unit 'z', which the corpus does not hold"):
        lane(writing(row), KNOWN).retrieve(TOPICS, 10)


def test_texts_come_with_the_ranking_of_a_declared_corpus() -> None:
    """Each unit that was told about, over all blocks."""
    rows = [
        {"topic": topic, "unit": f"{topic}#1", "score": 1, "doc": topic, "text": "moss"}
        for topic in TOPICS.ids
    ]
    made = lane(writing(*map(json.dumps, rows)))
    made.retrieve(TOPICS, 10)

    assert {"t1#1": "t1", "t2#1": "t2"} == {id_: unit.doc_id for id_, unit in made.units.items()}
    assert {"moss"} == {unit.text for unit in made.units.values()}


def test_it_runs_where_benchbook_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the caller, and the environment of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MOSS", "green")
    code = (
        "import json, os; unit = os.path.basename(os.getcwd()) + os.environ['MOSS']\n"
        "print(json.dumps({'topic': 't1', 'unit': unit, 'score': 1}))"
    )

    assert (f"{Path.cwd().name}green",) == lane(code).retrieve(TOPICS, 10).units("t1")


def test_a_program_without_a_revision_is_said_to_be_unpinned() -> None:
    """The report says so; with one, the record holds it as a parameter."""
    assert "no revision of it is stated" in lane("").notes[0]
    assert () == lane("", revision="index of May").notes


def test_no_topics_start_no_program() -> None:
    """There is nothing to ask."""
    made = CommandLane(KNOWN, command=("/none/such",))

    assert 0 == len(made.retrieve(Topics((), ()), 10))


def test_it_searches_what_was_never_ingested_and_no_scope() -> None:
    """What planning is told."""
    record = benchbook_plugins()[0]

    assert (True, False) == (record.declared, record.scoped)


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (("python", "my search.py"), "the program python 'my search.py': no"),
        (("x" * 100,), f"the program {'x' * 60}…: no"),
    ],
)
def test_a_program_is_named_by_its_beginning(command: tuple[str, ...], shown: str) -> None:
    """Quoted as a shell wants it."""
    assert shown in CommandLane(DECLARED, command=command).notes[0]
