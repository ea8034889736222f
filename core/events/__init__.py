"""The facts that the ledger keeps, one file per stream."""

from __future__ import annotations

from .corpus import CorpusDeclared, CorpusIngested, CorpusSnapshotted, MergeApplied
from .gate import GateDecided, GateDeclared, GateRule, GateSuperseded
from .gold import GoldSetImported
from .log import EnvironmentSealed, LedgerOpened, PluginRegistered
from .profile import ProfileRecorded
from .report import DecisionRecorded, ReportBuilt, ReportRendered
from .run import (
    ComparisonsComputed,
    ConditionFailed,
    ConditionFused,
    CreditComputed,
    DecisionReached,
    EvidenceSought,
    LaneFailed,
    LaneRanked,
    LaneSkipped,
    RunCompleted,
    RunStarted,
    ScoresComputed,
    SweepConcluded,
)
from .values import MadeBy, Source

__all__ = [
    "ComparisonsComputed",
    "ConditionFailed",
    "ConditionFused",
    "CorpusDeclared",
    "CorpusIngested",
    "CorpusSnapshotted",
    "CreditComputed",
    "DecisionReached",
    "DecisionRecorded",
    "EnvironmentSealed",
    "EvidenceSought",
    "GateDecided",
    "GateDeclared",
    "GateRule",
    "GateSuperseded",
    "GoldSetImported",
    "LaneFailed",
    "LaneRanked",
    "LaneSkipped",
    "LedgerOpened",
    "MadeBy",
    "MergeApplied",
    "PluginRegistered",
    "ProfileRecorded",
    "ReportBuilt",
    "ReportRendered",
    "RunCompleted",
    "RunStarted",
    "ScoresComputed",
    "Source",
    "SweepConcluded",
]
