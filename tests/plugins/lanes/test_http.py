"""A search service serves as a lane; what breaks the protocol is named by its rule."""

from __future__ import annotations

import json

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from benchbook import BadData, Topics, Unit
from benchbook.plugins.lanes import http
from benchbook.plugins.lanes.http import HttpLane, benchbook_plugins
from services import KNOWN, TOPICS, asked, lane, ranking


def test_topics_go_in_and_ranked_units_come_out(httpserver: HTTPServer) -> None:
    """The order of the reply is the ranking; a topic that it does not name has an empty one."""
    reply = {"rankings": [ranking("t2", "b", "a")]}
    httpserver.expect_request("/search", method="POST").respond_with_json(reply)
    made = lane(httpserver).retrieve(TOPICS, 7)

    assert [(), ("b", "a")] == [made.units(topic) for topic in TOPICS.ids]
    topics = [{"id": "t1", "text": "moss"}, {"id": "t2", "text": "Übermut 水獭"}]
    expected = {"protocol": "benchbook-lane/1", "topics": topics, "depth": 7, "page": None}
    assert [expected] == asked(httpserver)
    assert "application/json" == httpserver.log[0][0].headers["Content-Type"]
    assert "Authorization" not in httpserver.log[0][0].headers


def test_pages_follow_until_there_is_no_next(httpserver: HTTPServer) -> None:
    """The units of a page come behind those of the page before."""
    for page, reply in (
        (None, {"rankings": [ranking("t1", "a")], "next": "two"}),
        ("two", {"rankings": [ranking("t2", "c"), ranking("t1", "b")], "next": "three"}),
        ("three", {"rankings": [], "next": None}),
    ):
        httpserver.expect_request(
            "/search", json={"protocol": http.PROTOCOL, **body(TOPICS, 7), "page": page}
        ).respond_with_json(reply)
    made = lane(httpserver).retrieve(TOPICS, 7)

    assert [("a", "b"), ("c",)] == [made.units(topic) for topic in TOPICS.ids]
    assert [None, "two", "three"] == [one["page"] for one in asked(httpserver)]


def body(topics: Topics, depth: int) -> dict[str, object]:
    """Give what is asked for some topics."""
    return {"topics": [{"id": one.id, "text": one.text} for one in topics], "depth": depth}


def test_pages_end_when_every_topic_has_what_is_wanted(httpserver: HTTPServer) -> None:
    """No page is asked for that would be cut off; what is beyond the depth is left out."""
    reply = {"rankings": [ranking("t1", "a", "b", "c"), ranking("t2", "c", "a")], "next": "more"}
    httpserver.expect_request("/search").respond_with_json(reply)
    made = lane(httpserver).retrieve(TOPICS, 2)

    assert [("a", "b"), ("c", "a")] == [made.units(topic) for topic in TOPICS.ids]
    assert 1 == len(httpserver.log)


def test_topics_may_be_asked_in_smaller_batches(httpserver: HTTPServer) -> None:
    """The rankings are put together in the order of the topics."""

    def answer(request: Request) -> Response:
        ids = [topic["id"] for topic in json.loads(request.get_data())["topics"]]
        reply = {"rankings": [ranking(id_, f"u{id_}") for id_ in ids]}
        return Response(json.dumps(reply), content_type="application/json")

    httpserver.expect_request("/search").respond_with_handler(answer)
    topics = Topics.of((f"t{number:02}", "moss") for number in range(70))
    made = lane(httpserver, batch=30).retrieve(topics, 7)

    assert [(f"u{id_}",) for id_ in topics.ids] == [made.units(id_) for id_ in topics.ids]
    assert [30, 30, 10] == [len(one["topics"]) for one in asked(httpserver)]


