"""Checking a gold set before any score."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from benchbook import Corpus, Inapplicable, Rankings, Topics, UsageError
from benchbook.core.commands.check_gold import CheckedQuestion, GoldCheck, check_gold
from benchbook.core.errors import RunFailed
from benchbook.core.plugging.registry import Registry
from benchbook.core.running.experiment import parse_experiment
from book import EXPERIMENT, lane, make_store, open_store, quiet_progress, registry
from evidence_made import EVIDENCE_EXPERIMENT, evidence_registry, make_evidence_store


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger with a corpus and a gold set with evidence."""
    return make_evidence_store(tmp_path)


def checked(
    path: Path,
    against: str = "made",
    text: str | None = None,
    plugins: Registry | None = None,
    gold: str = "made",
) -> GoldCheck:
    """A gold set checked; the ledger stays as it is."""
    experiment = None if text is None else parse_experiment(text, "exp.toml", Path())
    with open_store(path) as store:
        size = store.size
        done = check_gold(
            store,
            plugins or evidence_registry(),
            gold,
            against,
            experiment=experiment,
            progress=quiet_progress,
        )
        assert size == store.size
    return done


def question(done: GoldCheck, topic: str) -> CheckedQuestion:
    """One question of a check."""
    return next(one for one in done.questions if one.topic == topic)


def test_every_title_and_phrase_is_looked_up(ledger: Path) -> None:
    """How many units and documents match, where first, and what is ignored or missing."""
    done = checked(ledger)

    assert [
        ("title", "rice straw", 2, 1, "", False),
        ("phrase", "18 percent ash", 2, 2, "", False),
        ("phrase", "18", 0, 0, "under three characters", False),
    ] == [
        (
            one.named.kind,
            one.named.text,
            one.units,
            one.named.documents,
            one.named.ignored,
            one.is_lost,
        )
        for one in question(done, "ash").checked
    ]
    excerpt = question(done, "ash").checked[1].excerpt
    assert excerpt is not None
    assert ("rice#1", "straw with [18 percent ash]") == (excerpt.unit, excerpt.text)
    assert ["ash", "bales", "both", "lost"] == [one.topic for one in done.questions]


def test_what_is_missing_comes_with_what_is_near(ledger: Path) -> None:
    """A phrase inside a longer number says in which."""
    done = checked(ledger)
    near = question(done, "bales").checked[1].near

    assert near is not None
    assert "inside '1320'" == near.why
    assert [True, True] == [one.is_lost for one in question(done, "lost").checked]
    assert (0, True) == (question(done, "lost").relevant, done.is_lost)


def test_the_rules_of_an_experiment_hold(ledger: Path) -> None:
    """By substring nothing of `bales` is missing; the unit and relevance are the experiment's."""
    text = EVIDENCE_EXPERIMENT.replace(
        'unit = "document"\n', 'unit = "passage"\nmatch = "substring"\nrelevance = "both"\n'
    )
    done = checked(ledger, text=text)

    assert ("passage", "substring/1", "both") == (done.unit, done.match, done.relevance)
    assert not any(one.is_lost for one in question(done, "bales").checked)
    assert 1 == question(done, "ash").relevant


def test_a_lane_is_asked_for_everything(ledger: Path) -> None:
    """What shares no word with the question never comes, whatever the depth."""
    done = checked(ledger, "keyword", EVIDENCE_EXPERIMENT.replace("depth = 5", "retrieve = 5"))

    assert ("keyword", "made") == (done.lane, done.corpus)
    assert ((), ("oat", "rye-2")) == (
        question(done, "ash").unreturned,
        question(done, "both").unreturned,
    )
    assert ["Oat"] == [one.text for one in question(done, "both").unshown]


def test_judged_documents_of_no_corpus_are_lost(tmp_path: Path) -> None:
    """Qrels alone are checked too: a relevant document that is not there."""
    path = make_store(tmp_path, topics=70)
    done = checked(path, "small", plugins=registry(), gold="small")

    assert (140, 0, False) == (
        done.count("document"),
        done.count("document", lambda one: one.is_lost),
        done.is_lost,
    )


class Breaks:
    def __init__(self, corpus: Corpus) -> None: ...

    def retrieve(self, topics: Topics, depth: int) -> Rankings:
        message = "out of order"
        raise RuntimeError(message)


class Unfed:
    def __init__(self, corpus: Corpus) -> None:
        reason = "no unit cites another"
        raise Inapplicable(reason)


@pytest.mark.parametrize(
    ("build", "message"), [(Breaks, "lane keyword broke: .*out of order"), (Unfed, "cannot feed")]
)
def test_a_lane_that_returns_nothing_at_all_is_an_error(
    ledger: Path, build: type, message: str
) -> None:
    """A broken lane is not one that returns nothing."""
    plugins = evidence_registry()
    toys = Registry.of(lane("toy", build))
    plugins = attrs.evolve(plugins, registered=(*plugins.registered, *toys.registered))

    with pytest.raises(RunFailed, match=message):
        checked(ledger, "keyword", EVIDENCE_EXPERIMENT.replace('"bm25"', '"toy"'), plugins)


def test_a_name_that_nothing_bears_is_answered_with_those_there_are(ledger: Path) -> None:
    """Corpora, and lanes where an experiment is named."""
    with pytest.raises(UsageError, match="corpora here: made; a lane needs --experiment FILE"):
        checked(ledger, "nope")
    with pytest.raises(UsageError, match=r"lanes of exp\.toml: keyword"):
        checked(ledger, "nope", EVIDENCE_EXPERIMENT)


def test_a_rule_that_the_gold_set_cannot_feed_is_refused(tmp_path: Path) -> None:
    """As it would be by the run."""
    text = EXPERIMENT.replace("[experiment]\n", '[experiment]\nmatch = "fold"\n')

    with pytest.raises(UsageError, match='match = "fold"'):
        checked(make_store(tmp_path), "small", text, registry(), gold="small")
