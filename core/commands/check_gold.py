"""Check a gold set before any score: what of it a corpus, or one lane, can return at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import attrs

from ..corpus import Corpus
from ..errors import UsageError
from ..event_store import EventStore
from ..gold import Gold
from ..matching.checking import Checked, check_evidence
from ..matching.evidence import Evidence
from ..matching.gold_search import GoldSearch
from ..matching.relevance import Judging, relevant_units
from ..matching.rules import RULES
from ..objects.corpora import load_corpus
from ..objects.gold_sets import load_gold
from ..plugging.registry import Registry
from ..progress import Progress
from ..ranking.rankings import Rankings
from ..ranking.units import collapse
from ..running.full_depth import ask_for_everything
from ..running.settling import Views, read_views, settle
from ..running.specification import Experiment
from ..topics import Topic
from .find import pick


@attrs.frozen(kw_only=True)
class CheckedQuestion:
    """One question, looked up.

    Attributes:
        topic: its id; text: what is asked.
        checked: judged documents, then titles, then phrases.
        relevant: how many documents or passages are relevant to it.
        unreturned: of these, the ones that the lane never returns, however much it is asked for;
            without a lane, the ones that the corpus does not hold.
        unshown: titles and phrases that units of the corpus match, none of which the lane returns.
    """

    topic: str
    text: str
    checked: tuple[Checked, ...]
    relevant: int
    unreturned: tuple[str, ...]
    unshown: tuple[Evidence, ...]

    @property
    def is_lost(self) -> bool:
        """Whether something that counts cannot be returned."""
        return bool(self.unreturned or self.unshown) or any(one.is_lost for one in self.checked)


@attrs.frozen(kw_only=True)
class GoldCheck:
    """A gold set, checked.

    Attributes:
        lane: what was asked, or empty where the corpus alone was looked at.
        documents, units: of the corpus.
        unit: what is measured, `document` or `passage`.
        relevance, match: the rules; the latter with its version.
        notes: what the lane says of itself.
    """

    gold: str
    gold_digest: str
    corpus: str
    corpus_digest: str
    documents: int
    units: int
    lane: str
    unit: str
    relevance: str
    match: str
    questions: tuple[CheckedQuestion, ...]
    notes: tuple[str, ...]

    @property
    def is_lost(self) -> bool:
        """Whether something that counts cannot be returned."""
        return any(question.is_lost for question in self.questions)

    def count(self, kind: str, fits: Callable[[Checked], bool] = lambda _: True) -> int:
        """How many of the documents, titles or phrases that questions name fit something."""
        return sum(
            one.named.kind == kind and fits(one)
            for question in self.questions
            for one in question.checked
        )


def check_gold(
    store: EventStore,
    registry: Registry,
    gold: str,
    against: str,
    *,
    experiment: Experiment | None = None,
    progress: Progress,
) -> GoldCheck:
    """Look up everything that a gold set names. Nothing is recorded.

    Args:
        gold: the name of the gold set.
        against: a lane of the experiment, else a corpus.
        experiment: where lanes are, and the unit and the rules of relevance.

    Raises:
        UsageError: no such gold set, corpus or lane; a rule that the gold set cannot feed.
        RunFailed: the lane broke, or cannot be fed by the corpus.
    """
    views = read_views(store)
    view = pick("gold set", gold, views.gold_sets)
    lane = against if experiment is not None and against in experiment.lanes else ""
    name = _corpus_of(views, gold, against, experiment)
    corpus = load_corpus(views.corpora[name].manifest, store.get)
    if corpus.is_declared:
        message = f"corpus {name!r} is only declared: what it holds is not known here"
        raise UsageError(message)
    loaded = load_gold(view.event.questions, store.get)
    judging = _judging(gold, view.event.questions, experiment)
    rule, by = judging.rule_for(loaded), RULES[judging.match or "fold"]
    notes: tuple[str, ...] = ()
    returned = _held(corpus, loaded, judging.unit)
    if experiment is not None and lane:
        everything = ask_for_everything(experiment, registry, lane, corpus, loaded.topics, progress)
        returned, notes = _returned(everything.rankings, corpus, judging.unit), everything.notes
    search = GoldSearch(loaded, corpus, by, judging.unit)
    checked = check_evidence(loaded, corpus, by, search)
    return GoldCheck(
        gold=gold,
        gold_digest=view.event.questions,
        corpus=name,
        corpus_digest=corpus.digest,
        documents=len(corpus.documents),
        units=len(corpus),
        lane=lane,
        unit=judging.unit,
        relevance=rule,
        match=by.version,
        questions=tuple(
            _question(topic, checked[topic.id], rule, search, returned[topic.id])
            for topic in loaded.topics
        ),
        notes=notes,
    )


def _corpus_of(views: Views, gold: str, against: str, experiment: Experiment | None) -> str:
    """The corpus that is meant: the experiment's for a lane of it, else the one of that name.

    Raises:
        UsageError: there is neither such a lane nor such a corpus.
    """
    if experiment is not None and against in experiment.lanes:
        settings = attrs.evolve(experiment.settings, gold=gold)
        return settle(attrs.evolve(experiment, settings=settings), views).settings.corpus
    if against in views.corpora:
        return against
    corpora = f"corpora here: {', '.join(sorted(views.corpora)) or 'none'}"
    if experiment is None:
        hint = "a lane needs --experiment FILE"
    else:
        hint = f"lanes of {experiment.file}: {', '.join(experiment.lanes)}"
    message = f"--against {against!r} is neither a corpus nor a lane; {corpora}; {hint}"
    raise UsageError(message)


def _judging(gold: str, digest: str, experiment: Experiment | None) -> Judging:
    """The rules of an experiment, else those that hold where nothing is said."""
    if experiment is None:
        return Judging(name=gold, digest=digest, relevance="", match="", unit="document")
    settings = experiment.settings
    return Judging(
        name=gold,
        digest=digest,
        relevance=settings.relevance,
        match=settings.match,
        unit=settings.unit,
    )


Returned = Mapping[str, frozenset[str]]
"""The ids that can be returned, by topic."""


def _held(corpus: Corpus, gold: Gold, unit: str) -> Returned:
    """What the corpus holds, the same for every topic."""
    held = frozenset(corpus.doc_ids if unit == "document" else corpus.unit_ids)
    return dict.fromkeys(gold.topics.ids, held)


def _returned(rankings: Rankings, corpus: Corpus, unit: str) -> Returned:
    """What a lane returned."""
    measured = collapse(rankings, corpus) if unit == "document" else rankings
    return {topic: frozenset(measured.units(topic)) for topic in measured.topics.ids}


def _question(
    topic: Topic,
    checked: tuple[Checked, ...],
    rule: str,
    search: GoldSearch,
    returned: frozenset[str],
) -> CheckedQuestion:
    """A question, with what can be returned of what is relevant to it."""
    row = tuple(one.named for one in checked)
    grades = relevant_units(rule, row, partial(search.joint, topic.id))
    relevant = [unit for unit, grade in sorted(grades.items()) if grade > 0]
    return CheckedQuestion(
        topic=topic.id,
        text=topic.text,
        checked=checked,
        relevant=len(relevant),
        unreturned=tuple(unit for unit in relevant if unit not in returned),
        unshown=tuple(
            one
            for one in row
            if one.kind != "document" and one.units and returned.isdisjoint(one.units)
        ),
    )