def test_a_topic_of_another_batch_is_refused(httpserver: HTTPServer) -> None:
    """A reply is about what it was asked."""
    httpserver.expect_request("/search").respond_with_json({"rankings": [ranking("t2", "a")]})

    with pytest.raises(BadData, match=r'topic "t2"; expected one of the topics'):
        lane(httpserver, batch=1).retrieve(TOPICS, 7)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("moss", "Expecting value at column 1; expected one JSON object"),
        ('{"rankings": [', "Expecting value at column 15"),
        ("[]", "a reply that is no object; expected an object with rankings, and next"),
        ('{"ranking": []}', "a reply with the fields ['ranking']"),
        ('{"rankings": [], "nxt": null}', "a reply with the fields ['nxt', 'rankings']"),
        ('{"rankings": {}}', "rankings that are no list"),
        ('{"rankings": ["t1"]}', "a ranking that is no object"),
        ('{"rankings": [{"topic": "t1"}]}', "a ranking with the fields ['topic']"),
        ('{"rankings": [{"topic": "t1", "units": {}}]}', "'t1' without a list of units"),
        ('{"rankings": [{"topic": "t9", "units": []}]}', 'topic "t9"; expected one of the topics'),
        (
            '{"rankings": [{"topic": "t1", "units": []}, {"topic": "t1", "units": []}]}',
            "topic 't1' again; expected each topic once on a page",
        ),
        ('{"rankings": [], "next": 2}', "next of type int; expected null, or a text"),
        ('{"rankings": [], "next": ""}', "next of type str; expected null, or a text"),
        ('{"rankings": [], "next": "two"}', "a page without one, and another to follow"),
        ('{"rankings": [{"topic": "t1", "units": [7]}]}', "topic 't1', row 1: 7; expected an obj"),
    ],
)
def test_a_reply_of_another_shape_names_the_rule(
    httpserver: HTTPServer, reply: str, said: str
) -> None:
    """And where it came from."""
    httpserver.expect_request("/search").respond_with_data(reply)

    with pytest.raises(BadData) as caught:
        lane(httpserver).retrieve(TOPICS, 7)

    assert f"the reply of {httpserver.url_for('/search')}" == caught.value.file
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('{"unit": "a", "score": NaN}', "NaN, which is not JSON"),
        ('{"unit": "a", "score": 1e999}', "row 1: score = 1e999"),
        ('{"unit": "a", "score": 1, "rank": 1}', "row 1: the field 'rank'"),
        ('{"unit": "a", "score": 1}, {"unit": "a", "score": 1}', "row 2: unit 'a' again"),
        ('{"unit": "\\ud800", "score": 1}', "half of a surrogate pair"),
    ],
)
def test_a_unit_that_is_wrong_names_the_rule(httpserver: HTTPServer, row: str, said: str) -> None:
    """With its topic and row."""
    reply = f'{{"rankings": [{{"topic": "t1", "units": [{row}]}}]}}'
    httpserver.expect_request("/search").respond_with_data(reply)

    with pytest.raises(BadData) as caught:
        lane(httpserver).retrieve(TOPICS, 7)

    assert said in str(caught.value)


def test_a_unit_twice_over_pages_is_refused(httpserver: HTTPServer) -> None:
    """Pages of a service that moved on meanwhile overlap."""
    reply = {"rankings": [ranking("t1", "a")], "next": "two"}
    httpserver.expect_request("/search").respond_with_json(reply)

    with pytest.raises(BadData, match="row 2: unit 'a' again"):
        lane(httpserver).retrieve(TOPICS, 7)


def test_a_reply_that_is_no_text_is_named(httpserver: HTTPServer) -> None:
    """By its first byte that is not UTF-8."""
    httpserver.expect_request("/search").respond_with_data(b"{\xff}")

    with pytest.raises(BadData, match="byte 0xff at place 2; expected JSON in UTF-8"):
        lane(httpserver).retrieve(TOPICS, 7)


def test_units_of_a_known_corpus_are_checked(httpserver: HTTPServer) -> None:
    """The first one that it does not hold is named."""
    httpserver.expect_request("/search").respond_with_json({"rankings": [ranking("t1", "z")]})

    with pytest.raises(BadData, match="unit 'z', which the corpus does not hold"):
        lane(httpserver, KNOWN).retrieve(TOPICS, 7)


def test_texts_come_with_the_ranking_of_a_declared_corpus(httpserver: HTTPServer) -> None:
    """Each unit that was told about."""
    row = {"unit": "a#1", "score": 2, "doc": "a", "title": "A", "text": "moss"}
    reply = {"rankings": [{"topic": "t1", "units": [row]}]}
    httpserver.expect_request("/search").respond_with_json(reply)
    made = lane(httpserver)
    made.retrieve(TOPICS, 7)

    assert {"a#1": Unit(unit_id="a#1", doc_id="a", title="A", text="moss")} == made.units


def test_no_topics_ask_nobody() -> None:
    """There is nothing to ask."""
    assert 0 == len(HttpLane(KNOWN, url="http://127.0.0.1:9/").retrieve(Topics((), ()), 10))


def test_it_searches_what_was_never_ingested_and_no_scope() -> None:
    """What planning is told."""
    record = benchbook_plugins()[0]

    assert (True, False) == (record.declared, record.scoped)
