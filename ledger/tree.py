"""The Merkle tree of RFC 6962 and RFC 9162 over a list of hashes: roots, proofs, and their checks.

Pure functions of bytes; nothing here knows where hashes are kept. A leaf is hashed after a zero
byte and a node after a one byte, so that neither can pass for the other (RFC 9162, section 2.1.1).
The tests hold the published vectors, and every proof for all sizes up to 65, each also mutated and
refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

HASH_BYTES = 32
EMPTY_ROOT = sha256(b"").digest()


def leaf_hash(body: bytes) -> bytes:
    """The hash of one entry: SHA-256(0x00 || body). RFC 9162, section 2.1.1."""
    return sha256(b"\x00" + body).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash over two subtrees: SHA-256(0x01 || left || right). RFC 9162, section 2.1.1."""
    return sha256(b"\x01" + left + right).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """The root over leaf hashes, in order; of none, SHA-256 of nothing. RFC 9162, section 2.1.1."""
    level = list(leaves)
    if not level:
        return EMPTY_ROOT
    # Pairing from the left and lifting a lone last node gives the same tree as splitting at the
    # largest power of two below n, which is how the RFC defines it.
    while len(level) > 1:
        paired = [node_hash(*pair) for pair in zip(level[::2], level[1::2], strict=False)]
        level = paired + level[len(paired) * 2 :]
    return level[0]


def fold_peaks(peaks: Sequence[bytes]) -> bytes:
    """The root over complete subtrees, widest first, one per bit set in the size."""
    if not peaks:
        return EMPTY_ROOT
    folded = peaks[-1]
    for peak in reversed(peaks[:-1]):
        folded = node_hash(peak, folded)
    return folded


def inclusion_proof(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The sibling hashes from a leaf up to the root: PATH(m, D[n]). RFC 9162, section 2.1.3.1.

    Raises:
        IndexError: no leaf has this index.
    """
    size = len(leaves)
    if not 0 <= index < size:
        message = f"leaf {index} of {size}"
        raise IndexError(message)
    if size == 1:
        return ()
    split = _split(size)
    if index < split:
        return (*inclusion_proof(leaves[:split], index), root(leaves[split:]))
    return (*inclusion_proof(leaves[split:], index - split), root(leaves[:split]))


def verify_inclusion(
    leaf: bytes, index: int, size: int, proof: Sequence[bytes], expected_root: bytes
) -> bool:
    """Whether a proof shows that this leaf stands at this index. RFC 9162, section 2.1.3.2."""
    if not 0 <= index < size or not _are_hashes((leaf, expected_root, *proof)):
        return False
    first, last, rest = index, size - 1, iter(proof)
    folded = leaf
    for sibling in rest:
        if last == 0:
            return False
        if first & 1 or first == last:
            folded = node_hash(sibling, folded)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            folded = node_hash(folded, sibling)
        first, last = first >> 1, last >> 1
    return last == 0 and folded == expected_root


def consistency_proof(leaves: Sequence[bytes], earlier: int) -> tuple[bytes, ...]:
    """What shows that the first `earlier` leaves were not changed: PROOF(m, D[n]).

    RFC 9162, section 2.1.4.1. Empty for the whole tree and for the empty one.

    Raises:
        IndexError: the tree has fewer leaves.
    """
    if not 0 <= earlier <= len(leaves):
        message = f"{earlier} of {len(leaves)} leaves"
        raise IndexError(message)
    return _subproof(leaves, earlier, whole=True) if 0 < earlier < len(leaves) else ()


def _subproof(leaves: Sequence[bytes], earlier: int, *, whole: bool) -> tuple[bytes, ...]:
    """SUBPROOF(m, D[n], b) of RFC 9162, section 2.1.4.1."""
    size = len(leaves)
    if earlier == size:
        return () if whole else (root(leaves),)
    split = _split(size)
    if earlier <= split:
        return (*_subproof(leaves[:split], earlier, whole=whole), root(leaves[split:]))
    return (*_subproof(leaves[split:], earlier - split, whole=False), root(leaves[:split]))


def verify_consistency(
    earlier: int, size: int, proof: Sequence[bytes], earlier_root: bytes, expected_root: bytes
) -> bool:
    """Whether a proof shows that the earlier tree is a prefix. RFC 9162, section 2.1.4.2."""
    if not 0 <= earlier <= size or not _are_hashes((earlier_root, expected_root, *proof)):
        return False
    if earlier in (0, size):
        known = EMPTY_ROOT if earlier == 0 else expected_root
        return not proof and earlier_root == known
    # An earlier tree that is one complete subtree is its own first node, and is left out.
    path = [earlier_root, *proof] if earlier & (earlier - 1) == 0 else list(proof)
    if not path:
        return False
    first, last = earlier - 1, size - 1
    while first & 1:
        first, last = first >> 1, last >> 1
    return _folds_to(path, first, last, earlier_root, expected_root)


def _folds_to(
    path: Sequence[bytes], first: int, last: int, earlier_root: bytes, expected_root: bytes
) -> bool:
    """Steps 5 to 7 of RFC 9162, section 2.1.4.2: fold both roots along one path."""
    old = new = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if first & 1 or first == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        first, last = first >> 1, last >> 1
    return last == 0 and old == earlier_root and new == expected_root


def _split(size: int) -> int:
    """The largest power of two below the size: k of RFC 9162, section 2.1.1."""
    return 1 << ((size - 1).bit_length() - 1)


def _are_hashes(hashes: Iterable[bytes]) -> bool:
    return all(len(hash_) == HASH_BYTES for hash_ in hashes)
