"""The contract of readers: an honest reader passes, and each rule catches one that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchbook import BadData, Gold, Place, Qrels, Question, ReaderPlugin, Topics, Unit
from benchbook.testing import ReaderContract
from judging import SLOW, broken_rules


class Honest:
    """Tab-separated `id, title, text` of units, `topic, question, document, grade` of gold."""

    def corpus(self, path: Path) -> Iterator[tuple[Place, Unit]]:
        for place, cells in self.lines(path, 3):
            yield place, self.unit(cells)

    def unit(self, cells: list[str]) -> Unit:
        return Unit(unit_id=cells[0], doc_id=cells[0], title=cells[1], text=cells[2])

    def gold(self, path: Path) -> Gold:
        rows = [cells for _, cells in self.lines(path, 4)]
        return Gold(
            topics=Topics.of((cells[0], cells[1]) for cells in rows),
            qrels=Qrels.of((cells[0], cells[2], int(cells[3])) for cells in rows),
        )

    def files(self, path: Path) -> Sequence[Path]:
        return [path]

    def lines(self, path: Path, cells: int) -> Iterator[tuple[Place, list[str]]]:
        for number, line in enumerate(self.text(path).splitlines(), start=1):
            found = line.split("\t")
            if len(found) != cells:
                raise BadData(str(path), number, f"{len(found)} cells", f"{cells} cells")
            yield Place(str(path), number), found

    def text(self, path: Path) -> str:
        try:
            return path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as exc:
            raise BadData(str(path), None, str(exc), "a UTF-8 text file") from exc


class KeepsNoTitle(Honest):
    def unit(self, cells: list[str]) -> Unit:
        return Unit(unit_id=cells[0], doc_id=cells[0], title=None, text="")  # type: ignore[arg-type]  # the fault itself


class ReadsIdsAsNumbers(Honest):
    def unit(self, cells: list[str]) -> Unit:
        return super().unit([str(int(cells[0])), *cells[1:]])


class PadsGoldIds(Honest):
    def gold(self, path: Path) -> Gold:
        made = super().gold(path)
        return Gold(
            topics=Topics.of((f"q{one.id}", one.text) for one in made.topics),
            qrels=made.qrels,
        )


class KnowsStrangers(Honest):
    def gold(self, path: Path) -> Gold:
        made = super().gold(path)
        return Gold(topics=made.topics, qrels=made.qrels, questions={"8": Question(answer="x")})


class FindsByEvidence(Honest):
    def gold(self, path: Path) -> Gold:
        made = super().gold(path)
        phrases = {topic: Question(phrases=("p",)) for topic in made.topics.ids}
        return Gold(topics=made.topics, qrels=Qrels({}), questions=phrases)


class DigestsItsTopics(Honest):
    def gold(self, path: Path) -> Gold:
        made = super().gold(path)
        return Gold(
            topics=Topics.of((f"d{one.id}", one.text) for one in made.topics),
            qrels=Qrels({f"d{topic}": row for topic, row in made.qrels.grades.items()}),
        )


class CountsLinesWrong(Honest):
    def corpus(self, path: Path) -> Iterator[tuple[Place, Unit]]:
        for place, unit in super().corpus(path):
            yield Place(place.file, place.line + 100), unit


class HidesAFile(Honest):
    def corpus(self, path: Path) -> Iterator[tuple[Place, Unit]]:
        for place, unit in super().corpus(path):
            yield Place("elsewhere.tsv", place.line), unit


class SkipsWhatItSaw(Honest):
    def __init__(self) -> None:
        self.seen: set[str] = set()

    def corpus(self, path: Path) -> Iterator[tuple[Place, Unit]]:
        for place, unit in super().corpus(path):
            if unit.unit_id not in self.seen:
                yield place, unit
            self.seen.add(unit.unit_id)


class NumbersItsGold(Honest):
    read = 0

    def gold(self, path: Path) -> Gold:
        self.read += 1
        made = super().gold(path)
        return Gold(topics=made.topics, qrels=made.qrels, state=f"reading {self.read}")


class EndsTheFile(Honest):
    def text(self, path: Path) -> str:
        text = super().text(path)
        path.write_text(f"{text.rstrip()}\n\n".removesuffix("\n"), "utf-8")
        return text


class LetsUnicodeErrorsThrough(Honest):
    def text(self, path: Path) -> str:
        if not path.exists():
            raise BadData(str(path), None, "nothing", "a file")
        return path.read_text("utf-8")


class ReadsGarbage(Honest):
    def lines(self, path: Path, cells: int) -> Iterator[tuple[Place, list[str]]]:
        if path.exists() and b"\x00" in path.read_bytes():
            return iter(())
        return super().lines(path, cells)


class LetsMissingFilesThrough(Honest):
    def text(self, path: Path) -> str:
        if not path.exists():
            raise FileNotFoundError(path)
        return super().text(path)


class ReadsASet(Honest):
    def corpus(self, path: Path) -> Iterator[tuple[Place, Unit]]:
        read = {unit.unit_id: (place, unit) for place, unit in super().corpus(path)}
        # Of two units the order changes between two seeds or not: for this text it does.
        for unit_id in sorted(read, key=lambda one: hash(f"{one} a")):
            yield read[unit_id]


class Samples(ReaderContract):
    """The contract with samples of the toy format."""

    def corpus_sample(self, folder: Path) -> Path:
        path = folder / "corpus.tsv"
        path.write_text("007\tBond\tshaken\n7\tSeven\tstirred", "utf-8")
        return path

    def gold_sample(self, folder: Path) -> Path:
        path = folder / "gold.tsv"
        path.write_text("007\twho?\t007\t2\n7\twhat?\t7\t1\n", "utf-8")
        return path


def record(build: Callable[..., Any], name: str = "toy") -> ReaderPlugin:
    """A record for a reader of this file."""
    return ReaderPlugin(name=name, version="1", summary="a toy reader", build=build)


class HonestContract(Samples):
    """The contract over the honest reader."""

    plugin = record(Honest)


class SetContract(Samples):
    """The contract over a reader whose order differs from process to process."""

    plugin = record(ReadsASet)


@pytest.mark.slow
def test_honest_reader_passes() -> None:
    """A reader that keeps every rule fails none, so that a failure means something."""
    assert set() == broken_rules(HonestContract, slow=True)


@pytest.mark.slow
def test_reader_that_depends_on_the_process_fails() -> None:
    """A reader whose order follows Python's hash seed is caught, and by that rule alone."""
    assert {SLOW} == broken_rules(SetContract, slow=True)


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        (ReadsIdsAsNumbers, {"ids_are_kept"}),
        (PadsGoldIds, {"gold_ids_are_kept"}),
        (DigestsItsTopics, {"gold_ids_are_kept"}),
        (KnowsStrangers, {"questions_are_sound"}),
        (CountsLinesWrong, {"places_are_in_the_files"}),
        (HidesAFile, {"places_are_in_the_files"}),
        (SkipsWhatItSaw, {"read_twice_is_the_same"}),
        (NumbersItsGold, {"gold_read_twice_is_the_same"}),
        (EndsTheFile, {"files_are_left_alone"}),
        (LetsUnicodeErrorsThrough, {"garbage_is_refused", "gold_garbage_is_refused"}),
        (ReadsGarbage, {"garbage_is_refused", "gold_garbage_is_refused"}),
        (LetsMissingFilesThrough, {"missing_path_is_refused"}),
    ],
)
def test_each_rule_catches_its_breaker(build: type, expected: set[str]) -> None:
    """A reader that breaks one promise fails exactly the rules about it."""
    contract = type("Contract", (Samples,), {"plugin": record(build)})

    assert {f"test_{rule}" for rule in expected} == broken_rules(contract)


def test_relevance_may_be_found_by_evidence() -> None:
    """A reader that gives phrases in place of judgments breaks no rule."""
    contract = type("Contract", (Samples,), {"plugin": record(FindsByEvidence)})

    assert set() == broken_rules(contract)


def test_topics_may_be_given_ids_where_the_format_has_none() -> None:
    """The contract is told so."""
    more = {"plugin": record(DigestsItsTopics), "makes_topic_ids": True}
    contract = type("Contract", (Samples,), more)

    assert set() == broken_rules(contract)


def test_unsound_units_fail() -> None:
    """A unit whose title is no text is caught by the rule about units."""
    contract = type("Contract", (Samples,), {"plugin": record(KeepsNoTitle)})

    assert "test_units_are_sound" in broken_rules(contract)


def test_record_with_a_colon_fails() -> None:
    """A name with a colon, which parts a distribution from a name, is refused."""
    contract = type("Contract", (Samples,), {"plugin": record(Honest, "a:b")})

    assert {"test_record_is_admitted"} == broken_rules(contract)
