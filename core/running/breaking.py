"""What breaks while a condition is settled: which plugin, at which stage, and how."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import BenchbookError, RunFailed
from ..events import MadeBy
from ..plugging.contracts import PluginFault
from ..plugging.plugin_faults import kind_of, text_of

FUSE, RERANK, MEASURE = "fuse", "rerank", "measure"


class ConditionBroke(RunFailed):
    """A plugin of a condition broke; what the condition says is not measured.

    Args:
        stage: what the plugin was asked to do.
        made_by: the plugin.
        error: what came of it. Its `fault` (a class) and `reason` (a message, scrubbed) are those
            of what the plugin raised, where it raised.
    """

    def __init__(self, stage: str, made_by: MadeBy, error: BenchbookError) -> None:
        self.stage = stage
        self.made_by = made_by
        raised: BaseException = error
        if isinstance(error, PluginFault) and error.raised is not None:
            raised = error.raised
        self.fault = kind_of(raised)
        self.reason = text_of(raised)
        super().__init__(str(error))


@contextmanager
def breaking(stage: str, made_by: MadeBy) -> Iterator[None]:
    """Ask a plugin of a condition something and check what it gives, and do nothing else.

    Whatever of ours is raised meanwhile, a refusal of the plugin's own too, is the plugin's: a
    reranker whose service is away says so in our words.

    Raises:
        ConditionBroke: the plugin broke. Ctrl-C and faults of our own code pass as they are.
    """
    try:
        yield
    except BenchbookError as error:
        raise ConditionBroke(stage, made_by, error) from error
