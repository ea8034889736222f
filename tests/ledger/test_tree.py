"""The Merkle tree: the published vectors, and every proof for every size up to 65."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchbook.ledger.tree import (
    EMPTY_ROOT,
    consistency_proof,
    fold_peaks,
    inclusion_proof,
    leaf_hash,
    root,
    verify_consistency,
    verify_inclusion,
)

# The eight inputs of the reference implementation of RFC 6962, and the roots over the first n.
INPUTS = (
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
)
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
LARGEST = 65
LEAVES = [leaf_hash(bytes([number])) for number in range(LARGEST)]
ROOT_OF = [root(LEAVES[:size]) for size in range(LARGEST + 1)]


def mutations(proof: tuple[bytes, ...]) -> Iterator[tuple[bytes, ...]]:
    """The proof with each hash flipped, with one more, one less, and two swapped."""
    for at, hash_ in enumerate(proof):
        flipped = bytes([hash_[0] ^ 1]) + hash_[1:]
        yield (*proof[:at], flipped, *proof[at + 1 :])
        yield (*proof[:at], hash_[:-1], *proof[at + 1 :])
    yield (*proof, LEAVES[0])
    yield (LEAVES[0], *proof)
    if proof:
        yield proof[:-1]
        yield proof[1:]
    if len(proof) > 1:
        yield (proof[1], proof[0], *proof[2:])


@pytest.mark.parametrize("size", range(1, 9))
def test_roots_are_the_published_ones(size: int) -> None:
    """The roots over the eight published inputs are the published roots."""
    leaves = [leaf_hash(bytes.fromhex(text)) for text in INPUTS[:size]]

    assert ROOTS[size - 1] == root(leaves).hex()


def test_empty_root_is_the_hash_of_nothing() -> None:
    """A tree without leaves has SHA-256 of nothing as its root, folded or built."""
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    assert [empty] * 3 == [EMPTY_ROOT.hex(), root([]).hex(), fold_peaks([]).hex()]


def test_published_inclusion_proof() -> None:
    """The proof for leaf 0 of 8 is the published one."""
    leaves = [leaf_hash(bytes.fromhex(text)) for text in INPUTS]
    expected = [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]

    assert expected == [hash_.hex() for hash_ in inclusion_proof(leaves, 0)]


@pytest.mark.parametrize("size", range(1, LARGEST + 1))
def test_every_inclusion_proof_holds_and_no_mutation_of_it(size: int) -> None:
    """Each leaf of each size is proven, and no changed proof, index or size is."""
    for index in range(size):
        leaf, proof = LEAVES[index], inclusion_proof(LEAVES[:size], index)

        assert verify_inclusion(leaf, index, size, proof, ROOT_OF[size])
        for changed in mutations(proof):
            assert not verify_inclusion(leaf, index, size, changed, ROOT_OF[size])
        for wrong in {index - 1, index + 1, size} - {index}:
            assert not verify_inclusion(leaf, wrong, size, proof, ROOT_OF[size])
        assert not verify_inclusion(leaf, index, size, proof, ROOT_OF[size - 1])
        assert not verify_inclusion(leaf_hash(b"other"), index, size, proof, ROOT_OF[size])


@pytest.mark.parametrize("size", range(LARGEST + 1))
def test_every_consistency_proof_holds_and_no_mutation_of_it(size: int) -> None:
    """Each earlier tree is proven a prefix of each later one, and no changed proof or root is."""
    for earlier in range(size + 1):
        proof = consistency_proof(LEAVES[:size], earlier)

        assert verify_consistency(earlier, size, proof, ROOT_OF[earlier], ROOT_OF[size])
        for changed in mutations(proof):
            assert not verify_consistency(earlier, size, changed, ROOT_OF[earlier], ROOT_OF[size])
        other = leaf_hash(b"other")
        assert not verify_consistency(earlier, size, proof, other, ROOT_OF[size])
        if earlier not in (0, size):
            assert not verify_consistency(earlier, size, proof, ROOT_OF[earlier], other)
            assert not verify_consistency(earlier, size, (), ROOT_OF[earlier], ROOT_OF[size])


def test_a_leaf_cannot_pass_for_a_node() -> None:
    """The body that spells two hashes gives another hash than the node over them."""
    left, right = LEAVES[:2]

    assert root([left, right]) != leaf_hash(left + right)


@pytest.mark.parametrize(("index", "size"), [(1, 1), (-1, 3), (0, 0)])
def test_proof_of_a_leaf_that_is_not_there(index: int, size: int) -> None:
    """Asking for a proof outside the tree is a wrong call."""
    with pytest.raises(IndexError):
        inclusion_proof(LEAVES[:size], index)


def test_consistency_with_more_leaves_than_there_are() -> None:
    """Asking for consistency with a larger tree is a wrong call, and claiming it is refused."""
    with pytest.raises(IndexError):
        consistency_proof(LEAVES[:3], 4)
    assert not verify_consistency(4, 3, (), ROOT_OF[4], ROOT_OF[3])
