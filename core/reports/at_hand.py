"""What the command that made a run still holds, so that its report need not load it again."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from ..corpus import Corpus
from ..gold import Gold
from ..objects.comparisons import Comparisons
from ..projections.run import Run
from ..ranking.rankings import Rankings


@attrs.frozen(kw_only=True)
class AtHand:
    """What a report is made of, as far as it is at hand; the ledger has the same.

    Attributes:
        run: its stream, up to its end.
        corpus: of the run as it was loaded; gold: its gold set.
        rankings: of conditions, by name; those that are missing are loaded.
        comparisons: what the run came to beyond its means.
    """

    run: Run | None = None
    corpus: Corpus | None = None
    gold: Gold | None = None
    rankings: Mapping[str, Rankings] = MappingProxyType({})
    comparisons: Comparisons | None = None


NOTHING = AtHand()
