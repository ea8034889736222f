"""Fusing one condition: its fuser and its reranker, built, asked, and what they give checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import attrs
import numpy as np

from ..hookspec import Fuser, Reranker
from ..plugging.contracts import PluginFault, answering, check_rankings
from ..ranking.rankings import Rankings, share_table
from ..scrub import scrub
from ..topics import Topics
from .asking import MOST_NOTES
from .breaking import FUSE, RERANK, breaking
from .plan import PlannedCondition
from .reranking import rerank
from .stopwatch import Watch, unwatched


@attrs.frozen(kw_only=True, eq=False)
class Fusing:
    """A condition that can be asked.

    Attributes:
        final: rows of each topic that it returns at most.
        texts: title and text of each unit that may be ranked, for the reranker where there is one.
        watch: entered as `fuse` and `rerank` while a plugin does its work; the checks of what it
            gives are not its work.
    """

    condition: PlannedCondition
    fuser: Fuser
    reranker: Reranker | None
    final: int
    texts: Mapping[str, str]
    watch: Watch

    @classmethod
    def of(
        cls,
        condition: PlannedCondition,
        final: int,
        texts: Mapping[str, str],
        watch: Watch = unwatched,
    ) -> Fusing:
        """Build the plugins of a condition.

        Raises:
            ConditionBroke: one cannot be built, although it could be before the run.
        """
        name = condition.registered.qualified
        with breaking(FUSE, condition.made_by), answering(name, "fuses"):
            fuser = cast("Fuser", condition.registered.record.build(**condition.arguments))
        reranker = None
        if condition.rerank is not None:
            planned = condition.rerank
            name = planned.registered.qualified
            with breaking(RERANK, planned.made_by), answering(name, "reranks"):
                reranker = cast("Reranker", planned.registered.record.build(**planned.arguments))
        return cls(
            condition=condition,
            fuser=fuser,
            reranker=reranker,
            final=final,
            texts=texts,
            watch=watch,
        )

    def fuse(self, topics: Topics, lanes: Mapping[str, Rankings]) -> Rankings:
        """One checked ranking per topic.

        Args:
            lanes: what each lane returned for the topics, in the unit that is measured.

        Raises:
            ConditionBroke: a plugin broke.
        """
        planned, name = self.condition.rerank, self.condition.registered.qualified
        depth = max(self.final, planned.pool if planned else 0)
        broke = breaking(FUSE, self.condition.made_by)
        with broke, answering(name, "fuses"), self.watch(FUSE):
            made = self.fuser.fuse(topics, lanes, depth)
        if not any(made is ranking and _deepest(ranking) <= depth for ranking in lanes.values()):
            units, _ = share_table(tuple(lanes.values()))
            with breaking(FUSE, self.condition.made_by):
                made = check_rankings(name, made, topics, depth, units)
        # else a lane's own ranking, which was checked when it was retrieved
        if planned is None or self.reranker is None:
            return made
        return rerank(planned, self.reranker, topics, made, self.texts, self.final, self.watch)

    def notes_on(self, lanes: Mapping[str, Rankings]) -> tuple[str, ...]:
        """What the fuser says is odd about fusing these, as text that the ledger may keep.

        Raises:
            ConditionBroke: it broke, or gave something else than a few sentences.
        """
        name = self.condition.registered.qualified
        with breaking(FUSE, self.condition.made_by):
            with answering(name, "says what is odd"):
                notes_on = getattr(self.fuser, "notes_on", None)
                notes = () if notes_on is None else notes_on(lanes)
            if not isinstance(notes, tuple | list) or not all(type(one) is str for one in notes):
                expected = "a tuple of sentences"
                raise PluginFault(name, "says what is odd", f"a {type(notes).__name__}", expected)
        return tuple(scrub(note) for note in notes[:MOST_NOTES])

    def choose(self, topics: Topics) -> tuple[str, ...] | None:
        """What the fuser chose to do for each topic; None where it does not choose.

        Raises:
            ConditionBroke: it broke, or gave other than one text per topic.
        """
        name = self.condition.registered.qualified
        with breaking(FUSE, self.condition.made_by):
            with answering(name, "chooses"):
                choose = getattr(self.fuser, "choose", None)
                chosen = None if choose is None else tuple(choose(topics))
            if chosen is None:
                return None
            if len(chosen) != len(topics) or not all(type(one) is str for one in chosen):
                found, expected = f"{len(chosen)} choices", "one text for each topic"
                raise PluginFault(name, "chooses", found, expected)
        return chosen


def _deepest(rankings: Rankings) -> int:
    """The most rows that a topic has."""
    return int(np.diff(rankings.offsets).max(initial=0))
