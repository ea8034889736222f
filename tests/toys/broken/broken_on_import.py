"""A plugin that raises when it is imported."""

from __future__ import annotations

message = "the index server does not answer"
raise ConnectionError(message)
