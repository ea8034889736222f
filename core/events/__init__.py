"""The facts that the ledger keeps, one file per stream."""

from __future__ import annotations

from .corpus import CorpusDeclared, CorpusIngested, CorpusSnapshotted
from .gold import GoldSetImported
from .log import EnvironmentSealed, LedgerOpened, PluginRegistered
from .report import ReportBuilt, ReportRendered
from .run import (
    ConditionFused,
    EvidenceSought,
    LaneFailed,
    LaneRanked,
    LaneSkipped,
    RunCompleted,
    RunStarted,
    ScoresComputed,
)
from .values import MadeBy, Source

__all__ = [
    "ConditionFused",
    "CorpusDeclared",
    "CorpusIngested",
    "CorpusSnapshotted",
    "EnvironmentSealed",
    "EvidenceSought",
    "GoldSetImported",
    "LaneFailed",
    "LaneRanked",
    "LaneSkipped",
    "LedgerOpened",
    "MadeBy",
    "PluginRegistered",
    "ReportBuilt",
    "ReportRendered",
    "RunCompleted",
    "RunStarted",
    "ScoresComputed",
    "Source",
]
