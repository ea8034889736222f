"""What a reader gives is checked before the ledger keeps it for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchbook import BadData, Gold, Place, Qrels, Question, Topics, Unit
from benchbook.core.hookspec import Reader
from benchbook.core.importing.metadata_checks import NESTING
from benchbook.core.importing.reader_checks import read_corpus, read_files, read_gold
from benchbook.core.plugging.contracts import PluginFault

HERE = Path("here")
HALF = "\ud83d"


class Fixed:
    """A reader that gives what it was made with, one line each."""

    def __init__(self, units: Sequence[Unit] = (), gold: object = None) -> None:
        self._units = units
        self._gold = gold

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        return ((Place(str(path), line), unit) for line, unit in enumerate(self._units, 1))

    def gold(self, path: Path) -> Any:  # noqa: ANN401 - a reader may give anything
        return self._gold

    def files(self, path: Path) -> Sequence[Path]:
        return (path,)


def unit(id_: str, **fields: Any) -> Unit:  # noqa: ANN401 - any field of a unit
    """Give a unit."""
    return Unit(**{"unit_id": id_, "doc_id": id_, "title": "", "text": "x", **fields})


def gold(topics: Mapping[str, str], document: str = "d", **fields: Any) -> Gold:  # noqa: ANN401 - any field of a gold set
    """Give a gold set in which each topic has one relevant document."""
    return Gold(
        topics=Topics.of(topics.items()),
        qrels=Qrels.of((topic, document, 1) for topic in topics),
        **fields,
    )


def test_units_are_sorted_by_code_points() -> None:
    """The order of a file does not matter: 10 stands before 2, capitals before small letters."""
    units = read_corpus(Fixed([unit("b"), unit("B"), unit("2"), unit("10")]), HERE, "fixed")

    assert ["10", "2", "B", "b"] == [one.unit_id for one in units]


def test_007_is_not_7() -> None:
    """Ids that are equal as numbers are two ids."""
    assert 2 == len(read_corpus(Fixed([unit("007"), unit("7")]), HERE, "fixed"))


def test_an_id_that_stands_twice_is_refused_naming_both_lines() -> None:
    """Neither text wins."""
    with pytest.raises(BadData, match=r"here, line 3: found unit 'a' again.*it stands in line 1"):
        read_corpus(Fixed([unit("a"), unit("b"), unit("a")]), HERE, "fixed")


def test_an_empty_corpus_is_refused() -> None:
    """There is nothing to rank."""
    with pytest.raises(BadData, match="no units"):
        read_corpus(Fixed(), HERE, "fixed")


@pytest.mark.parametrize("id_", ["e\u0301", " a", "a\n", "a\tb", "a\x00"])
def test_an_id_that_would_be_read_otherwise_than_written_is_refused(id_: str) -> None:
    """Composed, without blanks at its ends and without control characters."""
    with pytest.raises(BadData) as caught:
        read_corpus(Fixed([unit("b"), unit(id_)]), HERE, "fixed")

    assert 2 == caught.value.line


def test_the_id_of_a_document_is_held_to_the_same() -> None:
    """A passage's document is an id too."""
    with pytest.raises(BadData, match="document id"):
        read_corpus(Fixed([unit("a#1", doc_id="a ")]), HERE, "fixed")


@pytest.mark.parametrize("metadata", [{"x": 1.5}, {"x": [{"y": 1.5}]}, {"x": {1: "y"}}])
def test_metadata_that_has_no_one_spelling_is_refused(metadata: dict[str, object]) -> None:
    """A float would be written in more than one way."""
    with pytest.raises(BadData, match="in the metadata of unit 'a'"):
        read_corpus(Fixed([unit("a", metadata=metadata)]), HERE, "fixed")


@pytest.mark.parametrize(
    "fields",
    [{"text": HALF}, {"title": HALF}, {"section": (HALF,)}, {"metadata": {"x": [HALF]}}],
)
def test_half_a_surrogate_pair_is_refused(fields: dict[str, object]) -> None:
    """It has no UTF-8, so that the ledger could not write it."""
    with pytest.raises(BadData, match=r"line 1: found half of a surrogate pair in .*unit 'a'"):
        read_corpus(Fixed([unit("a", **fields)]), HERE, "fixed")


@pytest.mark.parametrize("fields", [{"section": ["x"]}, {"section": (7,)}, {"metadata": [7]}])
def test_a_unit_with_fields_of_another_type_is_the_fault_of_its_reader(
    fields: dict[str, object],
) -> None:
    """The plugin is named."""
    with pytest.raises(PluginFault, match="plugin fixed broke"):
        read_corpus(Fixed([unit("a", **fields)]), HERE, "fixed")


