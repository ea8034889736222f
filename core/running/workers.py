"""Asking lanes in several processes at once; only this process records.

Each lane is asked in a forked process of its own, which has the corpus and the plugins in memory
already, and sends its answers through a pipe. They are taken in the order of the plan, whoever is
done first, so that the ledger's bytes are those of one process. A process that dies takes its lane
with it and nothing else; when this process dies, the others end themselves.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType

import attrs

from .asking import Answer, Asking, Failed
from .plan import PlannedLane

Wanted = tuple[PlannedLane, list[int]]
"""A lane with the blocks that it is to be asked."""


PATIENCE = 5.0
"""Seconds that a process has to end in when it is asked to."""


@attrs.define(eq=False)
class _Worker:
    """A process that asks one lane.

    Attributes:
        answers: received and not yet taken.
        has_ended: whether no more will come.
    """

    forked: BaseProcess
    pipe: Connection
    answers: deque[Answer] = attrs.field(factory=deque, init=False)
    has_ended: bool = attrs.field(default=False, init=False)

    def receive(self) -> None:
        """Take what waits in the pipe; its end without a word is a process that died."""
        try:
            answer: Answer | None = self.pipe.recv()
        except (EOFError, OSError):
            self.forked.join()
            reason = f"the process that asked it ended with code {self.forked.exitcode}"
            answer = Failed(block=None, fault="WorkerDied", reason=reason)
            self.has_ended = True
        if answer is None:
            self.has_ended = True
            self.forked.join()
        else:
            self.answers.append(answer)

    def stop(self) -> None:
        """End the process, wherever it is: it is asked to, and made to where it does not."""
        self.forked.terminate()
        self.forked.join(PATIENCE)
        if self.forked.is_alive():
            self.forked.kill()
            self.forked.join()
        self.pipe.close()


def ask_in_workers(
    asking: Asking, wanted: Sequence[Wanted], jobs: int
) -> Iterator[tuple[PlannedLane, Iterator[Answer]]]:
    """Each lane with its answers, in the order given; the answers of one before the next lane.

    Args:
        jobs: processes at once, 1 or more.
    """
    workers: list[_Worker] = []
    try:
        for number, (lane, _) in enumerate(wanted):
            yield lane, _answers(asking, wanted, workers, number, jobs)
    finally:
        for worker in workers:
            worker.stop()


def _answers(
    asking: Asking, wanted: Sequence[Wanted], workers: list[_Worker], number: int, jobs: int
) -> Iterator[Answer]:
    """The answers of one lane, while all workers are kept busy."""
    while True:
        _start_more(asking, wanted, workers, jobs)
        mine = workers[number]
        while mine.answers:
            yield mine.answers.popleft()
        if mine.has_ended:
            return
        busy = {worker.pipe: worker for worker in workers if not worker.has_ended}
        for pipe in wait(list(busy)):
            busy[pipe].receive()  # type: ignore[index]  # what `wait` gives back is what it was given


def _start_more(
    asking: Asking, wanted: Sequence[Wanted], workers: list[_Worker], jobs: int
) -> None:
    """Start processes until as many work as may, or all lanes are asked."""
    fork = multiprocessing.get_context("fork")
    while len(workers) < len(wanted) and sum(not one.has_ended for one in workers) < jobs:
        lane, missing = wanted[len(workers)]
        receiving, sending = fork.Pipe(duplex=False)
        forked = fork.Process(target=_work, args=(asking, lane, missing, sending))
        forked.start()
        sending.close()
        workers.append(_Worker(forked, receiving))


def _work(asking: Asking, lane: PlannedLane, missing: list[int], pipe: Connection) -> None:
    """What a process does: ask, and send each answer; None says that all is said."""
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(BrokenPipeError, KeyboardInterrupt):  # nobody wants the rest
        for answer in asking.ask(lane, missing):
            pipe.send(answer)
        pipe.send(None)


def _leave(_: int, __: FrameType | None) -> None:
    """Leave as after Ctrl-C, so that a lane ends what it started and removes what it wrote.

    Raises:
        KeyboardInterrupt: always; it is nobody's fault.
    """
    raise KeyboardInterrupt


def _end_with_parent() -> None:
    """End this process when the one that records is gone: it holds that one's lock."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(PATIENCE)
        os._exit(1)
