"""Text of the outside world before it enters the ledger."""

from __future__ import annotations

import pytest

from benchbook.core.scrub import LONGEST, scrub

NAMES = ("ada", "lovelace-laptop")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cannot open /home/ada/corpus/index.bin", "cannot open index.bin"),
        ("no such file: '/opt/data/a b.txt'", "no such file: 'a b.txt'"),
        ("user ada on lovelace-laptop", "user … on …"),
        ("adamant", "adamant"),
        ("see https://example.org/page", "see https://example.org/page"),
        ("two\nlines\tand\x1b[31m red", "two lines and\N{REPLACEMENT CHARACTER}[31m red"),
        ("lone \ud800 surrogate", "lone ? surrogate"),
    ],
)
def test_what_names_a_machine_or_a_person_goes(text: str, expected: str) -> None:
    """Folders, user and host go; file names and words stay; the text is one printable line."""
    assert expected == scrub(text, NAMES)


def test_a_long_text_is_shortened() -> None:
    """A message of a megabyte does not enter the ledger."""
    assert LONGEST == len(scrub("x" * 1_000_000, ()))
