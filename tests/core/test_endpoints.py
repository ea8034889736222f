"""An address and what opens it: asked with, and never told."""

from __future__ import annotations

from benchbook.core.endpoints import Endpoint

ENVIRONMENT = {
    "PLAIN": "https://host.example:8443/search",
    "FULL": "https://ada:s%40sesame@[::1]:80/search?index=papers&api_key=open-sesame",
    "TOKEN": " sesame-open-7 ",
}


def endpoint(url: str = "", url_env: str = "", auth_env: str = "") -> Endpoint:
    """Make an endpoint in a small environment."""
    return Endpoint.of("toy", url, url_env, auth_env, ENVIRONMENT)


def test_a_plain_address_is_asked_and_told_as_it_is() -> None:
    """From either place."""
    for made in (endpoint(ENVIRONMENT["PLAIN"]), endpoint(url_env="PLAIN")):
        assert ENVIRONMENT["PLAIN"] == made.shown == made.url
        assert not made.headers
        assert not made.private


def test_credentials_and_query_are_asked_and_not_told() -> None:
    """Credentials as a header, the query in the address."""
    made = endpoint(url_env="FULL")

    assert "https://[::1]:80/search?index=papers&api_key=open-sesame" == made.url
    assert "https://[::1]:80/search" == made.shown
    assert {"Authorization": "Basic YWRhOnNAc2VzYW1l"} == made.headers  # ada:s@sesame


def test_a_token_is_a_bearer() -> None:
    """Without the blanks around it."""
    assert {"Authorization": "Bearer sesame-open-7"} == endpoint(
        url_env="PLAIN", auth_env="TOKEN"
    ).headers


def test_what_is_private_is_taken_out_of_messages() -> None:
    """Words of fewer than four letters stand everywhere."""
    made = endpoint(url_env="FULL")

    assert "no … in … for … of ada" == made.redacted("no papers in open-sesame for s@sesame of ada")


def test_only_keys_make_a_reply_unfit() -> None:
    """A word of the query may stand in a text; a password, a token or a key may not."""
    made = endpoint(url_env="FULL")

    assert not made.is_told_in({"rankings": ["papers about ada"]})
    for key in ("s@sesame", "open-sesame"):
        assert made.is_told_in({"rankings": [{"text": f"the word is {key}."}]})
    assert not endpoint(url_env="PLAIN").is_told_in({"text": "open-sesame"})


def test_a_key_with_signs_that_json_escapes_is_found() -> None:
    """Values are compared as JSON writes them."""
    made = Endpoint.of("toy", "", "URL", "", {"URL": 'https://ada:se"same\\open@host/'})

    assert made.is_told_in(['the word is se"same\\open.'])


def test_secrets_do_not_show_when_it_is_printed() -> None:
    """As a traceback with its values would."""
    printed = repr(endpoint(url_env="FULL"))

    assert "sesame" not in printed
    assert "/search" in printed


def test_an_echo_of_the_header_is_taken_out_too() -> None:
    """A service may repeat the pair as it was sent, which gives user and password away."""
    made = endpoint(url_env="FULL")

    assert "YWRhOnNAc2VzYW1l" not in made.redacted("401: Basic YWRhOnNAc2VzYW1l is not known")
    assert "YWRhOnNAc2VzYW1l" in made.keys
