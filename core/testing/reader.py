"""The contract of readers."""

from __future__ import annotations

import gzip
import unittest
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from ..corpus import Unit
from ..errors import BenchbookError
from ..gold import Gold
from ..hookspec import Reader, ReaderPlugin
from ..importing.question_checks import checked_questions
from ..places import Place
from ..plugging.contracts import check_unit
from .check import Contract

_GARBAGE = b'\xff\xfe\x00{"_id": 7, \x00\n\x1f\x8b\x08not a gzip\n'
_IDS = ("007", "7")


class ReaderContract(Contract):
    """What every reader must keep. Subclass it, name `plugin`, and write a sample of its format.

    The samples have two documents with the ids `007` and `7`, and a topic `007` for which document
    `007` is relevant, or which has evidence: a reference title or a phrase. A reader that reads no
    corpus, or no gold set, leaves that method out.

    Attributes:
        plugin: the reader's record.
        params: parameters for its `build`.
        makes_topic_ids: whether the format has no ids of topics, so that the reader makes them; the
            sample then has one topic alone.
    """

    plugin: ClassVar[ReaderPlugin]
    makes_topic_ids: ClassVar[bool] = False

    def corpus_sample(self, folder: Path) -> Path:  # noqa: ARG002 - a subclass writes there
        """Write a corpus into an empty folder and give the path to read."""
        self.skip("this reader reads no corpus")

    def gold_sample(self, folder: Path) -> Path:  # noqa: ARG002 - a subclass writes there
        """Write a gold set into an empty folder and give the path to read."""
        self.skip("this reader reads no gold set")

    def test_units_are_sound(self) -> None:
        """Each unit comes with a place, an id of its own and text."""
        with self._sample(self.corpus_sample) as path:
            self._units(path)

    def test_ids_are_kept(self) -> None:
        """`007` is not `7`: ids stay the text that they are."""
        with self._sample(self.corpus_sample) as path:
            found = sorted(unit.doc_id for _, unit in self._units(path))
            self.expect("ids are kept", sorted(_IDS), found, "the documents 007 and 7")

    def test_gold_ids_are_kept(self) -> None:
        """Topics and documents of a gold set keep their ids."""
        with self._sample(self.gold_sample) as path:
            gold = self._gold(path)
            topic = gold.topics.ids[0] if self.makes_topic_ids and len(gold.topics) else "007"
            question = gold.questions.get(topic)
            is_judged = "007" in gold.qrels.grades.get(topic, {})
            has_evidence = question is not None and question.has_evidence
            if topic not in gold.topics.ids or not (is_judged or has_evidence):
                found = f"topics {gold.topics.ids[:5]}, judged {gold.qrels.topics[:5]}"
                self.fail("ids are kept", found, "topic 007 with document 007, or with evidence")

    def test_questions_are_sound(self) -> None:
        """What is said of questions is of the types it is called, and of topics or probes."""
        with self._sample(self.gold_sample) as path:
            checked_questions(self._gold(path), self.name, str(path))

    def test_places_are_in_the_files(self) -> None:
        """Each place is a line of one of the files that the reader says it reads."""
        with self._sample(self.corpus_sample) as path:
            reader = self._reader()
            files = {str(file): file for file in reader.files(path)}
            for place, _ in self._units(path):
                file = files.get(place.file)
                if file is None or place.line > len(_unpacked(file).splitlines()):
                    found = f"{place}, files {sorted(files)}"
                    self.fail("places are in the files", found, "a line of one of its files")

    def test_read_twice_is_the_same(self) -> None:
        """The same object reads the same units and the same gold again."""
        reader = self._reader()
        with self._sample(self.corpus_sample) as path:
            first = list(reader.corpus(path))
            self.expect("read twice, the same", first, list(reader.corpus(path)), "equal units")

    def test_gold_read_twice_is_the_same(self) -> None:
        """The same object reads the same gold set again."""
        reader = self._reader()
        with self._sample(self.gold_sample) as path:
            first = repr(reader.gold(path))
            self.expect("read twice, the same", first, repr(reader.gold(path)), "equal gold sets")

    def test_files_are_left_alone(self) -> None:
        """Reading writes nothing."""
        with self._sample(self.corpus_sample) as path:
            before = _contents(path)
            self._units(path)
            self.expect("files are left alone", before, _contents(path), "untouched files")

    def test_garbage_is_refused(self) -> None:
        """Binary garbage in place of the files gives an error of Benchbook, which names a file."""
        with self._sample(self.corpus_sample) as path:
            self._spoil(path)
            self._refuses(lambda: list(self._reader().corpus(path)), "garbage is refused")

    def test_gold_garbage_is_refused(self) -> None:
        """The same for a gold set."""
        with self._sample(self.gold_sample) as path:
            self._spoil(path)
            self._refuses(lambda: self._reader().gold(path), "garbage is refused")

    def test_missing_path_is_refused(self) -> None:
        """A path that is not there gives an error of Benchbook."""
        with TemporaryDirectory() as folder:
            path = Path(folder, "nowhere")
            self._refuses(lambda: list(self._reader().corpus(path)), "a missing path is refused")
            self._refuses(lambda: self._reader().gold(path), "a missing path is refused")

    def footprint(self) -> bytes:
        """The units and the gold set that are read."""
        units = self._printed(
            self.corpus_sample, lambda path: [unit for _, unit in self._units(path)]
        )
        return units + self._printed(self.gold_sample, self._gold)

    def _printed(self, write: Callable[[Path], Path], read: Callable[[Path], object]) -> bytes:
        """What is read of a sample; nothing where the reader has none of that kind."""
        try:
            with self._sample(write) as path:
                return repr(read(path)).encode()
        except unittest.SkipTest:
            return b""

    def _reader(self) -> Reader:
        """The reader."""
        reader: Reader = self.build()
        return reader

    def _units(self, path: Path) -> list[tuple[Place, Unit]]:
        """The units at a path, checked one by one."""
        return [check_unit(self.name, pair) for pair in self._reader().corpus(path)]

    def _gold(self, path: Path) -> Gold:
        """The gold set at a path."""
        gold: object = self._reader().gold(path)
        if type(gold) is not Gold:
            self.fail("gives a Gold", f"a value of type {type(gold).__name__}", "benchbook.Gold")
        return gold

    @contextmanager
    def _sample(self, write: Callable[[Path], Path]) -> Iterator[Path]:
        """A sample in a folder of its own."""
        with TemporaryDirectory() as folder:
            yield write(Path(folder))

    def _spoil(self, path: Path) -> None:
        """Put garbage where the reader's files stand."""
        for file in self._reader().files(path):
            file.write_bytes(_GARBAGE)

    def _refuses(self, read: Callable[[], object], rule: str) -> None:
        """Fail unless reading raises an error of Benchbook."""
        wanted = "a BenchbookError such as BadData"
        try:
            read()
        except BenchbookError:
            return
        except Exception as exc:  # noqa: BLE001 - whatever else a plugin raises is what we look for
            self.fail(rule, f"{type(exc).__name__}: {exc}", wanted)
        self.fail(rule, "no error", wanted)


def _contents(path: Path) -> dict[str, bytes]:
    """Every file at or below a path."""
    files = [path] if path.is_file() else sorted(path.rglob("*"))
    return {str(file): file.read_bytes() for file in files if file.is_file()}


def _unpacked(file: Path) -> bytes:
    """What a file says, plain or gzip."""
    data = file.read_bytes()
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
