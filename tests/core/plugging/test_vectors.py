"""An embedder's answers are checked before anybody searches with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pytest

from benchbook import UsageError
from benchbook.core.plugging.contracts import PluginFault
from benchbook.core.plugging.vectors import CheckedEmbedder, Vectors, check_vectors

TEXTS = ("river", "")
SOUND = np.array([[0.6, -0.8], [0, 0]], np.float32)


class Fake:
    """Gives what it was told to give."""

    def __init__(self, *answers: object) -> None:
        self.id: Any = "fake"
        self.revision: Any = "1"
        self.answers = list(answers)
        self.asked: list[object] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(texts)
        print("loading")  # noqa: T201 - what is kept from stdout
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return cast("Vectors", answer)


def test_sound_vectors_come_back_as_they_are() -> None:
    """A vector of length 1 and one of zeros pass."""
    assert SOUND is check_vectors("fake", SOUND, TEXTS)


@pytest.mark.parametrize(
    ("made", "rule"),
    [
        (SOUND.tolist(), "gives vectors"),
        (SOUND.astype(np.float64), "gives vectors"),
        (SOUND[0], "gives vectors"),
        (np.empty((2, 0), np.float32), "gives vectors"),
        (SOUND[:1], "one vector per text"),
        (SOUND * np.float32(1.01), "vectors of length 1"),
        (np.full((2, 2), np.nan, np.float32), "vectors of length 1"),
        (np.full((2, 2), np.inf, np.float32), "vectors of length 1"),
    ],
)
def test_each_fault_is_named(made: object, rule: str) -> None:
    """Whatever else an embedder gives is refused by the rule that it breaks."""
    with pytest.raises(PluginFault) as caught:
        check_vectors("fake", made, TEXTS)

    assert rule == caught.value.rule


def test_prints_do_not_reach_stdout(capfd: pytest.CaptureFixture[str]) -> None:
    """What an embedder prints goes to stderr."""
    CheckedEmbedder("fake", Fake(SOUND)).embed(list(TEXTS))

    assert ("", "loading\n") == tuple(capfd.readouterr())


def test_texts_are_given_as_a_tuple() -> None:
    """An embedder cannot change the caller's list."""
    fake = Fake(SOUND)
    CheckedEmbedder("fake", fake).embed(list(TEXTS))

    assert [TEXTS] == fake.asked


def test_dimensions_stay_the_same() -> None:
    """Vectors of another answer can be compared with the first ones."""
    checked = CheckedEmbedder("fake", Fake(SOUND, np.zeros((2, 3), np.float32)))
    checked.embed(TEXTS)

    with pytest.raises(PluginFault, match="found 3 dimensions; expected 2, as before"):
        checked.embed(TEXTS)


def test_what_it_raises_is_its_fault() -> None:
    """The fault names the embedder and what it was asked to do."""
    with pytest.raises(PluginFault, match="fake broke the rule 'embeds': found ZeroDivisionError"):
        CheckedEmbedder("fake", Fake(ZeroDivisionError("by zero"))).embed(TEXTS)


def test_an_error_of_ours_passes_through() -> None:
    """An embedder that says what to do is quoted as it stands."""
    with pytest.raises(UsageError, match=r"^install it$"):
        CheckedEmbedder("fake", Fake(UsageError("install it"))).embed(TEXTS)


def test_id_and_revision_are_read() -> None:
    """Reports print them."""
    checked = CheckedEmbedder("test", Fake())

    assert ("fake", "1") == (checked.id, checked.revision)


@pytest.mark.parametrize("text", [None, 1, "", " ", "two\nlines"])
def test_id_and_revision_are_one_line(text: object) -> None:
    """What a report cannot print is refused."""
    fake = Fake()
    fake.id = fake.revision = text

    for name in ("id", "revision"):
        with pytest.raises(PluginFault, match="expected one line of text"):
            getattr(CheckedEmbedder("fake", fake), name)
