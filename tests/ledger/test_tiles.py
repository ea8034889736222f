"""The tree's state in insert-only tiles: the same roots as the tree itself, for every prefix."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchbook.ledger import CorruptLedger, Ledger
from benchbook.ledger.tiles import Frontier
from benchbook.ledger.tree import leaf_hash, root
from ledgers import STREAM, draft, drafts, new_ledger, unguarded

AROUND_TILES = (0, 1, 2, 255, 256, 257, 511, 512, 513, 767, 768, 1_000)


def test_frontier_has_the_root_of_the_tree() -> None:
    """Pushed leaf by leaf, the right edge gives the root of the whole tree."""
    leaves = [leaf_hash(number.to_bytes(2, "big")) for number in range(600)]
    frontier = Frontier.empty()
    for size, leaf in enumerate(leaves):
        if size % 37 == 0 or size in AROUND_TILES:
            assert root(leaves[:size]) == frontier.root()
        frontier.push(leaf)

    assert root(leaves) == frontier.root()


def test_a_tile_is_filled_at_each_256th_leaf() -> None:
    """Leaf 255 fills tile 0/0 and leaf 511 tile 0/1: 256 hashes each, and their root."""
    leaves = [leaf_hash(number.to_bytes(2, "big")) for number in range(512)]
    frontier = Frontier.empty()
    filled = [(size, tile) for size, leaf in enumerate(leaves) for tile in frontier.push(leaf)]

    assert [
        (255, (0, 0, root(leaves[:256]), b"".join(leaves[:256]))),
        (511, (0, 1, root(leaves[256:]), b"".join(leaves[256:]))),
    ] == filled


def test_a_copy_does_not_follow_the_original() -> None:
    """A transaction that fails leaves the tree that it began with."""
    frontier = Frontier.empty()
    frontier.push(leaf_hash(b"0"))
    kept = frontier.copy()
    frontier.push(leaf_hash(b"1"))

    assert (1, leaf_hash(b"0")) == (kept.size, kept.root())


def test_every_prefix_has_its_root(tmp_path: Path) -> None:
    """The state of any earlier size is found again, at and around the edges of tiles."""
    with new_ledger(tmp_path / "a.ledger", 1_000) as ledger:
        leaves = [bytes.fromhex(entry.leaf) for entry in ledger.events()]

        for size in (*AROUND_TILES, ledger.size):
            assert root(leaves[:size]).hex() == ledger.basis(size).root


@pytest.mark.slow
def test_every_prefix_has_its_root_with_tiles_of_tiles(tmp_path: Path) -> None:
    """Beyond 65,536 events, where a tile of the second level is full, roots are right."""
    with new_ledger(tmp_path / "a.ledger", 66_000, batch=10_000) as ledger:
        leaves = [bytes.fromhex(entry.leaf) for entry in ledger.events()]

        for size in (65_280, 65_535, 65_536, 65_537, 65_792, 65_793, ledger.size):
            assert root(leaves[:size]).hex() == ledger.basis(size).root


def test_a_missing_tile_is_damage(tmp_path: Path) -> None:
    """Where a tile is gone, no root is made up."""
    path = tmp_path / "a.ledger"
    with new_ledger(path, 600) as ledger:
        ledger.append([draft(600)], stream=STREAM, expected_version=None)
    with unguarded(path) as connection:
        connection.execute("DELETE FROM tile WHERE number = 0")

    with pytest.raises(CorruptLedger, match="the tiles"):
        Ledger.open(path)


def test_receipts_of_a_batch_give_the_root_after_each(tmp_path: Path) -> None:
    """A receipt's root is that of the log up to and with its event, also inside a batch."""
    with new_ledger(tmp_path / "a.ledger") as ledger:
        receipts = ledger.append(drafts(0, 300), stream=STREAM, expected_version=0)

        assert [ledger.basis(one.size).root for one in receipts] == [one.root for one in receipts]
