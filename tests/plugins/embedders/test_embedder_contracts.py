"""The built-in embedders keep the contract of embedders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from benchbook.plugins.embedders import hash as hash_module
from benchbook.plugins.embedders import lsa
from benchbook.testing import EmbedderContract


class TestHash(EmbedderContract):
    """Hashed features with the parameters they have by default."""

    plugin = hash_module.benchbook_plugins()[0]


class TestHashOfOneBucket(EmbedderContract):
    """One bucket, in which everything meets."""

    plugin = hash_module.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"dimension": 1}


class TestLsa(EmbedderContract):
    """Latent semantic analysis; the toy corpus has fewer axes than it asks for."""

    plugin = lsa.benchbook_plugins()[0]


class TestLsaOfThreeAxes(EmbedderContract):
    """The strongest axes of the commonest terms alone."""

    plugin = lsa.benchbook_plugins()[0]
    params: ClassVar[Mapping[str, object]] = {"dimension": 3, "vocabulary": 20}
