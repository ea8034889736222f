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
        ("at https://ada:pw@db.example:5432/x?key=1#part now", "at https://db.example:5432/x now"),
        ("https://token@host.example", "https://host.example"),
        ("ask 'http://[::1]:80/search?q=a b'", "ask 'http://[::1]:80/search b'"),
        ("two\nlines\tand\x1b[31m red", "two lines and\N{REPLACEMENT CHARACTER}[31m red"),
        ("lone \ud800 surrogate", "lone ? surrogate"),
    ],
)
def test_what_names_a_machine_or_a_person_goes(text: str, expected: str) -> None:
    """Folders, user and host go; file names and words stay; the text is one printable line."""
    assert expected == scrub(text, NAMES)


@pytest.mark.parametrize("name", ["SEARCH_TOKEN", "API_KEY", "apikey", "DB_PASSWORD", "MY-SECRET"])
def test_what_the_environment_calls_a_key_goes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that prints its own token when it fails does not get it into the ledger."""
    monkeypatch.setenv(name, "sesame-open-7")

    assert "401 for …, sorry" == scrub("401 for sesame-open-7, sorry")


@pytest.mark.parametrize(
    ("name", "value"), [("KEYBOARD_LAYOUT", "sesame-open-7"), ("SOME_KEY", "sesame")]
)
def test_other_values_of_the_environment_stay(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that only begins like one, and a value that is a common word, take nothing out."""
    monkeypatch.setenv(name, value)

    assert f"found {value}" == scrub(f"found {value}")


def test_a_text_made_of_dots_takes_no_time() -> None:
    """Looking for the schemes of URLs goes through a megabyte once."""
    assert LONGEST == len(scrub("a." * 500_000, ()))


def test_a_long_text_is_shortened() -> None:
    """A message of a megabyte does not enter the ledger."""
    assert LONGEST == len(scrub("x" * 1_000_000, ()))
