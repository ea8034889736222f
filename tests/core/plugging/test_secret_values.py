"""A key in an experiment is refused before anything is recorded."""

from __future__ import annotations

import pytest

from benchbook.core.plugging.parameters import BadParameter, bind
from benchbook.core.plugging.secret_values import secret_in


def build(*, url: str = "", command: tuple[str, ...] = (), api_key: str = "") -> object:
    """Take what an experiment gives."""
    return url, command, api_key


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("url", "https://ada:sesame@host/search", "a URL with credentials"),
        ("dsn", "postgresql://ada:sesame@host/papers?sslmode=require", "a URL with credentials"),
        ("url", "https://host/search?index=a&api_key=sesame", "a URL with a key in its query"),
        ("url", "https://host/search?sig=sesame", "a URL with a key in its query"),
        ("command", ("ask", "--token", "sesame"), "the option '--token' with a value"),
        ("command", ("ask", "--api-key=sesame"), "the option 'api-key' with a value"),
        ("command", ("env", "SEARCH_PASSWORD=sesame", "ask"), "the option 'SEARCH_PASSWORD'"),
        ("command", ("curl", "https://ada:sesame@host/"), "a URL with credentials"),
        ("api_key", "sesame", "what its name calls a key"),
        ("password", "sesame", "what its name calls a key"),
    ],
)
def test_a_key_is_seen_and_not_repeated(name: str, value: object, found: str) -> None:
    """By the name of the parameter, in a URL, as an option of a command."""
    said = secret_in(name, value)

    assert said.startswith(found)
    assert "sesame" not in said


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("url", "https://host:9200/papers/_search?index=a"),
        (
            "command",
            ("python", "search.py", "--max-token", "512", "--key=doi", "--sort-key", "doi"),
        ),
        ("command", ("ask", "--token", "--fast")),
        ("command", ("ask", "mail@example.org")),
        ("auth_env", "SEARCH_TOKEN"),
        ("token", "word"),
        ("api_key", ""),
        ("stop_words", "english"),
        ("k1", 1.2),
        ("path", None),
    ],
)
def test_what_is_no_key_passes(name: str, value: object) -> None:
    """Names of variables, plain URLs, options that only begin like one, numbers."""
    assert secret_in(name, value) == ""


def test_a_parameter_with_a_key_is_refused_without_showing_it() -> None:
    """The message says where keys belong."""
    with pytest.raises(BadParameter, match="keep it in the environment") as caught:
        bind(build, {"url": "https://ada:sesame@host/"})

    assert "sesame" not in str(caught.value)


def test_a_key_under_an_unknown_name_is_not_shown_either() -> None:
    """The refusal of an unknown parameter repeats its value; this one comes first."""
    with pytest.raises(BadParameter) as caught:
        bind(build, {"secret": "sesame"})

    assert "sesame" not in str(caught.value)
