"""The ledger against a list in memory, through any sequence of calls."""

from __future__ import annotations

import shutil
import tempfile
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from benchbook.ledger import IdConflict, Ledger, Receipt, StaleVersion, canonical_json, verify
from benchbook.ledger.tree import leaf_hash, root
from ledgers import Ticks, draft, new_ledger

streams = st.sampled_from(["log", "run/a", "run/b", "gold/c"])


class LedgerMachine(RuleBasedStateMachine):
    """Append, repeat, contradict, be late, put, close and open; the model knows the truth."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "a.ledger"
        self.clock = Ticks()
        self.model: list[tuple[str, int]] = [("log", -1)]
        self.receipts: dict[tuple[str, int], Receipt] = {}
        self.objects: dict[str, bytes] = {}

    @initialize()
    def create(self) -> None:
        self.ledger = new_ledger(self.path, clock=self.clock)

    def version(self, stream: str) -> int:
        return sum(name == stream for name, _ in self.model)

    @rule(stream=streams, count=st.integers(1, 300), is_checked=st.booleans())
    def append(self, stream: str, count: int, *, is_checked: bool) -> None:
        version = self.version(stream)
        numbers = range(version * 1_000, version * 1_000 + count)
        named = [draft(number, stream) for number in numbers]
        receipts = self.ledger.append(
            named, stream=stream, expected_version=version if is_checked else None
        )

        assert [len(self.model) + at for at in range(count)] == [one.seq for one in receipts]
        self.model += [(stream, number) for number in numbers]
        self.receipts.update(zip(self.model[-count:], receipts, strict=True))

    @precondition(lambda self: self.receipts)
    @rule(chosen=st.data())
    def repeat(self, chosen: st.DataObject) -> None:
        stream, number = chosen.draw(st.sampled_from(sorted(self.receipts)))
        receipts = self.ledger.append([draft(number, stream)], stream=stream, expected_version=0)

        assert (self.receipts[stream, number],) == receipts

    @precondition(lambda self: self.receipts)
    @rule(chosen=st.data())
    def contradict(self, chosen: st.DataObject) -> None:
        stream, number = chosen.draw(st.sampled_from(sorted(self.receipts)))
        other = draft(number, stream, data={"number": -1})
        with pytest.raises(IdConflict):
            self.ledger.append([draft(-5, stream), other], stream=stream, expected_version=None)

    @rule(stream=streams, wrong=st.sampled_from([-1, 1, 2]))
    def be_late(self, stream: str, wrong: int) -> None:
        expected = self.version(stream) + wrong
        with pytest.raises(StaleVersion):
            self.ledger.append([draft(-7, stream)], stream=stream, expected_version=expected)

    @rule(datas=st.lists(st.binary(max_size=30), max_size=4))
    def put(self, datas: list[bytes]) -> None:
        names = self.ledger.put_objects((data, "text/plain") for data in datas)

        assert [sha256(data).hexdigest() for data in datas] == list(names)
        self.objects.update(zip(names, datas, strict=True))

    @rule()
    def reopen(self) -> None:
        self.ledger.close()
        self.ledger = Ledger.open(self.path, clock=self.clock)

    @rule(now=st.integers(0, 2 * 10**15))
    def set_clock(self, now: int) -> None:
        self.clock.now = now

    @rule(share=st.floats(0, 1))
    def look_at_a_prefix(self, share: float) -> None:
        size = round(share * len(self.model))
        leaves = [leaf_hash(entry.body) for entry in self.ledger.events(stop=size)]

        assert size == len(leaves)
        assert root(leaves).hex() == self.ledger.basis(size).root

    @invariant()
    def agrees(self) -> None:
        assert len(self.model) == self.ledger.size
        for stream in ("log", "run/a", "run/none"):
            assert self.version(stream) == self.ledger.version(stream)
        for name, data in self.objects.items():
            assert data == self.ledger.object(name)

    def teardown(self) -> None:
        entries = list(self.ledger.events())
        self.ledger.close()
        try:
            assert self.model == [
                (entry.envelope["stream"], entry.envelope["data"].get("number", -1))
                for entry in entries
            ]
            assert all(entry.body == canonical_json(entry.envelope) for entry in entries)
            assert verify(self.path).is_sound
        finally:
            shutil.rmtree(self.folder)


LedgerMachine.TestCase.settings = settings(max_examples=30, stateful_step_count=20, deadline=None)
TestLedger = pytest.mark.slow(LedgerMachine.TestCase)
