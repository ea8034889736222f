"""What an experiment file says, checked: plain values that know no plugin."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

import attrs

from ..errors import UsageError
from ..gating.decision import DecisionRule
from ..gating.gate import Gate
from ..scopes import Scope
from ..sweeping.rule import SweepRule


@attrs.frozen(kw_only=True)
class Settings:
    """The table `[experiment]`.

    Attributes:
        corpus, gold: names; empty means the only one that the workspace has.
        unit: what is measured, `document` or `passage`.
        retrieve: units asked of each lane, before fusion.
        depth: units that a condition returns.
        baseline: the condition that others are compared with; the first one where none is named.
        metrics: names as written; `primary`: the one that the declared family is about, the first
            where none is named.
        test: of differences, `sign-flip`, `t`, `wilcoxon` or `bootstrap`; correction: over the
            declared family, `holm`, `bonferroni` or `none`.
        alpha: the greatest corrected p with which a difference of that family is called one.
        interval: of means, `standard` (Wilson, Student), `percentile` or `bootstrap`.
        relevance: what makes a unit relevant, `document`, `evidence`, `either` or `both`; empty:
            by evidence too where the gold set has some.
        match: how titles and phrases are compared, `fold` or `substring`; empty means `fold`.
        disclaimer: text of the report's head, or None for the standard one.
    """

    name: str
    corpus: str
    gold: str
    unit: str
    retrieve: int
    depth: int
    baseline: str
    metrics: tuple[str, ...]
    primary: str
    test: str
    correction: str
    interval: str
    alpha: Decimal
    relevance: str
    match: str
    disclaimer: str | None


@attrs.frozen(kw_only=True)
class PluginSpec:
    """A plugin by name, as an embedder of a lane, with what goes to its `build`."""

    plugin: str
    parameters: Mapping[str, object]


@attrs.frozen(kw_only=True)
class RerankSpec(PluginSpec):
    """The key `rerank` of a condition.

    Attributes:
        pool: units that are fused and ordered anew, before the condition is cut to its depth.
    """

    pool: int


@attrs.frozen(kw_only=True)
class LaneSpec(PluginSpec):
    """A table `[lanes.NAME]`.

    Attributes:
        retrieve: units asked for each topic.
        scope: the part of the corpus that it is built on.
        embedder: what turns its texts into vectors, or None.
        expansions: a file of passages, relative to the experiment's folder, or None.
    """

    retrieve: int
    scope: Scope
    embedder: PluginSpec | None
    expansions: str | None


@attrs.frozen(kw_only=True)
class ConditionSpec:
    """A table `[conditions.NAME]`, with what it extends merged in.

    Attributes:
        lanes: names, in the order of the file.
        optional: of these, the ones that it does without where the corpus cannot feed them.
        weights: by lane, or None where the condition gives none.
        retrieve: overrides the lanes' own, or None.
        scope: overrides the lanes' own, or None.
        override: lane -> parameters that differ in this condition.
        rerank: what orders its best units anew, or None.
        needs_merge: whether it is of a state of the corpus in which names of entities are merged;
            it is run only when it is asked for by name, on a snapshot of such a state.
        parameters: what goes to the fuser's `build`.
    """

    fuser: str
    lanes: tuple[str, ...]
    optional: tuple[str, ...]
    weights: Mapping[str, Decimal] | None
    retrieve: int | None
    scope: Scope | None
    override: Mapping[str, Mapping[str, object]]
    rerank: RerankSpec | None
    needs_merge: bool
    parameters: Mapping[str, object]


@attrs.frozen(kw_only=True)
class Experiment:
    """A checked experiment file.

    Attributes:
        file: its name as given; `folder`: where relative paths of its parameters start.
        decision: what follows from its gates; None where it does not say.
        sweep: how one of its fusions is chosen; None where it is no sweep.
    """

    file: str
    folder: Path
    settings: Settings
    lanes: Mapping[str, LaneSpec]
    conditions: Mapping[str, ConditionSpec]
    gates: tuple[Gate, ...]
    decision: DecisionRule | None = None
    sweep: SweepRule | None = None

    def on(self, corpus: str | None, gold: str | None) -> Experiment:
        """The same experiment on another corpus or gold set; None leaves what it names."""
        settings = self.settings
        return attrs.evolve(
            self,
            settings=attrs.evolve(
                settings, corpus=corpus or settings.corpus, gold=gold or settings.gold
            ),
        )

    @property
    def merged(self) -> tuple[str, ...]:
        """The conditions of a state of the corpus in which names of entities are merged."""
        return tuple(name for name, one in self.conditions.items() if one.needs_merge)

    def unmerged(self) -> Experiment:
        """The same experiment without these conditions, and without the lanes that they alone use.

        Raises:
            UsageError: no condition would be left.
        """
        merged = self.merged
        if not merged:
            return self
        rest = tuple(name for name in self.conditions if name not in merged)
        if not rest:
            message = (
                f"{self.file}: every condition needs a merge; name one with --condition, and the "
                "state of the corpus with --snapshot"
            )
            raise UsageError(message)
        used = {lane for one in self.conditions.values() for lane in one.lanes}
        idle = {name: lane for name, lane in self.lanes.items() if name not in used}
        chosen = self.only(rest)
        return attrs.evolve(chosen, lanes={**chosen.lanes, **idle})

    def only(self, names: tuple[str, ...]) -> Experiment:
        """The same experiment with some of its conditions, and the lanes that these need.

        The baseline stays where it is among them; else the first one takes its place. Gates of
        those that are left out go too, a decision that needs one of them, and the rule of a sweep.
        """
        conditions = {name: one for name, one in self.conditions.items() if name in names}
        used = {lane for one in conditions.values() for lane in one.lanes}
        baseline = self.settings.baseline
        gates = tuple(gate for gate in self.gates if _is_within(gate, conditions))
        left = {gate.name for gate in gates}
        decision = self.decision
        return attrs.evolve(
            self,
            settings=attrs.evolve(
                self.settings,
                baseline=baseline if baseline in conditions else next(iter(conditions)),
            ),
            lanes={name: lane for name, lane in self.lanes.items() if name in used},
            conditions=conditions,
            gates=gates,
            decision=decision if decision is not None and left.issuperset(decision.gates) else None,
            sweep=self.sweep if conditions.keys() == self.conditions.keys() else None,
        )


def _is_within(gate: Gate, conditions: Mapping[str, ConditionSpec]) -> bool:
    """Whether what a gate is about, and is relative to, is among some conditions."""
    own = "" if ":" in gate.relative_to else gate.relative_to
    return gate.condition in conditions and (not own or own in conditions)