def test_half_a_surrogate_pair_in_a_question_is_refused() -> None:
    """In its text, its tags, and what is said of it."""
    for wrong in (gold({"a": HALF}), gold({"a": "?"}, tags={"a": (HALF,)})):
        with pytest.raises(BadData, match="half of a surrogate pair"):
            read_gold(Fixed(gold=wrong), HERE, "fixed")
    with pytest.raises(PluginFault, match="half of a surrogate pair in phrases of 'a'"):
        read_gold(
            Fixed(gold=gold({"a": "?"}, questions={"a": Question(phrases=(HALF,))})), HERE, "fixed"
        )


def test_a_unit_beyond_4_mib_is_refused() -> None:
    """The line is named, and what to do."""
    with pytest.raises(BadData, match=r"line 1: found unit 'a' of .* Split it"):
        read_corpus(Fixed([unit("a", text="x" * (4 << 20))]), HERE, "fixed")


def test_a_unit_just_below_4_mib_is_taken() -> None:
    """The limit is that of the line that is stored."""
    (only,) = read_corpus(Fixed([unit("a", text="x" * ((4 << 20) - 200))]), HERE, "fixed")

    assert "a" == only.unit_id


def test_texts_of_questions_are_composed() -> None:
    """The ledger keeps no other form; ids are refused instead of changed."""
    read = read_gold(Fixed(gold=gold({"a": "cafe\u0301"})), HERE, "fixed")

    assert ("caf\u00e9",) == read.topics.texts


@pytest.mark.parametrize(
    "given",
    [
        gold({"e\u0301": "?"}),
        gold({"a": "?"}, document="e\u0301"),
        gold({"a": "?"}, document=""),
        gold({"a": "?"}, unknown_topics=(" b",)),
        gold({"a": "?"}, probes=Topics(("b\n",), ("?",))),
    ],
)
def test_ids_of_a_gold_set_are_held_to_the_same(given: Gold) -> None:
    """Topics, documents, probes and unknown topics."""
    with pytest.raises(BadData, match=r"id '|empty document id"):
        read_gold(Fixed(gold=given), HERE, "fixed")


def test_a_gold_set_without_a_topic_is_refused() -> None:
    """The message says whether judgments were there without questions."""
    with pytest.raises(BadData, match="no topics, and 1 judged ones without a question"):
        read_gold(Fixed(gold=gold({}, unknown_topics=("a",))), HERE, "fixed")


def test_a_reader_that_gives_something_else_is_named() -> None:
    """The fault is the plugin's, not the file's."""
    with pytest.raises(PluginFault, match="plugin fixed"):
        read_gold(Fixed(gold={}), HERE, "fixed")


def test_metadata_may_be_nested_a_few_levels() -> None:
    """What is written once must be readable for ever: deep nesting is refused, naming the unit."""
    deep: object = "x"
    for _ in range(NESTING - 1):
        deep = [deep]
    (kept,) = read_corpus(Fixed([unit("a", metadata={"m": deep})]), HERE, "fixed")

    assert deep == kept.metadata["m"]
    with pytest.raises(BadData, match=f"more than {NESTING} levels in the metadata of unit .a."):
        read_corpus(Fixed([unit("a", metadata={"m": [[deep]]})]), HERE, "fixed")


class Breaking(Fixed):
    """A reader that breaks after its first unit, and names a file as text."""

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        yield Place(str(path), 1), unit("a")
        raise SystemExit(0)

    def gold(self, path: Path) -> Any:  # noqa: ANN401 - a reader may give anything
        raise KeyError(path)

    def files(self, path: Path) -> Any:  # noqa: ANN401 - a reader may give anything
        return (path, "text")


@pytest.mark.parametrize("read", [read_corpus, read_gold, read_files])
def test_a_reader_that_breaks_is_named(read: Callable[[Reader, Path, str], object]) -> None:
    """Whatever a reader raises is its own fault, not a crash."""
    with pytest.raises(PluginFault, match="plugin acme:odd broke"):
        read(Breaking(), HERE, "acme:odd")


class Locked(Fixed):
    """A reader whose file cannot be read."""

    def corpus(self, path: Path) -> Iterable[tuple[Place, Unit]]:
        raise PermissionError(path)


def test_a_file_that_cannot_be_read_is_no_fault_of_the_reader() -> None:
    """The error of the file system passes, with its own exit code."""
    with pytest.raises(PermissionError):
        read_corpus(Locked(), HERE, "fixed")
