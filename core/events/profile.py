"""Events of the streams `profile/<id>`."""

from __future__ import annotations

from typing import ClassVar

import attrs


@attrs.frozen(kw_only=True)
class ProfileRecorded:
    """How long the conditions of an experiment took on some machine was recorded.

    Attributes:
        profile: the first 12 hex digits of the digest of its times.
        experiment: name of the experiment; corpus, gold: names; manifest, questions: digests.
        times: object with the times; conditions: how many are in it.
    """

    TYPE: ClassVar[str] = "profile-recorded"
    SCHEMA: ClassVar[int] = 1

    profile: str
    experiment: str
    corpus: str
    manifest: str
    gold: str
    questions: str
    times: str
    conditions: int
